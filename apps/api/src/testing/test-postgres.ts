/**
 * One PostgreSQL for a whole vitest run, and a database of its own for each test file (or test) in about 10 ms.
 *
 * 1. In the vitest configuration: `globalSetup: ['apps/api/src/testing/test-postgres.ts']`. It starts a server without fsync
 *    in a temporary folder (in memory when there is room) and stops it after the run.
 * 2. In a test, build a template once for all files, named by what it is built from, and copy it:
 *
 * @example
 * const template = await templateFor(hashOfMigrations, (connection) => migrate(connection));
 * const database = await template.createDatabase();   // or createDatabase() for an empty one
 * const pool = new pg.Pool({ ...database.connection, max: 4 });
 * await pool.end();
 * await database.drop();
 *
 * `build` must end every connection that it opened. Roles belong to the server, not to a database: only one `build` runs at
 * a time on the whole server, and it must accept roles that an earlier one made.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, escapeIdentifier } from 'pg';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../db/embedded/embedded-postgres.ts';
import type { EmbeddedPostgres } from '../db/embedded/embedded-postgres.ts';

/** How to connect as the superuser, in the shape that `pg` takes. */
export interface TestConnection {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

export interface TestDatabase {
  readonly connection: TestConnection;
  /** Cuts the connections that are left and deletes the database. */
  drop(): Promise<void>;
}

export interface TestTemplate {
  /** Makes a new database that is a copy of the template. */
  createDatabase(): Promise<TestDatabase>;
}

declare module 'vitest' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  export interface ProvidedContext {
    postgres: TestConnection;
    /** Port of a pooler that the application goes through; null where it goes straight to the server. */
    pooler: number | null;
  }
}

const ROOM_IN_MEMORY = 1_000_000_000;
/** As many test files run at once as there are processors; two applications of one file hold fewer than so many connections. */
const CONNECTIONS_PER_FILE = 40;
const TEMPLATE_LOCK = 0x54_45_4d_50;

let server: EmbeddedPostgres | undefined;
let folder: string | undefined;

/** Where a server that runs already, and the pooler before it, is told: `{ "postgres": …, "pooler": PORT }`. */
export const outsideServer = 'TEST_POSTGRES';

/** Called by vitest before the run. */
export async function setup(project: Pick<TestProject, 'provide'>): Promise<void> {
  const told = process.env[outsideServer];
  if (told !== undefined) {
    const outside = JSON.parse(told) as { postgres: TestConnection; pooler: number };
    project.provide('postgres', outside.postgres);
    project.provide('pooler', outside.pooler);
    return;
  }
  folder = await mkdtemp(join(await roomyFolder(), 'incisive-test-'));
  server = await startEmbeddedPostgres({
    dataDir: join(folder, 'data'),
    log: () => undefined,
    fastUnsafe: true,
    maxConnections: Math.max(200, CONNECTIONS_PER_FILE * availableParallelism()),
  });
  project.provide('postgres', server.connection);
  project.provide('pooler', null);
}

/** How an application comes to its database: straight to the server, or through a pooler, which may lose statements kept by name. */
export function wayTo({ database }: { readonly database?: string }): { readonly url?: string; readonly prepare: boolean } {
  const port = inject('pooler');
  return port === null ? { prepare: true } : { url: `postgres://127.0.0.1:${port}/${database ?? ''}`, prepare: false };
}

/** Called by vitest after the run. */
export async function teardown(): Promise<void> {
  await server?.stop();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  server = undefined;
  folder = undefined;
}

async function roomyFolder(): Promise<string> {
  const memory = '/dev/shm';
  const free = await statfs(memory).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  return free > ROOM_IN_MEMORY ? memory : tmpdir();
}

/**
 * The template database for `hash`, built by `build` if this run has none yet. `build` gets the connection of an empty
 * database. When it throws, nothing is left and the error comes through.
 */
export async function templateFor(
  hash: string,
  build: (connection: TestConnection) => Promise<void>,
  connection: TestConnection = inject('postgres'),
): Promise<TestTemplate> {
  const name = `template_${hash}`.slice(0, 63);
  await withClient(connection, async (client) => {
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 0)
      await buildTemplate(client, name, () => build({ ...connection, database: `${name.slice(0, 56)}_making` }));
  });
  return { createDatabase: () => createDatabase(name, connection) };
}

/** Under another name until it is whole: a build that was cut off is not taken for a template. */
async function buildTemplate(client: Client, name: string, build: () => Promise<void>): Promise<void> {
  const making = escapeIdentifier(`${name.slice(0, 56)}_making`);
  await client.query(`drop database if exists ${making} with (force)`);
  await client.query(`create database ${making} template template0`);
  try {
    await build();
    await client.query(`alter database ${making} with allow_connections false`);
    await client.query(`alter database ${making} rename to ${escapeIdentifier(name)}`);
  } catch (error) {
    await client.query(`drop database if exists ${making} with (force)`);
    throw error;
  }
}

/** Makes a database: empty, or a copy of `template`. */
export async function createDatabase(
  template = 'template0',
  connection: TestConnection = inject('postgres'),
): Promise<TestDatabase> {
  const database = `test_${randomUUID().replaceAll('-', '')}`;
  const name = escapeIdentifier(database);
  await withClient(connection, (client) =>
    client.query(`create database ${name} template ${escapeIdentifier(template)} strategy file_copy`),
  );
  return {
    connection: { ...connection, database },
    drop: async () => {
      await withClient(connection, (client) => client.query(`drop database if exists ${name} with (force)`));
    },
  };
}

async function withClient<T>(connection: TestConnection, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ ...connection, ssl: false });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

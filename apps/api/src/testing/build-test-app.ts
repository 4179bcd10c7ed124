import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Tokens } from '@incisive/contract/auth';
import { limits } from '@incisive/contract/limits';
import type { Role } from '@incisive/contract/roles';
import { createExtractor } from '@incisive/documents';
import { parseKnowledge } from '@incisive/engine';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll } from 'vitest';
import { buildApp, newServer } from '../app.ts';
import { hashPassword } from '../features/accounts/passwords/passwords.ts';
import { catalogueLoader, closeDeps, composeDeps, knowledgeFiles } from '../compose.ts';
import { type Config, readConfig } from '../config.ts';
import { type AdminConnection, bootstrapDatabase, loginRoles } from '../db/bootstrap.ts';
import { type Database, openPools } from '../db/client.ts';
import { installJobQueue } from '../jobs/job-queue.ts';
import { migrate, readMigrations } from '../db/migrate.ts';
import { withSystem } from '../db/tenant.ts';
import { insertReadyAccount } from '../demo/accounts.ts';
import { ensureCatalogue } from '../demo/ensure-catalogue.ts';
import type { Deps } from '../deps.ts';
import { inlineSuggester } from '../engine/engine-host.ts';
import { type TestConnection, wayTo, templateFor } from './test-postgres.ts';

export const testSecret = 'a secret of the tests, long enough to be taken';
const secret = testSecret;
export const testPassword = 'correct horse battery';

/** A part of the knowledge: enough procedures for the tests, small enough to build an engine in each file. */
const testFiles = (): Record<string, string> => {
  const kept = /^codes\/(abdomen-hernia|liver-biliary-pancreas|thigh-knee|casts-arthroscopy|colon-rectum)\.tsv$/;
  return Object.fromEntries(Object.entries(knowledgeFiles()).filter(([file]) => !file.startsWith('codes/') || kept.test(file)));
};

export interface TestUser {
  readonly id: string;
  readonly username: string;
  readonly role: Role;
  readonly tenantId: string | null;
}

export interface TestApp {
  readonly app: FastifyInstance;
  readonly deps: Deps;
  readonly database: Database;
  readonly admin: AdminConnection;
  readonly tenants: readonly [string, string];
  /** The standing users: one a role, tenant-level ones in the first tenant, with `2` in the second. */
  readonly users: Readonly<Record<string, TestUser>>;
  tokens(username: string, password?: string): Promise<Tokens>;
  /** A request as one of the standing users; null is nobody. */
  as(
    username: string | null,
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    url: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<LightMyRequestResponse>;
  close(): Promise<void>;
}

const standing: readonly [string, Role, 0 | 1 | null][] = [
  ['superadmin', 'SuperAdmin', null],
  ['superapprover', 'SuperApprover', null],
  ['coder', 'Coder', null],
  ['admin', 'Admin', 0],
  ['approver', 'Approver', 0],
  ['dataentry', 'DataEntry', 0],
  ['admin2', 'Admin', 1],
  ['approver2', 'Approver', 1],
  ['dataentry2', 'DataEntry', 1],
];

export const testConfig = (env: Record<string, string> = {}): Config =>
  readConfig({
    NODE_ENV: 'test',
    RATE_LIMIT: 'off',
    // What is answered with 500 says nothing of its cause: where that was not meant, the run's output does.
    LOG_LEVEL: 'error',
    DATA_DIR: '/tmp/incisive-tests',
    // An import is waited for however slow the machine is.
    IMPORT_WAIT_SECONDS: '600',
    ...env,
  });

async function seed(database: Database): Promise<void> {
  await ensureCatalogue(database, testFiles());
  const passwordHash = await hashPassword(testPassword);
  await withSystem(database, async (tx) => {
    const tenants: string[] = [];
    for (const name of ['First clinic', 'Second clinic']) {
      tenants.push(
        (await tx.insertInto('app.tenants').values({ name, created_by: 'superadmin' }).returning('id').executeTakeFirstOrThrow())
          .id,
      );
    }
    for (const [username, role, tenant] of standing) {
      await insertReadyAccount(tx, {
        username,
        role,
        tenantId: tenant === null ? null : tenants[tenant]!,
        passwordHash,
        firstName: 'Test',
        lastName: role,
        email: `${username}@example.org`,
        agreed: true,
        mustChangePassword: false,
        createdBy: 'superadmin',
      });
    }
  });
}

/** At certain minutes of an hour the queue puts in jobs by itself: tests put in their own. */
const stopQueueClock = (admin: AdminConnection): Promise<void> =>
  asAdmin(admin, `update jobs.version set cron_on = now() + interval '1 year'`);

/** The limits of a statement and of waiting for a lock are those of a machine that answers people: a busy one is let finish. */
const liftTimeLimits = (admin: AdminConnection): Promise<void> =>
  asAdmin(
    admin,
    Object.values(loginRoles)
      .flatMap((role) =>
        ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'].map(
          (limit) => `alter role ${role} in database ${pg.escapeIdentifier(admin.database!)} set ${limit} = '120s'`,
        ),
      )
      .join(';'),
  );

export async function asAdmin(admin: AdminConnection, statements: string): Promise<void> {
  const client = new pg.Client(admin);
  await client.connect();
  try {
    await client.query(statements);
  } finally {
    await client.end();
  }
}

/** Another server than that of the run, and a replica of it. */
interface Servers {
  readonly primary: TestConnection;
  readonly standby: TestConnection;
}

/** The real application on a PostgreSQL database of its own: no mocks. It waits for a connection as long as for a statement, or as told. */
export async function buildTestApp(
  env: Record<string, string> = {},
  connectPatience = 120_000,
  servers?: Servers,
): Promise<TestApp> {
  // What an application keeps beside its database is its own.
  const dataDir = env['DATA_DIR'] ?? (await mkdtemp(path.join(tmpdir(), 'incisive-app-')));
  const config = testConfig({ ...env, DATA_DIR: dataDir });
  const migrations = readMigrations();
  const fingerprint = createHash('sha256')
    .update(migrations.map((migration) => migration.checksum).join(' '))
    .digest('hex')
    .slice(0, 16);
  const template = await templateFor(
    `app_${fingerprint}`,
    async (connection) => {
      const admin = await bootstrapDatabase(connection, secret, connection.database);
      await migrate(admin, migrations);
      const database = openPools(admin, secret, { max: 2, idleMinutes: 15, onError: () => undefined, patience: 120_000 });
      await installJobQueue(database.systemConnection);
      await stopQueueClock(admin);
      await seed(database);
      await database.close();
    },
    servers?.primary,
  );
  const copy = await template.createDatabase();
  const admin: AdminConnection = copy.connection;
  await liftTimeLimits(admin);
  const database = openPools(admin, secret, {
    max: 8,
    idleMinutes: config.IDLE_MINUTES,
    onError: () => undefined,
    patience: 120_000,
    connectPatience,
    ...(servers ? {} : wayTo(admin)),
    read: servers && { ...servers.standby, database: copy.connection.database },
  });
  const app = newServer(config);
  const suggester = inlineSuggester(parseKnowledge(testFiles()), catalogueLoader(database));
  const extractor = createExtractor({ children: 1, timeoutMs: 120_000 });
  const deps = await composeDeps({ config, database, secret, log: app.log, suggester, extractor });
  await buildApp(app, deps);
  await app.ready();
  const rows = await withSystem(database, (tx) =>
    tx.selectFrom('app.users').select(['id', 'username', 'role', 'tenant_id']).execute(),
  );
  const tenants = await withSystem(database, (tx) =>
    tx.selectFrom('app.tenants').select('id').where('platform', '=', false).orderBy('name').execute(),
  );
  const users = Object.fromEntries(
    rows.map((row) => [row.username, { id: row.id, username: row.username, role: row.role, tenantId: row.tenant_id }]),
  );
  const known = new Map<string, { readonly tokens: Promise<Tokens>; readonly since: number }>();
  const signIn = async (username: string, password = testPassword): Promise<Tokens> => {
    const response = await app.inject({ method: 'POST', url: '/auth/login/', payload: { username, password } });
    if (response.statusCode !== 200) throw new Error(`Sign-in of ${username} answered ${response.statusCode}: ${response.body}`);
    return response.json<Tokens>();
  };
  return {
    app,
    deps,
    database,
    admin,
    tenants: [tenants[0]!.id, tenants[1]!.id],
    users,
    tokens: signIn,
    as: async (username, method, url, body, headers = {}) => {
      const held = known.get(username ?? '');
      // On a busy machine a file of tests outlasts a token.
      if (username !== null && (!held || Date.now() - held.since > (limits.accessTokenSeconds * 1000) / 3))
        known.set(username, { tokens: signIn(username), since: Date.now() });
      const bearer = username === null ? {} : { authorization: `Bearer ${(await known.get(username)!.tokens).access_token}` };
      return app.inject({
        method,
        url,
        headers: { ...bearer, ...headers },
        ...(body === undefined ? {} : { payload: body as object }),
      });
    },
    close: async () => {
      await app.close();
      await closeDeps(deps);
      await database.close();
      await copy.drop();
      if (env['DATA_DIR'] === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** How many rows the tables have, as one thing to compare: nothing was stored when it is the same. */
export async function rowCounts(t: TestApp, ...tables: `app.${string}`[]): Promise<unknown> {
  const counts = tables.map((table) => sql`(select count(*) from ${sql.table(table)}) as ${sql.ref(table.slice(4))}`);
  return (await withSystem(t.database, (tx) => sql`select ${sql.join(counts)}`.execute(tx))).rows;
}

/** The application of a test file: its tests share it, and it is closed when they are over. */
export async function useTestApp(env: Record<string, string> = {}): Promise<TestApp> {
  const t = await buildTestApp(env);
  afterAll(() => t.close());
  return t;
}

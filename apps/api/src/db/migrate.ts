import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { locks } from './locks.ts';
import { paths } from '../paths.ts';
import type { AdminConnection } from './bootstrap.ts';

export interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

/**
 * The migration files in order. A build carries them beside main.js.
 * @throws MigrationError for a file without a number of its own.
 */
export function readMigrations(folder: string = paths.migrationsFolder): Migration[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted();
  const numbers = new Map<string, string>();
  for (const name of names) {
    const number = /^(\d{3})_[a-z0-9_]+\.sql$/.exec(name)?.[1];
    if (number === undefined)
      throw new MigrationError(`${name}: a migration is called NNN_name.sql. Give it the next free number.`);
    const other = numbers.get(number);
    if (other !== undefined)
      throw new MigrationError(`${other} and ${name} share a number. Give the newer one the next free number.`);
    numbers.set(number, name);
  }
  return names.map((name) => {
    const sql = readFileSync(path.join(folder, name), 'utf8');
    return { name, sql, checksum: createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex') };
  });
}

/**
 * PostgreSQL 15 gives a column its storage by ALTER TABLE alone, and the file that says it in CREATE TABLE is not edited any more: there it
 * is left out, and 044_older_server.sql makes up for it.
 */
const asUnderstood = (sql: string, serverVersion: number): string =>
  serverVersion < 160_000 ? sql.replaceAll('bytea storage external', 'bytea') : sql;

export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

/**
 * Applies what is missing, each file in a transaction of its own. Refuses when an applied file was changed or when the database is
 * newer than this build.
 * @param beforeUpgrade awaited before the first change of a schema that an earlier build made; when it fails nothing is changed
 */
export async function migrate(
  connection: AdminConnection,
  migrations: readonly Migration[],
  log: (line: string) => void = () => undefined,
  beforeUpgrade: () => Promise<void> = async () => undefined,
): Promise<number> {
  const client = new pg.Client(connection);
  // A connection that is lost tells the query that runs; without a listener it would end the process before that is said.
  client.on('error', () => undefined);
  await client.connect();
  let applied = 0;
  try {
    await client.query('select pg_advisory_lock($1)', [locks.migration]);
    await client.query('set role inc_owner');
    await client.query(
      'create table if not exists app.migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    );
    const { rows } = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from app.migrations order by name',
    );
    const done = new Map(rows.map((row) => [row.name, row.checksum]));
    const known = new Set(migrations.map((migration) => migration.name));
    const foreign = rows.find((row) => !known.has(row.name));
    if (foreign)
      throw new MigrationError(
        `The database was made by a newer version (it has ${foreign.name}). Start that version, or restore a backup made by this one.`,
      );
    const changed = migrations.find(({ name, checksum }) => done.has(name) && done.get(name) !== checksum);
    if (changed)
      throw new MigrationError(
        `${changed.name} was changed after it had been applied. Put the file back as it was and add a new migration.`,
      );
    const missing = migrations.filter(({ name }) => !done.has(name));
    const version = await client.query<{ number: number }>("select current_setting('server_version_num')::int as number");
    if (done.size > 0 && missing.length > 0) await beforeUpgrade();
    for (const migration of missing) {
      log(`Migrating: ${migration.name}`);
      await client.query('begin');
      try {
        await client.query(asUnderstood(migration.sql, version.rows[0]!.number));
        await client.query('insert into app.migrations (name, checksum) values ($1, $2)', [migration.name, migration.checksum]);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback').catch(() => undefined);
        throw error;
      }
      applied += 1;
    }
    if (applied > 0) await client.query('analyze');
  } finally {
    await client.end();
  }
  return applied;
}

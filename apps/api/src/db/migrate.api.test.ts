import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type TestDatabase, createDatabase } from '../testing/test-postgres.ts';
import { type AdminConnection, bootstrapDatabase } from './bootstrap.ts';
import { type Migration, MigrationError, migrate, readMigrations } from './migrate.ts';

let database: TestDatabase;
let admin: AdminConnection;
let client: pg.Client;
beforeEach(async () => {
  database = await createDatabase();
  admin = await bootstrapDatabase(
    database.connection,
    'a secret of the tests, long enough to be taken',
    database.connection.database,
  );
  client = new pg.Client(admin);
  await client.connect();
});
afterEach(async () => {
  await client.end();
  await database.drop();
});

const step = (name: string, sql: string): Migration => ({ name, sql, checksum: `sum of ${sql}` });
const first = step('001_first.sql', "create table app.first (words text); insert into app.first values ('kept')");
const second = step('002_second.sql', 'create table app.second (words text)');
const applied = async () =>
  (await client.query<{ name: string }>('select name from app.migrations order by name')).rows.map((row) => row.name);
const tableIsThere = async (name: string) =>
  (await client.query<{ found: string | null }>('select to_regclass($1) as found', [name])).rows[0]?.found !== null;

test('REL-12 a migration that ends half way leaves nothing of itself, and the next start goes on from there', async () => {
  const broken = step(second.name, 'create table app.second (words text); insert into app.second values (1 / 0)');
  await expect(migrate(admin, [first, broken])).rejects.toThrow('division by zero');
  expect(await applied()).toEqual([first.name]);
  expect(await tableIsThere('app.second')).toBe(false);
  expect(await migrate(admin, [first, second])).toBe(1);
  expect(await applied()).toEqual([first.name, second.name]);
  expect((await client.query('select words from app.first')).rows).toEqual([{ words: 'kept' }]);
});

test('REL-12 one that is killed half way leaves nothing of itself either', async () => {
  const slow = step(second.name, 'create table app.second (words text); select pg_sleep(600)');
  const running = migrate(admin, [first, slow]);
  running.catch(() => undefined);
  await expect
    .poll(async () => {
      const { rowCount } = await client.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'",
      );
      return rowCount;
    })
    .toBe(1);
  await expect(running).rejects.toThrow(/terminat/);
  expect(await applied()).toEqual([first.name]);
  expect(await tableIsThere('app.second')).toBe(false);
  expect(await migrate(admin, [first, second])).toBe(1);
});

test('REL-12 run twice, also by two processes at once, each migration is applied once', async () => {
  const both = await Promise.all([migrate(admin, [first, second]), migrate(admin, [first, second])]);
  expect(both.toSorted()).toEqual([0, 2]);
  expect(await migrate(admin, [first, second])).toBe(0);
  expect((await client.query('select words from app.first')).rows).toEqual([{ words: 'kept' }]);
});

test('REL-12 an old program on a newer database, and a file changed afterwards, are refused with what to do', async () => {
  await migrate(admin, [first, second]);
  await expect(migrate(admin, [first])).rejects.toThrow(MigrationError);
  await expect(migrate(admin, [first])).rejects.toThrow(/newer version \(it has 002_second\.sql\)\. Start that version/);
  await expect(migrate(admin, [first, step(second.name, 'create table app.other (words text)')])).rejects.toThrow(
    /002_second\.sql was changed after it had been applied\. Put the file back/,
  );
  expect(await tableIsThere('app.other')).toBe(false);
});

test.each([
  [
    'a number used twice',
    ['001_first.sql', '002_second.sql', '002_third.sql'],
    '002_second.sql and 002_third.sql share a number',
  ],
  ['a file without a number', ['001_first.sql', 'second.sql'], 'second.sql: a migration is called NNN_name.sql'],
])('C7: %s is refused before anything is applied', (_name, files, says) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'migrations-'));
  try {
    for (const file of files) writeFileSync(path.join(folder, file), 'select 1');
    expect(() => readMigrations(folder)).toThrow(says);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('C7: each of the product’s own migrations has a number of its own', () => {
  expect(readMigrations().length).toBeGreaterThan(0);
});

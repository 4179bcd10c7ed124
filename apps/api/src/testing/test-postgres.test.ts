import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, setup, teardown, templateFor } from './test-postgres.ts';
import type { TestConnection } from './test-postgres.ts';

let server: TestConnection;

beforeAll(() =>
  setup({
    provide: (_key, told) => {
      if (told !== null && typeof told === 'object') server = told;
    },
  }),
);

afterAll(() => teardown());

async function query(connection: TestConnection, sql: string): Promise<unknown[]> {
  const client = new Client({ ...connection, ssl: false });
  await client.connect();
  try {
    return (await client.query(sql)).rows as unknown[];
  } finally {
    await client.end();
  }
}

test('a template is built once, also when many ask at the same moment', async () => {
  let builds = 0;
  const build = async (connection: TestConnection) => {
    builds += 1;
    await query(connection, 'create table kept as select 42 as answer');
  };
  const templates = await Promise.all(Array.from({ length: 5 }, () => templateFor('once', build, server)));
  expect(builds).toBe(1);

  const copies = await Promise.all(templates.map((template) => template.createDatabase()));
  await query(copies[0]!.connection, 'update kept set answer = 1');
  expect(await query(copies[1]!.connection, 'select answer from kept')).toEqual([{ answer: 42 }]);
  await Promise.all(copies.map((copy) => copy.drop()));
  expect(await query(server, "select from pg_database where datname like 'test\\_%'")).toEqual([]);
});

test('a build that fails leaves no template behind', async () => {
  const failing = templateFor('fails', () => Promise.reject(new Error('bad migration')), server);
  await expect(failing).rejects.toThrow('bad migration');
  const template = await templateFor(
    'fails',
    async (connection) => void (await query(connection, 'create table later ()')),
    server,
  );
  const copy = await template.createDatabase();
  expect(await query(copy.connection, 'select * from later')).toEqual([]);
});

test('drop works while a connection is still open', async () => {
  const database = await createDatabase('template0', server);
  const open = new Client({ ...database.connection, ssl: false });
  open.on('error', () => undefined);
  await open.connect();
  await database.drop();
  await expect(query(database.connection, 'select 1')).rejects.toThrow('does not exist');
});

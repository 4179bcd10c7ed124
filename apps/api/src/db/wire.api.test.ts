import type { Socket } from 'node:net';
import type { Role } from '@incisive/contract/roles';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { AccessFixtures } from '../testing/access-fixtures.ts';
import { testSecret, useTestApp } from '../testing/build-test-app.ts';
import { type Tx, openPools } from './client.ts';
import { prepared, sendTogether } from './wire.ts';
import { withSystem, withTenant } from './tenant.ts';
import { atCommit, nothingFollows } from './transaction.ts';

const t = await useTestApp();
const make = new AccessFixtures(t);
/** One connection, which everybody uses in turn. */
const alone = (prepare: boolean) =>
  openPools(t.admin, testSecret, { max: 1, idleMinutes: 15, onError: () => undefined, patience: 120_000, prepare });
const [named, nameless] = [alone(true), alone(false)];
afterAll(() => Promise.all([named.close(), nameless.close()]));

const notes = (tx: Tx) =>
  tx.executeQuery(
    prepared(sql<{ tenant_id: string }>`select distinct tenant_id from app.notes where kind = 'op' order by 1`.compile(tx)),
  );
const kept = (tx: Tx) =>
  sql<{
    text: string;
    runs: number;
  }>`select statement as text, generic_plans + custom_plans as runs from pg_prepared_statements`.execute(tx);

test('RLS-01 a kept statement shows each caller what is theirs: tenants and those above them in turn, on one connection', async () => {
  await make.note('op', 'own');
  await make.note('op', 'other');
  const seen = async (role: Role, tenantId: string, userId = t.users['admin']!.id) =>
    (await withTenant(named, { role, tenantId, userId }, notes)).rows.map((row) => row.tenant_id);
  // Past the five runs after which a plan is kept.
  for (let round = 0; round < 4; round += 1) {
    expect(await seen('Admin', t.tenants[0])).toEqual([t.tenants[0]]);
    expect(await seen('Admin', t.tenants[1])).toEqual([t.tenants[1]]);
    expect(await seen('SuperAdmin', t.tenants[0])).toEqual([...t.tenants].toSorted());
  }
});

test('statements that are marked are kept by their connection; none is where DATABASE_PREPARE is off', async () => {
  const actor = { role: 'Admin', tenantId: t.tenants[0], userId: t.users['admin']!.id } as const;
  for (const [database, found] of [
    [named, 1],
    [nameless, 0],
  ] as const) {
    await withTenant(database, actor, notes);
    const { rows } = await withTenant(database, actor, kept);
    expect(rows.filter(({ text }) => text.includes('select distinct tenant_id from app.notes'))).toHaveLength(found);
  }
});

test('a statement that failed when it was first sent by name works the next time', async () => {
  const divide = (tx: Tx, by: number) => tx.executeQuery(prepared(sql<{ n: number }>`select 8 / ${by}::int as n`.compile(tx)));
  await expect(withSystem(named, (tx) => divide(tx, 0))).rejects.toMatchObject({ code: '22012' });
  expect((await withSystem(named, (tx) => divide(tx, 2))).rows[0]?.n).toBe(4);
  const wrong = (tx: Tx) => tx.executeQuery(prepared(sql`select nothing from app.test_later`.compile(tx)));
  await expect(withSystem(named, wrong)).rejects.toMatchObject({ code: '42P01' });
  await expect(withSystem(named, wrong)).rejects.toMatchObject({ code: '42P01' });
});

test('a value that cannot be sent fails its transaction, and COMMIT behind it commits nothing', async () => {
  const circle: Record<string, unknown> = {};
  circle['itself'] = circle;
  const failing = withSystem(named, async (tx) => {
    await tx.insertInto('app.settings').values({ name: 'test unsent', value: '1' }).execute();
    atCommit(tx, sql`select ${circle}::jsonb`.compile(tx));
  });
  await expect(failing).rejects.toThrow('circular');
  const { rows } = await withSystem(named, (tx) => sql`select from app.settings where name = 'test unsent'`.execute(tx));
  expect(rows).toEqual([]);
});

test('a value that cannot be sent commits nothing of what was asked for in one breath with it', async () => {
  const circle: Record<string, unknown> = {};
  circle['itself'] = circle;
  const failing = withSystem(named, async (tx) => {
    const insert = tx.insertInto('app.settings').values({ name: 'test one breath', value: '1' }).execute();
    const shown = sql`select ${circle}::jsonb`.execute(tx);
    nothingFollows(tx);
    await Promise.all([insert, shown]);
  });
  await expect(failing).rejects.toThrow('circular');
  const found = sql`select from app.settings where name = 'test one breath'`;
  expect((await withSystem(named, (tx) => found.execute(tx))).rows).toEqual([]);
});

test('a transaction in one breath is committed as a whole, or not at all, and its end is told', async () => {
  const add = (tx: Tx, name: string) => tx.insertInto('app.settings').values({ name, value: '1' }).execute();
  const inOneBreath = (...run: ((tx: Tx) => Promise<unknown>)[]) =>
    withSystem(named, async (tx) => {
      const all = run.map((one) => one(tx));
      nothingFollows(tx);
      await Promise.all(all);
    });
  const names = async () =>
    (
      await withSystem(named, (tx) => tx.selectFrom('app.settings').select('name').where('name', 'like', 'test b%').execute())
    ).map(({ name }) => name);
  await expect(
    inOneBreath(
      (tx) => add(tx, 'test b1'),
      (tx) => sql`select 1 / 0`.execute(tx),
    ),
  ).rejects.toMatchObject({ code: '22012' });
  expect(await names()).toEqual([]);
  await inOneBreath(
    (tx) => add(tx, 'test b2'),
    (tx) => sql`select 1`.execute(tx),
  );
  expect(await names()).toEqual(['test b2']);
  await withSystem(named, (tx) => tx.deleteFrom('app.settings').where('name', 'like', 'test b%').execute());
});

test('what only COMMIT finds wrong undoes a transaction in one breath, and is told', async () => {
  const client = new pg.Client({ ...t.admin, pipeline: true });
  await client.connect();
  try {
    sendTogether(client as unknown as pg.PoolClient, true);
    await client.query('create temp table late (n int unique deferrable initially deferred)');
    const insert = 'insert into late values (1)';
    const answers = await Promise.allSettled(['begin', insert, insert, 'commit'].map((text) => client.query(text)));
    expect(answers.at(-1)).toMatchObject({ status: 'rejected', reason: { code: '23505' } });
    expect((await client.query('select from late')).rows).toEqual([]);
  } finally {
    await client.end();
  }
});

test('statements by name that stood behind one that failed work the next time', async () => {
  const add = (tx: Tx, n: number) => tx.executeQuery(prepared(sql<{ n: number }>`select 40 + ${n}::int as n`.compile(tx)));
  const failing = withSystem(named, (tx) => Promise.all([sql`select 1 / 0`.execute(tx), add(tx, 1), add(tx, 2)]));
  await expect(failing).rejects.toMatchObject({ code: '22012' });
  const [one, two] = await withSystem(named, (tx) => Promise.all([add(tx, 1), add(tx, 2)]));
  expect([one.rows[0]?.n, two.rows[0]?.n]).toEqual([41, 42]);
});

test('a statement by name whose value could not be sent works the next time', async () => {
  const circle: Record<string, unknown> = {};
  circle['itself'] = circle;
  const shown = (tx: Tx, value: object) =>
    tx.executeQuery(prepared(sql<{ value: object }>`select ${value}::jsonb as value`.compile(tx)));
  for (const turn of [1, 2]) {
    await expect(withSystem(named, (tx) => Promise.all([shown(tx, circle), sql`select 1`.execute(tx)]))).rejects.toThrow(
      'circular',
    );
    expect((await withSystem(named, (tx) => shown(tx, { turn }))).rows[0]?.value).toEqual({ turn });
  }
});

test('REL-04 statements asked for together on a connection that is lost fail, each of them: their request is told at once', async () => {
  const client = new pg.Client({ ...t.admin, pipeline: true });
  client.on('error', () => undefined);
  await client.connect();
  sendTogether(client as unknown as pg.PoolClient, true);
  const lost = new Promise((resolve) => client.once('end', resolve));
  (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
  await lost;
  const answers = await Promise.allSettled(['begin', 'select 1', 'commit'].map((text) => client.query(text)));
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(answers[0]).toMatchObject({ reason: { message: 'Client has encountered a connection error and is not queryable' } });
}, 60_000);

test('ROLLBACK is run whatever failed beside it: the connection is clean for the next', async () => {
  const refused = withSystem(named, async (tx) => {
    sql`select 1 / 0`.execute(tx).catch(() => undefined);
    throw new Error('refused by the handler');
  });
  await expect(refused).rejects.toThrow('refused by the handler');
  const { rows } = await withSystem(named, (tx) => sql<{ n: number }>`select 1 as n`.execute(tx));
  expect(rows).toEqual([{ n: 1 }]);
});

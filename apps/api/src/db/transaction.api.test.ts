import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useTestApp } from '../testing/build-test-app.ts';
import { withSystem, withTenant } from './tenant.ts';
import type { Tx } from './client.ts';
import { atCommit, meanwhile, transaction } from './transaction.ts';

const t = await useTestApp();
const setting = (tx: Tx, name: string, value: string) =>
  tx.insertInto('app.settings').values({ name, value: JSON.stringify(value) });
const settings = () =>
  withSystem(t.database, (tx) => tx.selectFrom('app.settings').select('name').where('name', 'like', 'test %').execute());
const admin = { role: 'Admin', tenantId: t.tenants[0], userId: t.users['admin']!.id } as const;

test('what is left to the end is committed with the rest', async () => {
  await withSystem(t.database, async (tx) => {
    atCommit(tx, setting(tx, 'test last', 'x').compile());
    await setting(tx, 'test first', 'x').execute();
  });
  expect((await settings()).map(({ name }) => name).toSorted()).toEqual(['test first', 'test last']);
  await withSystem(t.database, (tx) => tx.deleteFrom('app.settings').where('name', 'like', 'test %').execute());
});

test('when the last statement fails, nothing of the transaction stays and its error is told', async () => {
  const failing = withSystem(t.database, async (tx) => {
    await setting(tx, 'test undone', 'x').execute();
    atCommit(tx, setting(tx, 'test undone', 'again').compile());
  });
  await expect(failing).rejects.toMatchObject({ code: '23505' });
  expect(await settings()).toEqual([]);
});

test('a write that nobody waits for is seen by what is asked next, and is committed with the rest', async () => {
  const seen = await withSystem(t.database, async (tx) => {
    meanwhile(tx, setting(tx, 'test meanwhile', 'x'));
    return tx.selectFrom('app.settings').select('name').where('name', 'like', 'test %').execute();
  });
  expect(seen).toEqual([{ name: 'test meanwhile' }]);
  expect(await settings()).toEqual(seen);
  await withSystem(t.database, (tx) => tx.deleteFrom('app.settings').where('name', 'like', 'test %').execute());
});

test('a write that nobody waits for and that fails undoes its transaction, and its own error is told', async () => {
  const wrong = sql`insert into app.settings (name, value) values ('test wrong', null)`;
  const last = withSystem(t.database, async (tx) => {
    await setting(tx, 'test undone', 'x').execute();
    meanwhile(tx, wrong);
  });
  await expect(last).rejects.toMatchObject({ code: '23502' });
  const followed = withSystem(t.database, async (tx) => {
    meanwhile(tx, wrong);
    await setting(tx, 'test undone', 'x').execute();
  });
  await expect(followed).rejects.toMatchObject({ code: '23502' });
  // What the handler itself has to say comes first.
  const refused = withSystem(t.database, async (tx) => {
    meanwhile(tx, wrong);
    throw new Error('refused by the handler');
  });
  await expect(refused).rejects.toThrow('refused by the handler');
  expect(await settings()).toEqual([]);
});

test('of statements asked for side by side none runs after one that failed', async () => {
  const failing = withSystem(t.database, (tx) =>
    Promise.all([sql`select 1 / 0`.execute(tx), setting(tx, 'test beside', 'x').execute()]),
  );
  await expect(failing).rejects.toMatchObject({ code: '22012' });
  expect(await settings()).toEqual([]);
});

test('RLS-01 a role that may not be taken runs no statement, and leaves none to the connection', async () => {
  const refused = transaction(t.database.request, async (tx) => {
    const taken = sql`select set_config('role', 'inc_system', true)`.execute(tx);
    const read = sql`select count(*) from app.users`.execute(tx);
    await Promise.all([taken, read]);
  });
  await expect(refused).rejects.toMatchObject({ code: '42501' });
  const { rows } = await sql<{ role: string; tenant: string | null }>`
    select current_user as role, current_setting('app.tenant_id', true) as tenant`.execute(t.database.request);
  expect(rows[0]?.role).toBe('inc_login');
  expect(rows[0]?.tenant ?? '').toBe('');
});

test('RLS-01 a statement that comes after the end of its transaction is refused: the next one there is somebody else’s', async () => {
  let late: Tx | undefined;
  await withTenant(t.database, admin, async (tx) => {
    late = tx;
  });
  await expect(sql`select 1`.execute(late!)).rejects.toThrow('after the end of its transaction');
  expect(() => atCommit(late!, setting(late!, 'test late', 'x').compile())).toThrow('that is over');
  expect(() => meanwhile(late!, setting(late!, 'test late', 'x'))).toThrow('that is over');
});

test('RLS-01 no session, no role: app.open_request takes one only for a session that stands', async () => {
  const random = '00000000-0000-4000-8000-00000000abcd';
  const seen = await transaction(t.database.request, async (tx) => {
    const { rows } = await sql`select * from app.open_request(${random}, true, ${['Admin']}, false)`.execute(tx);
    const { rows: roles } = await sql<{ role: string }>`select current_user as role`.execute(tx);
    return { rows, role: roles[0]?.role };
  });
  expect(seen).toEqual({ rows: [], role: 'inc_login' });
});

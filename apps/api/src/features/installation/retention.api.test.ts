import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { withSystem } from '../../db/tenant.ts';
import { useTestApp } from '../../testing/build-test-app.ts';
import { purge } from './purge.job.ts';
import { retireNotes } from './retire-notes.job.ts';

const t = await useTestApp();

const create = async (as: string): Promise<string> =>
  (await t.as(as, 'POST', '/api/v1/op-notes/', { text: 'PROCEDURE: Appendectomy.' })).json<{ id: string }>().id;
const back = (ids: readonly string[], column: 'created_at' | 'updated_at' | 'deleted_at', years: number) =>
  withSystem(t.database, (tx) =>
    sql`update app.notes set ${sql.ref(column)} = now() - make_interval(years => ${years}) where id = any (${[...ids]}::uuid[])`.execute(
      tx,
    ),
  );
const standing = (ids: readonly string[]) =>
  withSystem(t.database, async (tx) => {
    const rows = await tx
      .selectFrom('app.notes')
      .select(['id', 'deleted_by'])
      .where('id', 'in', [...ids])
      .execute();
    return Object.fromEntries(rows.map(({ id, deleted_by }) => [id, deleted_by]));
  });
const set = (tenant: string, keep_years: number | null, legal_hold: boolean) =>
  t.as('superadmin', 'POST', `/api/v1/tenants/${tenant}/retention/`, { keep_years, legal_hold });

test('M: notes past the years of their tenant go, those that somebody changed and other tenants’ stay, and each leaves a row', async () => {
  const [old, changed, young, others] = [
    await create('admin'),
    await create('admin'),
    await create('admin'),
    await create('admin2'),
  ];
  await back([old, changed, others], 'created_at', 12);
  await back([old, others], 'updated_at', 11);
  await back([changed], 'updated_at', 3);
  expect(await retireNotes(t.database)).toBe(0);
  const past = await t.as('superadmin', 'GET', `/api/v1/tenants/${t.tenants[0]}/retention/?years=10`);
  expect(past.json()).toEqual({ notes: 1 });
  expect((await set(t.tenants[0], 10, false)).json()).toMatchObject({ keep_years: 10, legal_hold: false });
  expect(await retireNotes(t.database)).toBe(1);
  expect(await standing([old, changed, young, others])).toEqual({
    [old]: 'retention',
    [changed]: null,
    [young]: null,
    [others]: null,
  });
  const rows = await withSystem(t.database, (tx) =>
    tx.selectFrom('app.audit_log').select(['type', 'tenant_id', 'entity']).where('request_id', '=', 'retention').execute(),
  );
  expect(rows).toEqual([{ type: 'note_delete', tenant_id: t.tenants[0], entity: [`note:${old}`] }]);
  expect((await t.as('admin', 'GET', `/api/v1/op-notes/${old}/`)).statusCode).toBe(404);
});

test('M: under legal hold nothing goes for good, neither past its years nor deleted by a person, and the database itself refuses', async () => {
  const [old, deleted] = [await create('admin'), await create('admin')];
  await t.as('admin', 'DELETE', `/api/v1/op-notes/${deleted}/`);
  await back([old], 'created_at', 12);
  await back([old], 'updated_at', 12);
  await back([deleted], 'deleted_at', 1);
  expect((await set(t.tenants[0], 10, true)).statusCode).toBe(200);
  expect(await retireNotes(t.database)).toBe(0);
  await purge(t.database);
  expect(await standing([old, deleted])).toEqual({ [old]: null, [deleted]: 'admin' });
  await expect(withSystem(t.database, (tx) => tx.deleteFrom('app.notes').where('id', '=', deleted).execute())).rejects.toThrow(
    'the tenant is under legal hold',
  );
  await set(t.tenants[0], 10, false);
  expect(await retireNotes(t.database)).toBe(1);
  await purge(t.database);
  expect(await standing([old, deleted])).toEqual({ [old]: 'retention' });
});

test.each([[0], [101], [6.5], ['ten']])('M: %s years are refused', async (keep_years) => {
  const refused = await t.as('superadmin', 'POST', `/api/v1/tenants/${t.tenants[0]}/retention/`, {
    keep_years,
    legal_hold: false,
  });
  expect([refused.statusCode, refused.json<{ errors: { path: string }[] }>().errors.map(({ path }) => path)]).toEqual([
    422,
    ['keep_years'],
  ]);
});

test('M: nobody but who manages tenants may set it', async () => {
  for (const who of ['admin', 'superapprover', 'approver'])
    expect(
      (await t.as(who, 'POST', `/api/v1/tenants/${t.tenants[0]}/retention/`, { keep_years: 6, legal_hold: false })).statusCode,
    ).toBe(403);
});

import pg from 'pg';
import { expect, test } from 'vitest';
import { withSystem } from '../db/tenant.ts';
import { AccessFixtures, type Caller } from '../testing/access-fixtures.ts';
import { useTestApp } from '../testing/build-test-app.ts';

const t = await useTestApp();
const make = new AccessFixtures(t);

const knock = async (caller: Caller): Promise<number> =>
  (await t.app.inject({ url: `/api/v1/op-notes/${t.tenants[1]}/`, headers: caller.bearer })).statusCode;
const alerts = (caller: Caller) =>
  withSystem(t.database, (tx) =>
    tx
      .selectFrom('app.audit_log')
      .select(['tenant_id', 'outcome', 'detail'])
      .where('type', '=', 'authz_alert')
      .where('user_id', '=', caller.actor.userId)
      .execute(),
  );
const told = async (caller: Caller): Promise<string[]> => {
  const rows = await withSystem(t.database, (tx) =>
    tx
      .selectFrom('app.notices as n')
      .innerJoin('app.users as u', 'u.id', 'n.user_id')
      .select('u.username')
      .where('n.message', 'like', `${caller.actor.username} was refused%`)
      .orderBy('u.username')
      .execute(),
  );
  return rows.map((row) => row.username);
};

test('HIP-07 the fifth refused read within ten minutes leaves an alert and tells the tenant’s Admins, once', async () => {
  const caller = await make.caller('Approver');
  for (let times = 0; times < 4; times += 1) expect(await knock(caller)).toBe(404);
  expect(await alerts(caller)).toEqual([]);
  for (let times = 0; times < 4; times += 1) await knock(caller);
  expect(await alerts(caller)).toEqual([{ tenant_id: t.tenants[0], outcome: 'refused', detail: '5 refusals in 10 minutes' }]);
  expect(await told(caller)).toEqual(['admin']);
  const bell = (await t.as('admin', 'GET', '/api/v1/accounts/notices/')).json<{ results: { link: string }[] }>();
  expect(bell.results[0]?.link).toBe(`/audit?who=${caller.actor.username}&outcome=refused`);
});

test('HIP-07 refusals side by side raise one alert; an Admin’s own are told to SuperAdmins', async () => {
  const caller = await make.caller('Admin');
  await Promise.all(Array.from({ length: 12 }, () => knock(caller)));
  expect(await alerts(caller)).toHaveLength(1);
  expect(await told(caller)).toEqual(['superadmin']);
});

test('HIP-07 refusals of long ago do not count', async () => {
  const caller = await make.caller('DataEntry');
  for (let times = 0; times < 4; times += 1) await knock(caller);
  const root = new pg.Client(t.admin);
  await root.connect();
  await root.query(`update app.audit_log set recorded = recorded - interval '11 minutes' where user_id = $1`, [
    caller.actor.userId,
  ]);
  await root.end();
  await knock(caller);
  expect(await alerts(caller)).toEqual([]);
});

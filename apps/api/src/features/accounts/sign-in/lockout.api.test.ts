import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withSystem } from '../../../db/tenant.ts';
import { AccessFixtures } from '../../../testing/access-fixtures.ts';
import { testPassword } from '../../../testing/build-test-app.ts';
import { type MailedTestApp, useMailedTestApp, buildMailedTestApp } from '../../../testing/outbox.ts';

const t = await useMailedTestApp();
const make = new AccessFixtures(t);

const wrong = 'not this pass phrase';
const signIn = (username: string, password: string) =>
  t.app.inject({ method: 'POST', url: '/auth/login/', payload: { username, password } });
const fail = async (username: string, times: number) => {
  for (let n = 0; n < times; n += 1) await signIn(username, wrong);
};
const someone = async (): Promise<string> => (await make.user('DataEntry', t.tenants[0])).username;
const pass = (minutes: number, username: string) =>
  withSystem(t.database, (tx) =>
    sql`update app.sign_in_throttle set window_started_at = window_started_at - make_interval(mins => ${minutes}),
          locked_until = locked_until - make_interval(mins => ${minutes}) where username_key = ${username.toLowerCase()}`.execute(
      tx,
    ),
  );
const words = (body: string) => ({ ...(JSON.parse(body) as object), request_id: '' });

describe('LOC-01 HIP-N3 five wrong tries slow a username', () => {
  test('four do not, and a right password restarts the count', async () => {
    const name = await someone();
    await fail(name, 4);
    expect((await signIn(name, testPassword)).statusCode).toBe(200);
    await fail(name, 4);
    expect((await signIn(name, testPassword)).statusCode).toBe(200);
  });

  test('after the fifth the right password waits a minute, then two, then four', async () => {
    const name = await someone();
    await fail(name, 5);
    for (const minutes of [1, 2, 4]) {
      expect((await signIn(name, testPassword)).statusCode).toBe(401);
      await pass(minutes, name);
      await fail(name, 1);
    }
    expect((await signIn(name, testPassword)).statusCode).toBe(401);
    await pass(8, name);
    expect((await signIn(name, testPassword)).statusCode).toBe(200);
  });

  test('15 quiet minutes forget the wrong tries', async () => {
    const name = await someone();
    await fail(name, 4);
    await pass(16, name);
    await fail(name, 4);
    expect((await signIn(name, testPassword)).statusCode).toBe(200);
  });
});

test('LOC-03 LOC-04 ASV-45 unknown, wrong, slowed and lapsed look the same from outside', async () => {
  const slowed = await someone();
  await fail(slowed, 5);
  const lapsed = await make.user('DataEntry', t.tenants[0]);
  await withSystem(t.database, (tx) =>
    tx
      .updateTable('app.credentials')
      .set({ temporary_until: new Date(Date.now() - 1000) })
      .where('user_id', '=', lapsed.id)
      .execute(),
  );
  const unknown = `nobody${Date.now()}`;
  const answers = [
    await signIn(unknown, wrong),
    await signIn(await someone(), wrong),
    await signIn(slowed, testPassword),
    await signIn(lapsed.username, testPassword),
  ];
  expect(answers.map((answer) => answer.statusCode)).toEqual([401, 401, 401, 401]);
  expect(new Set(answers.map((answer) => JSON.stringify(words(answer.body)))).size).toBe(1);
  expect(answers[0]!.json<{ title: string }>().title).toBe('Wrong username or password.');
  // A name that nobody has is slowed like any other.
  await fail(unknown, 5);
  const locked = await withSystem(t.database, (tx) =>
    tx.selectFrom('app.sign_in_throttle').select('locked_until').where('username_key', '=', unknown).executeTakeFirstOrThrow(),
  );
  expect(locked.locked_until).not.toBeNull();
});

test('LOC-05 the wait is in the database: another process, or this one after a restart, keeps it', async () => {
  const name = await someone();
  await fail(name, 5);
  const { rows } = await withSystem(t.database, (tx) =>
    sql<{
      persistence: string;
    }>`select relpersistence as persistence from pg_class where oid = 'app.sign_in_throttle'::regclass`.execute(tx),
  );
  expect(rows).toEqual([{ persistence: 'p' }]);
  const { buildApp, newServer } = await import('../../../app.ts');
  const other = newServer(t.deps.config);
  await buildApp(other, t.deps);
  const answer = await other.inject({ method: 'POST', url: '/auth/login/', payload: { username: name, password: testPassword } });
  await other.close();
  expect(answer.statusCode).toBe(401);
});

test('LOC-07 forty tries at once get five checks', async () => {
  const name = await someone();
  await Promise.all(Array.from({ length: 40 }, () => signIn(name, wrong)));
  const rows = await withSystem(t.database, (tx) =>
    tx
      .selectFrom('app.audit_log')
      .select((row) => ['type', row.fn.countAll<number>().as('n')])
      .where('who', '=', name)
      .groupBy('type')
      .execute(),
  );
  const counts = Object.fromEntries(rows.map((row) => [row.type, Number(row.n)]));
  expect(counts).toEqual({ authn_login_fail: 5, authn_login_lock: 35 });
});

test('LOC-08 an administrator sees who is slowed and lifts it, inside the own tenant only, audited', async () => {
  const user = await make.user('DataEntry', t.tenants[0]);
  await fail(user.username, 5);
  const seen = await t.as('admin', 'GET', `/api/v1/accounts/${user.id}/`);
  expect(seen.json<{ locked: boolean }>().locked).toBe(true);
  expect((await t.as('admin2', 'POST', '/api/v1/accounts/unlock/', { users: [user.id] })).statusCode).toBe(404);
  expect((await t.as('admin', 'POST', '/api/v1/accounts/unlock/', { users: [user.id] })).json()).toEqual({ count: 1 });
  expect((await signIn(user.username, testPassword)).statusCode).toBe(200);
  const rows = await withSystem(t.database, (tx) =>
    tx.selectFrom('app.audit_log').select(['who', 'entity', 'tenant_id']).where('type', '=', 'user_unlocked').execute(),
  );
  expect(rows).toEqual([{ who: 'admin', entity: [`user:${user.id}`], tenant_id: t.tenants[0] }]);
});

describe('with rate limits', () => {
  let limited: MailedTestApp;
  beforeAll(async () => {
    limited = await buildMailedTestApp({ RATE_LIMIT: 'on', RATE_SIGN_IN: '12' });
  });
  afterAll(() => limited.close());

  test('LOC-09 forgot-password answers 200 for ever and mails five codes an hour', async () => {
    const forgot = () => limited.app.inject({ method: 'POST', url: '/auth/forgot-password/', payload: { username: 'approver' } });
    for (let n = 0; n < 7; n += 1) expect((await forgot()).statusCode).toBe(200);
    expect(await limited.mailTo('approver@example.org')).toHaveLength(5);
  });

  test('LOC-02 LOC-06 ASV-46 one address gets 429 with Retry-After before it can slow many accounts', async () => {
    const answers = [];
    for (let n = 0; n < 14; n += 1)
      answers.push(
        await limited.app.inject({ method: 'POST', url: '/auth/login/', payload: { username: `somebody${n}`, password: wrong } }),
      );
    const refused = answers.filter((answer) => answer.statusCode === 429);
    expect(refused.length).toBe(2);
    for (const answer of refused) expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  });
});

import { createHash } from 'node:crypto';
import type { Tokens } from '@incisive/contract/auth';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { withSystem } from '../../../db/tenant.ts';
import { testPassword, useTestApp } from '../../../testing/build-test-app.ts';
import { AccessFixtures } from '../../../testing/access-fixtures.ts';

const t = await useTestApp();
const make = new AccessFixtures(t);

const profileUrl = '/api/v1/accounts/profile/';
const withBearer = async (token: string) =>
  (await t.app.inject({ url: profileUrl, headers: { authorization: `Bearer ${token}` } })).statusCode;
const refresh = (token: string) => t.app.inject({ method: 'POST', url: '/auth/refresh/', payload: { refresh_token: token } });
const system = <T>(run: Parameters<typeof withSystem<T>>[1]): Promise<T> => withSystem(t.database, run);

/** A fresh user with a session, so that no test ends another's. */
async function session(role: 'DataEntry' | 'SuperAdmin' = 'DataEntry') {
  const user = await make.user(role, role === 'SuperAdmin' ? make.tenantOf('none') : t.tenants[0]);
  return { user, tokens: await t.tokens(user.username) };
}
const age = (words: string, username: string) =>
  system((tx) =>
    sql`update app.sessions set last_activity_at = last_activity_at - ${words}::interval
        where user_id = (select id from app.users where username = ${username})`.execute(tx),
  );
const ageRotation = (seconds: number, token: string) =>
  system((tx) =>
    sql`update app.refresh_tokens set used_at = used_at - make_interval(secs => ${seconds})
        where token_hash = ${createHash('sha256').update(token).digest()}`.execute(tx),
  );
const decode = (token: string, part: 0 | 1): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[part]!, 'base64url').toString()) as Record<string, unknown>;
const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

test('TOK-01 ASV-48 passwords are argon2id with OWASP’s parameters, and rehashed at sign-in when these rise', async () => {
  const { user } = await session();
  const hashOf = () =>
    system(
      async (tx) =>
        (await tx.selectFrom('app.credentials').select('password_hash').where('user_id', '=', user.id).executeTakeFirstOrThrow())
          .password_hash,
    );
  expect(await hashOf()).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  const { hash } = await import('@node-rs/argon2');
  const weak = await hash(testPassword, { memoryCost: 8192, timeCost: 1, parallelism: 1 });
  await system((tx) => tx.updateTable('app.credentials').set({ password_hash: weak }).where('user_id', '=', user.id).execute());
  await t.tokens(user.username);
  expect(await hashOf()).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  await t.tokens(user.username);
});

describe('TOK-02 ASV-59 ASV-62 only our own access tokens are taken', () => {
  test('one algorithm, an explicit type, issuer and audience', async () => {
    const { tokens } = await session();
    expect(decode(tokens.access_token, 0)).toMatchObject({ alg: 'EdDSA', typ: 'at+jwt' });
    expect(decode(tokens.access_token, 1)).toMatchObject({ iss: 'incisive', aud: 'incisive-api' });
    expect(await withBearer(tokens.access_token)).toBe(200);
  });

  test.each<[string, (token: string) => string]>([
    ['no algorithm', (token) => `${encode({ ...decode(token, 0), alg: 'none' })}.${token.split('.')[1]}.`],
    ['HS256 signed with anything', (token) => `${encode({ alg: 'HS256', typ: 'at+jwt' })}.${token.split('.')[1]}.${encode({})}`],
    [
      'a changed payload',
      (token) => `${token.split('.')[0]}.${encode({ ...decode(token, 1), sub: 'x', exp: 9e9 })}.${token.split('.')[2]}`,
    ],
    [
      'a header that names its own key',
      (token) =>
        `${encode({ ...decode(token, 0), jku: 'https://example.org/keys', kid: 'x' })}.${token.split('.').slice(1).join('.')}`,
    ],
    ['a cut-off signature', (token) => token.slice(0, -4)],
    ['nothing', () => ''],
  ])('%s: 401', async (_what, forge) => {
    const { tokens } = await session();
    expect(await withBearer(forge(tokens.access_token))).toBe(401);
  });
});

test('TOK-03 ASV-49 ASV-50 tokens: 15 minutes, opaque 256-bit refresh kept as a hash only, new at every sign-in', async () => {
  const { user, tokens } = await session();
  const { exp, iat } = decode(tokens.access_token, 1) as { exp: number; iat: number };
  expect(exp - iat).toBe(900);
  expect(tokens.exp).toBe(exp);
  expect(Buffer.from(tokens.refresh_token, 'base64url')).toHaveLength(32);
  const kept = await system((tx) =>
    tx
      .selectFrom('app.refresh_tokens')
      .select('token_hash')
      .where('token_hash', '=', createHash('sha256').update(tokens.refresh_token).digest())
      .execute(),
  );
  expect(kept).toHaveLength(1);
  const again = await t.tokens(user.username);
  expect(again.refresh_token).not.toBe(tokens.refresh_token);
  expect(again.access_token).not.toBe(tokens.access_token);
});

describe('TOK-04 TOK-05 rotation', () => {
  test('all four values are new; the parent gets its same child again within the grace', async () => {
    const { tokens } = await session();
    const child = (await refresh(tokens.refresh_token)).json<Tokens>();
    expect(Object.keys(child).toSorted()).toEqual(['access_token', 'exp', 'id_token', 'refresh_token']);
    expect(child.refresh_token).not.toBe(tokens.refresh_token);
    const lost = (await refresh(tokens.refresh_token)).json<Tokens>();
    expect(lost.refresh_token).toBe(child.refresh_token);
    expect((await refresh(child.refresh_token)).statusCode).toBe(200);
  });

  test('a parent after the grace ends the family, access tokens too, and is audited', async () => {
    const { user, tokens } = await session();
    const child = (await refresh(tokens.refresh_token)).json<Tokens>();
    await ageRotation(21, tokens.refresh_token);
    expect((await refresh(tokens.refresh_token)).statusCode).toBe(401);
    expect((await refresh(child.refresh_token)).statusCode).toBe(401);
    expect(await withBearer(child.access_token)).toBe(401);
    expect(await withBearer(tokens.access_token)).toBe(401);
    const rows = await system((tx) =>
      tx
        .selectFrom('app.audit_log')
        .select('type')
        .where('user_id', '=', user.id)
        .where('type', '=', 'authn_token_reuse')
        .execute(),
    );
    expect(rows).toHaveLength(1);
  });

  test('a grandparent always ends the family, also within the grace', async () => {
    const { tokens } = await session();
    const child = (await refresh(tokens.refresh_token)).json<Tokens>();
    const grandchild = (await refresh(child.refresh_token)).json<Tokens>();
    expect((await refresh(tokens.refresh_token)).statusCode).toBe(401);
    expect((await refresh(grandchild.refresh_token)).statusCode).toBe(401);
    expect(await withBearer(grandchild.access_token)).toBe(401);
  });
});

test('TOK-06 ASV-61 no kind of token stands in for another', async () => {
  const { tokens } = await session();
  expect(await withBearer(tokens.id_token)).toBe(401);
  expect(await withBearer(tokens.refresh_token)).toBe(401);
  expect((await refresh(tokens.access_token)).statusCode).toBe(401);
  expect((await refresh(tokens.id_token)).statusCode).toBe(401);
  expect(await withBearer(tokens.access_token)).toBe(200);
});

test('TOK-07 TOK-08 five parallel refreshes with one token: all succeed, one rotation, the same child', async () => {
  const { user, tokens } = await session();
  const answers = await Promise.all(Array.from({ length: 5 }, () => refresh(tokens.refresh_token)));
  expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200, 200, 200, 200]);
  expect(new Set(answers.map((answer) => answer.json<Tokens>().refresh_token)).size).toBe(1);
  const { n } = await system((tx) =>
    tx
      .selectFrom('app.refresh_tokens as r')
      .innerJoin('app.sessions as s', 's.id', 'r.session_id')
      .select((row) => row.fn.countAll<number>().as('n'))
      .where('s.user_id', '=', user.id)
      .executeTakeFirstOrThrow(),
  );
  expect(Number(n)).toBe(2);
});

test('TOK-09 a fault of the database while rotating costs nobody the session', async () => {
  const { tokens } = await session();
  await system((tx) => sql`select 1`.execute(tx));
  const { default: pg } = await import('pg');
  const root = new pg.Client(t.admin);
  await root.connect();
  await root.query(`create function app.fail() returns trigger language plpgsql as $$ begin raise exception 'fault'; end $$`);
  await root.query('create trigger fail before insert on app.refresh_tokens for each row execute function app.fail()');
  const failed = await refresh(tokens.refresh_token);
  await root.query('drop function app.fail() cascade');
  await root.end();
  expect(failed.statusCode).toBeGreaterThanOrEqual(500);
  expect(failed.body).not.toContain('fault');
  expect((await refresh(tokens.refresh_token)).statusCode).toBe(200);
});

describe('TOK-10 ASV-52 ASV-53 ASV-54 ASV-55 ASV-68 a session that ended is dead at once, refresh and access token', () => {
  const ends: readonly [string, (who: { id: string; username: string; email: string }, tokens: Tokens) => Promise<unknown>][] = [
    [
      'sign-out',
      (_who, tokens) =>
        t.app.inject({ method: 'POST', url: '/auth/logout/', headers: { authorization: `Bearer ${tokens.access_token}` } }),
    ],
    ['deactivation', (who) => t.as('admin', 'POST', '/api/v1/accounts/deactivate/', { users: [who.id] })],
    ['is_active false', (who) => t.as('admin', 'POST', '/auth/update/', { username: who.username, is_active: false })],
    ['deletion', (who) => t.as('admin', 'DELETE', '/auth/delete/', { username: who.username })],
    ['a new role', (who) => t.as('admin', 'POST', '/auth/update/', { username: who.username, groups: 'Approver' })],
    ['another tenant', (who) => t.as('superadmin', 'POST', '/auth/update/', { username: who.username, tenant: t.tenants[1] })],
    [
      'an email changed by an administrator',
      (who) => t.as('admin', 'POST', '/auth/update/', { username: who.username, email: 'new@example.org' }),
    ],
    [
      'an administrator ending the sessions',
      (who) => t.as('admin', 'POST', '/api/v1/accounts/end-sessions/', { users: [who.id] }),
    ],
    [
      'a password change',
      (_who, tokens) =>
        t.app.inject({
          method: 'POST',
          url: '/auth/change-password/',
          headers: { authorization: `Bearer ${tokens.access_token}` },
          payload: { old_password: testPassword, new_password: 'another pass phrase' },
        }),
    ],
    [
      'a password reset',
      async (who) =>
        t.app.inject({
          method: 'POST',
          url: '/auth/reset-password/',
          payload: { username: who.username, confirmation_code: await make.resetCode(who), password: 'another pass phrase' },
        }),
    ],
  ];
  test('A3: a wrong old password is said of its field, and ends nothing', async () => {
    const { tokens } = await session();
    const answer = await t.app.inject({
      method: 'POST',
      url: '/auth/change-password/',
      headers: { authorization: `Bearer ${tokens.access_token}` },
      payload: { old_password: 'not it at all', new_password: 'another pass phrase' },
    });
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toMatchObject({ errors: [{ path: 'old_password', message: 'The old password is wrong.' }] });
    expect(await withBearer(tokens.access_token)).toBe(200);
  });
  test.each(ends)('%s', async (_what, end) => {
    const { user, tokens } = await session();
    expect(await withBearer(tokens.access_token)).toBe(200);
    const answer = (await end(user, tokens)) as { statusCode: number; body: string };
    expect(answer).toSatisfy((given: typeof answer) => given.statusCode < 300);
    expect(await withBearer(tokens.access_token)).toBe(401);
    expect((await refresh(tokens.refresh_token)).statusCode).toBe(401);
  });

  test('a deactivated tenant', async () => {
    const tenant = await make.emptyTenant();
    const user = await make.user('Approver', tenant);
    const tokens = await t.tokens(user.username);
    const answer = await t.as('superadmin', 'PATCH', `/api/v1/tenants/${tenant}/`, { active: false });
    expect(answer.statusCode).toBe(200);
    expect(await withBearer(tokens.access_token)).toBe(401);
    // Coming back does not bring old sessions back.
    await t.as('superadmin', 'PATCH', `/api/v1/tenants/${tenant}/`, { active: true });
    expect(await withBearer(tokens.access_token)).toBe(401);
    expect((await refresh(tokens.refresh_token)).statusCode).toBe(401);
  });
});

describe('HIP-04 ASV-51 idle and absolute limits', () => {
  test('15 minutes without a call: the refresh is refused; a call in between keeps the session', async () => {
    const { user, tokens } = await session();
    await age('14 minutes', user.username);
    expect(await withBearer(tokens.access_token)).toBe(200);
    await age('14 minutes', user.username);
    const child = await refresh(tokens.refresh_token);
    expect(child.statusCode).toBe(200);
    await age('2 minutes', user.username);
    expect((await refresh(child.json<Tokens>().refresh_token)).statusCode).toBe(401);
  });

  test('S8: 15 minutes without a call end the access token too, however long it is good for', async () => {
    const { user, tokens } = await session();
    await age('14 minutes', user.username);
    expect(await withBearer(tokens.access_token)).toBe(200);
    await age('16 minutes', user.username);
    expect(await withBearer(tokens.access_token)).toBe(401);
    // The refused call was no activity.
    expect(await withBearer(tokens.access_token)).toBe(401);
    expect((await refresh(tokens.refresh_token)).statusCode).toBe(401);
  });

  test('12 hours after the sign-in it is over, however busy', async () => {
    const { user, tokens } = await session();
    await system((tx) =>
      sql`update app.sessions set expires_at = now() - interval '1 second' where user_id = ${user.id}::uuid`.execute(tx),
    );
    expect((await refresh(tokens.refresh_token)).statusCode).toBe(401);
    expect(await withBearer(tokens.access_token)).toBe(401);
  });
});

test('ASV-58 a user has at most 50 open sessions: one more ends the one that was used longest ago', async () => {
  const { user, tokens: first } = await session();
  const second = await t.tokens(user.username);
  await age('5 minutes', user.username);
  expect(await withBearer(first.access_token)).toBe(200);
  const subject = { id: user.id, username: user.username, role: 'DataEntry', tenant_id: t.tenants[0] };
  for (let n = 0; n < 49; n += 1) await system((tx) => t.deps.sessions.start(tx, subject, { userAgent: 'test', address: '::1' }));
  expect(await withBearer(second.access_token)).toBe(401);
  expect(await withBearer(first.access_token)).toBe(200);
  const open = await system((tx) =>
    tx.selectFrom('app.sessions').select('id').where('user_id', '=', user.id).where('ended_at', 'is', null).execute(),
  );
  expect(open).toHaveLength(50);
});

test('ASV-40 a password that was chosen years ago is still good: there is no forced change', async () => {
  const { user } = await session();
  await system((tx) =>
    tx
      .updateTable('app.users')
      .set({ created_at: new Date('2016-01-01'), updated_at: new Date('2016-01-01') })
      .where('id', '=', user.id)
      .execute(),
  );
  const { access_token } = await t.tokens(user.username);
  const profile = await t.app.inject({ url: profileUrl, headers: { authorization: `Bearer ${access_token}` } });
  expect(profile.json()).toMatchObject({ password_change_required: false });
});

test('sign-out takes an access token that expired, and no foreign one', async () => {
  const { user, tokens } = await session();
  const subject = await system((tx) =>
    tx.selectFrom('app.sessions').select('id').where('user_id', '=', user.id).executeTakeFirstOrThrow(),
  );
  const { SigningKeys } = await import('./signing-keys.ts');
  const keys = new SigningKeys(t.database, t.deps.seal);
  await keys.load();
  const old = await keys.sign('access', { sub: user.id, sid: subject.id }, Math.floor(Date.now() / 1000) - 7200);
  expect(await withBearer(old)).toBe(401);
  const out = await t.app.inject({ method: 'POST', url: '/auth/logout/', headers: { authorization: `Bearer ${old}` } });
  expect(out.statusCode).toBe(204);
  expect((await refresh(tokens.refresh_token)).statusCode).toBe(401);
  expect(
    (await t.app.inject({ method: 'POST', url: '/auth/logout/', headers: { authorization: 'Bearer a.b.c' } })).statusCode,
  ).toBe(401);
});

test('a session that its person ended is not kept in memory', async () => {
  const { tokens } = await session();
  const { sid } = decode(tokens.access_token, 1) as { sid: string };
  const kept = () => t.deps.authenticator.lastOpened(sid, { requestId: 'a request', address: '127.0.0.1' });
  expect(await withBearer(tokens.access_token)).toBe(200);
  expect(kept()).toBeDefined();
  await t.app.inject({ method: 'POST', url: '/auth/logout/', headers: { authorization: `Bearer ${tokens.access_token}` } });
  expect(kept()).toBeUndefined();
});

import { randomBytes } from 'node:crypto';
import type { Profile, Tokens } from '@incisive/contract/auth';
import type { SsoConnection, SsoMessage } from '@incisive/contract/single-sign-on';
import { SignJWT, UnsecuredJWT, decodeJwt, generateKeyPair } from 'jose';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { withSystem } from '../../../db/tenant.ts';
import { testPassword, useTestApp } from '../../../testing/build-test-app.ts';
import { endSso, newSso } from './sso.fixture.ts';
import { type ProviderPerson, TestBrowser, TestProvider, providerClient } from './test-provider.ts';

const t = await useTestApp({ OUTBOUND_ALLOW: '127.0.0.1' });
const provider = await TestProvider.start();
const other = await TestProvider.start();
const base = '/api/v1/integrations/single-sign-on/';
const home = t.deps.config.publicUrl;

const settings = { ...newSso, issuer: provider.issuer, client_secret: providerClient.client_secret };
const keyOf = (connection: SsoConnection): string => connection.sign_in_url.split('/').at(-1)!;

async function setUp(changes: Partial<typeof settings> = {}, as = 'admin', at = provider): Promise<SsoConnection> {
  const made = await t.as(as, 'POST', base, {
    ...settings,
    issuer: at.issuer,
    ...changes,
  });
  expect([made.statusCode, made.body]).toEqual([201, expect.any(String)]);
  const connection = made.json<SsoConnection>();
  await at.serve({ redirect: connection.sign_in_url, backChannel: connection.back_channel_url, after: `${home}/login` });
  return connection;
}
async function change(connection: SsoConnection, changes: Record<string, unknown>, as = 'admin') {
  const { name, issuer, client_id, groups_claim, roles, just_in_time, trusts_email, required } = connection;
  const asSet = {
    name,
    issuer,
    client_id,
    groups_claim,
    roles,
    just_in_time,
    trusts_email,
    required,
    break_glass: [] as string[],
  };
  return t.as(as, 'PUT', `${base}${connection.id}/`, { ...asSet, ...changes });
}

const start = async (connection: SsoConnection, again = false) =>
  (await t.app.inject({ method: 'POST', url: '/auth/sso/start/', payload: { key: keyOf(connection), again } })).json<{
    url: string;
    binding: string;
  }>();
const finish = (payload: Record<string, unknown>) => t.app.inject({ method: 'POST', url: '/auth/sso/finish/', payload });

/** What the browser brings home from the provider. */
async function atProvider(connection: SsoConnection, person: string | null, again = false, browser = new TestBrowser(person)) {
  const { url, binding } = await start(connection, again);
  const back = await browser.follow(url, connection.sign_in_url);
  return { key: keyOf(connection), binding, ...Object.fromEntries(back.searchParams) } as Record<string, string>;
}
const signIn = async (connection: SsoConnection, person: string | null) => finish(await atProvider(connection, person));
const profileOf = async (tokens: Tokens): Promise<Profile> =>
  (
    await t.app.inject({ url: '/api/v1/accounts/profile/', headers: { authorization: `Bearer ${tokens.access_token}` } })
  ).json<Profile>();
const stands = async (tokens: Tokens): Promise<boolean> =>
  (await t.app.inject({ url: '/api/v1/accounts/profile/', headers: { authorization: `Bearer ${tokens.access_token}` } }))
    .statusCode === 200;
const messagesOf = async (connection: SsoConnection, as = 'admin'): Promise<SsoMessage[]> =>
  (await t.as(as, 'GET', `${base}${connection.id}/messages/`)).json<{ results: SsoMessage[] }>().results;
const password = (username: string) =>
  t.app.inject({ method: 'POST', url: '/auth/login/', payload: { username, password: testPassword } });

let serial = 0;
const newPerson = (claims: ProviderPerson): string => {
  const sub = `person-${(serial += 1)}`;
  provider.people.set(sub, claims);
  return sub;
};
const vouched = (email: string, more: ProviderPerson = {}): ProviderPerson => ({ email, email_verified: true, ...more });

beforeEach(async () => {
  provider.tamper = null;
  provider.told.length = 0;
  await endSso(t);
  await withSystem(t.database, (tx) => sql`update app.users set role = 'Approver' where username = 'approver'`.execute(tx));
});

describe('L: single sign-on', () => {
  test('a person whom the provider vouches for has their account of the tenant, by the address the first time and by the subject from then on', async () => {
    const connection = await setUp();
    const sub = newPerson(vouched('Approver@example.org'));
    const first = await signIn(connection, sub);
    expect([first.statusCode, first.body]).toEqual([200, expect.any(String)]);
    expect(await profileOf(first.json())).toMatchObject({ username: 'approver', groups: ['Approver'] });
    // The address may change at the provider, and belong to somebody else here: the subject counts.
    provider.people.set(sub, vouched('dataentry@example.org'));
    expect(await profileOf((await signIn(connection, sub)).json())).toMatchObject({ username: 'approver' });
    expect((await messagesOf(connection)).map(({ event, outcome, username }) => [event, outcome, username])).toEqual([
      ['sign-in', 'done', 'approver'],
      ['sign-in', 'done', 'approver'],
      ['linked', 'done', 'approver'],
    ]);
    const { rows } = await withSystem(t.database, (tx) =>
      sql<{ type: string; detail: string }>`select type, detail from app.audit_log
        where ${`sso:${connection.id}`} = any (entity) and who = 'approver' order by id`.execute(tx),
    );
    expect(rows.map(({ type, detail }) => `${type} ${detail}`)).toEqual([
      'authn_login_success single sign-on',
      'user_updated linked to the clinic’s provider',
      'authn_login_success single sign-on',
    ]);
  });

  test('an address that the provider does not vouch for, of another tenant, or of an account with another person is nobody', async () => {
    const connection = await setUp();
    const refusedWords: [ProviderPerson, RegExp][] = [
      [{ email: 'approver@example.org' }, /No account here belongs/],
      [vouched('approver2@example.org'), /No account here belongs/],
      [vouched('superadmin@example.org'), /No account here belongs/],
      [{}, /No account here belongs/],
    ];
    for (const [claims, words] of refusedWords) {
      const answer = await signIn(connection, newPerson(claims));
      expect([answer.statusCode, answer.json<{ detail: string }>().detail]).toEqual([401, expect.stringMatching(words)]);
    }
    expect((await signIn(connection, newPerson(vouched('approver@example.org')))).statusCode).toBe(200);
    expect((await signIn(connection, newPerson(vouched('approver@example.org')))).statusCode).toBe(401);
    expect((await messagesOf(connection))[0]).toMatchObject({ event: 'sign-in', outcome: 'refused', username: null });
  });

  test('where the clinic wishes it, who is new gets an account, with the role that the groups say; who is in none stays outside', async () => {
    const connection = await setUp({
      just_in_time: true,
      roles: [
        { group: 'surgeons', role: 'Approver' },
        { group: 'desk', role: 'DataEntry' },
      ],
    });
    const stranger = await signIn(connection, newPerson(vouched('nobody@clinic.example', { groups: ['cooks'] })));
    expect(stranger.json<{ detail: string }>().detail).toMatch(/None of your groups/);
    const sub = newPerson(vouched('new.surgeon@clinic.example', { name: 'Attending Surgeon', groups: ['desk', 'surgeons'] }));
    const tokens = (await signIn(connection, sub)).json<Tokens>();
    expect(await profileOf(tokens)).toMatchObject({
      username: 'new.surgeon@clinic.example',
      email_verified: true,
      groups: ['Approver'],
      tenant: t.tenants[0],
      first_name: 'Attending',
      password_change_required: false,
    });
    // The provider decides the role from then on; what was open under the other one ends.
    provider.people.set(sub, vouched('new.surgeon@clinic.example', { groups: ['desk'] }));
    const after = (await signIn(connection, sub)).json<Tokens>();
    expect((await profileOf(after)).groups).toEqual(['DataEntry']);
    expect(await stands(tokens)).toBe(false);
    provider.people.set(sub, vouched('new.surgeon@clinic.example', { groups: [] }));
    expect((await signIn(connection, sub)).statusCode).toBe(401);
    expect((await messagesOf(connection)).filter(({ event }) => event !== 'sign-in').map(({ event }) => event)).toEqual([
      'role-changed',
      'account-made',
    ]);
  });

  test('two first sign-ins of the same person make one account', async () => {
    const connection = await setUp({ just_in_time: true });
    const sub = newPerson(vouched('twice@clinic.example'));
    const both = await Promise.all([atProvider(connection, sub), atProvider(connection, sub)]);
    const answers = await Promise.all(both.map(finish));
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200]);
    const [one, two] = await Promise.all(answers.map((answer) => profileOf(answer.json<Tokens>())));
    expect(one!.id).toBe(two!.id);
  });

  test('groups may name another tenant, drawn and changed by a SuperAdmin alone', async () => {
    const line = { group: 'south', role: 'DataEntry', tenant: t.tenants[1] };
    const refused = await t.as('admin', 'POST', base, { ...settings, roles: [line] });
    expect([refused.statusCode, refused.body]).toEqual([422, expect.stringContaining('Only a SuperAdmin')]);
    const made = await t.as('superadmin', 'POST', base, {
      ...settings,
      tenant: t.tenants[0],
      just_in_time: true,
      roles: [line],
    });
    const connection = made.json<SsoConnection>();
    await provider.serve({ redirect: connection.sign_in_url, backChannel: connection.back_channel_url, after: `${home}/login` });
    const tokens = (await signIn(connection, newPerson(vouched('south@clinic.example', { groups: ['south'] })))).json<Tokens>();
    expect((await profileOf(tokens)).tenant).toBe(t.tenants[1]);
    expect((await change(connection, { issuer: other.issuer })).statusCode).toBe(409);
    expect((await t.as('admin', 'POST', `${base}${connection.id}/revoke/`)).statusCode).toBe(409);
  });

  test('another tenant’s single sign-on does not exist', async () => {
    const connection = await setUp();
    expect((await t.as('admin2', 'GET', base)).json<{ results: unknown[] }>().results).toEqual(
      expect.not.arrayContaining([expect.objectContaining({ id: connection.id })]),
    );
    expect((await change(connection, {}, 'admin2')).statusCode).toBe(404);
    for (const act of ['revoke', 'test'])
      expect((await t.as('admin2', 'POST', `${base}${connection.id}/${act}/`)).statusCode).toBe(404);
    expect((await t.as('admin', 'GET', base)).body).not.toContain(providerClient.client_secret);
  });
});

describe('L: single sign-on that is required', () => {
  const adminId = () => t.users['admin']!.id;

  test('ends and refuses passwords but of those kept for emergencies, and says where to sign in only after the right password', async () => {
    const connection = await setUp();
    expect((await change(connection, { required: true, break_glass: [adminId()] })).body).toContain('Sign in by it once');
    const sso = (await signIn(connection, newPerson(vouched('approver@example.org')))).json<Tokens>();
    expect((await change(connection, { required: true })).body).toContain('Choose at least one administrator');
    expect((await change(connection, { required: true, break_glass: [t.users['admin2']!.id] })).statusCode).toBe(422);
    const before = (await password('dataentry')).json<Tokens>();
    const elsewhere = (await password('approver2')).json<Tokens>();
    expect((await change(connection, { required: true, break_glass: [adminId()] })).statusCode).toBe(200);
    expect([await stands(before), await stands(sso), await stands(elsewhere)]).toEqual([false, true, true]);

    const right = await password('dataentry');
    expect([right.statusCode, right.json<{ type: string; current: unknown }>()]).toEqual([
      403,
      expect.objectContaining({ type: 'urn:incisive:error:sso-required', current: { key: keyOf(connection) } }),
    ]);
    const wrong = await t.app.inject({
      method: 'POST',
      url: '/auth/login/',
      payload: { username: 'dataentry', password: 'not this one at all' },
    });
    expect([wrong.statusCode, wrong.body.includes(keyOf(connection))]).toEqual([401, false]);
    expect((await password('admin')).statusCode).toBe(200);
    // A reset would be a way around.
    await t.app.inject({ method: 'POST', url: '/auth/forgot-password/', payload: { username: 'dataentry' } });
    const { rows } = await withSystem(t.database, (tx) =>
      sql`select from app.mailed_secrets where user_id = ${t.users['dataentry']!.id}`.execute(tx),
    );
    expect(rows).toEqual([]);
    // Revoked, passwords count again and what began there is over.
    expect((await t.as('admin', 'POST', `${base}${connection.id}/revoke/`)).statusCode).toBe(200);
    expect([(await password('dataentry')).statusCode, await stands(sso)]).toEqual([200, false]);
  });

  test('nobody locks themselves out', async () => {
    const connection = await setUp();
    await signIn(connection, newPerson(vouched('approver@example.org')));
    await withSystem(t.database, (tx) => sql`update app.users set role = 'Admin' where username = 'approver'`.execute(tx));
    const answer = await change(connection, { required: true, break_glass: [t.users['approver']!.id] });
    expect([answer.statusCode, answer.body]).toEqual([422, expect.stringContaining('lock yourself out')]);
  });

  test('a session that began there has no password of ours: what asks for one says so', async () => {
    const connection = await setUp();
    const tokens = (await signIn(connection, newPerson(vouched('approver@example.org')))).json<Tokens>();
    const answer = await t.app.inject({
      method: 'POST',
      url: '/auth/totp/setup/',
      headers: { authorization: `Bearer ${tokens.access_token}` },
      payload: { password: testPassword },
    });
    expect([answer.statusCode, answer.body]).toEqual([422, expect.stringContaining('sign in with it again first')]);
  });
});

describe('L: attacks on single sign-on', () => {
  const forged: [string, (claims: Record<string, unknown>, token: string) => Promise<string> | string][] = [
    ['an unsigned token', (claims) => new UnsecuredJWT(claims).encode()],
    [
      'a token signed with the client’s secret',
      (claims) =>
        new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(providerClient.client_secret)),
    ],
    [
      'a token signed with a key that the provider does not publish',
      async (claims) =>
        new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'key-1' }).sign((await generateKeyPair('RS256')).privateKey),
    ],
    ['a token for another client', (claims) => provider.sign({ ...claims, aud: 'somebody-else' })],
    ['a token of another provider', (claims) => provider.sign({ ...claims, iss: other.issuer })],
    ['a token of another sign-in', (claims) => provider.sign({ ...claims, nonce: 'another' })],
    ['a token without its nonce', ({ nonce: _nonce, ...claims }) => provider.sign(claims)],
    ['a token that is over', (claims) => provider.sign({ ...claims, exp: Math.floor(Date.now() / 1000) - 120 })],
    ['a token whose signature was cut off', (_claims, token) => `${token.split('.').slice(0, 2).join('.')}.`],
  ];
  test.each(forged)('%s signs nobody in', async (_what, forge) => {
    const connection = await setUp();
    const sub = newPerson(vouched('approver@example.org'));
    provider.tamper = async (answer) => {
      const token = String(answer['id_token']);
      return { ...answer, id_token: await forge(decodeJwt(token), token) };
    };
    const answer = await signIn(connection, sub);
    expect([answer.statusCode, answer.json<{ detail: string }>().detail]).toEqual([
      401,
      expect.stringContaining('ask your administrator'),
    ]);
    const [last] = await messagesOf(connection);
    expect(last).toMatchObject({ event: 'sign-in', outcome: 'refused', reason: expect.stringMatching(/token|answer/) });
    // The same person, with the provider's own token.
    provider.tamper = null;
    expect((await signIn(connection, sub)).statusCode).toBe(200);
  });

  test('clocks may differ by a minute', async () => {
    const connection = await setUp();
    const sub = newPerson(vouched('approver@example.org'));
    provider.tamper = async (answer) => {
      const claims = decodeJwt(String(answer['id_token']));
      const now = Math.floor(Date.now() / 1000);
      return { ...answer, id_token: await provider.sign({ ...claims, iat: now + 30, exp: now + 300 }) };
    };
    expect((await signIn(connection, sub)).statusCode).toBe(200);
  });

  test('an answer is taken once, and only from the browser that began', async () => {
    const connection = await setUp();
    const sub = newPerson(vouched('approver@example.org'));
    const brought = await atProvider(connection, sub);
    const foreign = await finish({ ...brought, binding: randomBytes(16).toString('base64url') });
    expect([foreign.statusCode, foreign.body]).toEqual([401, expect.stringContaining('another browser')]);
    expect((await finish(brought)).statusCode, 'a try from elsewhere uses it up').toBe(401);
    const again = await atProvider(connection, sub);
    expect((await finish(again)).statusCode).toBe(200);
    expect((await finish(again)).statusCode).toBe(401);
    expect((await finish({ ...again, state: 'made-up' })).statusCode).toBe(401);
  });

  test('a code of somebody else does not fit another sign-in (PKCE)', async () => {
    const connection = await setUp();
    const stolen = await atProvider(connection, newPerson(vouched('approver@example.org')));
    const own = await atProvider(connection, newPerson(vouched('dataentry@example.org')));
    const answer = await finish({ ...own, code: stolen['code'] });
    expect(answer.statusCode).toBe(401);
    expect((await messagesOf(connection))[0]!.reason).toMatch(/does not take the code/);
  });

  test('one provider does not pass for another (mix-up)', async () => {
    const first = await setUp();
    const second = await setUp({}, 'admin2', other);
    const sub = newPerson(vouched('approver@example.org'));
    const brought = await atProvider(first, sub);
    expect((await finish({ ...brought, key: keyOf(second) })).statusCode).toBe(401);
    const named = await atProvider(first, sub);
    expect((await finish({ ...named, iss: other.issuer })).statusCode).toBe(401);
    const silent = await atProvider(first, sub);
    delete silent['iss'];
    expect((await finish(silent)).statusCode, 'a provider that names itself always does').toBe(401);
    expect((await finish(await atProvider(first, sub))).statusCode).toBe(200);
  });

  test('a key that is replaced counts from that moment, and the one before does not', async () => {
    const connection = await setUp();
    const sub = newPerson(vouched('approver@example.org'));
    expect((await signIn(connection, sub)).statusCode).toBe(200);
    const signBefore = provider.signer();
    await provider.serve({ redirect: connection.sign_in_url, backChannel: connection.back_channel_url, after: `${home}/login` });
    expect((await signIn(connection, sub)).statusCode).toBe(200);
    provider.tamper = async (answer) => ({ ...answer, id_token: await signBefore(decodeJwt(String(answer['id_token']))) });
    expect((await signIn(connection, sub)).statusCode).toBe(401);
    expect((await messagesOf(connection))[0]!.reason).toMatch(/key that the provider does not publish/);
  });

  test('who stops at the provider is told so, and an address that is nobody’s says nothing of tenants', async () => {
    const connection = await setUp();
    const stopped = await signIn(connection, null);
    expect([stopped.statusCode, stopped.body]).toEqual([401, expect.stringContaining('did not sign you in')]);
    expect((await messagesOf(connection))[0]!.reason).toMatch(/the person stopped/);
    const unknown = await t.app.inject({ method: 'POST', url: '/auth/sso/start/', payload: { key: 'nobodys' } });
    await t.as('admin', 'POST', `${base}${connection.id}/revoke/`);
    const revoked = await t.app.inject({ method: 'POST', url: '/auth/sso/start/', payload: { key: keyOf(connection) } });
    const said = ({ statusCode, body }: { statusCode: number; body: string }) => [statusCode, JSON.parse(body).detail as unknown];
    expect(said(revoked)).toEqual(said(unknown));
  });

  test('an address within our own network is not asked, and the secret goes nowhere', async () => {
    const connection = await setUp();
    for (const issuer of ['http://10.0.0.1', 'https://169.254.169.254/latest', 'http://localhost.invalid'])
      expect((await change(connection, { issuer })).statusCode).toBe(200);
    const tried = (await t.as('admin', 'POST', `${base}${connection.id}/test/`)).json<{ ok: boolean; words: string }>();
    expect(tried).toEqual({ ok: false, words: 'The name of this host is not known.' });
    await change(connection, { issuer: 'http://10.0.0.1' });
    expect((await t.as('admin', 'POST', `${base}${connection.id}/test/`)).json<{ words: string }>().words).toContain(
      'network of your own',
    );
    const begun = await t.app.inject({ method: 'POST', url: '/auth/sso/start/', payload: { key: keyOf(connection) } });
    expect([begun.statusCode, (await messagesOf(connection))[0]!.reason]).toEqual([
      503,
      expect.stringContaining('network of your own'),
    ]);
  });
});

describe('L: signing out', () => {
  const bearer = (tokens: Tokens) => ({ authorization: `Bearer ${tokens.access_token}` });

  test('of Incisive leads to the provider, which ends its session and knows the way back', async () => {
    const connection = await setUp();
    const sub = newPerson(vouched('approver@example.org'));
    const browser = new TestBrowser(sub);
    const tokens = (await finish(await atProvider(connection, sub, false, browser))).json<Tokens>();
    const left = await t.app.inject({ method: 'POST', url: '/auth/sso/leave/', headers: bearer(tokens), payload: {} });
    const url = new URL(left.json<{ url: string }>().url);
    expect(url.href.startsWith(`${provider.issuer}/session/end?`)).toBe(true);
    expect(url.searchParams.get('post_logout_redirect_uri')).toBe(`${home}/login`);
    expect(decodeJwt(url.searchParams.get('id_token_hint')!).aud).toBe(providerClient.client_id);
    expect(await stands(tokens)).toBe(false);
    // Another session of the person ends by what the provider itself sends when the person signs out there.
    const elsewhere = (await finish(await atProvider(connection, sub, false, browser))).json<Tokens>();
    expect(await browser.signOutAt(url.href)).toBe(`${home}/login`);
    expect(provider.told.map((sent) => sent.url)).toEqual([connection.back_channel_url]);
    const heard = await t.app.inject({
      method: 'POST',
      url: new URL(connection.back_channel_url).pathname,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: provider.told[0]!.body,
    });
    expect([heard.statusCode, await stands(elsewhere)]).toEqual([200, false]);
    const own = (await password('approver')).json<Tokens>();
    const plain = await t.app.inject({ method: 'POST', url: '/auth/sso/leave/', headers: bearer(own), payload: {} });
    expect([plain.json(), await stands(own)]).toEqual([{ url: null }, false]);
  });

  test('at the provider ends the sessions that began there, and a token is taken once', async () => {
    const connection = await setUp();
    const sub = newPerson(vouched('approver@example.org'));
    const there = (await signIn(connection, sub)).json<Tokens>();
    const [someone, own] = [
      (await signIn(connection, newPerson(vouched('dataentry@example.org')))).json<Tokens>(),
      (await password('approver')).json<Tokens>(),
    ];
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      iss: provider.issuer,
      aud: providerClient.client_id,
      sub,
      iat: now,
      exp: now + 120,
      jti: randomBytes(8).toString('hex'),
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
    };
    const tell = async (token: string) =>
      t.app.inject({
        method: 'POST',
        url: new URL(connection.back_channel_url).pathname,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ logout_token: token }).toString(),
      });
    const { events: _events, ...withoutEvents } = claims;
    const wrong = [
      await provider.sign({ ...claims, aud: 'somebody-else' }),
      await provider.sign({ ...claims, iss: other.issuer }),
      await provider.sign({ ...claims, nonce: 'x' }),
      await provider.sign(withoutEvents),
      await provider.sign({ ...claims, iat: now - 3600, exp: now - 1800 }),
      new UnsecuredJWT(claims).encode(),
    ];
    for (const token of wrong) expect((await tell(token)).statusCode).toBe(400);
    expect(await stands(there)).toBe(true);
    const token = await provider.sign(claims, { typ: 'logout+jwt' });
    const taken = await tell(token);
    expect([taken.statusCode, taken.json(), taken.headers['cache-control']]).toEqual([200, { ended: 1 }, 'no-store']);
    expect([await stands(there), await stands(someone), await stands(own)]).toEqual([false, true, true]);
    expect((await tell(token)).statusCode).toBe(400);
    expect((await messagesOf(connection)).slice(0, 2).map(({ event, outcome }) => [event, outcome])).toEqual([
      ['back-channel', 'refused'],
      ['back-channel', 'done'],
    ]);
  });

  test('confirming anew asks the provider for the person, not for what it remembers', async () => {
    const connection = await setUp();
    const { url } = await start(connection, true);
    expect([new URL(url).searchParams.get('prompt'), new URL(url).searchParams.get('max_age')]).toEqual(['login', '0']);
    const sub = newPerson(vouched('approver@example.org'));
    expect((await finish(await atProvider(connection, sub, true))).statusCode).toBe(200);
    provider.tamper = async (answer) => {
      const claims = decodeJwt(String(answer['id_token']));
      return { ...answer, id_token: await provider.sign({ ...claims, auth_time: Math.floor(Date.now() / 1000) - 3600 }) };
    };
    expect((await finish(await atProvider(connection, sub, true))).statusCode).toBe(401);
  });
});

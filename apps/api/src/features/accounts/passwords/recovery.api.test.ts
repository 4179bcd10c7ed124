import type { Profile, Tokens } from '@incisive/contract/auth';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { stepAt, totpCode } from '../sign-in/totp.ts';
import { withSystem } from '../../../db/tenant.ts';
import { AccessFixtures } from '../../../testing/access-fixtures.ts';
import { testPassword } from '../../../testing/build-test-app.ts';
import { codeIn, tokenIn, useMailedTestApp } from '../../../testing/outbox.ts';

const t = await useMailedTestApp();
const make = new AccessFixtures(t);

const newPassword = 'rain on a tin roof';
const post = (url: string, payload: object, bearer?: string) =>
  t.app.inject({ method: 'POST', url, payload, headers: bearer ? { authorization: `Bearer ${bearer}` } : {} });
const signIn = (username: string, password = testPassword, extra: object = {}) =>
  post('/auth/login/', { username, password, ...extra });
const forgot = (username: string) => post('/auth/forgot-password/', { username });
const reset = (username: string, confirmation_code: string, password = newPassword) =>
  post('/auth/reset-password/', { username, confirmation_code, password });
const someone = (tenant: string = t.tenants[0]) => make.user('DataEntry', tenant);
const mailedCode = async (email: string): Promise<string> => codeIn((await t.mailTo(email)).at(-1)!);
const without = (body: string) => ({ ...(JSON.parse(body) as object), request_id: '' });

describe('forgotten password', () => {
  test('the mailed code sets a new password, verifies the address and works once', async () => {
    const user = await someone();
    expect((await forgot(user.username)).statusCode).toBe(200);
    const code = await mailedCode(user.email);
    expect(code).toMatch(/^[A-Z0-9]{4}-[A-Z0-9]{4}$/);
    expect((await reset(user.username, code.toLowerCase().replace('-', ''))).statusCode).toBe(200);
    expect((await signIn(user.username, newPassword)).statusCode).toBe(200);
    expect((await signIn(user.username)).statusCode).toBe(401);
    expect((await reset(user.username, code, 'yet another password')).statusCode).toBe(422);
    expect((await t.as('admin', 'GET', `/api/v1/accounts/${user.id}/`)).json<Profile>().email_verified).toBe(true);
    expect((await t.mailTo(user.email)).map((mail) => mail.subject)).toEqual([
      'Your password reset code',
      'Your password was changed',
    ]);
  });

  test('ASV-45 unknown, pending, deactivated and known names get the same answer, and only the last one mail', async () => {
    const known = await someone();
    const pending = await make.user('DataEntry', t.tenants[0], 'pending');
    const deactivated = await make.user('DataEntry', t.tenants[0], 'deactivated');
    const answers = [];
    for (const name of ['nobody at all', pending.username, deactivated.username, known.username])
      answers.push(await forgot(name));
    expect(new Set(answers.map((answer) => answer.body)).size).toBe(1);
    expect(await t.mailTo(pending.email)).toEqual([]);
    expect(await t.mailTo(deactivated.email)).toEqual([]);
    expect(await t.mailTo(known.email)).toHaveLength(1);
    // Neither does a wrong code tell whether the name exists.
    const [real, unreal] = [await reset(known.username, 'AAAA-AAAA'), await reset('nobody at all', 'AAAA-AAAA')];
    expect(without(real.body)).toEqual(without(unreal.body));
  });

  test('ASV-44 five tries, ten minutes, the newest code alone, kept as a keyed hash', async () => {
    const user = await someone();
    await forgot(user.username);
    const code = await mailedCode(user.email);
    for (let n = 0; n < 5; n += 1) expect((await reset(user.username, 'WRNG-CODE')).statusCode).toBe(422);
    expect((await reset(user.username, code)).statusCode).toBe(422);

    await forgot(user.username);
    const first = await mailedCode(user.email);
    const before = Date.now();
    await forgot(user.username);
    const after = Date.now();
    const second = await mailedCode(user.email);
    expect((await reset(user.username, first)).statusCode).toBe(422);
    const kept = await withSystem(t.database, (tx) =>
      tx.selectFrom('app.mailed_secrets').selectAll().where('user_id', '=', user.id).execute(),
    );
    expect(kept).toHaveLength(1);
    const asked = kept[0]!.expires_at.getTime() - 10 * 60_000;
    // The database tells the time in finer steps than this process.
    expect(asked >= before - 1 && asked <= after + 1).toBe(true);
    await withSystem(t.database, (tx) =>
      tx
        .updateTable('app.mailed_secrets')
        .set({ expires_at: new Date(Date.now() - 1) })
        .where('user_id', '=', user.id)
        .execute(),
    );
    expect((await reset(user.username, second)).statusCode).toBe(422);
    expect((await signIn(user.username)).statusCode).toBe(200);
  });

  test('ASV-32 the new password meets the same rules', async () => {
    const user = await someone();
    await forgot(user.username);
    const code = await mailedCode(user.email);
    expect((await reset(user.username, code, 'password')).json<{ errors: object[] }>().errors).toEqual([
      { path: 'password', message: 'Too common' },
    ]);
    expect((await reset(user.username, code)).statusCode).toBe(200);
  });

  test('an address that an administrator changed gets no code until it is verified', async () => {
    const user = await someone();
    const email = `moved-${user.email}`;
    await t.as('admin', 'POST', '/auth/update/', { username: user.username, email });
    expect((await t.mailTo(user.email)).map((mail) => mail.subject)).toEqual(['Your email address was changed']);
    await forgot(user.username);
    const mails = await t.mailTo(email);
    expect(mails.map((mail) => mail.subject)).toEqual(['Confirm your email address']);
    await post('/auth/verify-email/', { token: tokenIn(mails[0]!) });
    await forgot(user.username);
    expect((await t.mailTo(email)).map((mail) => mail.subject)).toContain('Your password reset code');
  });
});

test('ASV-39 a password change asks the old one, and refuses the same and the common', async () => {
  const user = await someone();
  const token = (await signIn(user.username)).json<Tokens>().access_token;
  const change = (old_password: string, new_password: string) =>
    post('/auth/change-password/', { old_password, new_password }, token);
  expect((await change('wrong old one', newPassword)).statusCode).toBe(401);
  expect((await change(testPassword, testPassword)).statusCode).toBe(422);
  expect((await change(testPassword, 'iloveyou')).statusCode).toBe(422);
  const changed = await change(testPassword, newPassword);
  expect(Object.keys(changed.json<Tokens>()).toSorted()).toEqual(['access_token', 'exp', 'id_token', 'refresh_token']);
  expect((await t.mailTo(user.email)).map((mail) => mail.subject)).toEqual(['Your password was changed']);
});

describe('HIP-N1 HIP-10 ASV-47 second factor', () => {
  // One time step of thirty seconds for all of a test, wherever in a step it begins and however long it takes.
  beforeEach(() => void vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] }));
  afterEach(() => vi.useRealTimers());
  /** Six digits that are no code of now. */
  const wrongCode = (secret: string): string => {
    const now = stepAt(Date.now());
    const right = [now - 1, now, now + 1].map((step) => totpCode(secret, step));
    return ['000000', '111111', '222222', '333333'].find((code) => !right.includes(code))!;
  };
  /** Turns the factor on; the code that confirmed it belongs to the step before, so that the present step is still free. */
  async function withFactor(tenant?: string) {
    const user = await someone(tenant);
    const token = (await signIn(user.username)).json<Tokens>().access_token;
    const { secret, uri } = (await post('/auth/totp/setup/', { password: testPassword }, token)).json<{
      secret: string;
      uri: string;
    }>();
    expect(uri).toContain(secret);
    const confirmed = await post('/auth/totp/confirm/', { otp: totpCode(secret, stepAt(Date.now()) - 1) }, token);
    expect(confirmed.statusCode).toBe(200);
    return { user, token, secret, recovery: confirmed.json<{ recovery_codes: string[] }>().recovery_codes };
  }
  const typeOf = (response: { json<T>(): T }): string => response.json<{ type: string }>().type.split(':').at(-1)!;

  test('set-up asks the password, and a wrong first code turns nothing on', async () => {
    const user = await someone();
    const token = (await signIn(user.username)).json<Tokens>().access_token;
    expect((await post('/auth/totp/setup/', { password: 'wrong' }, token)).statusCode).toBe(422);
    const { secret } = (await post('/auth/totp/setup/', { password: testPassword }, token)).json<{ secret: string }>();
    expect((await post('/auth/totp/confirm/', { otp: wrongCode(secret) }, token)).statusCode).toBe(422);
    expect((await signIn(user.username)).statusCode).toBe(200);
  });

  test('sign-in then asks for a code that works once in its step', async () => {
    const { user, secret } = await withFactor();
    const asked = await signIn(user.username);
    expect([asked.statusCode, typeOf(asked)]).toEqual([401, 'otp-required']);
    // The wrong password is told nothing of a second factor.
    expect(typeOf(await signIn(user.username, 'wrong'))).toBe('wrong-credentials');
    const otp = totpCode(secret, stepAt(Date.now()));
    expect((await signIn(user.username, testPassword, { otp })).statusCode).toBe(200);
    expect((await signIn(user.username, testPassword, { otp })).statusCode).toBe(401);
  });

  test('ten recovery codes, each good for one sign-in, kept as hashes', async () => {
    const { user, recovery } = await withFactor();
    expect(new Set(recovery).size).toBe(10);
    const sign = (recovery_code: string) => signIn(user.username, testPassword, { recovery_code });
    expect((await sign(recovery[0]!.toLowerCase())).statusCode).toBe(200);
    expect((await sign(recovery[0]!)).statusCode).toBe(401);
    expect((await sign(recovery[1]!)).statusCode).toBe(200);
    const kept = await withSystem(t.database, (tx) =>
      tx.selectFrom('app.credentials').selectAll().where('user_id', '=', user.id).executeTakeFirstOrThrow(),
    );
    expect(kept.recovery_code_hashes).toHaveLength(8);
    expect(JSON.stringify(kept)).not.toContain(recovery[2]!);
  });

  test('codes cannot be guessed: wrong ones slow the name, and asking in between does not forget them', async () => {
    const { user, secret } = await withFactor();
    const wrong = async () => typeOf(await signIn(user.username, testPassword, { otp: wrongCode(secret) }));
    for (let n = 0; n < 4; n += 1) {
      expect(await wrong()).toBe('otp-required');
      expect(typeOf(await signIn(user.username))).toBe('otp-required');
    }
    expect(await wrong()).toBe('otp-required');
    const right = await signIn(user.username, testPassword, { otp: totpCode(secret, stepAt(Date.now())) });
    expect(typeOf(right)).toBe('wrong-credentials');
  });

  test('ASV-43 a password reset does not bypass it', async () => {
    const { user } = await withFactor();
    await forgot(user.username);
    await reset(user.username, await mailedCode(user.email));
    expect(typeOf(await signIn(user.username, newPassword))).toBe('otp-required');
  });

  test('its user turns it off with the password and a code; an administrator inside the own tenant only, mailed and audited', async () => {
    const one = await withFactor();
    expect((await post('/auth/totp/disable/', { password: 'wrong' }, one.token)).statusCode).toBe(422);
    const otp = totpCode(one.secret, stepAt(Date.now()) + 1);
    expect((await post('/auth/totp/disable/', { password: testPassword, otp }, one.token)).statusCode).toBe(204);
    expect((await signIn(one.user.username)).statusCode).toBe(200);

    const two = await withFactor();
    const body = { user: two.user.id };
    expect((await t.as('admin2', 'POST', '/auth/totp/disable/', body)).statusCode).toBe(404);
    expect((await t.as('approver', 'POST', '/auth/totp/disable/', body)).statusCode).toBe(403);
    expect((await t.as('admin', 'POST', '/auth/totp/disable/', body)).statusCode).toBe(204);
    expect((await signIn(two.user.username)).statusCode).toBe(200);
    expect((await t.mailTo(two.user.email)).map((mail) => mail.text).join()).toContain('An administrator turned off');
    const rows = await withSystem(t.database, (tx) =>
      tx
        .selectFrom('app.audit_log')
        .select(['who', 'detail'])
        .where('type', '=', 'authn_mfa_change')
        .where(sql<boolean>`entity = ${[`user:${two.user.id}`]}::text[]`)
        .orderBy('id')
        .execute(),
    );
    expect(rows).toEqual([
      { who: two.user.username, detail: 'on' },
      { who: 'admin', detail: 'reset' },
    ]);
  });

  test('S13: the password alone does not turn it off, nor do guessed codes: they count as wrong tries', async () => {
    const { user, secret, token } = await withFactor();
    const off = (more: object) => post('/auth/totp/disable/', { password: testPassword, ...more }, token);
    const fields = async (more: object) => (await off(more)).json<{ errors: { path: string; message: string }[] }>().errors;
    expect(await fields({})).toEqual([{ path: 'otp', message: 'Required' }]);
    for (let n = 0; n < 4; n += 1)
      expect(await fields({ otp: '000000' })).toEqual([{ path: 'otp', message: 'This code is wrong or was already used' }]);
    const right = totpCode(secret, stepAt(Date.now()) + 1);
    expect(await fields({ otp: right })).toEqual([{ path: 'password', message: 'Wrong password' }]);
    expect((await signIn(user.username)).statusCode).toBe(401);
  });

  test('where the tenant requires it nothing else is answered until it is set up, and it cannot be turned off', async () => {
    const tenant = await make.emptyTenant();
    const admin = await make.user('Admin', tenant);
    const token = (await signIn(admin.username)).json<Tokens>().access_token;
    const requireIt = await post(`/api/v1/tenants/${tenant}/require-otp/`, { required: true }, token);
    expect(requireIt.json()).toEqual({ otp_required: true });
    const list = () => t.app.inject({ url: '/api/v1/op-notes/', headers: { authorization: `Bearer ${token}` } });
    expect(typeOf(await list())).toBe('otp-setup-required');
    const profile = await t.app.inject({ url: '/api/v1/accounts/profile/', headers: { authorization: `Bearer ${token}` } });
    expect(profile.json<Profile>().otp_setup_required).toBe(true);
    const { secret } = (await post('/auth/totp/setup/', { password: testPassword }, token)).json<{ secret: string }>();
    await post('/auth/totp/confirm/', { otp: totpCode(secret, stepAt(Date.now())) }, token);
    expect((await list()).statusCode).toBe(200);
    expect((await post('/auth/totp/disable/', { password: testPassword }, token)).statusCode).toBe(409);
    expect((await t.as('admin', 'POST', `/api/v1/tenants/${tenant}/require-otp/`, { required: false })).statusCode).toBe(404);
  });
});

import type { Tokens } from '@incisive/contract/auth';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { withSystem } from '../../../db/tenant.ts';
import { type TestApp, buildTestApp } from '../../../testing/build-test-app.ts';
import { SecretBox } from '../../../secrets/secret-box.ts';
import { SigningKeys } from './signing-keys.ts';

let t: TestApp;
let tokens: Tokens;
let keys: SigningKeys;
beforeAll(async () => {
  t = await buildTestApp();
  tokens = await t.tokens('approver');
  keys = new SigningKeys(t.database, t.deps.seal);
  await keys.load();
});
afterAll(() => t.close());
afterEach(() => vi.useRealTimers());

const accepted = async (token: string): Promise<boolean> =>
  (await t.app.inject({ url: '/api/v1/accounts/profile/', headers: { authorization: `Bearer ${token}` } })).statusCode === 200;
const kid = (token: string) => decodeProtectedHeader(token).kid;
/** A token of the open session, with another time or more claims. */
const signed = (by: SigningKeys, issuedAt = Date.now() / 1000, more: object = {}): Promise<string> => {
  const { sub, sid } = decodeJwt<{ sid: string }>(tokens.access_token);
  return by.sign('access', { sub: sub!, sid, ...more }, Math.floor(issuedAt));
};

describe('TOK-11 ASV-60 REL-09 clocks may differ by a minute, not by more', () => {
  // The clock stands still meanwhile: however slow the machine is, a token does not age between its making and its use.
  beforeEach(() => void vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] }));
  const now = (): number => Date.now() / 1000;
  test.each([
    [-895, true],
    [-950, true],
    [-970, false],
    [-86_400, false],
  ])('issued %d seconds ago: %s', async (ago, taken) => {
    expect(await accepted(await signed(keys, now() + ago))).toBe(taken);
  });

  test.each([
    [50, true],
    [75, false],
  ])('not valid before %d seconds from now: %s', async (ahead, taken) => {
    expect(await accepted(await signed(keys, now(), { nbf: Math.floor(now() + ahead) }))).toBe(taken);
  });
});

describe('tokens that were checked', () => {
  beforeEach(() => void vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] }));

  test('are kept until they are forgotten', async () => {
    const token = await signed(keys);
    const claims = await keys.verifyAccess(token);
    expect(await keys.verifyAccess(token)).toBe(claims);
    keys.forget(token);
    expect(await keys.verifyAccess(token)).not.toBe(claims);
  });

  test('are let go once they have run out', async () => {
    const now = Date.now();
    const token = await signed(keys);
    const claims = await keys.verifyAccess(token);
    vi.setSystemTime(now + 17 * 60_000);
    expect(await keys.verifyAccess(await signed(keys))).not.toBeNull();
    vi.setSystemTime(now);
    expect(await keys.verifyAccess(token)).toEqual(claims);
    expect(await keys.verifyAccess(token)).not.toBe(claims);
  });
});

test('S13: the signing key lies sealed in the settings: without the secret it signs nothing', async () => {
  const row = await withSystem(t.database, (tx) =>
    tx.selectFrom('app.settings').select('value').where('name', '=', 'signing-keys').executeTakeFirstOrThrow(),
  );
  const [key] = row.value as Record<string, string>[];
  expect(Object.keys(key!).toSorted()).toEqual(['createdAt', 'kid', 'sealed']);
  expect(Buffer.from(key!['sealed']!, 'base64').toString('latin1')).not.toContain('"d"');
  await expect(new SigningKeys(t.database, new SecretBox('another secret, as long as it has to be')).load()).rejects.toThrow(
    /authenticate/,
  );
});

describe('TOK-12 keys renew', () => {
  const ageKeys = (days: number) =>
    withSystem(t.database, (tx) =>
      sql`update app.settings set value = (
            select jsonb_agg(jsonb_set(key, '{createdAt}', to_jsonb((key->>'createdAt')::timestamptz - make_interval(days => ${days}))))
              from jsonb_array_elements(value) as key)
          where name = 'signing-keys'`.execute(tx),
    );

  test('a start after 90 days makes a new one; tokens of either are taken, also by a server that was up all the time', async () => {
    await ageKeys(89);
    const young = new SigningKeys(t.database, t.deps.seal);
    await young.load();
    expect(kid(await signed(young))).toBe(kid(tokens.access_token));
    await ageKeys(2);
    const renewed = new SigningKeys(t.database, t.deps.seal);
    await renewed.load();
    const fresh = await signed(renewed);
    expect(kid(fresh)).not.toBe(kid(tokens.access_token));
    expect(await accepted(tokens.access_token)).toBe(true);
    expect(await renewed.verifyAccess(tokens.access_token)).not.toBeNull();
    // The running server has not seen the new key yet; it looks for it once its last look is some seconds old.
    vi.useFakeTimers({ now: Date.now() + 6000, toFake: ['Date'] });
    expect(await accepted(fresh)).toBe(true);
  });

  test('a server that runs on renews by itself, and a name that a token gives its key is never one', async () => {
    const before = await t.tokens('approver');
    await ageKeys(91);
    vi.useFakeTimers({ now: Date.now() + 20_000, toFake: ['Date'] });
    // An unknown key makes the server look; what it finds is old and is renewed.
    const [, payload, signature] = before.access_token.split('.');
    const foreign = Buffer.from(JSON.stringify({ ...decodeProtectedHeader(before.access_token), kid: 'of somebody else' }));
    expect(await accepted(`${foreign.toString('base64url')}.${payload}.${signature}`)).toBe(false);
    const after = await t.tokens('approver');
    expect(kid(after.access_token)).not.toBe(kid(before.access_token));
    expect(await accepted(before.access_token)).toBe(true);
    expect(await accepted(after.access_token)).toBe(true);
  });

  test('three keys are kept; what an older one signed is over long since', async () => {
    const first = kid((await t.tokens('approver')).access_token);
    for (let n = 0; n < 3; n += 1) {
      await ageKeys(91);
      await new SigningKeys(t.database, t.deps.seal).load();
    }
    const rows = await withSystem(t.database, (tx) =>
      tx.selectFrom('app.settings').select('value').where('name', '=', 'signing-keys').executeTakeFirstOrThrow(),
    );
    const kept = (rows.value as { kid: string }[]).map((key) => key.kid);
    expect(kept).toHaveLength(3);
    expect(kept).not.toContain(first);
  });
});

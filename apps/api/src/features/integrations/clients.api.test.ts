import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ApiClient, IntegrationMessage } from '@incisive/contract/integrations';
import { type JWK, SignJWT, exportJWK, generateKeyPair } from 'jose';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { withSystem } from '../../db/tenant.ts';
import { useTestApp } from '../../testing/build-test-app.ts';
import { listening } from '../../testing/listening.ts';

const t = await useTestApp({ OUTBOUND_ALLOW: '127.0.0.1' });
/** Where a client publishes its keys. */
let published: { keys: JWK[] } = { keys: [] };
const keyServer = createServer((_request, response) => response.end(JSON.stringify(published)));
await listening(keyServer);

const base = '/api/v1/integrations/';
let serial = 0;
type Made = ApiClient & { client_secret: string | null };
const make = async (body: Record<string, unknown> = {}, as = 'admin'): Promise<Made> => {
  const answer = await t.as(as, 'POST', `${base}clients/`, {
    name: `Interface ${(serial += 1)}`,
    method: 'secret',
    scopes: ['notes.create', 'notes.read'],
    ...body,
  });
  expect([answer.statusCode, answer.body]).toEqual([201, expect.any(String)]);
  return answer.json<Made>();
};
const token = (form: Record<string, string>, headers: Record<string, string> = {}) =>
  t.app.inject({
    method: 'POST',
    url: '/oauth/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams({ grant_type: 'client_credentials', ...form }).toString(),
  });
const bySecret = (client: Made, more: Record<string, string> = {}) =>
  token({ client_id: client.id, client_secret: client.client_secret!, ...more });
const bearerOf = async (client: Made, more: Record<string, string> = {}) => {
  const answer = await bySecret(client, more);
  expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)]);
  return { authorization: `Bearer ${answer.json<{ access_token: string }>().access_token}` };
};
const errorOf = (answer: { statusCode: number; json: () => unknown }) => [
  answer.statusCode,
  (answer.json() as { error: string }).error,
];

describe('L: an API client with a secret', () => {
  test('gets a token for five minutes, adds a note as itself, and stands in the audit log under its name', async () => {
    const client = await make();
    const answer = await bySecret(client);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.json()).toMatchObject({ token_type: 'Bearer', expires_in: 300, scope: 'notes.create notes.read' });
    const headers = await bearerOf(client);
    const made = await t.as(null, 'POST', '/api/v1/op-notes/', { text: 'PROCEDURE: Appendectomy.' }, headers);
    expect(made.statusCode).toBe(201);
    expect(made.json()).toMatchObject({ created_by: `api:${client.name}`, tenantId: t.tenants[0] });
    const row = await withSystem(t.database, (tx) =>
      tx
        .selectFrom('app.audit_log')
        .selectAll()
        .where('type', '=', 'note_create')
        .where('user_id', '=', client.id)
        .executeTakeFirstOrThrow(),
    );
    expect(row).toMatchObject({ who: `api:${client.name}`, role: 'API client', tenant_id: t.tenants[0] });
  });

  test('shows itself by Basic as well, not in two ways at once, and only with the right secret', async () => {
    const client = await make();
    const basic = (secret: string) => ({
      authorization: `Basic ${Buffer.from(`${client.id}:${encodeURIComponent(secret)}`).toString('base64')}`,
    });
    expect((await token({}, basic(client.client_secret!))).statusCode).toBe(200);
    const wrong = await token({}, basic('inc_wrong'));
    expect([errorOf(wrong), wrong.headers['www-authenticate']]).toEqual([[401, 'invalid_client'], 'Basic realm="Incisive"']);
    expect(errorOf(await token({ client_secret: client.client_secret! }, basic(client.client_secret!)))).toEqual([
      422,
      'invalid_request',
    ]);
    expect(errorOf(await token({ client_id: 'nobody', client_secret: 'x' }))).toEqual([401, 'invalid_client']);
    expect(errorOf(await bySecret(client, { grant_type: 'password' }))).toEqual([422, 'unsupported_grant_type']);
  });

  test('only the hash of the secret is kept, and no request reads it', async () => {
    const client = await make();
    const { rows } = await withSystem(t.database, (tx) =>
      sql`select c::text as row from app.api_clients c where id = ${client.id}`.execute(tx),
    );
    expect(JSON.stringify(rows)).not.toContain(client.client_secret);
    const list = await t.as('admin', 'GET', base);
    expect(list.body).toContain(client.id);
    expect(list.body).not.toMatch(/client_secret|secret_hash|inc_/);
  });

  test('does what its scopes name and nothing else', async () => {
    const client = await make({ scopes: ['notes.read', 'system/DocumentReference.c'] });
    const all = await bearerOf(client);
    expect((await t.as(null, 'GET', '/api/v1/op-notes/', undefined, all)).statusCode).toBe(200);
    for (const url of ['/api/v1/cpt-codes/', '/api/v1/audit/', '/api/v1/accounts/', '/api/v1/accounts/profile/', base])
      expect([url, (await t.as(null, 'GET', url, undefined, all)).statusCode]).toEqual([url, 403]);
    const narrow = await bearerOf(client, { scope: 'notes.create' });
    expect((await t.as(null, 'GET', '/api/v1/op-notes/', undefined, narrow)).statusCode).toBe(403);
    expect((await t.as(null, 'POST', '/api/v1/op-notes/', { text: 'A note.' }, narrow)).statusCode).toBe(201);
    expect(errorOf(await bySecret(client, { scope: 'notes.read claims.export' }))).toEqual([422, 'invalid_scope']);
    const none = await t.as('admin', 'POST', `${base}clients/`, { name: 'Another', method: 'secret', scopes: ['users.manage'] });
    expect(none.statusCode).toBe(422);
  });

  test('is bound to its tenant: what belongs to another does not exist, neither for it nor for that one’s administrator', async () => {
    const theirs = (await t.as('approver2', 'POST', '/api/v1/op-notes/', { text: 'A note of the second clinic.' })).json<{
      id: string;
    }>();
    const client = await make();
    const headers = await bearerOf(client);
    expect((await t.as(null, 'GET', `/api/v1/op-notes/${theirs.id}/`, undefined, headers)).statusCode).toBe(404);
    expect((await t.as(null, 'GET', '/api/v1/op-notes/', undefined, headers)).body).not.toContain(theirs.id);
    expect((await t.as('admin2', 'GET', base)).body).not.toContain(client.id);
    for (const act of ['rotate', 'revoke', 'test'])
      expect((await t.as('admin2', 'POST', `${base}clients/${client.id}/${act}/`)).statusCode).toBe(404);
    const foreign = await t.as('admin', 'POST', `${base}clients/`, {
      name: 'Elsewhere',
      method: 'secret',
      scopes: ['notes.read'],
      tenant: t.tenants[1],
    });
    expect(foreign.json<ApiClient>().tenant.id).toBe(t.tenants[0]);
    const byRoot = await make({ tenant: t.tenants[1] }, 'superadmin');
    expect(byRoot.tenant).toEqual({ id: t.tenants[1], name: 'Second clinic' });
    expect(
      (await t.as('superadmin', 'POST', `${base}clients/`, { name: 'Nowhere', method: 'secret', scopes: ['notes.read'] }))
        .statusCode,
    ).toBe(422);
  });

  test('a new secret ends the one before; revoked, its tokens are refused from this moment', async () => {
    const client = await make();
    const headers = await bearerOf(client);
    const rotated = (await t.as('admin', 'POST', `${base}clients/${client.id}/rotate/`)).json<{ client_secret: string }>();
    expect((await bySecret(client)).statusCode).toBe(401);
    expect((await bySecret({ ...client, ...rotated })).statusCode).toBe(200);
    expect((await t.as(null, 'GET', '/api/v1/op-notes/', undefined, headers)).statusCode).toBe(200);
    const gone = await t.as('admin', 'POST', `${base}clients/${client.id}/revoke/`);
    expect(gone.json()).toMatchObject({ state: 'revoked', revoked_by: 'admin' });
    expect((await t.as(null, 'GET', '/api/v1/op-notes/', undefined, headers)).statusCode).toBe(401);
    expect((await bySecret({ ...client, ...rotated })).statusCode).toBe(401);
    expect((await t.as('admin', 'POST', `${base}clients/${client.id}/rotate/`)).statusCode).toBe(409);
  });

  test('the tokens of a deactivated tenant’s clients end with it', async () => {
    const { id } = (await t.as('superadmin', 'POST', '/api/v1/tenants/', { name: 'Third clinic' })).json<{ id: string }>();
    const client = await make({ tenant: id }, 'superadmin');
    const headers = await bearerOf(client);
    await t.as('superadmin', 'PATCH', `/api/v1/tenants/${id}/`, { active: false });
    expect((await t.as(null, 'GET', '/api/v1/op-notes/', undefined, headers)).statusCode).toBe(401);
    expect((await bySecret(client)).statusCode).toBe(401);
  });

  test('what it sent wrong is in its log, with a reason and without text; the screen tells the last of it', async () => {
    const client = await make();
    const headers = await bearerOf(client);
    await t.as(null, 'POST', '/api/v1/op-notes/', { text: ' ', note: 'Zygomatic marker phrase' }, headers);
    const { results } = (await t.as('admin', 'GET', `${base}clients/${client.id}/messages/`)).json<{
      results: IntegrationMessage[];
    }>();
    expect(results.map(({ event, outcome, reason }) => ({ event, outcome, reason }))).toEqual([
      { event: 'client_message_refused', outcome: 'refused', reason: 'validation POST /api/v1/op-notes/' },
      { event: 'client_token', outcome: 'success', reason: null },
    ]);
    expect(JSON.stringify(results)).not.toContain('Zygomatic');
    const list = (await t.as('admin', 'GET', base)).json<{ clients: ApiClient[] }>();
    expect(list.clients.find(({ id }) => id === client.id)).toMatchObject({
      last_message: { event: 'client_message_refused' },
      last_error: { event: 'client_message_refused', reason: 'validation POST /api/v1/op-notes/' },
    });
  });

  test('a body that cannot be read, of another type or too large, is in its log too', async () => {
    const client = await make({ scopes: ['text.suggest'] });
    const headers = await bearerOf(client);
    const send = (type: string, payload: string) =>
      t.app.inject({ method: 'POST', url: '/api/v1/suggest/', headers: { ...headers, 'content-type': type }, payload });
    const answers = [
      await send('application/json', '{"text":'),
      await send('application/xml', '<text/>'),
      await send('application/json', ' '.repeat(13 * 1024 * 1024)),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([400, 415, 413]);
    const { results } = (await t.as('admin', 'GET', `${base}clients/${client.id}/messages/`)).json<{
      results: IntegrationMessage[];
    }>();
    expect(results.slice(0, 3).map(({ reason }) => reason?.split(' ')[0])).toEqual([
      'too-large',
      'unsupported-media-type',
      'unparsable',
    ]);
  });
});

describe('L: an API client with keys of its own (SMART Backend Services)', () => {
  const address = (): string => `${t.deps.config.publicUrl}/oauth/token`;
  const pair = async (kid: string, alg = 'ES384') => {
    const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
    return { alg, kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg } };
  };
  type Pair = Awaited<ReturnType<typeof pair>>;
  const assertion = (key: Pair, id: string, more: { aud?: string; seconds?: number; iss?: string; jti?: string } = {}) =>
    new SignJWT({ jti: more.jti ?? crypto.randomUUID() })
      .setProtectedHeader({ alg: key.alg, kid: key.kid, typ: 'JWT' })
      .setIssuer(more.iss ?? id)
      .setSubject(id)
      .setAudience(more.aud ?? address())
      .setIssuedAt()
      .setExpirationTime(Math.floor(Date.now() / 1000) + (more.seconds ?? 240))
      .sign(key.privateKey);
  const ask = (client_assertion: string) =>
    token({ client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer', client_assertion });

  test.each(['ES384', 'RS384'])('a pasted key set: %s is taken once, for this address, for at most five minutes', async (alg) => {
    const key = await pair('one', alg);
    const client = await make({
      method: 'jwks',
      jwks: JSON.stringify({ keys: [key.jwk] }),
      scopes: ['system/DocumentReference.rs'],
    });
    expect(client.client_secret).toBeNull();
    const first = await assertion(key, client.id);
    expect((await ask(first)).json()).toMatchObject({ scope: 'system/DocumentReference.rs' });
    expect(errorOf(await ask(first))).toEqual([401, 'invalid_client']);
    const both = await assertion(key, client.id);
    const [one, two] = await Promise.all([ask(both), ask(both)]);
    expect(new Set([one.statusCode, two.statusCode])).toEqual(new Set([200, 401]));
    const stranger = await pair('one', alg);
    for (const wrong of [
      assertion(key, client.id, { aud: 'https://elsewhere.example.org/token' }),
      assertion(key, client.id, { seconds: 600 }),
      assertion(key, client.id, { seconds: -60 }),
      assertion(key, client.id, { iss: 'somebody' }),
      assertion(key, client.id, { jti: '' }),
      assertion(stranger, client.id),
    ])
      expect(errorOf(await ask(await wrong))).toEqual([401, 'invalid_client']);
    const [head, payload] = (await assertion(key, client.id)).split('.');
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`;
    for (const forged of [unsigned, `${head}.${payload}.`, 'nonsense'])
      expect(errorOf(await ask(forged))).toEqual([401, 'invalid_client']);
    // A secret is no way in for it.
    expect(errorOf(await token({ client_id: client.id, client_secret: '' }))).toEqual([401, 'invalid_client']);
  });

  test('keys by address are fetched, looked for again when the client turns to another, and tried by the button', async () => {
    const url = `http://127.0.0.1:${(keyServer.address() as AddressInfo).port}/jwks.json`;
    const [old, next] = [await pair('old'), await pair('next')];
    published = { keys: [old.jwk] };
    const client = await make({ method: 'jwks_url', jwks_url: url });
    expect((await t.as('admin', 'POST', `${base}clients/${client.id}/test/`)).json()).toMatchObject({
      ok: true,
      words: expect.stringContaining('a key'),
    });
    expect((await ask(await assertion(old, client.id))).statusCode).toBe(200);
    published = { keys: [next.jwk] };
    await t.as('admin', 'POST', `${base}clients/${client.id}/test/`);
    expect((await ask(await assertion(next, client.id))).statusCode).toBe(200);
    expect((await ask(await assertion(old, client.id))).statusCode).toBe(401);
    published = { keys: [] };
    expect((await t.as('admin', 'POST', `${base}clients/${client.id}/test/`)).json()).toMatchObject({ ok: false });
  });

  test('an address in a network of our own is not fetched; a private key is not taken', async () => {
    const inside = await make({ method: 'jwks_url', jwks_url: 'http://169.254.169.254/latest/meta-data' });
    const tried = (await t.as('admin', 'POST', `${base}clients/${inside.id}/test/`)).json<{ ok: boolean; words: string }>();
    expect([tried.ok, tried.words]).toEqual([false, expect.stringContaining('network of your own')]);
    const { privateKey } = await generateKeyPair('ES384', { extractable: true });
    const pasted = await t.as('admin', 'POST', `${base}clients/`, {
      name: 'Careless',
      method: 'jwks',
      scopes: ['notes.read'],
      jwks: JSON.stringify({ keys: [{ ...(await exportJWK(privateKey)), kid: 'x' }] }),
    });
    expect([pasted.statusCode, pasted.body]).toEqual([422, expect.stringContaining('private')]);
  });
});

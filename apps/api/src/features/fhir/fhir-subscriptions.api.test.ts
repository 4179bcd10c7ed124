import { type IncomingHttpHeaders, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { backport } from '@incisive/contract/subscriptions';
import type { Webhook, WebhookMessage } from '@incisive/contract/webhooks';
import { Client } from 'fhir-kit-client';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { withSystem } from '../../db/tenant.ts';
import { AccessFixtures } from '../../testing/access-fixtures.ts';
import { useTestApp } from '../../testing/build-test-app.ts';
import { listening } from '../../testing/listening.ts';
import { readyClaim } from '../../testing/ready-claim.ts';
import { faultsOf } from './fhir-faults.fixture.ts';
import { retryMinutes } from '../integrations/send-webhooks.job.ts';

type Json = Record<string, unknown>;
interface Subscription extends Json {
  readonly id: string;
  readonly status: string;
  readonly error?: string;
}
interface Heard {
  readonly headers: IncomingHttpHeaders;
  readonly bundle: Json;
}
interface Caller {
  readonly id: string;
  readonly bearer: { authorization: string };
}

const t = await useTestApp({ OUTBOUND_ALLOW: '127.0.0.1' });
const make = new AccessFixtures(t);
const topic = `${t.deps.config.publicUrl}/fhir/SubscriptionTopic/case-finished`;
let heard: Heard[] = [];
let answer = 200;
const receiver = createServer((request, response) => {
  let body = '';
  request.on('data', (part) => (body += String(part)));
  request.on('end', () => {
    heard.push({ headers: request.headers, bundle: JSON.parse(body) as Json });
    response.writeHead(answer).end();
  });
});
await listening(receiver);
const address = (): string => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/fhir-hook`;

const scopes = ['system/Subscription.crds', 'system/Claim.rs'];
async function caller(given: readonly string[] = scopes, place: 'own' | 'other' = 'own'): Promise<Caller> {
  const { id, secret } = await make.apiClient(place, given);
  const token = await t.as(null, 'POST', '/oauth/token', {
    grant_type: 'client_credentials',
    client_id: id,
    client_secret: secret,
  });
  return { id, bearer: { authorization: `Bearer ${token.json<{ access_token: string }>().access_token}` } };
}
let mine: Caller;
let base: string;
beforeAll(async () => {
  base = `${await t.app.listen({ port: 0, host: '127.0.0.1' })}/fhir`;
  mine = await caller();
});

const asked = (channel: Json = {}, more: Json = {}): Json => ({
  resourceType: 'Subscription',
  status: 'requested',
  reason: 'Billing fetches finished claims',
  criteria: topic,
  channel: {
    type: 'rest-hook',
    endpoint: address(),
    payload: 'application/fhir+json',
    _payload: { extension: [{ url: backport.payloadContent, valueCode: 'id-only' }] },
    ...channel,
  },
  ...more,
});
const send = (body: Json, by = mine) => t.as(null, 'POST', '/fhir/Subscription', body, by.bearer);
const get = (url: string, by = mine) => t.as(null, 'GET', `/fhir/Subscription${url}`, undefined, by.bearer);
const drop = (id: string, by = mine) => t.as(null, 'DELETE', `/fhir/Subscription/${id}`, undefined, by.bearer);
async function begun(channel: Json = {}, by = mine): Promise<string> {
  [heard, answer] = [[], 200];
  const made = await send(asked(channel), by);
  expect([made.statusCode, made.body]).toEqual([201, expect.any(String)]);
  return made.json<Subscription>().id;
}
async function confirmed(channel: Json = {}, by = mine): Promise<string> {
  const id = await begun(channel, by);
  expect(await t.deps.webhooks.flush()).toBe(1);
  heard = [];
  return id;
}
const standing = async (id: string, by = mine) => (await get(`/${id}`, by)).json<Subscription>();
/** A note whose case is finished by the API; the case's id. */
async function finished(): Promise<string> {
  const note = (
    await t.as('approver', 'POST', '/api/v1/op-notes/', { text: 'PROCEDURE: Appendectomy. Zygomatic marker phrase.' })
  ).json<{ id: string }>().id;
  await readyClaim(t, note);
  expect((await t.as('superadmin', 'POST', `/api/v1/op-notes/${note}/case/finish/`, {})).statusCode).toBe(200);
  return (await t.as('approver', 'GET', `/api/v1/op-notes/${note}/case/`)).json<{ id: string }>().id;
}
const makeDue = (id: string) =>
  withSystem(t.database, (tx) =>
    sql`update app.webhook_messages set next_attempt_at = now() where webhook_id = ${id} and state = 'waiting'`.execute(tx),
  );
const hooks = async (): Promise<Webhook[]> =>
  (await t.as('admin', 'GET', '/api/v1/integrations/webhooks/')).json<{ results: Webhook[] }>().results;
const hook = async (id: string): Promise<Webhook> => (await hooks()).find((one) => one.id === id)!;
const messagesOf = async (id: string): Promise<WebhookMessage[]> =>
  (await t.as('admin', 'GET', `/api/v1/integrations/webhooks/${id}/messages/`)).json<{ results: WebhookMessage[] }>().results;

/** What a notification says, each parameter by its name. */
function said({ bundle }: Heard): Json {
  expect(faultsOf(bundle)).toEqual([]);
  const [first, ...more] = bundle['entry'] as { resource: { parameter: Json[] }; request: Json; response: Json }[];
  expect([bundle['type'], first!.request['method'], first!.response['status'], more]).toEqual(['history', 'GET', '200', []]);
  const named = (parameters: Json[]): Json =>
    Object.fromEntries(
      parameters.map(({ name, part, ...value }) => [name, part ? named(part as Json[]) : Object.values(value)[0]]),
    );
  return named(first!.resource.parameter);
}

describe('L: FHIR subscriptions of finished cases', () => {
  test('a real client finds the topic, subscribes, is asked by a handshake, and is told which claim was finished', async () => {
    const client = new Client({ baseUrl: base, customHeaders: mine.bearer });
    const statement = (await client.capabilityStatement()) as unknown as { rest: { resource: Json[] }[] };
    expect(faultsOf(statement)).toEqual([]);
    const served = statement.rest[0]!.resource.find(({ type }) => type === 'Subscription');
    expect(served).toMatchObject({
      extension: [{ url: backport.topic, valueCanonical: topic }],
      supportedProfile: [backport.subscription],
    });
    [heard, answer] = [[], 200];
    const made = (await client.create({
      resourceType: 'Subscription',
      body: asked({ header: ['Authorization: Bearer of-the-receiver', 'X-Trace:one'] }) as never,
    })) as unknown as Subscription;
    expect([faultsOf(made), made.status]).toEqual([[], 'requested']);
    expect(await t.deps.webhooks.flush()).toBe(1);
    const reference = `${t.deps.config.publicUrl}/fhir/Subscription/${made.id}`;
    expect(said(heard[0]!)).toEqual({
      subscription: { reference },
      topic,
      status: 'requested',
      type: 'handshake',
      'events-since-subscription-start': '0',
    });
    expect(heard[0]!.headers).toMatchObject({
      'content-type': 'application/fhir+json',
      authorization: 'Bearer of-the-receiver',
      'x-trace': 'one',
    });
    const read = (await client.read({ resourceType: 'Subscription', id: made.id })) as unknown as Subscription;
    expect([faultsOf(read), read.status]).toEqual([[], 'active']);
    const [first, second] = [await finished(), await finished()];
    expect(await t.deps.webhooks.flush()).toBe(2);
    const told = heard.slice(1).map(said);
    expect(new Set(told.map((one) => (one['notification-event'] as Json)['event-number']))).toEqual(new Set(['1', '2']));
    expect(new Set(told.map((one) => (one['notification-event'] as { focus: Json }).focus['reference']))).toEqual(
      new Set([first, second].map((id) => `${t.deps.config.publicUrl}/fhir/Claim/${id}`)),
    );
    expect(told[0]).toMatchObject({ type: 'event-notification', status: 'active', 'events-since-subscription-start': '2' });
    expect(JSON.stringify(heard)).not.toContain('Zygomatic');
    expect((await t.as(null, 'GET', `/fhir/Claim/${first}`, undefined, mine.bearer)).statusCode).toBe(200);
    const status = (await get(`/${made.id}/$status`)).json<{ entry: { resource: { parameter: Json[] } }[] }>();
    expect(faultsOf(status)).toEqual([]);
    expect(status.entry[0]!.resource.parameter).toContainEqual({ name: 'type', valueCode: 'query-status' });
    await client.delete({ resourceType: 'Subscription', id: made.id });
  });

  test('`empty` says that there is one, and nothing else', async () => {
    const id = await confirmed({ _payload: { extension: [{ url: backport.payloadContent, valueCode: 'empty' }] } });
    const claim = await finished();
    await t.deps.webhooks.flush();
    expect(said(heard[0]!)).toMatchObject({ type: 'event-notification', 'notification-event': { 'event-number': '1' } });
    expect(JSON.stringify(heard[0]!.bundle)).not.toContain(claim);
    expect(said(heard[0]!)).not.toHaveProperty('topic');
    await drop(id);
  });

  test('cases that are finished side by side have numbers of their own', async () => {
    const id = await confirmed();
    const notes = await Promise.all(
      [1, 2, 3, 4].map(async () => {
        const { id: note } = (await t.as('approver', 'POST', '/api/v1/op-notes/', { text: 'PROCEDURE: Appendectomy.' })).json<{
          id: string;
        }>();
        await readyClaim(t, note);
        return note;
      }),
    );
    await Promise.all(notes.map((note) => t.as('superadmin', 'POST', `/api/v1/op-notes/${note}/case/finish/`, {})));
    expect(await t.deps.webhooks.flush()).toBe(4);
    const numbers = heard.map((one) => (said(one)['notification-event'] as Json)['event-number']);
    expect(new Set(numbers)).toEqual(new Set(['1', '2', '3', '4']));
    await drop(id);
  });

  test('nothing is told before the handshake was taken, and nothing of it is lost; its status says so', async () => {
    const id = await begun();
    const claim = await finished();
    answer = 500;
    expect(await t.deps.webhooks.flush()).toBe(0);
    expect(heard.map((one) => said(one)['type'])).toEqual(['handshake']);
    expect(await standing(id)).toMatchObject({ status: 'error', error: 'The other side answered 500.' });
    answer = 200;
    await makeDue(id);
    expect(await t.deps.webhooks.flush()).toBe(2);
    expect(JSON.stringify(heard.at(-1))).toContain(claim);
    expect((await standing(id)).status).toBe('active');
    answer = 503;
    await finished();
    await t.deps.webhooks.flush();
    expect((await standing(id)).status).toBe('error');
    await drop(id);
  });

  test('an event that is refused for good lies still until it is sent again by hand; a handshake that is ends the subscription', async () => {
    const id = await confirmed();
    await finished();
    answer = 410;
    await t.deps.webhooks.flush();
    const [dead] = await messagesOf(id);
    expect(dead).toMatchObject({ event: 'case.finished', state: 'dead', attempts: 1 });
    answer = 200;
    expect((await t.as('admin', 'POST', `/api/v1/integrations/webhook-messages/${dead!.id}/replay/`)).statusCode).toBe(200);
    expect(await t.deps.webhooks.flush()).toBe(1);
    expect(heard.map(({ bundle }) => bundle['id'])).toEqual([dead!.id, dead!.id]);
    expect((await standing(id)).status).toBe('active');
    await drop(id);
    const unwanted = await begun();
    await finished();
    answer = 410;
    await t.deps.webhooks.flush();
    expect(await standing(unwanted)).toMatchObject({ status: 'off', error: 'The other side answered 410.' });
    expect((await messagesOf(unwanted)).map(({ state }) => state)).toEqual(['dead', 'dead']);
    expect(await hook(unwanted)).toMatchObject({ state: 'revoked', revoked_by: 'the server' });
  });

  test('a day without an answer: an event lies still under the id that it had, a handshake ends its subscription', async () => {
    const told = await confirmed();
    await finished();
    const unheard = await begun();
    answer = 503;
    for (let n = 0; n <= retryMinutes.length; n += 1) {
      expect((await standing(unheard)).status).toBe(n === 0 ? 'requested' : 'error');
      expect(await t.deps.webhooks.flush()).toBe(0);
      for (const id of [told, unheard]) await makeDue(id);
    }
    for (const id of [told, unheard])
      expect(await messagesOf(id)).toContainEqual(expect.objectContaining({ state: 'dead', attempts: retryMinutes.length + 1 }));
    expect([(await standing(told)).status, (await standing(unheard)).status]).toEqual(['error', 'off']);
    expect(new Set(heard.map(({ bundle }) => bundle['id'])).size).toBe(2);
    const [handshake] = await messagesOf(unheard);
    expect((await t.as('admin', 'POST', `/api/v1/integrations/webhook-messages/${handshake!.id}/replay/`)).statusCode).toBe(409);
    answer = 200;
    await finished();
    expect(await t.deps.webhooks.flush()).toBe(1);
    expect(said(heard.at(-1)!)).toMatchObject({ 'notification-event': { 'event-number': '2' } });
    expect((await standing(told)).status).toBe('active');
    await drop(told);
  });

  test('what cannot be taken is refused in an OperationOutcome, and nothing is kept', async () => {
    const kept = (await hooks()).length;
    const payload = (valueCode: string) => ({ _payload: { extension: [{ url: backport.payloadContent, valueCode }] } });
    const refusals: [Json, string][] = [
      [asked({}, { criteria: 'Claim?status=active' }), 'The topic must be'],
      [asked({}, { status: 'active' }), 'as requested'],
      [asked({}, { end: '2030-01-01T00:00:00Z' }), 'An end is not supported'],
      [asked({}, { reason: '' }), 'what it is for'],
      [asked({}, { _criteria: { extension: [{ url: 'x', valueString: 'Claim?patient=1' }] } }), 'Filters'],
      [asked({ type: 'websocket' }), 'Only rest-hook'],
      [asked({ endpoint: 'ftp://example.org/' }), 'begins with https'],
      [asked({ endpoint: 'https://user:word@example.org/' }), 'begins with https'],
      [asked({ payload: 'application/fhir+xml' }), 'application/fhir+json'],
      [asked(payload('full-resource')), 'whole resources are not sent'],
      [asked({ _payload: undefined }), 'how much is told'],
      [asked({ header: ['Host: internal'] }), 'not yours to set'],
      [asked({ header: ['Content-Length: 1'] }), 'not yours to set'],
      [asked({ header: ['Transfer-Encoding: chunked'] }), 'not yours to set'],
      [asked({ header: ['X-One: a\r\nX-Two: b'] }), 'A header such as'],
      [asked({ header: ['no colon'] }), 'A header such as'],
      [asked({ header: ['X-One: a', 'x-one: b'] }), 'once'],
      [asked({ header: Array.from({ length: 6 }, (_, at) => `X-${at}: a`) }), 'At most 5'],
    ];
    for (const [body, words] of refusals) {
      const refused = await send(body);
      const outcome = refused.json<{ issue: { details: { text: string } }[] }>();
      expect(faultsOf(outcome)).toEqual([]);
      expect([refused.statusCode, words, outcome.issue.map(({ details }) => details.text).join()]).toEqual([
        422,
        words,
        expect.stringContaining(words),
      ]);
    }
    expect((await hooks()).length).toBe(kept);
  });

  test('an address of the own network is never reached', async () => {
    const id = await begun({ endpoint: 'http://169.254.169.254/latest/meta-data' });
    expect(await t.deps.webhooks.flush()).toBe(0);
    expect(await standing(id)).toMatchObject({ status: 'error', error: expect.stringContaining('network of your own') });
    await drop(id);
  });

  test('each scope allows its own: to read is not to begin, and who may not read claims is not told of them', async () => {
    const reader = await caller(['system/Subscription.rs', 'system/Claim.rs']);
    const blind = await caller(['system/Subscription.crds']);
    const writer = await caller(['system/Subscription.cd', 'system/Claim.rs']);
    expect((await send(asked(), reader)).statusCode).toBe(403);
    const refused = await send(asked(), blind);
    expect([refused.statusCode, refused.body]).toEqual([403, expect.stringContaining('system/Claim.rs')]);
    const id = await begun({}, writer);
    expect((await get(`/${id}`, writer)).statusCode).toBe(403);
    expect((await get('', await caller(['system/Claim.rs']))).statusCode).toBe(403);
    expect((await drop(id, reader)).statusCode).toBe(403);
    expect((await drop(id, writer)).statusCode).toBe(204);
    for (const scope of ['system/Subscription.c', 'system/Subscription.d', 'system/Subscription.u'])
      expect(
        (
          await t.as('admin', 'POST', '/api/v1/integrations/clients/', {
            name: 'Other client',
            method: 'secret',
            scopes: [scope],
          })
        ).statusCode,
      ).toBe(422);
  });

  test('it is its client’s: another client, and another tenant, do not see it, and are told nothing of it', async () => {
    const id = await confirmed();
    const [beside, foreign] = [await caller(), await caller(scopes, 'other')];
    for (const other of [beside, foreign]) {
      for (const path of [`/${id}`, `/${id}/$status`]) expect((await get(path, other)).statusCode).toBe(404);
      expect((await drop(id, other)).statusCode).toBe(404);
      expect((await get('', other)).body).not.toContain(id);
    }
    for (const act of ['revoke', 'test'])
      expect((await t.as('admin2', 'POST', `/api/v1/integrations/webhooks/${id}/${act}/`)).statusCode).toBe(404);
    const elsewhere = await confirmed({}, foreign);
    await finished();
    expect(await t.deps.webhooks.flush()).toBe(1);
    expect(said(heard[0]!)['subscription']).toEqual({ reference: `${t.deps.config.publicUrl}/fhir/Subscription/${id}` });
    const found = (await get(`?status=active&url=${encodeURIComponent(address())}`)).json<{ entry: { resource: Json }[] }>();
    expect(faultsOf(found)).toEqual([]);
    expect(found.entry.map(({ resource }) => resource['id'])).toEqual([id]);
    expect((await get('?status=off')).body).not.toContain(id);
    await drop(id);
    await drop(elsewhere, foreign);
  });

  test('deleted, it is gone for its client and its log stays; twenty stand at most', async () => {
    const id = await confirmed();
    await finished();
    expect((await drop(id)).statusCode).toBe(204);
    expect([(await get(`/${id}`)).statusCode, (await drop(id)).statusCode]).toEqual([404, 404]);
    expect(await t.deps.webhooks.flush()).toBe(0);
    expect((await messagesOf(id)).map(({ state }) => state)).toEqual(['dead', 'delivered']);
    const greedy = await caller();
    for (let n = 0; n < 20; n += 1) expect((await send(asked(), greedy)).statusCode).toBe(201);
    expect((await send(asked(), greedy)).statusCode).toBe(409);
    await t.as('admin', 'POST', `/api/v1/integrations/clients/${greedy.id}/revoke/`);
  });

  test('the end of its client ends it: nothing that waits is sent', async () => {
    const theirs = await caller();
    const id = await confirmed({}, theirs);
    await finished();
    expect((await t.as('admin', 'POST', `/api/v1/integrations/clients/${theirs.id}/revoke/`)).statusCode).toBe(200);
    await finished();
    expect(await t.deps.webhooks.flush()).toBe(0);
    expect(heard).toEqual([]);
    expect(await hook(id)).toMatchObject({ state: 'revoked', waiting: 0, dead: 1, subscription: { status: 'off' } });
  });

  test('administrators see whose it is and how it stands, try it, and revoke it; its headers are sealed and never told', async () => {
    const id = await confirmed({ header: ['Authorization: Bearer zygomatic-secret'] });
    expect(await hook(id)).toMatchObject({
      name: expect.stringContaining('FHIR subscription'),
      subscription: { client: { id: mine.id }, content: 'id-only', status: 'active' },
    });
    const base_ = `/api/v1/integrations/webhooks/${id}/`;
    expect((await t.as('admin', 'POST', `${base_}test/`)).json()).toEqual({ ok: true, words: 'The message was taken.' });
    expect(said(heard[0]!)).toMatchObject({ type: 'heartbeat', status: 'active' });
    expect((await t.as('admin', 'POST', `${base_}rotate/`)).statusCode).toBe(409);
    const seen = await withSystem(t.database, async (tx) => ({
      row: await sql`select w::text from app.webhooks w where id = ${id}`.execute(tx),
      audit: await tx
        .selectFrom('app.audit_log')
        .selectAll()
        .where((eb) => eb.or([eb('user_id', '=', id), eb('user_id', '=', mine.id)]))
        .execute(),
    }));
    const everywhere = JSON.stringify([seen, await standing(id), await hooks(), (await get('')).json(), await messagesOf(id)]);
    expect(everywhere).not.toContain('zygomatic-secret');
    expect(seen.audit.map(({ type }) => type)).toEqual(expect.arrayContaining(['webhook_created', 'webhook_sent']));
    expect((await t.as('admin', 'POST', `${base_}revoke/`)).json()).toMatchObject({ state: 'revoked' });
    expect((await standing(id)).status).toBe('off');
  });
});

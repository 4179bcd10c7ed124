import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { AccessFixtures } from '../../testing/access-fixtures.ts';
import { useTestApp } from '../../testing/build-test-app.ts';

// The CapabilityStatement is what an integrator builds on: all that it names is served, and what it does not name is refused in FHIR's words.

interface Claimed {
  readonly type: string;
  readonly interaction: readonly { code: string }[];
  readonly searchParam?: readonly { name: string; type: string }[];
  readonly operation?: readonly { name: string }[];
}
const t = await useTestApp();
const make = new AccessFixtures(t);
const scopes = ['system/DocumentReference.crus', 'system/Claim.rs', 'system/Subscription.crds', 'system/Binary.c'];
let authorization: string;
let claimed: readonly Claimed[];
const id = randomUUID();

const ask = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string) =>
  t.app.inject({
    method,
    url: `/fhir/${path}`,
    headers: { authorization, ...(method === 'GET' ? {} : { 'content-type': 'application/fhir+json' }) },
    ...(method === 'GET' ? {} : { payload: '{}' }),
  });
beforeAll(async () => {
  const client = await make.apiClient('own', scopes);
  const asked = { grant_type: 'client_credentials', client_id: client.id, client_secret: client.secret };
  const { access_token } = (await t.as(null, 'POST', '/oauth/token', asked)).json<{ access_token: string }>();
  authorization = `Bearer ${access_token}`;
  claimed = (await ask('GET', 'metadata')).json<{ rest: [{ resource: Claimed[] }] }>().rest[0].resource;
});

/** How each interaction of FHIR is asked for. */
const interactions = {
  read: ['GET', (type: string) => `${type}/${id}`],
  vread: ['GET', (type: string) => `${type}/${id}/_history/1`],
  'history-instance': ['GET', (type: string) => `${type}/${id}/_history`],
  'history-type': ['GET', (type: string) => `${type}/_history`],
  update: ['PUT', (type: string) => `${type}/${id}`],
  patch: ['PATCH', (type: string) => `${type}/${id}`],
  delete: ['DELETE', (type: string) => `${type}/${id}`],
  create: ['POST', (type: string) => type],
  'search-type': ['GET', (type: string) => type],
} as const;

/** What an interaction that is served answers here, where nothing is under that id, and an empty body is none. */
const answers: Readonly<Record<string, number>> = { read: 404, delete: 404, create: 422, 'search-type': 200 };
const cells = Object.entries(interactions);

test('L: each interaction that is named is served, and each other one is refused in an OperationOutcome', async () => {
  const wrong: string[] = [];
  for (const { type, interaction } of claimed) {
    for (const [code, [method, path]] of cells) {
      const named = interaction.some((one) => one.code === code);
      const answer = await ask(method, path(type));
      const { resourceType } = answer.json<{ resourceType: string }>();
      const right = named
        ? answer.statusCode === answers[code]
        : [404, 405, 422].includes(answer.statusCode) && resourceType === 'OperationOutcome';
      if (!right) wrong.push(`${type} ${code}, ${named ? 'named' : 'not named'}: ${answer.statusCode} ${resourceType}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(claimed.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['DocumentReference', 'Binary', 'Claim', 'Subscription']),
  );
});

test('L: each search parameter that is named is taken, with _count and _format beside it; every other one is refused, never passed over', async () => {
  const values: Record<string, string> = { date: 'ge2026-01-01', uri: 'https://example.org', token: 'current' };
  for (const { type, searchParam = [] } of claimed) {
    for (const { name, type: kind } of searchParam) {
      const value = type === 'Subscription' && name === 'status' ? 'active' : values[kind]!;
      const found = await ask('GET', `${type}?${name}=${encodeURIComponent(value)}&_count=1&_format=json`);
      expect([type, name, found.statusCode, found.json<{ type: string }>().type]).toEqual([type, name, 200, 'searchset']);
    }
    if (searchParam.length === 0) continue;
    for (const unknown of [
      '_since=2026-01-01',
      '_summary=true',
      '_include=x',
      '_sort=date',
      '_format=xml',
      'patient=1',
      '_count=0',
    ]) {
      const refused = await ask('GET', `${type}?${unknown}`);
      expect([type, unknown, refused.statusCode]).toEqual([type, unknown, 422]);
      expect(refused.json()).toMatchObject({ resourceType: 'OperationOutcome' });
    }
  }
});

test('L: of operations only the status of a subscription is named; $events, and $status of the type, are refused', async () => {
  expect(claimed.flatMap(({ type, operation = [] }) => operation.map(({ name }) => `${type}/${name}`))).toEqual([
    'Subscription/$status',
  ]);
  for (const path of [
    `Subscription/${id}/$status`,
    `Subscription/${id}/$events`,
    'Subscription/$status',
    'DocumentReference/$docref',
    'Claim/$submit',
  ]) {
    const answer = await ask('GET', path);
    expect([404, 422]).toContain(answer.statusCode);
    expect(answer.json()).toMatchObject({ resourceType: 'OperationOutcome' });
  }
});

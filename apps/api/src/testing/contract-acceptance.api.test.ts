import { randomUUID } from 'node:crypto';
import type { Endpoint } from '@incisive/contract/endpoint';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { AccessFixtures } from './access-fixtures.ts';
import { useTestApp } from './build-test-app.ts';
import { type Listed, endpoints, personal } from './contract-cells.ts';
import { ContractRequests } from './contract-requests.ts';
import { seed } from './fuzz/seed.ts';

// The other side of refusing: what the contract allows is taken, what was made can be read, what was deleted is gone, and a request
// without a header that it needs is refused.

const t = await useTestApp();
const make = new AccessFixtures(t);
const requests = new ContractRequests(t, make);
const root = await make.caller('SuperAdmin');

const one = (id: string): Listed => endpoints.find((listed) => listed.id === id)!;
const sample = (listed: Listed) => requests.sample(listed, { role: 'SuperAdmin', place: 'own', caller: root });
const send = (method: Endpoint['method'], url: string, payload?: object, bearer = root.bearer) =>
  t.app.inject({ method, url, headers: bearer, ...(payload === undefined ? {} : { payload }) });

type Json = Record<string, unknown>;
const ordinary = [
  '1',
  '2',
  '10',
  '20',
  '25',
  '50',
  '100',
  'true',
  'clinic',
  '47562',
  'a b',
  '%',
  "O'Hara",
  '2026-11-21',
  '9999-12-31',
  'UTC',
  'Asia/Tokyo',
];

/** Each parameter of the query with each value of its list, or with ordinary words. */
function queriesOf(endpoint: Endpoint): [string, string][] {
  const json = z.toJSONSchema(endpoint.query!, { io: 'input', unrepresentable: 'any' }) as Json;
  return Object.entries((json['properties'] ?? {}) as Record<string, Json>)
    .filter(([name]) => name !== 'cursor')
    .flatMap(([name, property]) =>
      [...((property['enum'] as string[] | undefined) ?? []), ...ordinary, t.tenants[0]].map((value): [string, string] => [
        name,
        value,
      ]),
    );
}

describe('FUZ-07 what the contract allows is taken', () => {
  test.each(endpoints.filter(({ endpoint }) => endpoint.query))('$id: every ordering, size, date and filter', async (listed) => {
    const request = await sample(listed);
    const refused: string[] = [];
    for (const [name, value] of queriesOf(listed.endpoint)) {
      if (!listed.endpoint.query!.safeParse({ [name]: value }).success) continue;
      const answer = await send(
        request.method,
        `${request.url}?${new URLSearchParams({ [name]: value }).toString()}`,
        request.payload,
      );
      if (answer.statusCode !== (listed.endpoint.status ?? 200))
        refused.push(`${name}=${value}: ${String(answer.statusCode)} ${answer.body.slice(0, 120)}`);
    }
    expect(refused).toEqual([]);
  });

  const texts: readonly (readonly [string, string])[] = [
    ['opNotes.create', 'text'],
    ['edNotes.create', 'text'],
    ['opNotes.update', 'text'],
    ['opNotes.putDraft', 'text'],
    ['cptCodes.create', 'description'],
    ['tenants.create', 'name'],
    ['feedbacks.create', 'message'],
    ['contacts.create', 'message'],
    ['contacts.create', 'company_name'],
    ['auth.update', 'specialty'],
    ['auth.update', 'first_name'],
  ];
  test.each(texts)('%s: any text as %s', async (id, field) => {
    const listed = one(id);
    const unit = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.string({ unit: 'grapheme', minLength: 2, maxLength: 30 }),
    );
    const odd = fc.constantFrom(
      'two\u0000 words',
      'lone \ud800 half',
      '\ufeffmark',
      'a\r\nb\tc',
      '\u202eback',
      "Robert'); drop table",
      '<b>x</b>',
      '%_\\',
    );
    await fc.assert(
      fc.asyncProperty(fc.oneof(unit, odd), async (text) => {
        const request = await sample(listed);
        // A name is taken once.
        const payload = {
          ...(request.payload as Json),
          [field]: id === 'tenants.create' ? `${text}${randomUUID().slice(0, 8)}` : text,
        };
        if (!listed.endpoint.body!.safeParse(payload).success) return;
        const answer = await send(request.method, request.url, payload);
        expect([answer.statusCode, answer.body.slice(0, 300)]).toEqual([listed.endpoint.status ?? 200, expect.any(String)]);
      }),
      { seed, numRuns: 25, examples: [['two\u0000 words'], ['lone \ud800 half']] },
    );
  });
});

describe('FUZ-09 what was deleted is gone', () => {
  /** How an object of each group is deleted, by the group's own calls. */
  const deletions: Readonly<Record<string, (id: string) => ReturnType<typeof send>>> = {
    opNotes: (id) => send('DELETE', `/api/v1/op-notes/${id}/`),
    edNotes: (id) => send('DELETE', `/api/v1/ed-notes/${id}/`),
    tenants: (id) => send('DELETE', `/api/v1/tenants/${id}/`),
    feedbacks: (id) => send('POST', '/api/v1/feedbacks/delete/', { feedbacks: [id] }),
    accounts: (id) => send('POST', '/auth/delete/', { users: [id] }),
  };
  const fresh: Readonly<Record<string, () => Promise<string>>> = {
    opNotes: () => make.note('op', 'own'),
    edNotes: () => make.note('ed', 'own'),
    tenants: () => make.emptyTenant(),
    feedbacks: () => make.feedback('own'),
    accounts: async () => (await make.user('DataEntry', t.tenants[0])).id,
  };

  test.each(Object.keys(deletions))('%s: every call on it answers 404', async (group) => {
    const gone = await fresh[group]!();
    expect((await deletions[group]!(gone)).statusCode).toBeLessThan(300);
    const answers: Record<string, number> = {};
    for (const listed of endpoints.filter((each) => each.group === group && !personal.has(each.id))) {
      // Coders alone code.
      const caller = listed.id === 'opNotes.code' ? await make.caller('Coder') : root;
      const request = await requests.sample(listed, { role: caller.actor.role, place: 'own', caller });
      const id = String(request.prepared.params['id']?.());
      const url = request.url.replace(id, gone);
      const body = request.payload === undefined ? '' : JSON.stringify(request.payload);
      if (url === request.url && !body.includes(id)) continue;
      const payload = body === '' ? undefined : (JSON.parse(body.replaceAll(id, gone)) as object);
      answers[listed.id] = (await send(request.method, url, payload, caller.bearer)).statusCode;
    }
    expect(Object.keys(answers).length).toBeGreaterThan(1);
    expect(answers).toEqual(Object.fromEntries(Object.keys(answers).map((id) => [id, 404])));
  });

  test('the bearer and the refresh token of a deleted user answer 401', async () => {
    const leaver = await make.caller('Approver');
    await send('POST', '/auth/delete/', { users: [leaver.actor.userId] });
    expect((await send('GET', '/api/v1/accounts/profile/', undefined, leaver.bearer)).statusCode).toBe(401);
    expect((await send('POST', '/auth/refresh/', { refresh_token: leaver.refreshToken }, {})).statusCode).toBe(401);
  });

  test('a deleted code stays readable, retired, and can no longer be put on a note', async () => {
    const { id, code } = await make.catalogueCode();
    await send('POST', '/api/v1/cpt-codes/delete/', { codes: [code] });
    expect((await send('GET', `/api/v1/cpt-codes/${id}/`)).json()).toMatchObject({ code, retired: true });
    const note = await make.note('op', 'own');
    expect((await send('POST', `/api/v1/op-notes/${note}/cpt-codes-assigned/`, { cpt_codes: [code] })).statusCode).toBe(422);
  });
});

describe('FUZ-10 what was made can be read at once', () => {
  const idOf = (answer: { json: () => unknown }): string => {
    const body = answer.json() as { id?: string; data?: { id: string } };
    return body.id ?? body.data!.id;
  };
  const readers: Readonly<Record<string, (id: string) => string>> = {
    'opNotes.create': (id) => `/api/v1/op-notes/${id}/`,
    'opNotes.upload': (id) => `/api/v1/op-notes/${id}/`,
    'edNotes.create': (id) => `/api/v1/ed-notes/${id}/`,
    'edNotes.upload': (id) => `/api/v1/ed-notes/${id}/`,
    'tenants.create': (id) => `/api/v1/tenants/${id}/`,
    'cptCodes.create': (id) => `/api/v1/cpt-codes/${id}/`,
    'auth.signUp': (id) => `/api/v1/accounts/${id}/`,
    'feedbacks.create': () => '/api/v1/feedbacks/',
    'fhir.createDocument': (id) => `/fhir/DocumentReference/${id}`,
    'integrations.createClient': () => '/api/v1/integrations/',
    'ssoConnections.create': () => '/api/v1/integrations/single-sign-on/',
    'hl7Channels.create': () => '/api/v1/integrations/hl7-channels/',
    'webhooks.create': () => '/api/v1/integrations/webhooks/',
    'subscriptions.create': (id) => `/fhir/Subscription/${id}`,
    'queries.send': (id) => `/api/v1/queries/${id}/`,
    'reviews.draw': (id) => `/api/v1/reviews/draws/${id}/`,
    'billing.makeFile': () => '/api/v1/billing/files/',
    'queue.addQueue': () => '/api/v1/queue/queues/',
  };
  /** Made, but not to be read by an id of its own: a code that is shown once. */
  const unread = new Set(['tenants.invite', 'fhir.createBinary']);

  test('every endpoint that answers 201 is looked at', () => {
    const making = endpoints.filter(({ endpoint, id }) => endpoint.status === 201 && !unread.has(id)).map(({ id }) => id);
    expect(making.toSorted()).toEqual(Object.keys(readers).toSorted());
  });

  test.each(Object.keys(readers))('%s', async (id) => {
    const { method, url, headers, payload } = await sample(one(id));
    const made = await t.app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
    expect(made.statusCode).toBe(201);
    const read = await send('GET', readers[id]!(idOf(made)));
    expect(read.statusCode).toBe(200);
    expect(read.body).toContain(idOf(made));
  });
});

describe('FUZ-12 a header that is needed and missing is named by the answer', () => {
  const bodies = endpoints.filter(
    ({ endpoint }) => (endpoint.body && !endpoint.body.safeParse(undefined).success) || endpoint.upload,
  );
  test.each(bodies)('$id without Content-Type: 415', async (listed) => {
    const { method, url, headers, payload } = await sample(listed);
    const { 'content-type': _type, ...rest } = headers;
    const bytes = Buffer.isBuffer(payload) ? payload : Buffer.from(JSON.stringify(payload));
    expect((await t.app.inject({ method, url, headers: rest, payload: bytes })).statusCode).toBe(415);
  });

  test.each(endpoints.filter(({ endpoint }) => endpoint.permission !== 'public'))(
    '$id without Authorization: 401',
    async (listed) => {
      const { method, url, headers, payload } = await sample(listed);
      const { authorization: _bearer, ...rest } = headers;
      const answer = await t.app.inject({ method, url, headers: rest, ...(payload === undefined ? {} : { payload }) });
      expect([answer.statusCode, answer.headers['www-authenticate']]).toEqual([401, 'Bearer']);
    },
  );
});

import { once } from 'node:events';
import { type ClientRequest, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { api } from '@incisive/contract';
import type { Endpoint } from '@incisive/contract/endpoint';
import { codeOfProblem } from '@incisive/contract/errors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withSystem } from '../../db/tenant.ts';
import { type TestApp, buildTestApp } from '../../testing/build-test-app.ts';
import { refuseCostlyShape } from './json-body.ts';

let t: TestApp;
let limited: TestApp;
const portOf = (app: TestApp): number => (app.app.server.address() as AddressInfo).port;
beforeAll(async () => {
  t = await buildTestApp();
  limited = await buildTestApp({ RATE_LIMIT: 'on', RATE_SIGN_IN: '1', RATE_GENERAL: '1' });
  for (const one of [t, limited]) await one.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await t.close();
  await limited.close();
});

const megabytes = 1024 * 1024;
const note = '/api/v1/op-notes/';

type Refusal = { type: string } | { resourceType: 'OperationOutcome'; issue: { code: string }[] };
/** A FHIR endpoint tells its refusals in FHIR's words. */
const codeOf = (refusal: Refusal): string | undefined =>
  'resourceType' in refusal ? refusal.issue[0]?.code : codeOfProblem(refusal);

/** The status of an answer that comes although no byte of the announced body was ever sent. */
async function beforeTheBody(
  app: TestApp,
  asked: { method: string; path: string; bearer?: string | undefined; type?: string; bytes?: number },
): Promise<{ status: number; code: string | undefined }> {
  const request: ClientRequest = httpRequest({
    port: portOf(app),
    host: '127.0.0.1',
    method: asked.method,
    path: asked.path,
    headers: {
      'content-type': asked.type ?? 'application/json',
      'content-length': String(asked.bytes ?? 1000),
      ...(asked.bearer ? { authorization: `Bearer ${asked.bearer}` } : {}),
    },
  });
  try {
    request.flushHeaders();
    const [response] = (await once(request, 'response')) as [NodeJS.ReadableStream & { statusCode: number }];
    let text = '';
    for await (const chunk of response) text += String(chunk);
    return { status: response.statusCode, code: codeOf(JSON.parse(text) as Refusal) };
  } finally {
    request.destroy();
  }
}

const withBody = Object.entries(api)
  .flatMap(([group, endpoints]) =>
    Object.entries(endpoints as Record<string, Endpoint>).map(([name, endpoint]) => ({ name: `${group}.${name}`, endpoint })),
  )
  .filter(({ endpoint }) => endpoint.method !== 'GET' && endpoint.permission !== 'public');

describe('S2: nothing of a body is read before it is known whose it is', () => {
  it.each(withBody)('S2: $name answers nobody before the body', async ({ endpoint }) => {
    const path = endpoint.path.replaceAll(/:\w+/g, '00000000-0000-4000-8000-000000000001');
    for (const type of ['application/json', 'multipart/form-data; boundary=x'])
      expect(await beforeTheBody(t, { method: endpoint.method, path, type })).toEqual({
        status: 401,
        code: endpoint.dialect === 'fhir' ? 'login' : 'unauthenticated',
      });
  });

  it('S2: an address or a method that there is not', async () => {
    expect((await beforeTheBody(t, { method: 'POST', path: '/api/v1/nowhere/' })).status).toBe(404);
    expect((await beforeTheBody(t, { method: 'PUT', path: '/auth/login/' })).status).toBe(405);
  });

  it('S2: beyond the rate, also where anybody may call', async () => {
    const bearer = (await limited.tokens('approver')).access_token;
    await limited.as(null, 'POST', '/auth/login/', { username: 'nobody', password: 'nothing' });
    expect((await beforeTheBody(limited, { method: 'POST', path: '/auth/login/' })).status).toBe(429);
    await limited.app.inject({ method: 'GET', url: '/api/v1/accounts/profile/', headers: { authorization: `Bearer ${bearer}` } });
    expect((await beforeTheBody(limited, { method: 'POST', path: note, bearer })).status).toBe(429);
  });

  it('S2: a large body, when the session has ended or may not call', async () => {
    const large = 10 * megabytes;
    const barred = (await t.tokens('dataentry2')).access_token;
    await withSystem(t.database, (tx) =>
      tx.updateTable('app.users').set({ agreement_at: null }).where('username', '=', 'dataentry2').execute(),
    );
    const answer = await beforeTheBody(t, { method: 'POST', path: note, bearer: barred, bytes: large });
    expect(answer).toEqual({ status: 403, code: 'agreement-required' });
    const ended = (await t.tokens('approver')).access_token;
    await t.app.inject({ method: 'POST', url: '/auth/logout/', headers: { authorization: `Bearer ${ended}` } });
    expect((await beforeTheBody(t, { method: 'POST', path: note, bearer: ended, bytes: large })).status).toBe(401);
  });

  it('S2: only a note’s text may be large', async () => {
    const bearer = (await t.tokens('superadmin')).access_token;
    for (const { endpoint } of withBody.filter(({ endpoint }) => !endpoint.large && !endpoint.upload)) {
      const path = endpoint.path.replaceAll(/:\w+/g, '00000000-0000-4000-8000-000000000001');
      const answer = await beforeTheBody(t, { method: endpoint.method, path, bearer, bytes: megabytes });
      expect([path, answer.status]).toEqual([path, 413]);
    }
  });
});

describe('S2: JSON of a costly shape is refused before it is parsed', () => {
  it.each([
    ['deep lists', '['.repeat(3 * megabytes)],
    ['deep objects', '{"a":'.repeat(megabytes)],
    ['many values', `{"text":"x","more":[${'1,'.repeat(megabytes)}1]}`],
    ['many lists', `[${'[],'.repeat(megabytes)}[]]`],
  ])('S2: %s', async (_name, payload) => {
    const answer = await t.as('approver', 'POST', note, payload, { 'content-type': 'application/json' });
    expect(answer.statusCode).toBe(400);
    expect(answer.json<{ detail: string }>().detail).toMatch(/at most 16 levels and 20,000 values/);
  });

  it('S2: a text may hold any number of brackets, commas, quotes and backslashes', async () => {
    const text = `PROCEDURE: ${'[{,"\\'.repeat(30_000)}`;
    const made = await t.as('approver', 'POST', note, { text });
    expect(made.statusCode).toBe(201);
    expect(() => refuseCostlyShape(JSON.stringify({ text: '\\'.repeat(5), more: '"'.repeat(5) }))).not.toThrow();
  });
});

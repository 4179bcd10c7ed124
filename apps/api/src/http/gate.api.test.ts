import { api } from '@incisive/contract';
import type { Endpoint } from '@incisive/contract/endpoint';
import { codeOfProblem } from '@incisive/contract/errors';
import { expect, test } from 'vitest';
import { withSystem } from '../db/tenant.ts';
import { useTestApp } from '../testing/build-test-app.ts';

const t = await useTestApp();

test('ASV-04 ASV-17 ASV-18 ASV-19 ASV-20 ASV-24 every answer carries the security headers, errors too', async () => {
  for (const url of ['/api/v1/op-notes/', '/api/v1/nowhere/', '/healthz']) {
    const { headers } = await t.as(null, 'GET', url);
    expect(String(headers['content-security-policy'])).toMatch(
      /default-src 'self'.*object-src 'none'.*base-uri 'none'.*frame-ancestors 'none'/,
    );
    expect(String(headers['content-security-policy'])).not.toMatch(/script-src[^;]*unsafe/);
    expect(headers['content-type']).toMatch(/; charset=utf-8$/);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['referrer-policy']).toBe('no-referrer');
    // S13: nothing of the device is asked for.
    expect(String(headers['permissions-policy'])).toMatch(/camera=\(\).*geolocation=\(\).*microphone=\(\)/);
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  }
});

test('ASV-81 API answers are never cached', async () => {
  expect((await t.as('approver', 'GET', '/api/v1/op-notes/')).headers['cache-control']).toBe('no-store');
  expect((await t.as(null, 'POST', '/auth/login/', { username: 'x', password: 'y' })).headers['cache-control']).toBe('no-store');
});

test('ASV-74 an error is a problem with a code and a request id, without stack, SQL or path', async () => {
  const answer = await t.as('approver', 'GET', '/api/v1/op-notes/?ordering=text;drop');
  expect(answer.statusCode).toBe(422);
  expect(answer.headers['content-type']).toContain('application/problem+json');
  const problem = answer.json<{ type: string; errors: { path: string; message: string }[]; request_id: string }>();
  expect(codeOfProblem(problem)).toBe('validation');
  expect(problem.errors).toEqual([{ path: 'ordering', message: 'Unknown ordering' }]);
  expect(problem.request_id).toBe(answer.headers['x-request-id']);
  expect(answer.body).not.toMatch(/select|\.ts|node_modules/i);
});

test('ASV-12 a repeated or unknown parameter is refused', async () => {
  expect((await t.as('approver', 'GET', '/api/v1/op-notes/?page=1&page=2')).statusCode).toBe(422);
  expect((await t.as('approver', 'GET', '/api/v1/op-notes/?nonsense=1')).statusCode).toBe(422);
  expect((await t.as('approver', 'GET', '/api/v1/accounts/profile/?x=1')).statusCode).toBe(422);
});

test('ASV-06 a body that reaches for the prototype is refused', async () => {
  const bearer = (await t.tokens('approver')).access_token;
  for (const payload of [
    '{"text":"a note","__proto__":{"admin":true}}',
    '{"text":"a note","constructor":{"prototype":{"admin":true}}}',
    '{not json',
  ]) {
    const answer = await t.app.inject({
      method: 'POST',
      url: '/api/v1/op-notes/',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      payload,
    });
    expect(answer.statusCode).toBe(400);
  }
  expect(({} as { admin?: boolean }).admin).toBeUndefined();
});

test('ASV-21 where JSON is expected, forms and text are refused', async () => {
  const bearer = (await t.tokens('approver')).access_token;
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
    const answer = await t.app.inject({
      method: 'POST',
      url: '/api/v1/op-notes/',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': type },
      payload: 'text=a+note',
    });
    expect(answer.statusCode).toBe(415);
  }
});

test('FUZ-11 a known address with another method is 405 and names what it takes', async () => {
  const answer = await t.as('approver', 'PATCH', '/api/v1/op-notes/');
  expect(answer.statusCode).toBe(405);
  expect(String(answer.headers['allow']).split(', ').toSorted()).toEqual(['GET', 'POST']);
});

test('ASV-61 only an access token is a bearer', async () => {
  const tokens = await t.tokens('approver');
  const ask = (bearer: string) => t.app.inject({ url: '/api/v1/accounts/profile/', headers: { authorization: bearer } });
  expect((await ask(`Bearer ${tokens.access_token}`)).statusCode).toBe(200);
  const [header, payload, signature] = tokens.access_token.split('.') as [string, string, string];
  const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'at+jwt' })).toString('base64url');
  const other = Buffer.from(
    JSON.stringify({ ...(JSON.parse(Buffer.from(payload, 'base64url').toString()) as object), sub: t.users['superadmin']!.id }),
  ).toString('base64url');
  for (const bearer of [
    tokens.id_token,
    tokens.refresh_token,
    `${none}.${payload}.`,
    `${header}.${other}.${signature}`,
    '',
    'x.y.z',
  ]) {
    expect((await ask(`Bearer ${bearer}`)).statusCode).toBe(401);
  }
  expect((await ask('')).statusCode).toBe(401);
});

test('HIP-06 a read leaves one audit row with ids alone, a refusal leaves one too', async () => {
  const made = await t.as('approver', 'POST', '/api/v1/op-notes/', { text: 'PROCEDURE: marker-of-the-audit-test' });
  const { id } = made.json<{ id: string }>();
  const read = await t.as('approver', 'GET', `/api/v1/op-notes/${id}/`);
  const refused = await t.as('approver2', 'GET', `/api/v1/op-notes/${id}/`);
  const rows = await withSystem(t.database, (tx) =>
    tx
      .selectFrom('app.audit_log')
      .selectAll()
      .where(
        'request_id',
        'in',
        [read, refused].map((answer) => String(answer.headers['x-request-id'])),
      )
      .orderBy('id')
      .execute(),
  );
  expect(rows.map((row) => [row.type, row.outcome, row.who])).toEqual([
    ['note_read', 'success', 'approver'],
    ['authz_fail', 'refused', 'approver2'],
  ]);
  expect(rows[0]?.entity).toEqual([`note:${id}`]);
  const all = await withSystem(t.database, (tx) => tx.selectFrom('app.audit_log').selectAll().execute());
  expect(JSON.stringify(all)).not.toContain('marker-of-the-audit-test');
});

test('the OpenAPI document describes every endpoint of the contract', async () => {
  const answer = await t.as(null, 'GET', '/api/openapi.json');
  const document = answer.json<{ openapi: string; paths: Record<string, Record<string, { operationId: string }>> }>();
  expect(document.openapi).toBe('3.1.0');
  const described = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map((operation) => operation.operationId),
  );
  const declared = Object.entries(api as Record<string, Record<string, Endpoint>>).flatMap(([group, endpoints]) =>
    Object.keys(endpoints).map((name) => `${group}.${name}`),
  );
  expect(described.toSorted()).toEqual(declared.toSorted());
  expect((await t.as(null, 'GET', '/api/docs')).headers['content-type']).toContain('text/html');
});

test('OPS-01 health answers without a token and says nothing about the installation', async () => {
  for (const url of ['/healthz', '/livez', '/readyz']) {
    const answer = await t.app.inject({ url, remoteAddress: '203.0.113.9' });
    expect(answer.statusCode).toBe(200);
    expect(Object.keys(answer.json<object>())).toEqual(['status']);
    const byProxy = await t.as(null, 'GET', url, undefined, { 'x-forwarded-for': '203.0.113.9' });
    expect(Object.keys(byProxy.json<object>())).toEqual(['status']);
  }
  expect((await t.as(null, 'GET', '/readyz')).json()).toEqual({
    status: 'ready',
    checks: { database: true, disk: true, accepting: true },
    backup: { newest_age_seconds: null, tried_age_seconds: null, failing: false },
  });
});

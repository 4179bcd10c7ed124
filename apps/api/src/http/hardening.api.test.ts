import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, type Socket, connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { promisify } from 'node:util';
import Fastify, { type FastifyInstance } from 'fastify';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, newServer, serverOptions } from '../app.ts';
import { type TestApp, buildTestApp, testConfig, testPassword } from '../testing/build-test-app.ts';
import { renderPublicPages } from './files/public-pages.ts';
import { fileParts, multipart } from '../testing/multipart.ts';

let t: TestApp;
const open: FastifyInstance[] = [];
beforeAll(async () => {
  t = await buildTestApp();
});
afterAll(async () => {
  for (const app of open) await app.close();
  await t.close();
});

/** Another server over the same parts, set up otherwise. */
async function serverWith(env: Record<string, string>, folder?: string): Promise<FastifyInstance> {
  const config = testConfig(env);
  const app = newServer(config);
  open.push(app);
  await buildApp(
    app,
    { ...t.deps, config },
    folder === undefined
      ? {}
      : { web: { folder, pages: await renderPublicPages(folder, config, { demo: false, idle_minutes: 15 }) } },
  );
  await app.ready();
  return app;
}

describe('HIP-11 ASV-15 where the public address is https', () => {
  const publicUrl = 'https://notes.example.org';
  const at = (url: string, host: string, headers: Record<string, string> = {}) => ({ url, headers: { host, ...headers } });

  test('plain HTTP is refused to calls and leads pages to the public address; health and the machine itself are answered', async () => {
    const app = await serverWith({ PUBLIC_URL: publicUrl });
    const call = await app.inject(at('/api/v1/installation/', 'notes.example.org'));
    expect([call.statusCode, call.json<{ type: string }>().type]).toEqual([421, 'urn:incisive:error:misdirected-request']);
    expect((await app.inject({ ...at('/auth/login/', 'notes.example.org'), method: 'POST', payload: {} })).statusCode).toBe(421);
    const page = await app.inject(at('/opnotes?page=2', 'notes.example.org'));
    expect([page.statusCode, page.headers['location']]).toEqual([308, `${publicUrl}/opnotes?page=2`]);
    expect((await app.inject(at('//evil.example/', 'notes.example.org'))).headers['location']).toMatch(
      /^https:\/\/notes\.example\.org\//,
    );
    for (const host of ['localhost:3000', '127.0.0.1', '[::1]:3000'])
      expect((await app.inject(at('/api/v1/installation/', host))).statusCode).toBe(200);
    expect((await app.inject(at('/healthz', '10.0.0.7'))).statusCode).toBe(200);
  });

  test('S13: a host that only begins like this machine is not this machine, and neither is a far one that says so', async () => {
    const app = await serverWith({ PUBLIC_URL: publicUrl });
    for (const host of ['127.evil.example', '127.0.0.1.evil.example', 'localhost.evil.example', '127.1'])
      expect((await app.inject(at('/api/v1/installation/', host))).statusCode).toBe(421);
    const far = await app.inject({ ...at('/api/v1/installation/', 'localhost'), remoteAddress: '203.0.113.7' });
    expect(far.statusCode).toBe(421);
  });

  test('ASV-25 what a proxy says counts only where that proxy is trusted', async () => {
    const said = { 'x-forwarded-proto': 'https' };
    const stranger = await serverWith({ PUBLIC_URL: publicUrl });
    expect((await stranger.inject(at('/api/v1/installation/', 'notes.example.org', said))).statusCode).toBe(421);
    const behind = await serverWith({ PUBLIC_URL: publicUrl, TRUST_PROXY: '127.0.0.1' });
    const answer = await behind.inject(at('/api/v1/installation/', 'notes.example.org', said));
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
  });
});

test('ASV-16 no other origin is let in', async () => {
  const { headers } = await t.app.inject({
    method: 'OPTIONS',
    url: '/api/v1/op-notes/',
    headers: { origin: 'https://evil.example', 'access-control-request-method': 'GET' },
  });
  expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
});

test('ASV-75 when the session cannot be looked up, nobody passes', async () => {
  const { access_token } = await t.tokens('approver');
  const root = new pg.Client(t.admin);
  await root.connect();
  await root.query('alter function app.open_session(uuid, boolean) rename to open_session_away');
  try {
    for (const url of ['/api/v1/op-notes/', '/api/v1/accounts/profile/', '/api/v1/op-notes/drafts/new/']) {
      const answer = await t.app.inject({ url, headers: { authorization: `Bearer ${access_token}` } });
      expect(answer.statusCode).toBeGreaterThanOrEqual(500);
      expect(Object.keys(answer.json<object>()).toSorted()).toEqual([
        'detail',
        'general',
        'request_id',
        'status',
        'title',
        'type',
      ]);
    }
  } finally {
    await root.query('alter function app.open_session_away(uuid, boolean) rename to open_session');
    await root.end();
  }
});

test('ASV-23 what is downloaded is an attachment of its exact type, in which nothing runs', async () => {
  const { id } = (await t.as('approver', 'POST', '/api/v1/op-notes/', { text: 'PROCEDURE: Appendectomy.' })).json<{
    id: string;
  }>();
  const order = await t.as('approver', 'POST', '/api/v1/op-notes/exports/', { op_notes: [id] });
  await t.deps.jobs.runPending();
  const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
  const { export_id } = order.json<{ export_id: string }>();
  for (const [as, method, url, type, body] of [
    ['approver', 'GET', `/api/v1/op-notes/${id}/download/`, word, undefined],
    ['approver', 'POST', '/api/v1/op-notes/download/', 'application/zip', { op_notes: [id] }],
    ['approver', 'GET', `/api/v1/exports/${export_id}/download/`, 'application/zip', undefined],
    ['admin', 'GET', '/api/v1/audit/csv/', 'text/csv; charset=utf-8', undefined],
  ] as const) {
    const { headers, statusCode } = await t.as(as, method, url, body);
    expect([url, statusCode, headers['content-type']]).toEqual([url, 200, type]);
    expect(headers['content-disposition']).toMatch(/^attachment; filename="[\w.-]+"/);
    expect(headers['content-security-policy']).toBe("sandbox; default-src 'none'");
    expect(headers['x-content-type-options']).toBe('nosniff');
  }
});

test('REL-15 a request, its head, an idle connection and a connection’s requests have limits', async () => {
  const { server } = newServer(testConfig());
  expect(server.requestTimeout).toBe(60_000);
  expect(server.headersTimeout).toBeGreaterThan(0);
  expect(server.headersTimeout).toBeLessThanOrEqual(60_000);
  expect(server.keepAliveTimeout).toBe(10_000);
  expect(server.timeout).toBe(70_000);
  expect(server.maxRequestsPerSocket).toBe(1000);
});

describe('REL-15 connections that take their time', () => {
  const post = 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n';
  const get = 'GET / HTTP/1.1\r\nHost: localhost\r\n';
  let app: FastifyInstance;
  let sockets: Socket[];
  const listen = async (options: object): Promise<void> => {
    sockets = [];
    app = Fastify({ ...serverOptions(testConfig()), ...options });
    app.get('/', async () => 'answered');
    app.post('/', async () => 'answered');
    await app.listen({ port: 0, host: '127.0.0.1' });
  };
  const address = (): AddressInfo => app.server.address() as AddressInfo;
  /** Opens a connection, sends these bytes and no more; answers with the first line that comes back, once the server hung up. */
  const open = (...words: string[]): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connect(address().port, '127.0.0.1');
      sockets.push(socket);
      let heard = '';
      const end = (): void => resolve(heard.split('\r\n')[0]!);
      socket.on('data', (chunk) => (heard += chunk.toString()));
      socket.on('connect', () => words.forEach((word) => socket.write(word)));
      socket.on('close', end);
      socket.on('error', (error: NodeJS.ErrnoException) => (error.code === 'ECONNRESET' ? end() : reject(error)));
    });
  afterEach(async () => {
    for (const socket of sockets) socket.destroy();
    await app.close();
  });

  test('REL-15 hundreds that only hold a connection, or send their request by and by, keep nobody from an answer', async () => {
    await listen({});
    const kinds = [[], [get, 'X-Slow: a'], [post, '{']];
    for (let n = 0; n < 400; n += 1) void open(...kinds[n % kinds.length]!);
    await expect.poll(() => promisify(app.server.getConnections.bind(app.server))()).toBe(400);
    const answer = await fetch(`http://127.0.0.1:${address().port}/`, { headers: { connection: 'close' } });
    expect(await answer.text()).toBe('answered');
  });

  test('REL-15 who sends a head or a body too slowly is told so and cut off', async () => {
    // Half a second for a minute: what is tried is that the limits are kept, not how long they are.
    const http = { requireHostHeader: false, connectionsCheckingInterval: 50, headersTimeout: 500 };
    await listen({ http, requestTimeout: 500 });
    const heard = await Promise.all(
      Array.from({ length: 100 }, (_, n) => (n % 2 === 0 ? open(get, 'X-Slow: a') : open(post, '{'))),
    );
    expect(new Set(heard)).toEqual(new Set(['HTTP/1.1 408 Request Timeout']));
  });
});

test('ASV-76 the description of the API is not there when it is switched off', async () => {
  const app = await serverWith({ API_DOCS: 'off' });
  for (const url of ['/api/docs', '/api/openapi.json', '/metrics', '/debug', '/documentation'])
    expect((await app.inject({ url })).statusCode).toBe(404);
});

test('ASV-78 dotfiles, source maps and what lies beside the folder are not served', async () => {
  const beside = await mkdtemp(path.join(tmpdir(), 'incisive-web-'));
  const folder = path.join(beside, 'web');
  await mkdir(path.join(folder, '.git'), { recursive: true });
  for (const name of ['app.html', 'favicon.svg', '.env', '.git/config', '../secret.txt'])
    await writeFile(path.join(folder, name), 'planted');
  const app = await serverWith({}, folder);
  expect((await app.inject({ url: '/favicon.svg' })).body).toBe('planted');
  for (const url of [
    '/.env',
    '/.git/config',
    '/.git/',
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/assets/app.js.map',
  ]) {
    const answer = await app.inject({ url });
    expect([url, answer.statusCode >= 400 || answer.headers['content-type'] === 'text/html; charset=utf-8']).toEqual([url, true]);
  }
  await rm(beside, { recursive: true });
});

test('ASV-71 ASV-72 ASV-80 no password, token, note, file name, filter or control sequence reaches the log', async () => {
  const lines: string[] = [];
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(chunk.toString());
      done();
    },
  });
  // The product's own logging, written to a stream of the test.
  const options = serverOptions({ LOG_LEVEL: 'debug' });
  const app = Fastify({ ...options, logger: { ...(options.logger as object), stream } });
  open.push(app);
  await buildApp(app, { ...t.deps, log: app.log });
  const { access_token, refresh_token } = await t.tokens('approver');
  const as = { authorization: `Bearer ${access_token}` };
  const marker = 'Zygomaticmarker';
  const { body, headers } = multipart(fileParts(`${marker}.txt`, `PROCEDURE: ${marker}`));
  const calls = [
    { method: 'POST' as const, url: '/auth/login/', payload: { username: `${marker}`, password: `${marker} pass` } },
    { method: 'POST' as const, url: '/auth/login/', payload: { username: 'coder', password: testPassword } },
    { method: 'POST' as const, url: '/auth/refresh/', payload: { refresh_token } },
    { method: 'POST' as const, url: '/api/v1/op-notes/', headers: as, payload: { text: `PROCEDURE: ${marker}` } },
    { method: 'PUT' as const, url: '/api/v1/op-notes/upload/', headers: { ...as, ...headers }, payload: body },
    { method: 'GET' as const, url: `/api/v1/op-notes/?text=${marker}`, headers: as },
    { method: 'GET' as const, url: `/api/v1/op-notes/?${marker}=1`, headers: as },
    { method: 'GET' as const, url: '/api/v1/op-notes/%0a%1b[31mforged/', headers: as },
    {
      method: 'POST' as const,
      url: '/api/v1/op-notes/',
      headers: { ...as, 'content-type': 'application/json' },
      payload: `{"${marker}`,
    },
  ];
  for (const call of calls) await app.inject(call);
  const log = lines.join('');
  expect(lines.length).toBeGreaterThanOrEqual(calls.length);
  for (const secret of [marker, access_token, refresh_token, testPassword, '\u001b', 'eyJ']) expect(log).not.toContain(secret);
  expect(lines.every((line) => line.endsWith('\n') && line.indexOf('\n') === line.length - 1)).toBe(true);
});

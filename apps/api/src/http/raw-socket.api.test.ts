import { type AddressInfo, connect } from 'node:net';
import { api } from '@incisive/contract';
import type { Endpoint } from '@incisive/contract/endpoint';
import { codeOfProblem } from '@incisive/contract/errors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withSystem } from '../db/tenant.ts';
import { type TestApp, buildTestApp } from '../testing/build-test-app.ts';

// What no HTTP client sends: bytes on the socket itself. The server answers with an error of its own or hangs up, and goes on.

let t: TestApp;
let port: number;
let bearer: string;
beforeAll(async () => {
  t = await buildTestApp();
  await t.app.listen({ port: 0, host: '127.0.0.1' });
  port = (t.app.server.address() as AddressInfo).port;
  bearer = (await t.tokens('approver')).access_token;
});
afterAll(() => t.close());

const hangingUp = 120_000;
const silence = 1000;

/** Sends the bytes, in pieces if asked, and gives all that comes back until the server hangs up, or is silent for so long. */
function exchange(patience: number, pieces: readonly (string | Buffer)[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let heard = '';
    const done = (): void => {
      socket.destroy();
      resolve(heard);
    };
    socket.setTimeout(patience, done);
    socket.on('data', (chunk) => (heard += chunk.toString('latin1')));
    socket.on('close', done);
    // A server that hangs up while it is written to is an answer too.
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' || error.code === 'EPIPE' ? done() : reject(error),
    );
    socket.on('connect', () => {
      for (const piece of pieces) socket.write(piece);
    });
  });
}

/** For what the server ends by hanging up, however long it takes. */
const talk = (...pieces: readonly (string | Buffer)[]): Promise<string> => exchange(hangingUp, pieces);
/** For what may be met with silence. */
const overhear = (...pieces: readonly (string | Buffer)[]): Promise<string> => exchange(silence, pieces);

const head = (...lines: string[]): string => `${lines.join('\r\n')}\r\n\r\n`;
const statuses = (heard: string): number[] => [...heard.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
const host = 'Host: localhost';

/** Requests that must be refused, or met with silence. */
const refused: Readonly<Record<string, string | Buffer>> = {
  'a verb that nobody knows': head('HACK / HTTP/1.1', host),
  'a verb in small letters': head('get /healthz HTTP/1.1', host),
  'no host': head('GET /healthz HTTP/1.1'),
  'two hosts': head('GET /healthz HTTP/1.1', host, 'Host: evil.example'),
  'another protocol': head('GET /healthz HTTP/9.9', host),
  'the preface of HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'a TLS greeting': Buffer.from('16030100a5010000a10303', 'hex'),
  'nothing but blank bytes': Buffer.alloc(4096),
  'a blank before the colon': head('GET /healthz HTTP/1.1', host, 'X-Odd : 1'),
  'a header without a colon': head('GET /healthz HTTP/1.1', host, 'nonsense'),
  'a folded header': head('GET /healthz HTTP/1.1', host, 'X-Odd: a', ' b'),
  'a NUL in a header': head('GET /healthz HTTP/1.1', host, 'X-Odd: a\u0000b'),
  'a bare carriage return': head('GET /healthz HTTP/1.1', host, 'X-Odd: a\rX-More: b'),
  'a header of 100 kB': head('GET /healthz HTTP/1.1', host, `X-Long: ${'x'.repeat(100_000)}`),
  'ten thousand headers': head('GET /healthz HTTP/1.1', host, ...Array.from({ length: 10_000 }, (_, at) => `X-${String(at)}: 1`)),
  'an address of 100 kB': head(`GET /${'x'.repeat(100_000)} HTTP/1.1`, host),
  'an address with a blank': head('GET /health z HTTP/1.1', host),
  'a length that is no number': head('POST /auth/login/ HTTP/1.1', host, 'Content-Length: ten'),
  'a negative length': head('POST /auth/login/ HTTP/1.1', host, 'Content-Length: -5'),
  'two lengths': head('POST /auth/login/ HTTP/1.1', host, 'Content-Length: 2', 'Content-Length: 7'),
  'chunks of no size': `${head('POST /auth/login/ HTTP/1.1', host, 'Content-Type: application/json', 'Transfer-Encoding: chunked')}zz\r\n{}\r\n0\r\n\r\n`,
  'a chunk larger than any': `${head('POST /auth/login/ HTTP/1.1', host, 'Content-Type: application/json', 'Transfer-Encoding: chunked')}ffffffffffffffffff\r\n`,
  'an encoding that nobody knows': head('POST /auth/login/ HTTP/1.1', host, 'Transfer-Encoding: xchunked'),
  'an encoding under chunks': head('POST /auth/login/ HTTP/1.1', host, 'Transfer-Encoding: chunked, identity'),
};

/** What is wrong with the answer to a request that must be refused; silence is none. */
function faultsOf(heard: string): string[] {
  const faults: string[] = [];
  const [status] = statuses(heard);
  const body = heard.slice(heard.indexOf('\r\n\r\n') + 4);
  if (heard === '') return [];
  if (status === undefined || status < 400 || (status >= 500 && status !== 501)) faults.push(`status ${String(status)}`);
  if (/\bat \S+ \(|node_modules|\.ts\b|HPE_|FST_/.test(heard)) faults.push('says how it is made');
  if (!/content-type: application\/problem\+json/i.test(heard)) return [...faults, 'is no problem'];
  const problem = JSON.parse(body) as { type: string; status: number; request_id: string };
  if (!codeOfProblem(problem) || problem.status !== status) faults.push(`problem ${problem.type} ${String(problem.status)}`);
  if (!heard.toLowerCase().includes(`x-request-id: ${problem.request_id}`)) faults.push('another request id');
  return faults;
}

test.each(Object.keys(refused))('FUZ-16 %s is refused as a problem, and the server goes on', async (name) => {
  const heard = await overhear(refused[name]!);
  expect(faultsOf(heard)).toEqual([]);
  expect(statuses(await talk(head('GET /healthz HTTP/1.1', host, 'Connection: close')))).toEqual([200]);
});

const notes = () =>
  withSystem(t.database, (tx) =>
    tx
      .selectFrom('app.notes')
      .select((eb) => eb.fn.countAll<string>().as('n'))
      .executeTakeFirstOrThrow(),
  );

test('ASV-26 a length beside chunks is refused and the connection ends: the second request in it is never run', async () => {
  const before = await notes();
  const body = '{"text":"PROCEDURE: smuggled"}';
  const smuggled = `${head('POST /api/v1/op-notes/ HTTP/1.1', host, `Authorization: Bearer ${bearer}`, 'Content-Type: application/json', `Content-Length: ${String(body.length)}`)}${body}`;
  for (const lines of [
    ['Content-Length: 6', 'Transfer-Encoding: chunked'],
    ['Transfer-Encoding: chunked', 'Content-Length: 6'],
    ['Content-Length: 6', 'Transfer-Encoding: \tchunked'],
    ['Content-Length: 6', 'Transfer-Encoding: chunked', 'Transfer-Encoding: identity'],
  ]) {
    const heard = await talk(
      `${head('POST /auth/logout/ HTTP/1.1', host, 'Content-Type: application/json', ...lines)}0\r\n\r\n${smuggled}`,
    );
    expect(statuses(heard)).toEqual([400]);
    expect(heard).toMatch(/connection: close/i);
  }
  expect(await notes()).toEqual(before);
});

test('FUZ-16 a body is as long as it says: what follows is the next request, what is missing is waited for', async () => {
  const ask = head('GET /healthz HTTP/1.1', host);
  const last = head('GET /healthz HTTP/1.1', host, 'Connection: close');
  expect(statuses(await talk(ask + ask + last))).toEqual([200, 200, 200]);
  const before = await notes();
  const cut = `${head('POST /api/v1/op-notes/ HTTP/1.1', host, `Authorization: Bearer ${bearer}`, 'Content-Type: application/json', 'Content-Length: 5000')}{"text":"PROCEDURE`;
  expect(statuses(await overhear(cut))).toEqual([]);
  expect(await notes()).toEqual(before);
});

test('ASV-77 TRACE and CONNECT are never served', async () => {
  const trace = await talk(head('TRACE /api/v1/op-notes/ HTTP/1.1', host, 'X-Secret: marker', 'Connection: close'));
  expect(statuses(trace)).toEqual([405]);
  expect(trace).not.toContain('marker');
  const tunnel = await overhear(head('CONNECT localhost:22 HTTP/1.1', host));
  expect(statuses(tunnel).filter((status) => status < 400)).toEqual([]);
});

test('ASV-22 no GET or HEAD of the contract changes anything, and dots in a path lead nowhere', async () => {
  const reading = Object.values(api as Record<string, Record<string, Endpoint>>)
    .flatMap((group) => Object.values(group))
    .filter(({ method }) => method === 'GET');
  expect(
    reading.filter(({ tx, audit }) => tx === 'write' || /_(create|update|delete|created|updated|deleted)d?$/.test(audit ?? '')),
  ).toEqual([]);
  for (const path of [
    '/api/v1/%2e%2e/%2e%2e/etc/passwd',
    '/../../etc/passwd',
    '/..%5c..%5cetc/passwd',
    '/api/v1/op-notes/..;/',
  ]) {
    const [status] = statuses(await talk(head(`GET ${path} HTTP/1.1`, host, 'Connection: close')));
    expect([400, 401, 404, 422]).toContain(status);
  }
});

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { buildApp, serverOptions } from '../../app.ts';
import { withSystem } from '../../db/tenant.ts';
import { type TestApp, buildTestApp, testConfig } from '../../testing/build-test-app.ts';
import { renderPublicPages } from '../files/public-pages.ts';

let t: TestApp;
let server: FastifyInstance;
let folder: string;
let log = '';
beforeAll(async () => {
  t = await buildTestApp();
  folder = await mkdtemp(path.join(tmpdir(), 'incisive-web-'));
  await mkdir(path.join(folder, 'assets'));
  await writeFile(path.join(folder, 'app.html'), '<title>the application</title>');
  const config = testConfig({ LOG_LEVEL: 'info' });
  const options = serverOptions(config);
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      log += String(chunk);
      done();
    },
  });
  server = Fastify({ ...options, logger: { ...(options.logger as object), stream } });
  const pages = await renderPublicPages(folder, config, { demo: false, idle_minutes: 15 });
  await buildApp(server, { ...t.deps, config }, { web: { folder, pages } });
  await server.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await server.close();
  await t.close();
  await rm(folder, { recursive: true, force: true });
});

/** The status of an address as it is, which no client would send. */
const statusOf = (address: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1');
    let heard = '';
    socket.on('data', (chunk) => (heard += chunk.toString('latin1')));
    socket.on('error', reject);
    socket.on('close', () => resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(heard)?.[1])));
    socket.write(`GET ${address} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
  });

describe('S12: input that nothing can be made of is refused, and is no failure of the server', () => {
  it.each(['///', '//', '//[', '//[::1', '/\\', '/\\\\evil.example', '//evil.example:99999/', '/?[', '/%5B', '//?x=1'])(
    'S12: the address %s',
    async (address) => {
      expect(await statusOf(address)).toBeLessThan(500);
    },
  );

  const cursor = (key: string, id = '00000000-0000-4000-8000-000000000001') =>
    Buffer.from(JSON.stringify([key, id])).toString('base64url');
  const list = (query: string) => t.as('superadmin', 'GET', `/api/v1/op-notes/?${query}`);

  it.each([
    '2024-02-31 00:00:00+00',
    '2023-02-29 10:00:00.123+00',
    '2024-01-01 24:00:00+00',
    '2024-01-01 00:60:00+00',
    '2024-01-01 00:00:00+99',
    '0000-01-01 00:00:00+00',
    '999999-01-01 00:00:00+00',
    '2024-01-01 00:00:00+00\nforged line',
    'infinity',
    '',
  ])('S12: a cursor of the time %j', async (key) => {
    for (const query of ['', '&text=colon', '&ordering=-updated_at'])
      expect((await list(`cursor=${cursor(key)}${query}`)).json()).toMatchObject({
        status: 422,
        errors: [{ path: 'cursor', message: 'Not a valid cursor' }],
      });
  });

  it('S12: cursors of other kinds', async () => {
    for (const query of [
      `ordering=tenant&cursor=${cursor('a\u0000')}`,
      `ordering=tenant&cursor=${cursor('a', 'no id\nforged line')}`,
      `cursor=${cursor('2024-01-01 00:00:00+00', 'no id')}`,
      `text=colon&cursor=${cursor('2024-01-01 00:00:00+00', "'; forged")}`,
    ])
      expect((await list(query)).statusCode).toBe(422);
    expect((await list(`cursor=${cursor('2024-02-29 00:00:00.5+00')}`)).statusCode).toBe(200);
  });

  it('S12: a zone that Node knows and the database does not is refused by name, wherever a zone is taken', async () => {
    const { rows } = await withSystem(t.database, (tx) => sql<{ name: string }>`select name from pg_timezone_names`.execute(tx));
    const known = new Set(rows.map((row) => row.name));
    const all = Intl.supportedValuesOf('timeZone');
    const some = [
      ...all.filter((zone) => !known.has(zone)),
      'EST5EDT',
      'PST8PDT',
      'Etc/GMT+12',
      'UTC',
      'utc',
      'US/Pacific',
      'GMT0',
    ];
    const statuses = new Set<number>();
    for (const zone of some)
      for (const url of [
        `/api/v1/op-notes/?created_at_after=2024-01-01&tz=${encodeURIComponent(zone)}`,
        `/api/v1/metrics/?tz=${encodeURIComponent(zone)}`,
      ])
        statuses.add((await t.as('superadmin', 'GET', url)).statusCode);
    expect([...statuses].filter((status) => ![200, 404, 422].includes(status))).toEqual([]);
  });

  it('S12: what a request holds writes no line of its own into the log', async () => {
    const { access_token } = await t.tokens('superadmin');
    server.log.info('begin');
    const query = `ordering=tenant&cursor=${cursor('a\nforged line', 'x\nforged line')}`;
    await server.inject({ url: `/api/v1/op-notes/?${query}`, headers: { authorization: `Bearer ${access_token}` } });
    expect(log).not.toContain('forged');
    for (const line of log.trim().split('\n')) expect(() => JSON.parse(line) as unknown).not.toThrow();
  });
});

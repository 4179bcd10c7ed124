import { type AddressInfo, type Server, type Socket, connect, createServer } from 'node:net';
import path from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { addHealth } from '../http/health.ts';
import { isDatabaseTrouble } from '../http/problems.ts';
import { type TestApp, buildTestApp, testSecret } from '../testing/build-test-app.ts';
import { type Database, openPools, unhurriedly } from './client.ts';
import { locks } from './locks.ts';
import { withSystem } from './tenant.ts';

// A database that is frozen, or behind a line that swallows everything: it takes connections and statements and never answers.

let t: TestApp;
let line: Server;
let database: Database;
let health: FastifyInstance;
const held = new Set<Socket>();
const state = { silent: false };

beforeAll(async () => {
  t = await buildTestApp();
  line = createServer((near) => {
    const far = connect(path.join(t.admin.host!, `.s.PGSQL.${t.admin.port}`));
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      held.add(from);
      from.on('data', (bytes) => void (state.silent || to.write(bytes)));
      from.on('close', () => {
        held.delete(from);
        to.destroy();
      });
      from.on('error', () => undefined);
    }
  });
  await new Promise<void>((resolve) => void line.listen(0, '127.0.0.1', resolve));
  const admin = { ...t.admin, host: '127.0.0.1', port: (line.address() as AddressInfo).port };
  database = openPools(admin, testSecret, { max: 4, idleMinutes: 15, onError: () => undefined, patience: 500 });
  health = Fastify({ logger: false });
  addHealth(health, { ...t.deps, database }, { draining: false });
});
afterAll(async () => {
  state.silent = false;
  await health.close();
  await database.close();
  for (const socket of held) socket.destroy();
  await new Promise((resolve) => void line.close(resolve));
  await t.close();
});

const ask = () => withSystem(database, (tx) => sql`select 1`.execute(tx));
const ready = async () => (await health.inject('/readyz')).statusCode;
const answers = () => vi.waitFor(() => ask(), { timeout: 60_000, interval: 50 });

test('S10: a database that falls silent is given up on: calls end as unavailable, /readyz says so, and it heals by itself', async () => {
  await answers();
  state.silent = true;
  // More calls than connections: some wait for their turn, some for a new connection.
  const calls = await Promise.allSettled(Array.from({ length: 6 }, ask));
  for (const call of calls) expect(call.status === 'rejected' && isDatabaseTrouble(call.reason)).toBe(true);
  expect(await ready()).toBe(503);
  state.silent = false;
  await answers();
  await vi.waitFor(async () => expect(await ready()).toBe(200), { timeout: 60_000, interval: 50 });
});

test('S10: work that may take longer than a request is waited for', async () => {
  await answers();
  // Work takes as long as somebody else holds what it needs.
  const holder = new pg.Client(t.admin);
  await holder.connect();
  try {
    await holder.query('select pg_advisory_lock($1)', [locks.resuggest]);
    const work = () =>
      withSystem(database, (tx) => sql`select pg_advisory_xact_lock_shared(${locks.resuggest}::bigint)`.execute(tx));
    const patient = unhurriedly(work);
    await expect(work()).rejects.toSatisfy(isDatabaseTrouble);
    await holder.query('select pg_advisory_unlock($1)', [locks.resuggest]);
    await patient;
  } finally {
    await holder.end();
  }
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { NoteDetail } from '@incisive/contract/notes';
import { createExtractor } from '@incisive/documents';
import { parseKnowledge } from '@incisive/engine';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, buildWorker, newServer } from './app.ts';
import { catalogueLoader, closeDeps, composeDeps, knowledgeFiles } from './compose.ts';
import { openPools } from './db/client.ts';
import { withSystem } from './db/tenant.ts';
import type { Deps } from './deps.ts';
import { inlineSuggester } from './engine/engine-host.ts';
import { buildTestApp, type TestApp, testConfig, testPassword, testSecret } from './testing/build-test-app.ts';
import { wayTo } from './testing/test-postgres.ts';

// What one process did is so for the others at once: a proxy may send every call of a person to another one.

const limits = { RATE_LIMIT: 'on', RATE_SIGN_IN: '40' };
let t: TestApp;
let web: Process;
let worker: Process;

interface Process {
  readonly app: FastifyInstance;
  readonly deps: Deps;
  close(): Promise<void>;
}

/** Another process on the same database, with a DATA_DIR of its own. */
async function newProcess(role: 'web' | 'worker'): Promise<Process> {
  const folder = mkdtempSync(path.join(tmpdir(), 'incisive-process-'));
  const config = testConfig({ ...limits, ROLE: role, DATABASE_URL: 'postgres://db/x', SECRET: testSecret, DATA_DIR: folder });
  const database = openPools(t.admin, testSecret, {
    max: 4,
    idleMinutes: config.IDLE_MINUTES,
    onError: () => undefined,
    patience: 120_000,
    ...wayTo(t.admin),
  });
  const app = newServer(config);
  const suggester = inlineSuggester(parseKnowledge(knowledgeFiles()), catalogueLoader(database));
  const extractor = createExtractor({ children: 1 });
  const deps = await composeDeps({ config, database, secret: testSecret, log: app.log, suggester, extractor });
  await (role === 'web' ? buildApp(app, deps) : buildWorker(app, deps));
  await app.ready();
  return {
    app,
    deps,
    close: async () => {
      await app.close();
      await closeDeps(deps);
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

beforeAll(async () => {
  t = await buildTestApp(limits);
  [web, worker] = [await newProcess('web'), await newProcess('worker')];
});
afterAll(async () => {
  await worker.close();
  await web.close();
  await t.close();
});

const signIn = async (to: FastifyInstance, username: string) => {
  await forgetRates();
  const answer = await to.inject({ method: 'POST', url: '/auth/login/', payload: { username, password: testPassword } });
  expect(answer.statusCode).toBe(200);
  return { authorization: `Bearer ${answer.json<{ access_token: string }>().access_token}` };
};
const forgetRates = () => withSystem(t.database, (tx) => tx.deleteFrom('app.rate_counters').execute());
type Call = [method: 'GET' | 'POST' | 'PUT', url: string, payload?: object];
const ask = (to: FastifyInstance, headers: { authorization: string }, ...[method, url, payload]: Call) =>
  to.inject({ method, url, headers, ...(payload ? { payload } : {}) });
const notes = '/api/v1/op-notes/';

test('M: who signed in at one process is signed in at all, and signed out at all at once', async () => {
  const headers = await signIn(t.app, 'approver');
  expect((await ask(web.app, headers, 'GET', notes)).statusCode).toBe(200);
  expect((await ask(web.app, headers, 'POST', '/auth/logout/')).statusCode).toBe(204);
  for (const { app } of [t, web]) expect((await ask(app, headers, 'GET', notes)).statusCode).toBe(401);
});

test('M: a session that an administrator ends at one process is dead at the other, and so is a person who was deactivated', async () => {
  const headers = await signIn(web.app, 'dataentry');
  expect((await ask(t.app, headers, 'GET', notes)).statusCode).toBe(200);
  const ended = await ask(t.app, await signIn(t.app, 'admin'), 'POST', '/api/v1/accounts/deactivate/', {
    users: [t.users['dataentry']!.id],
  });
  expect(ended.statusCode).toBeLessThan(300);
  for (const { app } of [t, web]) expect((await ask(app, headers, 'GET', notes)).statusCode).toBe(401);
});

test('M: a token that is signed with a new key at one process is taken by the other', async () => {
  await withSystem(t.database, (tx) => sql`delete from app.settings where name = 'signing-keys'`.execute(tx));
  await web.deps.signingKeys.load();
  const headers = await signIn(web.app, 'approver');
  // As after the few seconds in which a process does not look for other keys again.
  await t.deps.signingKeys.load();
  expect((await ask(t.app, headers, 'GET', notes)).statusCode).toBe(200);
});

test('M: a note, its draft and a notice are there at the other process, and a save over another’s is refused there', async () => {
  const headers = await signIn(t.app, 'approver');
  const made = await ask(t.app, headers, 'POST', notes, { text: 'PROCEDURE: Appendectomy.' });
  const { id } = made.json<NoteDetail>();
  expect((await ask(t.app, headers, 'PUT', `${notes}drafts/${id}/`, { text: 'What was typed.' })).statusCode).toBeLessThan(300);
  expect((await ask(web.app, headers, 'GET', `${notes}drafts/${id}/`)).json()).toMatchObject({
    draft: { text: 'What was typed.' },
  });
  const stale = { ...headers, 'if-match': String(made.headers.etag) };
  const save = (to: FastifyInstance, text: string) =>
    to.inject({ method: 'PATCH', url: `${notes}${id}/`, headers: stale, payload: { text } });
  expect([(await save(web.app, 'First.')).statusCode, (await save(t.app, 'Second.')).statusCode]).toEqual([200, 412]);
  const alerted = await ask(web.app, await signIn(web.app, 'admin'), 'POST', '/api/v1/accounts/alert/', {
    op_notes: [id],
    users: [t.users['approver']!.id],
  });
  expect(alerted.statusCode).toBeLessThan(300);
  const unread = (to: FastifyInstance) => ask(to, headers, 'GET', '/api/v1/accounts/notices/');
  expect((await unread(t.app)).json()).toMatchObject({ unread: 1, results: [{ link: expect.stringContaining(id) }] });
  const { results } = (await unread(web.app)).json<{ results: { id: string }[] }>();
  await ask(web.app, headers, 'POST', '/api/v1/accounts/notices/read/', { notices: results.map((one) => one.id) });
  expect((await unread(t.app)).json()).toMatchObject({ unread: 0 });
});

test('M: a call that is sent again to another process, with its Idempotency-Key, makes nothing a second time', async () => {
  const headers = { ...(await signIn(t.app, 'approver')), 'idempotency-key': 'sent again elsewhere' };
  const send = (to: FastifyInstance) => ask(to, headers, 'POST', notes, { text: 'PROCEDURE: once.' });
  const [first, second] = [await send(t.app), await send(web.app)];
  expect(second.json<NoteDetail>().id).toBe(first.json<NoteDetail>().id);
});

test('M: a code that is added at one process is found by the engine of the other', async () => {
  const headers = await signIn(t.app, 'superadmin');
  const found = async (to: FastifyInstance) =>
    (await ask(to, headers, 'GET', '/api/v1/cpt-codes/?description=zyzzyva')).json<{ results: { code: string }[] }>().results;
  expect(await found(web.app)).toEqual([]);
  const added = await ask(t.app, headers, 'POST', '/api/v1/cpt-codes/', { code: '99991', description: 'Repair of a zyzzyva' });
  expect(added.statusCode).toBe(201);
  for (const { app } of [t, web]) expect((await found(app)).map(({ code }) => code)).toEqual(['99991']);
});

test('M: sign-ins are counted over all processes', async () => {
  const tries = (to: FastifyInstance, n: number) =>
    Promise.all(
      Array.from({ length: n }, (_, at) =>
        to.inject({ method: 'POST', url: '/auth/login/', payload: { username: `nobody${at}`, password: 'wrong' } }),
      ),
    );
  await forgetRates();
  const refused = (answers: { statusCode: number }[]) => answers.filter(({ statusCode }) => statusCode === 429).length;
  expect(refused(await tries(t.app, 25))).toBe(0);
  // The minute that is counted begins anew, its count does not.
  await withSystem(t.database, (tx) => sql`update app.rate_counters set window_started_at = now()`.execute(tx));
  expect(refused(await tries(web.app, 25))).toBe(10);
});

test('M: a worker answers whether it is ready, and nothing else; a web process leaves jobs to it', async () => {
  expect((await worker.app.inject('/readyz')).statusCode).toBe(200);
  for (const url of ['/', notes, '/auth/login/', '/fhir/metadata'])
    expect([url, (await worker.app.inject(url)).statusCode]).toEqual([url, 404]);
  const headers = await signIn(web.app, 'approver');
  const { id } = (await ask(web.app, headers, 'POST', notes, { text: 'PROCEDURE: of an export.' })).json<NoteDetail>();
  const { export_id } = (await ask(web.app, headers, 'POST', `${notes}exports/`, { op_notes: [id] })).json<{
    export_id: string;
  }>();
  const state = async () => (await ask(web.app, headers, 'GET', `/api/v1/exports/${export_id}/`)).json<{ state: string }>().state;
  expect(await state()).toBe('waiting');
  await worker.deps.jobs.runPending();
  expect(await state()).toBe('ready');
});

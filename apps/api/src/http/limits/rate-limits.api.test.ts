import type { NoteDetail } from '@incisive/contract/notes';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { buildApp, newServer } from '../../app.ts';
import { withSystem } from '../../db/tenant.ts';
import { type TestApp, buildTestApp, testConfig } from '../../testing/build-test-app.ts';
import { fileParts, multipart } from '../../testing/multipart.ts';
import { RateLimiter } from './rate-limiter.ts';

const allowed = 3;
const limits = {
  RATE_LIMIT: 'on',
  ...Object.fromEntries(['SIGN_IN', 'EXPORT', 'SUGGEST', 'UPLOAD', 'CLIENT'].map((kind) => [`RATE_${kind}`, String(allowed)])),
};

let t: TestApp;
const open: FastifyInstance[] = [];
beforeAll(async () => {
  t = await buildTestApp({ ...limits, RATE_SIGN_IN: '100' });
});
beforeEach(() => withSystem(t.database, (tx) => tx.deleteFrom('app.rate_counters').execute()));
afterAll(async () => {
  for (const app of open) await app.close();
  await t.close();
});

/** A minute that no clock ends while it is counted in, in this process and in the database. */
const holdMinute = () => {
  vi.spyOn(performance, 'now').mockReturnValue(1_000_000);
  return restartMinute();
};
const restartMinute = () =>
  withSystem(t.database, (tx) => sql`update app.rate_counters set window_started_at = now()`.execute(tx));

test.each(['suggest', 'export', 'upload'] as const)(
  'ASV-85 ASV-11 what costs much is limited for each person: %s',
  async (kind) => {
    await holdMinute();
    const { id } = (await t.as('approver', 'POST', '/api/v1/op-notes/', { text: 'PROCEDURE: Appendectomy.' })).json<NoteDetail>();
    const file = multipart(fileParts('note.txt', 'PROCEDURE: Appendectomy.'));
    const call = (as: string) =>
      ({
        suggest: () => t.as(as, 'GET', `/api/v1/op-notes/${id}/cpt-codes-suggested/`),
        export: () => t.as(as, 'GET', `/api/v1/op-notes/${id}/download/`),
        upload: () => t.as(as, 'PUT', '/api/v1/op-notes/upload/', file.body, file.headers),
      })[kind]();
    for (let n = 0; n < allowed; n += 1) {
      await restartMinute();
      expect((await call('approver')).statusCode).toBeLessThan(300);
    }
    await restartMinute();
    const refused = await call('approver');
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect((await call('dataentry')).statusCode).toBeLessThan(300);
    expect((await t.as('approver', 'GET', `/api/v1/op-notes/${id}/`)).statusCode).toBe(200);
  },
);

/** The head of a call by an API client that an administrator has just set up. */
async function newClient(name: string): Promise<{ authorization: string }> {
  const made = await t.as('admin', 'POST', '/api/v1/integrations/clients/', { name, method: 'secret', scopes: ['notes.read'] });
  const { id, client_secret } = made.json<{ id: string; client_secret: string }>();
  const answer = await t.app.inject({
    method: 'POST',
    url: '/oauth/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ grant_type: 'client_credentials', client_id: id, client_secret }).toString(),
  });
  return { authorization: `Bearer ${answer.json<{ access_token: string }>().access_token}` };
}

test('L: an API client has a limit of its own: what one uses up neither people nor another client lack', async () => {
  await holdMinute();
  const [busy, other] = [await newClient('Busy'), await newClient('Other')];
  const list = (headers: Record<string, string>) => t.as(null, 'GET', '/api/v1/op-notes/', undefined, headers);
  for (let n = 0; n < allowed; n += 1) expect((await list(busy)).statusCode).toBe(200);
  const refused = await list(busy);
  expect([refused.statusCode, Number(refused.headers['retry-after'])]).toEqual([429, expect.any(Number)]);
  expect((await list(other)).statusCode).toBe(200);
  expect((await t.as('admin', 'GET', '/api/v1/op-notes/')).statusCode).toBe(200);
});

/** Another server over the same parts, with a proxy in front of it or none. */
async function serverBehind(proxy: Record<string, string>): Promise<FastifyInstance> {
  const config = testConfig({ ...limits, ...proxy });
  const app = newServer(config);
  open.push(app);
  await buildApp(app, { ...t.deps, config, rateLimiter: new RateLimiter(config, t.database) });
  await app.ready();
  return app;
}
const signInFrom = async (app: FastifyInstance, forwarded: string) => {
  await restartMinute();
  return (
    await app.inject({
      method: 'POST',
      url: '/auth/login/',
      headers: { 'x-forwarded-for': forwarded },
      payload: { username: `nobody-${forwarded.replace(/\W/g, '')}`, password: 'wrong words' },
    })
  ).statusCode;
};

test('ASV-86 the address that is counted comes from the connection, not from a header that anybody may send', async () => {
  const app = await serverBehind({});
  const statuses = [];
  for (let n = 0; n <= allowed; n += 1) statuses.push(await signInFrom(app, `198.51.100.${n}`));
  expect(statuses).toEqual([...Array<number>(allowed).fill(401), 429]);
});

test('ASV-86 behind a trusted proxy it is the address that this proxy saw, whatever was written before it', async () => {
  const app = await serverBehind({ TRUST_PROXY: '127.0.0.1' });
  const statuses = [];
  for (let n = 0; n <= allowed; n += 1) statuses.push(await signInFrom(app, `10.0.0.${n}, 203.0.113.7`));
  expect(statuses).toEqual([...Array<number>(allowed).fill(401), 429]);
  expect(await signInFrom(app, '10.0.0.1, 203.0.113.8')).toBe(401);
});

test('S11: sixty requests of one person are all answered, four at a time, and others are served between them', async () => {
  await t.as('approver', 'GET', '/api/v1/op-notes/');
  const answers = await Promise.all([
    ...Array.from({ length: 60 }, () => t.as('approver', 'GET', '/api/v1/op-notes/?text=arthroscopy')),
    t.as('dataentry', 'GET', '/api/v1/op-notes/'),
  ]);
  expect(answers.map((answer) => answer.statusCode)).toEqual(Array(61).fill(200));
});

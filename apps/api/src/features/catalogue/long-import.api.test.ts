import type { ImportResult } from '@incisive/contract/cpt-codes';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { locks } from '../../db/locks.ts';
import { withSystem } from '../../db/tenant.ts';
import { newJobRunner } from '../../background-work.ts';
import { type TestApp, buildTestApp } from '../../testing/build-test-app.ts';
import { fileParts, multipart } from '../../testing/multipart.ts';

interface Status {
  state: 'waiting' | 'running' | 'done' | 'failed';
  progress: number;
  result: ImportResult | null;
}

/** The lock that lets one file in at a time; whoever holds it makes every import a long one. */
const importLock = locks.catalogueImport;

let t: TestApp;
let holder: Client;

beforeAll(async () => {
  t = await buildTestApp({ IMPORT_WAIT_SECONDS: '0' });
  holder = new Client(t.admin);
  await holder.connect();
});
// Whatever a test that failed has left: an open transaction, another role, locks.
afterEach(() => holder.query('rollback; reset role; select pg_advisory_unlock_all()'));
afterAll(async () => {
  await holder.end();
  await t.close();
});

const patience = { timeout: 120_000, interval: 50 };
const hold = () => holder.query('select pg_advisory_lock($1)', [importLock]);
const release = () => holder.query('select pg_advisory_unlock($1)', [importLock]);
const upload = async (text: string, headers: Record<string, string> = {}) => {
  const sent = multipart(fileParts('codes.txt', text));
  const answer = await t.as('superadmin', 'PUT', '/api/v1/cpt-codes/upload/', sent.body, { ...sent.headers, ...headers });
  return {
    status: answer.statusCode,
    id: answer.json<{ job_id: string }>().job_id,
  };
};
const status = async (id: string): Promise<Status> =>
  (await t.as('superadmin', 'GET', `/api/v1/cpt-codes/imports/${id}/`)).json<Status>();
const until = (id: string, state: Status['state']) =>
  vi.waitFor(async () => expect((await status(id)).state).toBe(state), patience);
const count = async (code: string) =>
  (await t.as('superadmin', 'GET', `/api/v1/cpt-codes/?code=${code}`)).json<{
    count: number;
  }>().count;
const ended = async (id: string) =>
  withSystem(t.database, (tx) =>
    tx
      .selectFrom('app.audit_log')
      .select(['type', 'who', 'outcome', 'detail'])
      .where('detail', 'like', `import ${id}%`)
      .orderBy('id')
      .execute(),
  );

test('a long import answers 202, tells how far it is, and gives its result', async () => {
  await hold();
  const { status: code, id } = await upload('90701\tFirst of a long file\n9070\tToo short\n');
  expect(code).toBe(202);
  expect(await status(id)).toEqual({
    state: 'waiting',
    progress: 0,
    result: null,
  });
  expect(await count('90701')).toBe(0);
  await release();
  await until(id, 'done');
  expect(await status(id)).toMatchObject({
    progress: 1,
    result: {
      added: 1,
      refused: 1,
      lines: [{ line: 2, reason: expect.any(String) as unknown }],
    },
  });
  expect(await count('90701')).toBe(1);
  expect(await ended(id)).toEqual([
    {
      type: 'catalogue_change',
      who: 'superadmin',
      outcome: 'success',
      detail: `import ${id} added 1 updated 0 refused 1`,
    },
  ]);
});

test('its progress is seen by others while its transaction is open', async () => {
  // The last row of the file is locked by somebody: the import stops there, with most of the file behind it.
  await holder.query('set role inc_owner');
  await holder.query("insert into app.cpt_codes (code, description, created_by) values ('T4999', 'Locked', 'x')");
  await holder.query('begin');
  await holder.query("select from app.cpt_codes where code = 'T4999' for update");
  const lines = Array.from({ length: 4000 }, (_, at) => `T${String(1000 + at)}\tMade-up procedure ${at}`);
  const { id } = await upload(lines.join('\n'));
  await until(id, 'running');
  await vi.waitFor(
    async () =>
      expect(await status(id)).toEqual({
        state: 'running',
        progress: 0.5,
        result: null,
      }),
    patience,
  );
  expect(await count('T1000')).toBe(0);
  await holder.query('rollback');
  await holder.query('reset role');
  await until(id, 'done');
  expect((await status(id)).result).toMatchObject({ added: 3999, updated: 1 });
});

test('REL-01 AUD-01 a server that dies on the way leaves nothing half done, which is recorded; the next one finishes the file, once', async () => {
  await hold();
  const { id } = await upload('90711\tOutlives its server\n');
  // The death of the process, as the database sees it: its transaction ends without COMMIT.
  await vi.waitFor(async () => {
    const { rows } = await holder.query(
      "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and not granted and objid = $1 and database = (select oid from pg_database where datname = current_database())",
      [importLock],
    );
    expect(rows).toHaveLength(1);
  }, patience);
  await until(id, 'failed');
  await release();
  expect(await count('90711')).toBe(0);
  await holder.query("update jobs.job set start_after = now() - interval '1 second' where name = 'import' and state = 'created'");
  const next = newJobRunner({
    database: t.database,
    suggester: t.deps.suggester,
    log: t.deps.log,
  });
  await next.start();
  try {
    await until(id, 'done');
  } finally {
    await next.close();
  }
  expect((await status(id)).result).toMatchObject({ added: 1 });
  expect(await count('90711')).toBe(1);
  expect((await ended(id)).map((row) => [row.outcome, row.detail])).toEqual([
    ['failed', `import ${id}`],
    ['success', `import ${id} added 1 updated 0 refused 0`],
  ]);
});

test('ASV-63 how an import stands is told to who may import, and a random id is 404', async () => {
  const { id } = await upload('90721\tBy role\n');
  await until(id, 'done');
  for (const [who, code] of [
    ['superapprover', 200],
    ['coder', 403],
    ['admin', 403],
    ['approver', 403],
    ['dataentry', 403],
    [null, 401],
  ] as const)
    expect([who, (await t.as(who, 'GET', `/api/v1/cpt-codes/imports/${id}/`)).statusCode]).toEqual([who, code]);
  const none = await t.as('superadmin', 'GET', '/api/v1/cpt-codes/imports/00000000-0000-4000-8000-000000000009/');
  expect(none.statusCode).toBe(404);
});

import type { NoteDetail } from '@incisive/contract/notes';
import { sql } from 'kysely';
import type { FastifyBaseLogger } from 'fastify';
import pg, { Client } from 'pg';
import { expect, test, vi } from 'vitest';
import { newJobRunner } from '../background-work.ts';
import { enqueue, installJobQueue, jobNames } from './job-queue.ts';
import type { BackgroundWork } from './job-runner.ts';
import { withSystem } from '../db/tenant.ts';
import type { Suggester } from '../engine/suggester.ts';
import { useTestApp } from '../testing/build-test-app.ts';
import { purge } from '../features/installation/purge.job.ts';
import { listDeletedNotes, restoreNotes } from '../features/notes/restore-notes.job.ts';

const t = await useTestApp();

const create = async (as = 'admin'): Promise<string> =>
  (await t.as(as, 'POST', '/api/v1/op-notes/', { text: 'A note that comes and goes.' })).json<NoteDetail>().id;
const remove = (id: string) => t.as('admin', 'DELETE', `/api/v1/op-notes/${id}/`);
const read = async (id: string) => (await t.as('admin', 'GET', `/api/v1/op-notes/${id}/`)).statusCode;
const countShown = async () => (await t.as('admin', 'GET', '/api/v1/op-notes/')).json<{ count: number }>().count;
const age = (id: string, days: number) =>
  withSystem(t.database, (tx) =>
    sql`update app.notes set deleted_at = now() - make_interval(days => ${days}) where id = ${id}::uuid`.execute(tx),
  );

/** Statements that must be refused to the role that serves requests. */
async function asOwner(statement: string): Promise<void> {
  const client = new Client(t.admin);
  await client.connect();
  await client.query(statement);
  await client.end();
}

test('HIP-08 a deleted note comes back whole for 30 days, audited, and its count with it', async () => {
  const id = await create();
  await t.as('admin', 'POST', `/api/v1/op-notes/${id}/cpt-codes-assigned/`, { cpt_codes: ['47562'] });
  const shown = await countShown();
  expect((await remove(id)).statusCode).toBe(204);
  expect(await read(id)).toBe(404);
  expect(await countShown()).toBe(shown - 1);
  expect((await listDeletedNotes(t.database)).find((note) => note.id === id)).toMatchObject({ kind: 'op', deleted_by: 'admin' });
  expect(await restoreNotes(t.database, [id], 'command:tester')).toEqual([id]);
  expect(await read(id)).toBe(200);
  expect(await countShown()).toBe(shown);
  const approved = await t.as('admin', 'GET', `/api/v1/op-notes/${id}/cpt-codes-approved/`);
  expect(approved.json<{ count: number }>().count).toBe(1);
  expect(await restoreNotes(t.database, [id], 'command:tester')).toEqual([]);
  const audit = await withSystem(t.database, (tx) =>
    tx.selectFrom('app.audit_log').select(['tenant_id', 'entity', 'detail']).where('who', '=', 'command:tester').execute(),
  );
  expect(audit).toEqual([{ tenant_id: t.tenants[0], entity: [`note:${id}`], detail: 'restore' }]);
});

test('HIP-17 what is past its time is deleted for good, and nothing else: no audit row, however old', async () => {
  const [old, recent, live] = [await create(), await create(), await create()];
  const feedback = await t.as('admin', 'POST', '/api/v1/feedbacks/', { message: 'About it', opnote_id: old });
  for (const id of [old, recent]) await remove(id);
  await age(old, 31);
  await age(recent, 29);
  await t.as('admin', 'POST', '/api/v1/op-notes/', { text: 'once' }, { 'idempotency-key': 'purge-1' });
  await t.as('approver', 'POST', '/api/v1/op-notes/', { text: 'once' }, { 'idempotency-key': 'purge-2' });
  await t.as('admin', 'PUT', '/api/v1/op-notes/drafts/new/', { text: 'a draft' });
  await t.as('approver', 'PUT', '/api/v1/op-notes/drafts/new/', { text: 'another' });
  await withSystem(t.database, async (tx) => {
    await sql`update app.drafts set updated_at = now() - interval '8 days' where user_id = ${t.users['admin']!.id}::uuid`.execute(
      tx,
    );
    await sql`update app.idempotency_keys set created_at = now() - interval '25 hours' where key = 'purge-1'`.execute(tx);
    await sql`insert into app.page_views (tenant_id, path, vid, sid, viewed_at) values
      (${t.tenants[0]}::uuid, '/', 'v', 's', now() - interval '500 days'), (${t.tenants[0]}::uuid, '/', 'v', 's', now() - interval '40 days')`.execute(
      tx,
    );
  });
  const auditRows = () => withSystem(t.database, (tx) => tx.selectFrom('app.audit_log').select('id').orderBy('id').execute());
  await asOwner("update app.audit_log set recorded = now() - interval '20 years' where id = (select min(id) from app.audit_log)");
  const kept = await auditRows();
  expect(await purge(t.database)).toEqual({
    notes: 1,
    drafts: 1,
    idempotencyKeys: 1,
    pageViews: 1,
    imports: 0,
    editFiles: 0,
    exports: 0,
    webhookMessages: 0,
    binaries: 0,
  });
  expect(await purge(t.database)).toEqual({
    notes: 0,
    drafts: 0,
    idempotencyKeys: 0,
    pageViews: 0,
    imports: 0,
    editFiles: 0,
    exports: 0,
    webhookMessages: 0,
    binaries: 0,
  });
  expect(await restoreNotes(t.database, [old, recent], 'x')).toEqual([recent]);
  expect(await read(live)).toBe(200);
  expect(await auditRows()).toEqual(expect.arrayContaining(kept));
  const shown = (await t.as('admin', 'GET', '/api/v1/feedbacks/')).json<{
    results: { id: string; opnote_id: string | null }[];
  }>();
  expect(shown.results.find((row) => row.id === feedback.json<{ id: string }>().id)?.opnote_id).toBeNull();
});

test('the queue may be installed again at every start, also by two processes at once', async () => {
  await Promise.all([installJobQueue(t.database.directConnection), installJobQueue(t.database.directConnection)]);
  await withSystem(t.database, (tx) => enqueue(tx, 'purge', {}));
  expect(await t.deps.jobs.runPending()).toBe(1);
});

test('a running server works on jobs by itself, and tries a failed one again', async () => {
  const suggester = {
    ...t.deps.suggester,
    learn: vi.fn<Suggester['learn']>((request) => t.deps.suggester.learn(request)),
  };
  suggester.learn.mockRejectedValueOnce(new Error('the engine was restarting'));
  const runner = newJobRunner({ database: t.database, suggester, log: t.deps.log });
  const note = await create();
  await t.as('admin', 'POST', `/api/v1/op-notes/${note}/cpt-codes-assigned/`, { cpt_codes: ['47562'] });
  await t.as('admin', 'POST', `/api/v1/op-notes/${note}/cpt-codes-submitted/`, { cpt_codes: ['47562'] });
  await runner.start();
  try {
    await vi.waitFor(
      async () => {
        const model = await withSystem(t.database, (tx) =>
          tx.selectFrom('app.learned_models').select('examples').where('tenant_id', '=', t.tenants[0]).executeTakeFirst(),
        );
        expect(model).toEqual({ examples: 1 });
      },
      { timeout: 120_000, interval: 250 },
    );
  } finally {
    await runner.close();
  }
  expect(suggester.learn.mock.calls.length).toBeGreaterThan(2);
});

test('S5: a database that goes away while a job is at work ends nothing: the job is said to be done when it is back', async () => {
  const { JobRunner } = await import('./job-runner.ts');
  const database = pg.escapeIdentifier(t.admin.database!);
  const outside = new Client({ ...t.admin, database: 'postgres' });
  await outside.connect();
  const refused: unknown[] = [];
  const runs: string[] = [];
  const away = async () => {
    await outside.query(`alter database ${database} allow_connections false`);
    await outside.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [t.admin.database]);
  };
  const idle = async () => undefined;
  const handlers = Object.fromEntries(jobNames.map((name) => [name, idle])) as unknown as BackgroundWork['handlers'];
  const log = { warn: (_: unknown, words: string) => refused.push(words) } as unknown as FastifyBaseLogger;
  const purging = async () => {
    runs.push('purge');
    await away();
  };
  const work = { handlers: { ...handlers, purge: purging }, schedule: {}, atStart: idle, resume: idle };
  const runner = new JobRunner({ database: t.database, log, work });
  await withSystem(t.database, (tx) => enqueue(tx, 'purge', {}));
  const states = async () => {
    const inside = new Client(t.admin);
    await inside.connect();
    const { rows } = await inside.query<{ state: string }>(
      `select state::text from jobs.job where name = 'purge' and state < 'completed'`,
    );
    await inside.end();
    return rows;
  };
  await runner.start();
  try {
    await vi.waitFor(() => expect(refused).toContain('the end of a job could not be written'), { timeout: 60_000 });
    await outside.query(`alter database ${database} allow_connections true`);
    await vi.waitFor(async () => expect(await states()).toEqual([]), { timeout: 60_000 });
    expect(runs).toEqual(['purge']);
  } finally {
    await outside.query(`alter database ${database} allow_connections true`);
    await outside.end();
    await runner.close();
  }
});

import type { Freshness } from '@incisive/contract/analytics';
import type { NoteDetail } from '@incisive/contract/notes';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { locks } from '../../db/locks.ts';
import { enqueue } from '../../jobs/job-queue.ts';
import { platformTenantId, withSystem } from '../../db/tenant.ts';
import type { SuggestRequest, Suggester } from '../../engine/suggester.ts';
import { readCache, writeCache } from './suggestions.store.ts';
import { type TestApp, buildTestApp } from '../../testing/build-test-app.ts';
import { newJobRunner } from '../../background-work.ts';
import { findOutdated, resuggestTenant } from './resuggest.job.ts';

let t: TestApp;
let queue: pg.Client;
beforeAll(async () => {
  t = await buildTestApp();
  queue = new pg.Client(t.database.systemConnection);
  await queue.connect();
});
beforeEach(async () => {
  await settled();
  await withSystem(t.database, (tx) => tx.deleteFrom('app.notes').execute());
  await queue.query('delete from jobs.job');
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});
afterAll(async () => {
  await queue.end();
  await t.close();
});

const text = 'PROCEDURE PERFORMED: Laparoscopic cholecystectomy.\nDESCRIPTION: The gallbladder was taken out through the scope.';
const settled = () => t.deps.suggestionQueue.idle();

async function newNote(as = 'approver', kind = 'op'): Promise<string> {
  const { id } = (await t.as(as, 'POST', `/api/v1/${kind}-notes/`, { text })).json<NoteDetail>();
  await settled();
  return id;
}
const freshness = async (as = 'admin'): Promise<Freshness> =>
  (await t.as(as, 'GET', '/api/v1/models/suggestions/')).json<Freshness>();
const cacheOf = (note: string) => withSystem(t.database, (tx) => readCache(tx, note));
/** A change of the catalogue, by its screen. */
let codes = 0;
async function changeCatalogue(): Promise<string> {
  codes += 1;
  const code = `99${String(codes).padStart(3, '0')}`;
  const answer = await t.as('superadmin', 'POST', '/api/v1/cpt-codes/', { code, description: 'A code made for a test' });
  expect(answer.statusCode).toBe(201);
  return code;
}
const waiting = async (): Promise<unknown[]> =>
  (await queue.query(`select name, data from jobs.job where state = 'created' order by name, data::text`)).rows;
/** What waits for a quiet moment waits no more. */
async function runDue(): Promise<number> {
  await queue.query(`update jobs.job set start_after = now() - interval '1 second' where state = 'created'`);
  return t.deps.jobs.runPending();
}
const plant = (tenant: string, count: number) =>
  withSystem(t.database, (tx) =>
    sql`insert into app.notes (tenant_id, kind, text, created_by, created_by_id, created_at)
        select ${tenant}::uuid, 'op', 'A short note.', 'admin', ${t.users['admin']!.id}::uuid, now() - make_interval(secs => i)
          from generate_series(1, ${count}) i`.execute(tx),
  );
const watchEngine = () => vi.spyOn(t.deps.suggester, 'suggest');

test('a changed catalogue outdates the suggestions, and jobs bring them back before anybody opens the notes', async () => {
  const notes = [await newNote(), await newNote(), await newNote('approver2')];
  expect(await freshness()).toEqual({ notes: 2, up_to_date: 2 });
  const code = await changeCatalogue();
  expect(await freshness()).toEqual({ notes: 2, up_to_date: 0 });
  expect(await waiting()).toEqual([{ name: 'outdated', data: {} }]);
  const engine = watchEngine();
  expect(await runDue()).toBe(3);
  expect(engine).toHaveBeenCalledTimes(3);
  expect(await freshness()).toEqual({ notes: 2, up_to_date: 2 });
  for (const note of notes) await t.as('superadmin', 'GET', `/api/v1/op-notes/${note}/cpt-codes-suggested/`);
  expect(engine).toHaveBeenCalledTimes(3);
  // So does a code that is taken out.
  await t.as('superadmin', 'POST', '/api/v1/cpt-codes/delete/', { codes: [code] });
  expect(await freshness()).toEqual({ notes: 2, up_to_date: 0 });
  await runDue();
  expect(await freshness()).toEqual({ notes: 2, up_to_date: 2 });
  // Nothing is left to do, however often it is asked for.
  await withSystem(t.database, (tx) => enqueue(tx, 'resuggest', { tenant_id: t.tenants[0] }));
  engine.mockClear();
  expect(await runDue()).toBe(1);
  expect(engine).not.toHaveBeenCalled();
});

test('an imported catalogue file does so in its own transaction, one without news does not', async () => {
  await newNote();
  const { fileParts, multipart } = await import('../../testing/multipart.ts');
  const sent = multipart(fileParts('codes.txt', '98001\tA code of a file\n'));
  const upload = () => t.as('superadmin', 'PUT', '/api/v1/cpt-codes/upload/', sent.body, sent.headers);
  expect((await upload()).statusCode).toBe(200);
  expect(await waiting()).toContainEqual({ name: 'outdated', data: {} });
  await runDue();
  expect(await freshness()).toEqual({ notes: 1, up_to_date: 1 });
  await upload();
  expect(await waiting()).not.toContainEqual({ name: 'outdated', data: {} });
});

test('what a tenant learned outdates and recomputes its own notes alone, with its own model', async () => {
  const [own, other, none] = [await newNote(), await newNote('approver2'), await newNote('superapprover')];
  const trained = await newNote();
  await t.as('approver', 'POST', `/api/v1/op-notes/${trained}/cpt-codes-assigned/`, { cpt_codes: ['27447'] });
  await t.as('approver', 'POST', `/api/v1/op-notes/${trained}/cpt-codes-submitted/`, { cpt_codes: ['27447'] });
  // What was taught is learned, which puts in the other, and becomes a precedent.
  expect(await t.deps.jobs.runPending()).toBe(2);
  expect(await waiting()).toEqual([{ name: 'resuggest', data: { tenant_id: t.tenants[0] } }]);
  expect(await freshness('admin')).toEqual({ notes: 1, up_to_date: 0 });
  expect(await freshness('admin2')).toEqual({ notes: 1, up_to_date: 1 });
  expect(await freshness('superadmin')).toEqual({ notes: 3, up_to_date: 2 });
  const engine = watchEngine();
  await runDue();
  expect(engine).toHaveBeenCalledTimes(1);
  const { state, ...learner } = engine.mock.calls[0]![0].learner!;
  expect(learner).toEqual({ tenant: t.tenants[0], version: 1 });
  expect(JSON.parse(state!)).toMatchObject({ examples: 1 });
  expect((await cacheOf(own))!.key.model).toBe(1);
  expect((await cacheOf(other))!.key.model).toBe(0);
  expect((await cacheOf(none))!.key.model).toBe(0);
  expect(await freshness('superadmin')).toEqual({ notes: 3, up_to_date: 3 });
  // Notes without a tenant and those of others are recomputed by the plain engine.
  await changeCatalogue();
  engine.mockClear();
  await runDue();
  expect(engine.mock.calls.filter(([request]) => request.learner !== undefined)).toHaveLength(1);
  expect(engine).toHaveBeenCalledTimes(3);
});

test('only open operative notes count: neither deleted, nor settled by a Train, nor EdNotes', async () => {
  const [deleted, settledNote] = [await newNote(), await newNote(), await newNote('approver', 'ed')];
  await t.as('admin', 'DELETE', `/api/v1/op-notes/${deleted}/`);
  expect(await freshness()).toEqual({ notes: 1, up_to_date: 1 });
  await t.as('approver', 'POST', `/api/v1/op-notes/${settledNote}/cpt-codes-assigned/`, { cpt_codes: ['47562'] });
  const train = await t.as('approver', 'POST', `/api/v1/op-notes/${settledNote}/cpt-codes-submitted/`, { cpt_codes: ['47562'] });
  expect(await freshness()).toEqual({ notes: 0, up_to_date: 0 });
  await changeCatalogue();
  const engine = watchEngine();
  await runDue();
  expect(engine).not.toHaveBeenCalled();
  const { training_id } = train.json<{ training_id: string }>();
  await t.as('approver', 'POST', `/api/v1/op-notes/${settledNote}/cpt-codes-submitted/undo/`, { training_id });
  expect(await freshness()).toEqual({ notes: 1, up_to_date: 0 });
  await runDue();
  await runDue();
  expect(await freshness()).toEqual({ notes: 1, up_to_date: 1 });
});

test('the figures are for those who read system information', async () => {
  for (const role of ['superapprover', 'coder', 'approver', 'dataentry'])
    expect((await t.as(role, 'GET', '/api/v1/models/suggestions/')).statusCode).toBe(403);
});

test('a queue that was lost is made up for by the hourly look, and a newer engine by the start of the server', async () => {
  await newNote();
  await newNote('approver2');
  await changeCatalogue();
  await queue.query('delete from jobs.job');
  await withSystem(t.database, (tx) => enqueue(tx, 'outdated', {}));
  expect(await t.deps.jobs.runPending()).toBe(3);
  expect(await freshness('superadmin')).toEqual({ notes: 2, up_to_date: 2 });

  const newer: Suggester = { ...t.deps.suggester, engineVersion: `${t.deps.suggester.engineVersion}.1` };
  const runner = newJobRunner({ database: t.database, suggester: newer, log: t.deps.log });
  try {
    await runner.start();
  } finally {
    await runner.close();
  }
  expect(await waiting()).toEqual([{ name: 'outdated', data: {} }]);
  expect(await findOutdated(t.database, t.deps.suggester)).toBe(0);
  expect(await findOutdated(t.database, newer)).toBe(2);
  expect(await resuggestTenant(t.database, newer, t.tenants[0])).toEqual({ computed: 1, failed: 0, more: false });
  expect(await findOutdated(t.database, newer)).toBe(1);
});

test('a note that is edited or deleted meanwhile is not overwritten by the result for its older text', async () => {
  const [edited, deleted, kept] = [await newNote(), await newNote(), await newNote()];
  await changeCatalogue();
  const before = (await cacheOf(deleted))!;
  const real = t.deps.suggester.suggest.bind(t.deps.suggester);
  const changed = 'PROCEDURE PERFORMED: Open repair of an inguinal hernia.';
  const slow: Suggester = {
    ...t.deps.suggester,
    suggest: async (request: SuggestRequest) => {
      const result = await real(request);
      if ((await cacheOf(edited))!.key.textVersion === 1) {
        await t.as('approver', 'PATCH', `/api/v1/op-notes/${edited}/`, { text: changed });
        await t.as('admin', 'DELETE', `/api/v1/op-notes/${deleted}/`);
        await settled();
      }
      return result;
    },
  };
  // The newest is the first: the others are changed while it is computed, and then while they are.
  await withSystem(t.database, (tx) =>
    sql`update app.notes set created_at = created_at + interval '1 hour' where id = ${edited}::uuid`.execute(tx),
  );
  expect(await resuggestTenant(t.database, slow, t.tenants[0])).toEqual({ computed: 1, failed: 0, more: false });
  const after = (await cacheOf(edited))!;
  expect(after.key.textVersion).toBe(2);
  expect(after.suggestions[0]!.code).toMatch(/^495/);
  expect((await cacheOf(deleted))!.key).toEqual(before.key);
  expect((await cacheOf(kept))!.key.catalogue).toBe(after.key.catalogue);
  // Also not by one that looked at the note just before the change was there.
  const note = { id: edited, tenant_id: t.tenants[0] };
  expect(
    await withSystem(t.database, (tx) => writeCache(tx, note, { ...after.key, textVersion: 1 }, { ...after, milliseconds: 1 })),
  ).toBe(false);
  expect(await cacheOf(edited)).toEqual(after);
});

test('one job does a part, newest notes first, and puts in the next; one that is stopped leaves the rest', async () => {
  // A part also ends after a minute: here the notes alone count, however slow the machine is.
  vi.useFakeTimers({ toFake: ['performance'] });
  await plant(t.tenants[0], 120);
  const engine = watchEngine();
  const stop = new AbortController();
  engine.mockImplementationOnce((request) => {
    stop.abort();
    return t.deps.suggester.suggest(request);
  });
  expect(await resuggestTenant(t.database, t.deps.suggester, t.tenants[0], stop.signal)).toEqual({
    computed: 1,
    failed: 0,
    more: true,
  });
  expect(await freshness()).toEqual({ notes: 120, up_to_date: 1 });
  expect(await resuggestTenant(t.database, t.deps.suggester, t.tenants[0])).toEqual({ computed: 100, failed: 0, more: true });
  expect(await freshness()).toEqual({ notes: 120, up_to_date: 101 });
  const { rows } = await withSystem(t.database, (tx) =>
    sql<{
      newer: boolean;
    }>`select min(n.created_at) filter (where c.note_id is not null) > max(n.created_at) filter (where c.note_id is null)
      as newer from app.notes n left join app.suggestion_cache c on c.note_id = n.id`.execute(tx),
  );
  expect(rows[0]!.newer).toBe(true);
  expect(await waiting()).toEqual([{ name: 'resuggest', data: { tenant_id: t.tenants[0] } }]);
  expect(await runDue()).toBe(1);
  expect(await freshness()).toEqual({ notes: 120, up_to_date: 120 });
});

test('a note that fails keeps no other waiting, and is tried again', async () => {
  await plant(t.tenants[0], 3);
  const engine = watchEngine();
  engine.mockRejectedValueOnce(new Error('the engine was restarting'));
  expect(await resuggestTenant(t.database, t.deps.suggester, t.tenants[0])).toEqual({ computed: 2, failed: 1, more: false });
  engine.mockRejectedValueOnce(new Error('the engine was restarting'));
  await expect(resuggestTenant(t.database, t.deps.suggester, t.tenants[0])).rejects.toThrow('the engine was restarting');
  expect(await resuggestTenant(t.database, t.deps.suggester, t.tenants[0])).toEqual({ computed: 1, failed: 0, more: false });
});

test('one process at a time works for a tenant, and another looks again later', async () => {
  await plant(t.tenants[0], 1);
  await plant(t.tenants[1], 1);
  await queue.query('select pg_advisory_lock($1::int, hashtext($2))', [locks.resuggest, t.tenants[0]]);
  try {
    expect(await resuggestTenant(t.database, t.deps.suggester, t.tenants[0])).toEqual({ computed: 0, failed: 0, more: true });
    expect(await waiting()).toEqual([{ name: 'resuggest', data: { tenant_id: t.tenants[0] } }]);
    expect(await resuggestTenant(t.database, t.deps.suggester, t.tenants[1])).toMatchObject({ computed: 1 });
  } finally {
    await queue.query('select pg_advisory_unlock($1::int, hashtext($2))', [locks.resuggest, t.tenants[0]]);
  }
  expect(await resuggestTenant(t.database, t.deps.suggester, t.tenants[0])).toMatchObject({ computed: 1 });
});

test('of a tenant’s jobs one waits, and none begins before the change that asked for it is there', async () => {
  const ask = (tenant: string) => withSystem(t.database, (tx) => enqueue(tx, 'resuggest', { tenant_id: tenant }));
  for (const tenant of [t.tenants[0], t.tenants[0], t.tenants[1], platformTenantId]) await ask(tenant);
  await Promise.all([ask(t.tenants[0]), ask(t.tenants[0])]);
  expect(await waiting()).toHaveLength(3);
  await queue.query('begin');
  await queue.query(`select jobs.enqueue('resuggest', jsonb_build_object('tenant_id', $1::text), interval '0')`, [t.tenants[0]]);
  expect(await t.deps.jobs.runPending()).toBe(2);
  await queue.query('commit');
  expect(await t.deps.jobs.runPending()).toBe(1);
});

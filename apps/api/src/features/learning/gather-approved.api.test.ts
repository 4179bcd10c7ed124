import type { HistoryEntry } from '@incisive/contract/code-links';
import type { NoteDetail } from '@incisive/contract/notes';
import { type LearningExample, emptyLearner } from '@incisive/engine';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, expect, test, vi } from 'vitest';
import { enqueue } from '../../jobs/job-queue.ts';
import { platformTenantId, withSystem } from '../../db/tenant.ts';
import { useTestApp } from '../../testing/build-test-app.ts';
import { gatherApproved, mostApproved, quietHours } from './gather-approved.job.ts';
import { learnTenant } from './learn.job.ts';
import { restoreNotes } from '../notes/restore-notes.job.ts';

const t = await useTestApp();
afterEach(() => vi.restoreAllMocks());

const hour = 3_600_000;
const text = 'PROCEDURE PERFORMED: Laparoscopic cholecystectomy.\nDESCRIPTION: The gallbladder was taken out through the scope.';
const later = (hours = quietHours + 1): Date => new Date(Date.now() + hours * hour);

async function newNote(as = 'approver'): Promise<string> {
  return (await t.as(as, 'POST', '/api/v1/op-notes/', { text })).json<NoteDetail>().id;
}
async function act(note: string, action: string, codes: string[], as = 'approver'): Promise<void> {
  const answer = await t.as(as, 'POST', `/api/v1/op-notes/${note}/cpt-codes-${action}/`, { cpt_codes: codes });
  expect([action, answer.statusCode]).toEqual([action, 200]);
}
const model = (tenant: string) =>
  withSystem(t.database, (tx) =>
    tx.selectFrom('app.learned_models').selectAll().where('tenant_id', '=', tenant).executeTakeFirst(),
  );
const rowsOf = (note: string) =>
  withSystem(t.database, (tx) =>
    tx
      .selectFrom('app.training_examples')
      .select(['kind', 'codes', 'rejected', 'tenant_id', 'undone_at', 'learned_version'])
      .where('note_id', '=', note)
      .orderBy('created_at')
      .execute(),
  );
/** Gathers at a time, learns, and answers what the engine was given: all of it after a rebuild, else what is new. */
async function learnAt(now = later()): Promise<LearningExample[]> {
  const given: LearningExample[][] = [];
  const real = t.deps.suggester.learn.bind(t.deps.suggester);
  const spy = vi.spyOn(t.deps.suggester, 'learn').mockImplementation((request) => {
    given.push([...request.examples]);
    return real(request);
  });
  await gatherApproved(t.database, now);
  await t.deps.jobs.runPending();
  spy.mockRestore();
  // Each step is learned into two states, the second of which leaves the held-back notes out.
  return given.filter((_, at) => at % 2 === 0).flat();
}
/** The model learned step by step and the one rebuilt from the examples are the same. */
async function expectSameWhenRebuilt(tenant: string): Promise<void> {
  const before = (await model(tenant))!;
  await learnTenant(t.database, t.deps.suggester, tenant, { rebuild: true });
  expect(await model(tenant)).toMatchObject({
    state: before.state,
    measured_state: before.measured_state,
    examples: before.examples,
  });
}

test('approved and rejected codes of a note at rest are learned as weaker signs, for its tenant alone', async () => {
  const note = await newNote();
  await act(note, 'approved', ['47562']);
  await act(note, 'rejected', ['47600']);
  expect(await learnAt(later(quietHours - 1))).toEqual([]);
  expect(await rowsOf(note)).toEqual([]);
  expect(await learnAt()).toEqual([{ text, approved: ['47562'], rejected: ['47600'], weight: 'approved' }]);
  expect(await model(t.tenants[0])).toMatchObject({ version: 1, examples: 1 });
  expect(await model(t.tenants[1])).toBeUndefined();
  expect(await rowsOf(note)).toMatchObject([{ kind: 'approved', tenant_id: t.tenants[0], learned_version: 1 }]);
  // A second look at the same notes finds nothing new.
  expect(await learnAt()).toEqual([]);
  expect(await model(t.tenants[0])).toMatchObject({ version: 1 });
});

test('the hourly job does it: gather, then learn', async () => {
  const note = await newNote('approver2');
  await act(note, 'rejected', ['47600'], 'approver2');
  await withSystem(t.database, async (tx) => {
    await sql`update app.code_history set acted_at = acted_at - interval '2 days' where note_id = ${note}::uuid`.execute(tx);
    await sql`update app.notes set updated_at = updated_at - interval '2 days' where id = ${note}::uuid`.execute(tx);
    await enqueue(tx, 'gather', {});
  });
  expect(await t.deps.jobs.runPending()).toBe(2);
  expect(await model(t.tenants[1])).toMatchObject({ version: 1, examples: 1 });
  expect(await rowsOf(note)).toMatchObject([{ codes: [], rejected: ['47600'], tenant_id: t.tenants[1] }]);
});

test('a note without a tenant, an untouched one and one whose actions were undone teach nobody', async () => {
  const [none, untouched, undone] = [await newNote('superapprover'), await newNote(), await newNote()];
  await act(none, 'approved', ['47562'], 'superapprover');
  await act(undone, 'approved', ['47562']);
  await act(undone, 'undo', ['47562']);
  expect(await learnAt()).toEqual([]);
  for (const note of [none, untouched, undone]) expect(await rowsOf(note)).toEqual([]);
  expect(await model(platformTenantId)).toBeUndefined();
});

test('a later change takes the example back at once, and teaches the new codes after another rest', async () => {
  const note = await newNote();
  await act(note, 'approved', ['27447']);
  await learnAt();
  const before = (await model(t.tenants[0]))!;
  await act(note, 'rejected', ['27447']);
  const soon = await learnAt(new Date());
  expect(soon.some((example) => example.approved.includes('27447'))).toBe(false);
  expect(await model(t.tenants[0])).toMatchObject({ examples: before.examples - 1, version: before.version + 1 });
  expect(await rowsOf(note)).toEqual([]);
  expect(await learnAt()).toEqual([{ text, approved: [], rejected: ['27447'], weight: 'approved' }]);
  await expectSameWhenRebuilt(t.tenants[0]);
});

test('a changed text makes the note be learned again', async () => {
  const note = await newNote();
  await act(note, 'approved', ['47563']);
  await learnAt();
  const changed = `${text} A cholangiogram was taken.`;
  expect((await t.as('approver', 'PATCH', `/api/v1/op-notes/${note}/`, { text: changed })).statusCode).toBe(200);
  await learnAt(new Date());
  expect(await rowsOf(note)).toEqual([]);
  expect(await learnAt()).toEqual([{ text: changed, approved: ['47563'], rejected: [], weight: 'approved' }]);
  await expectSameWhenRebuilt(t.tenants[0]);
});

test('a Train replaces the approvals of its note, and its undo takes the note out altogether', async () => {
  const note = await newNote();
  await act(note, 'approved', ['47562', '47600']);
  await learnAt();
  const before = (await model(t.tenants[0]))!;
  const answer = await t.as('approver', 'POST', `/api/v1/op-notes/${note}/cpt-codes-submitted/`, { cpt_codes: ['47562'] });
  const { training_id } = answer.json<{ training_id: string }>();
  const given = await learnAt();
  expect(given.filter((example) => example.weight === 'submitted')).toEqual([
    { text, approved: ['47562'], rejected: [], weight: 'submitted' },
  ]);
  expect(given.some((example) => example.approved.includes('47600'))).toBe(false);
  expect((await model(t.tenants[0]))!.examples).toBe(before.examples);
  expect((await rowsOf(note)).map((row) => row.kind)).toEqual(['submitted']);
  await expectSameWhenRebuilt(t.tenants[0]);
  await t.as('approver', 'POST', `/api/v1/op-notes/${note}/cpt-codes-submitted/undo/`, { training_id });
  await learnAt();
  expect((await model(t.tenants[0]))!.examples).toBe(before.examples - 1);
  expect((await rowsOf(note)).map((row) => row.kind)).toEqual(['submitted']);
});

test('a deleted note, trained or not, is unlearned; restored it counts again', async () => {
  const [approved, trained] = [await newNote(), await newNote()];
  for (const note of [approved, trained]) await act(note, 'approved', ['47562']);
  await t.as('approver', 'POST', `/api/v1/op-notes/${trained}/cpt-codes-submitted/`, { cpt_codes: ['47562'] });
  await learnAt();
  const before = (await model(t.tenants[0]))!;
  for (const note of [approved, trained]) await t.as('admin', 'DELETE', `/api/v1/op-notes/${note}/`);
  await learnAt();
  expect((await model(t.tenants[0]))!.examples).toBe(before.examples - 2);
  await expectSameWhenRebuilt(t.tenants[0]);
  await restoreNotes(t.database, [approved, trained], 'command:tester');
  await learnAt();
  expect(await model(t.tenants[0])).toMatchObject({ examples: before.examples, state: before.state });
  await expectSameWhenRebuilt(t.tenants[0]);
});

test('held-back notes stay out of the measured state also as approvals, and count for no measuring of a Train', async () => {
  const before = (await model(t.tenants[0]))!;
  const notes: string[] = [];
  let held = 0;
  // One in five is held back by its random id: go on until there is one among them.
  while (notes.length < 22 || held === 0) {
    const note = await newNote();
    await act(note, 'approved', ['47562']);
    notes.push(note);
    const { rows } = await withSystem(t.database, (tx) =>
      sql<{ held: boolean }>`select app.held_back(${note}::uuid) as held`.execute(tx),
    );
    if (rows[0]!.held) held += 1;
  }
  await learnAt();
  const after = (await model(t.tenants[0]))!;
  const examplesIn = (state: unknown) => (state as { examples: number }).examples;
  expect(examplesIn(after.state) - examplesIn(before.state)).toBe(notes.length);
  expect(examplesIn(after.measured_state) - examplesIn(before.measured_state)).toBe(notes.length - held);
  // Twenty notes at rest are not twenty trained ones.
  const answer = await t.as('approver', 'POST', `/api/v1/op-notes/${notes[0]}/cpt-codes-submitted/`, { cpt_codes: ['47562'] });
  expect(answer.json<{ changed: unknown }>().changed).toBeNull();
});

test('approvals at rest are no Train: neither in the note’s history nor in the figures of acceptance', async () => {
  const note = await newNote('approver2');
  await act(note, 'approved', ['47562'], 'approver2');
  await learnAt();
  expect(await rowsOf(note)).toHaveLength(1);
  const history = await t.as('approver2', 'GET', `/api/v1/op-notes/${note}/history/`);
  expect(history.json<{ results: HistoryEntry[] }>().results.filter((entry) => entry.kind === 'train')).toEqual([]);
  expect((await t.as('admin2', 'GET', '/api/v1/models/')).json<{ acceptance: unknown }>().acceptance).toBeNull();
});

test('two processes that gather at once make one example a note', async () => {
  const note = await newNote();
  await act(note, 'approved', ['47562']);
  await Promise.all([gatherApproved(t.database, later()), gatherApproved(t.database, later())]);
  expect(await rowsOf(note)).toHaveLength(1);
  await t.deps.jobs.runPending();
});

test('work lost with the queue and a model of another engine version are made up for', async () => {
  const note = await newNote();
  await act(note, 'approved', ['47562']);
  await gatherApproved(t.database, later());
  await withSystem(t.database, (tx) =>
    tx
      .updateTable('app.learned_models')
      .set({ state: JSON.stringify({ version: 1, examples: 1, corrections: [] }) })
      .where('tenant_id', '=', t.tenants[0])
      .execute(),
  );
  const admin = new pg.Client(t.database.systemConnection);
  await admin.connect();
  await admin.query('delete from jobs.job');
  await admin.end();
  const { tenants } = await gatherApproved(t.database, later());
  expect(tenants).toBe(1);
  await t.deps.jobs.runPending();
  const { n } = await withSystem(t.database, (tx) =>
    tx
      .selectFrom('app.training_examples')
      .select((select) => select.fn.countAll<string>().as('n'))
      .where('tenant_id', '=', t.tenants[0])
      .where('undone_at', 'is', null)
      .executeTakeFirstOrThrow(),
  );
  expect(await model(t.tenants[0])).toMatchObject({
    examples: Number(n),
    state: { version: emptyLearner().version, examples: Number(n) },
  });
});

test('of a great many notes at rest the newest are kept, and those that were dropped do not come back', async () => {
  const plant = (count: number, daysAgo: number) =>
    withSystem(t.database, (tx) =>
      sql`with n as (insert into app.notes (tenant_id, kind, text, created_by, created_by_id, created_at, updated_at)
            select ${t.tenants[1]}::uuid, 'op', 'A note.', 'admin2', ${t.users['admin2']!.id}::uuid, at, at
              from (select now() - make_interval(days => ${daysAgo}) + make_interval(secs => i) as at from generate_series(1, ${count}) i) x
            returning id, created_at),
          l as (insert into app.code_links (tenant_id, note_id, code, state, approved_by, approved_at)
            select ${t.tenants[1]}::uuid, id, '47562', 'APPROVED', 'admin2', created_at from n)
        insert into app.code_history (tenant_id, note_id, code, action, from_state, to_state, acted_by, acted_by_id, acted_at)
          select ${t.tenants[1]}::uuid, id, '47562', 'approve', 'SUGGESTED', 'APPROVED', 'admin2', ${t.users['admin2']!.id}::uuid, created_at
            from n`.execute(tx),
    );
  const live = async () => {
    const { rows } = await withSystem(t.database, (tx) =>
      sql<{ n: number; oldest: Date }>`select count(*)::int as n, min(settled_at) as oldest from app.training_examples
        where tenant_id = ${t.tenants[1]}::uuid and kind = 'approved' and undone_at is null`.execute(tx),
    );
    return rows[0]!;
  };
  await plant(mostApproved + 50, 5);
  await gatherApproved(t.database);
  const before = await live();
  await gatherApproved(t.database);
  expect(await live()).toEqual(before);
  await plant(300, 2);
  await gatherApproved(t.database);
  const after = await live();
  expect(after.n).toBe(mostApproved);
  expect(after.oldest.getTime()).toBeGreaterThan(before.oldest.getTime());
  await gatherApproved(t.database);
  expect(await live()).toEqual(after);
});

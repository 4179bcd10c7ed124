import type { Models } from '@incisive/contract/analytics';
import type { NoteDetail } from '@incisive/contract/notes';
import type { LearningExample } from '@incisive/engine';
import { sql } from 'kysely';
import { afterEach, expect, test, vi } from 'vitest';
import { platformTenantId, withSystem, withTenant } from '../../db/tenant.ts';
import { enqueue } from '../../jobs/job-queue.ts';
import { learnTenant } from './learn.job.ts';
import { useTestApp } from '../../testing/build-test-app.ts';

const t = await useTestApp();
afterEach(() => vi.restoreAllMocks());

const text = 'PROCEDURE PERFORMED: Laparoscopic cholecystectomy.\nDESCRIPTION: The gallbladder was taken out through the scope.';

interface Submitted {
  message: string;
  changed: Models['training'][number] | null;
  training_id: string;
}

async function newNote(as: string, body: object = {}): Promise<string> {
  const id = (await t.as(as, 'POST', '/api/v1/op-notes/', { text, ...body })).json<NoteDetail>().id;
  await t.as(as, 'POST', `/api/v1/op-notes/${id}/cpt-codes-assigned/`, { cpt_codes: ['47562', '27447'] });
  return id;
}
const submit = (as: string, id: string, codes: string[] = ['47562']) =>
  t.as(as, 'POST', `/api/v1/op-notes/${id}/cpt-codes-submitted/`, { cpt_codes: codes });
const train = async (as: string, codes?: string[]): Promise<Submitted & { note: string }> => {
  const note = await newNote(as);
  return { ...(await submit(as, note, codes)).json<Submitted>(), note };
};
const model = (tenant: string) =>
  withSystem(t.database, (tx) =>
    tx.selectFrom('app.learned_models').selectAll().where('tenant_id', '=', tenant).executeTakeFirst(),
  );
/** What the engine was asked to learn, while its own learner stays as it is. */
function watchLearning(): { learned: LearningExample[][] } {
  const seen: { learned: LearningExample[][] } = { learned: [] };
  const real = t.deps.suggester.learn.bind(t.deps.suggester);
  vi.spyOn(t.deps.suggester, 'learn').mockImplementation((request) => {
    seen.learned.push([...request.examples]);
    return real(request);
  });
  return seen;
}

test('a Train is learned by a job for the note’s tenant, whoever presses it, and its suggestions become new', async () => {
  const note = await newNote('approver');
  const answer = (await submit('superapprover', note)).json<Submitted>();
  expect(answer).toMatchObject({ message: 'Submitted', changed: null });
  expect(await model(t.tenants[0])).toBeUndefined();
  // One learns, the other keeps what the note is about.
  expect(await t.deps.jobs.runPending()).toBe(2);
  expect(await model(t.tenants[0])).toMatchObject({ version: 1, examples: 1 });
  expect(await model(t.tenants[1])).toBeUndefined();
  expect(await model(platformTenantId)).toBeUndefined();
  await t.as('approver', 'GET', `/api/v1/op-notes/${note}/cpt-codes-suggested/`);
  const cache = await withSystem(t.database, (tx) =>
    tx.selectFrom('app.suggestion_cache').select('model_version').where('note_id', '=', note).executeTakeFirstOrThrow(),
  );
  expect(cache.model_version).toBe(1);
});

test('only approved codes can be submitted, by those who may', async () => {
  const note = await newNote('approver');
  expect((await submit('approver', note, ['49505'])).json()).toMatchObject({ status: 422, errors: [{ path: 'cpt_codes' }] });
  for (const role of ['coder', 'dataentry']) expect((await submit(role, note)).statusCode).toBe(403);
  expect((await submit('approver2', note)).statusCode).toBe(404);
  const rows = await withSystem(t.database, (tx) =>
    tx.selectFrom('app.training_examples').select('id').where('note_id', '=', note).execute(),
  );
  expect(rows).toEqual([]);
});

test('no tenant’s text or counts reach another’s model', async () => {
  const own = watchLearning();
  await train('approver2');
  await t.deps.jobs.runPending();
  expect(own.learned.flat()).toHaveLength(2 - ((await heldBack((await newest()).note_id)) ? 1 : 0));
  expect(await model(t.tenants[1])).toMatchObject({ version: 1, examples: 1 });
  expect((await model(t.tenants[0]))?.examples).toBe(1);
});

const newest = () =>
  withSystem(t.database, (tx) =>
    tx.selectFrom('app.training_examples').selectAll().orderBy('created_at', 'desc').limit(1).executeTakeFirstOrThrow(),
  );
const heldBack = async (note: string): Promise<boolean> => {
  const { rows } = await withSystem(t.database, (tx) =>
    sql<{ held: boolean }>`select app.held_back(${note}::uuid) as held`.execute(tx),
  );
  return rows[0]!.held;
};

test('a note without a tenant teaches nobody', async () => {
  const note = await newNote('superapprover');
  const answer = (await submit('superapprover', note)).json<Submitted>();
  expect(answer.changed).toBeNull();
  expect(await t.deps.jobs.runPending()).toBe(0);
  expect(await model(platformTenantId)).toBeUndefined();
});

test('undo takes the example out: the model is rebuilt without it', async () => {
  const kept = await train('approver2');
  const undone = await train('approver2', ['27447']);
  await t.deps.jobs.runPending();
  const before = (await model(t.tenants[1]))!;
  const undo = (as: string) =>
    t.as(as, 'POST', `/api/v1/op-notes/${undone.note}/cpt-codes-submitted/undo/`, { training_id: undone.training_id });
  expect((await undo('approver')).statusCode).toBe(404);
  expect((await undo('approver2')).json()).toEqual({ message: 'Undone' });
  expect((await undo('approver2')).statusCode).toBe(404);
  const seen = watchLearning();
  await t.deps.jobs.runPending();
  const after = (await model(t.tenants[1]))!;
  expect(after.examples).toBe(before.examples - 1);
  expect(after.version).toBe(before.version + 1);
  expect(seen.learned.flat().some((example) => example.approved.includes('27447'))).toBe(false);
  expect(kept.training_id).not.toBe(undone.training_id);
});

test('a second Train of a note replaces the first', async () => {
  const first = await train('approver2', ['27447']);
  await t.deps.jobs.runPending();
  const before = (await model(t.tenants[1]))!;
  await submit('approver2', first.note, ['47562']);
  const seen = watchLearning();
  await t.deps.jobs.runPending();
  expect((await model(t.tenants[1]))!.examples).toBe(before.examples);
  expect(seen.learned.flat().some((example) => example.approved.includes('27447'))).toBe(false);
});

test('a rebuild gives the same state as learning step by step, and jobs that come twice do nothing more', async () => {
  const before = (await model(t.tenants[1]))!;
  await withSystem(t.database, (tx) => enqueue(tx, 'learn', { tenant_id: t.tenants[1] }));
  expect(await t.deps.jobs.runPending()).toBe(1);
  expect(await model(t.tenants[1])).toEqual(before);
  await learnTenant(t.database, t.deps.suggester, t.tenants[1], { rebuild: true });
  const rebuilt = (await model(t.tenants[1]))!;
  expect(rebuilt).toMatchObject({ version: before.version + 1, examples: before.examples, state: before.state });
});

test('two processes that learn at a time lose no example', async () => {
  const before = (await model(t.tenants[1]))!.examples;
  for (let at = 0; at < 3; at += 1) await train('approver2');
  await Promise.all([1, 2].map(() => learnTenant(t.database, t.deps.suggester, t.tenants[1])));
  expect((await model(t.tenants[1]))!.examples).toBe(before + 3);
  await t.deps.jobs.runPending();
  expect((await model(t.tenants[1]))!.examples).toBe(before + 3);
});

test('however much a clinic teaches, one job waits to learn it', async () => {
  await t.deps.jobs.runPending();
  for (const tenant of [t.tenants[0], t.tenants[1], t.tenants[0], t.tenants[0]])
    await withSystem(t.database, (tx) => enqueue(tx, 'learn', { tenant_id: tenant }));
  expect(await t.deps.jobs.runPending()).toBe(2);
});

test('without COMMIT there is no job, and a tenant cannot ask for another’s', async () => {
  const user = t.users['approver']!;
  const actor = { role: user.role, tenantId: user.tenantId!, userId: user.id };
  await expect(
    withTenant(t.database, actor, async (tx) => {
      await enqueue(tx, 'learn', { tenant_id: t.tenants[0] });
      throw new Error('rolled back');
    }),
  ).rejects.toThrow('rolled back');
  await expect(withTenant(t.database, actor, (tx) => enqueue(tx, 'learn', { tenant_id: t.tenants[1] }))).rejects.toMatchObject({
    code: '42501',
  });
  await expect(withTenant(t.database, actor, (tx) => sql`select * from jobs.job`.execute(tx))).rejects.toMatchObject({
    code: '42501',
  });
  expect(await t.deps.jobs.runPending()).toBe(0);
});

test('from twenty settled notes on, a Train tells hits on the held-back ones before and after, and /models keeps it', async () => {
  let held = 0;
  const early: unknown[] = [];
  let last: Submitted | undefined;
  // One in five is held back by its random id: go on until there is one among them.
  for (let at = 0; at < 21 || held === 0; at += 1) {
    const step = await train('approver');
    if (await heldBack(step.note)) held += 1;
    last = step;
    if (at < 15) early.push(step.changed);
  }
  expect(early).toEqual(Array.from({ length: 15 }, () => null));
  expect(held).toBeGreaterThan(0);
  expect(last!.changed).not.toBeNull();
  expect(last!.changed!.n).toBeGreaterThan(0);
  // The plain engine knows this procedure: nothing may get worse.
  expect(last!.changed!.before.hit10).toBe(1);
  expect(last!.changed!.after.hit10).toBe(1);
  const models = (await t.as('admin', 'GET', '/api/v1/models/')).json<Models>();
  expect(models.training[0]).toMatchObject({ n: last!.changed!.n, after: last!.changed!.after });
  await t.deps.jobs.runPending();
  const stored = await withSystem(t.database, (tx) =>
    tx
      .selectFrom('app.learned_models')
      .select(['state', 'measured_state'])
      .where('tenant_id', '=', t.tenants[0])
      .executeTakeFirstOrThrow(),
  );
  // What is measured on the held-back notes has not learned from them.
  expect((stored.measured_state as { examples: number }).examples).toBeLessThan((stored.state as { examples: number }).examples);
});

test('AUD-03 a Train and its undo leave one audit row each, without codes or text', async () => {
  const step = await train('approver');
  await t.as('approver', 'POST', `/api/v1/op-notes/${step.note}/cpt-codes-submitted/undo/`, { training_id: step.training_id });
  const rows = await withSystem(t.database, (tx) =>
    tx
      .selectFrom('app.audit_log')
      .select(['type', 'entity', 'detail', 'tenant_id'])
      .where(sql<boolean>`${`training:${step.training_id}`} = any (entity)`)
      .orderBy('id')
      .execute(),
  );
  const entity = [`note:${step.note}`, `training:${step.training_id}`];
  expect(rows).toEqual([
    { type: 'train', entity, detail: null, tenant_id: t.tenants[0] },
    { type: 'train_undo', entity, detail: null, tenant_id: t.tenants[0] },
  ]);
});

test('a Train succeeds also when its figures cannot be had', async () => {
  vi.spyOn(t.deps.suggester, 'measure').mockRejectedValue(new Error('engine gone'));
  const note = await newNote('approver');
  const answer = await submit('approver', note);
  expect(answer.statusCode).toBe(200);
  expect(answer.json<Submitted>().changed).toBeNull();
});

test('S13: Train pressed twenty times at once makes one example; after a change it makes another', async () => {
  const note = await newNote('approver');
  const examples = () =>
    withSystem(t.database, (tx) => tx.selectFrom('app.training_examples').select('id').where('note_id', '=', note).execute());
  const answers = await Promise.all(Array.from({ length: 20 }, () => submit('approver', note)));
  expect(answers.map((answer) => answer.statusCode)).toEqual(answers.map(() => 200));
  expect(new Set(answers.map((answer) => answer.json<Submitted>().training_id)).size).toBe(1);
  expect(await examples()).toHaveLength(1);
  await submit('approver', note, ['27447', '47562']);
  expect(await examples()).toHaveLength(2);
  await t.as('approver', 'PATCH', `/api/v1/op-notes/${note}/`, { text: `${text} Edited.` });
  await submit('approver', note, ['47562', '27447']);
  expect(await examples()).toHaveLength(3);
});

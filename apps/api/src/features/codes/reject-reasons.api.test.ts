import type { CodeLink, HistoryEntry } from '@incisive/contract/code-links';
import { type RejectReason, rejectReasonKeys } from '@incisive/contract/reject-reasons';
import type { NoteDetail } from '@incisive/contract/notes';
import type { Overview } from '@incisive/contract/quality';
import { expect, it } from 'vitest';
import { withSystem } from '../../db/tenant.ts';
import { useTestApp } from '../../testing/build-test-app.ts';

const t = await useTestApp();

async function newNote(who = 'approver'): Promise<string> {
  const made = await t.as(who, 'POST', '/api/v1/op-notes/', { text: 'Gallbladder removed through the scope.' });
  return made.json<NoteDetail>().id;
}
const act = (who: string, id: string, what: string, codes = ['47562'], more: object = {}) =>
  t.as(who, 'POST', `/api/v1/op-notes/${id}/cpt-codes-${what}/`, { cpt_codes: codes, ...more });
const explain = (who: string, id: string, reason: RejectReason | null, codes = ['47562']) =>
  act(who, id, 'rejected/reason', codes, { reason });
const rejected = async (id: string): Promise<Record<string, string | null>> => {
  const list = (await t.as('admin', 'GET', `/api/v1/op-notes/${id}/cpt-codes-rejected/`)).json<{ results: CodeLink[] }>();
  return Object.fromEntries(list.results.map((link) => [link.code, link.reject_reason]));
};
const history = async (id: string) =>
  (await t.as('admin', 'GET', `/api/v1/op-notes/${id}/history/`))
    .json<{ results: HistoryEntry[] }>()
    .results.filter(({ kind }) => kind === 'code')
    .map(({ action, reason }) => [action, reason]);

it('is said after the rejection, said otherwise, and taken back; the history keeps each', async () => {
  const id = await newNote();
  await act('approver', id, 'rejected', ['47562', '47563']);
  expect(await rejected(id)).toEqual({ 47562: null, 47563: null });
  expect((await explain('approver', id, 'not-done', ['47562', '47563'])).statusCode).toBe(200);
  expect((await explain('approver', id, 'other-code')).json<{ results: CodeLink[] }>().results).toMatchObject([
    { code: '47562', linkType: 'REJECTED', rejected_by: 'approver', reject_reason: 'other-code' },
  ]);
  // Once more the same is nothing new.
  await explain('approver', id, 'other-code');
  await explain('approver', id, null, ['47563']);
  expect(await rejected(id)).toEqual({ 47562: 'other-code', 47563: null });
  expect(await history(id)).toEqual([
    ['reason', null],
    ['reason', 'other-code'],
    ['reason', 'not-done'],
    ['reason', 'not-done'],
    ['reject', null],
    ['reject', null],
  ]);
});

it('is for who rejected it alone, while that stands', async () => {
  const id = await newNote();
  expect((await explain('approver', id, 'other')).statusCode).toBe(409);
  await act('approver', id, 'rejected');
  expect((await explain('admin', id, 'other')).statusCode).toBe(409);
  expect((await explain('dataentry', id, 'other')).statusCode).toBe(403);
  expect((await explain('approver2', id, 'other')).statusCode).toBe(404);
  expect((await act('approver', id, 'rejected/reason', ['47562'], { reason: 'because' })).statusCode).toBe(422);
  // All or nothing.
  expect((await explain('approver', id, 'other', ['47562', '47563'])).statusCode).toBe(409);
  expect(await rejected(id)).toEqual({ 47562: null });
  await act('admin', id, 'approved');
  expect((await explain('approver', id, 'other')).statusCode).toBe(409);
});

it('goes with the rejection when that is undone, and comes back with it', async () => {
  const id = await newNote();
  await act('approver', id, 'rejected');
  await explain('approver', id, 'history-or-plan');
  await act('approver', id, 'approved');
  await act('approver', id, 'undo');
  expect(await rejected(id)).toEqual({ 47562: 'history-or-plan' });
  await act('approver', id, 'undo');
  expect(await rejected(id)).toEqual({});
  await act('approver', id, 'rejected');
  expect(await rejected(id)).toEqual({ 47562: null });
});

it('every reason is kept; the learner is told of those that say that nothing was there', async () => {
  const id = await newNote();
  const codes = ['47562', '47563', '47600', '29881', '29880', '29882', '29827', '29822'];
  await act('approver', id, 'rejected', codes);
  for (const [at, reason] of rejectReasonKeys.entries()) await explain('approver', id, reason, [codes[at]!]);
  expect(new Set(Object.values(await rejected(id)))).toEqual(new Set(rejectReasonKeys));
  await act('approver', id, 'approved', ['27447']);
  expect((await act('approver', id, 'submitted', ['27447'])).statusCode).toBe(200);
  const example = await withSystem(t.database, (tx) =>
    tx.selectFrom('app.training_examples').select(['rejected', 'firmly']).where('note_id', '=', id).executeTakeFirstOrThrow(),
  );
  expect(example.rejected).toHaveLength(8);
  expect(example.firmly.toSorted()).toEqual(['29880', '29881', '47562']);
});

it('the overview names what was suggested in error, and opens its cases', async () => {
  const notes = [await newNote(), await newNote(), await newNote('approver2')];
  for (const [at, id] of notes.entries()) {
    const who = at === 2 ? 'approver2' : 'approver';
    // The case of a note is made when its work is asked for.
    expect((await t.as(who, 'POST', `/api/v1/op-notes/${id}/case/claim/`, {})).statusCode).toBe(200);
    await act(who, id, 'rejected', ['49650']);
    await explain(who, id, 'part-of-another', ['49650']);
  }
  const read = async (who: string) =>
    (await t.as(who, 'GET', '/api/v1/quality/overview/')).json<Overview>().rejected.filter(({ code }) => code === '49650');
  const [own] = await read('admin');
  expect(own).toMatchObject({ code: '49650', reason: 'part-of-another', cases: 2 });
  expect(await read('superadmin')).toMatchObject([{ cases: 3 }]);
  const behind = await t.as('admin', 'GET', `/api/v1/quality/cases/?${new URLSearchParams(own!.rows).toString()}`);
  expect(
    behind
      .json<{ results: { note_id: string }[] }>()
      .results.map((row) => row.note_id)
      .toSorted(),
  ).toEqual(notes.slice(0, 2).toSorted());
});

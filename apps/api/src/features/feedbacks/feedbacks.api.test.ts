import type { Feedback } from '@incisive/contract/feedbacks';
import type { NoteDetail } from '@incisive/contract/notes';
import { expect, test } from 'vitest';
import { withSystem } from '../../db/tenant.ts';
import { useTestApp } from '../../testing/build-test-app.ts';

const t = await useTestApp({ TEAM_EMAIL: 'team@example.org' });

const path = '/api/v1/feedbacks/';
async function give(as: string, body: object = { subject: 'User feedback', message: `From ${as}` }): Promise<Feedback> {
  const response = await t.as(as, 'POST', path, body);
  expect(response.statusCode).toBe(201);
  return response.json<Feedback>();
}
const seenBy = async (as: string, query = '?per_page=100'): Promise<string[]> =>
  (await t.as(as, 'GET', `${path}${query}`)).json<{ results: Feedback[] }>().results.map((row) => row.id);

test('ASV-67 each role sees its share of the feedback', async () => {
  const writers = ['superadmin', 'superapprover', 'coder', 'admin', 'approver', 'dataentry', 'approver2'] as const;
  const ids = new Map<string, string>();
  for (const writer of writers) ids.set(writer, (await give(writer)).id);
  const all = [...ids.values()];
  const of = (...names: string[]): string[] => names.map((name) => ids.get(name)!);
  const visible = async (as: string): Promise<string[]> => (await seenBy(as)).filter((id) => all.includes(id)).toSorted();
  expect(await visible('superadmin')).toEqual(all.toSorted());
  expect(await visible('superapprover')).toEqual(all.toSorted());
  expect(await visible('coder')).toEqual(of('coder'));
  expect(await visible('admin')).toEqual(of('admin', 'approver', 'dataentry').toSorted());
  expect(await visible('approver')).toEqual(of('approver'));
  expect(await visible('dataentry')).toEqual(of('dataentry'));
  expect(await visible('admin2')).toEqual(of('approver2'));
});

test('a subject or a message is enough, both empty is not, other subjects are refused', async () => {
  expect(await give('approver', { subject: 'Technical issue' })).toMatchObject({
    subject: 'Technical issue',
    message: '',
    status: 'Pending',
  });
  expect(await give('approver', { subject: '', message: '  Words ' })).toMatchObject({ subject: '', message: 'Words' });
  expect((await t.as('approver', 'POST', path, { subject: '', message: '  ' })).statusCode).toBe(422);
  expect((await t.as('approver', 'POST', path, {})).statusCode).toBe(422);
  expect((await t.as('approver', 'POST', path, { subject: 'Praise' })).statusCode).toBe(422);
});

test('PRD-14 feedback about a note: found by it, and another tenant’s note is 404', async () => {
  const note = (await t.as('approver', 'POST', '/api/v1/op-notes/', { text: 'A note.' })).json<NoteDetail>();
  const denial = await give('approver', { subject: 'Code denial', message: 'Denied', opnote_id: note.id });
  expect(denial.opnote_id).toBe(note.id);
  expect(await seenBy('admin', `?opnote_id=${note.id}`)).toEqual([denial.id]);
  expect(await seenBy('admin2', `?opnote_id=${note.id}`)).toEqual([]);
  const foreign = await t.as('approver2', 'POST', path, { subject: 'Code denial', opnote_id: note.id });
  expect(foreign.statusCode).toBe(404);
  const coders = await give('coder', { subject: 'Code denial', message: 'Also', opnote_id: note.id });
  // Feedback of super-level people is not the tenant's to read.
  expect(await seenBy('admin', `?opnote_id=${note.id}`)).not.toContain(coders.id);
  expect((await t.as('approver', 'POST', path, { subject: 'Code denial', opnote_id: 'x' })).statusCode).toBe(422);
});

test('ASV-10 done and delete: all or none, done twice is no error', async () => {
  const one = await give('approver');
  const two = await give('dataentry');
  expect((await t.as('superapprover', 'POST', `${path}done/`, { feedbacks: [one.id, two.id] })).json()).toEqual({ count: 2 });
  expect((await t.as('superadmin', 'POST', `${path}done/`, { feedbacks: [one.id] })).json()).toEqual({ count: 1 });
  const after = (await t.as('approver', 'GET', path)).json<{ results: Feedback[] }>().results.find((row) => row.id === one.id);
  expect(after).toMatchObject({ status: 'Done', updated_by: 'superapprover' });
  const unknown = '11111111-1111-4111-8111-111111111111';
  expect((await t.as('superadmin', 'POST', `${path}delete/`, { feedbacks: [one.id, unknown] })).statusCode).toBe(404);
  expect(await seenBy('approver')).toContain(one.id);
  expect((await t.as('superadmin', 'POST', `${path}delete/`, { feedbacks: [one.id, two.id] })).json()).toEqual({ count: 2 });
  expect(await seenBy('approver')).not.toContain(one.id);
  for (const role of ['coder', 'admin', 'approver', 'dataentry'])
    expect((await t.as(role, 'POST', `${path}done/`, { feedbacks: [unknown] })).statusCode).toBe(403);
});

test('filters, orders and pages of twenty', async () => {
  for (let at = 0; at < 21; at += 1) await give('approver2', { subject: 'Suggest a feature', message: `Idea ${at} of 100%` });
  const first = (await t.as('approver2', 'GET', `${path}?message=100%25&ordering=created_at`)).json<{
    results: Feedback[];
    count: number;
    next: string;
  }>();
  expect(first.results).toHaveLength(20);
  expect(first.count).toBe(21);
  expect(first.results[0]?.message).toBe('Idea 0 of 100%');
  const next = new URL(first.next);
  const second = (await t.as('approver2', 'GET', `${next.pathname}${next.search}`)).json<{ results: Feedback[] }>();
  expect(second.results.map((row) => row.message)).toEqual(['Idea 20 of 100%']);
  expect((await t.as('approver2', 'GET', `${path}?color=red`)).statusCode).toBe(422);
});

test('the team gets a link, and nothing of the words', async () => {
  await t.deps.mailer.flush();
  const secret = 'a very particular complaint';
  await give('approver', { message: secret });
  const queued = await withSystem(t.database, (tx) => tx.selectFrom('app.mail_queue').selectAll().execute());
  expect(queued.map((mail) => mail.recipient)).toEqual(['team@example.org']);
  const mail = t.deps.seal.open(queued[0]!.sealed);
  expect(mail).toContain('/feedbacks');
  expect(mail).not.toContain(secret);
});

test('IDM-01 a repeated create under one key makes one feedback', async () => {
  const headers = { 'idempotency-key': 'feedback-once' };
  const first = await t.as('approver', 'POST', path, { message: 'Once' }, headers);
  const second = await t.as('approver', 'POST', path, { message: 'Once' }, headers);
  expect(second.json<Feedback>().id).toBe(first.json<Feedback>().id);
  expect((await t.as('approver', 'POST', path, { message: 'Other' }, headers)).statusCode).toBe(422);
});

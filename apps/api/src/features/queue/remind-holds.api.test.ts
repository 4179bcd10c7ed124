import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { withSystem } from '../../db/tenant.ts';
import { useTestApp } from '../../testing/build-test-app.ts';
import { remindHolds } from './remind-holds.job.ts';

const t = await useTestApp();

const system = <T>(run: Parameters<typeof withSystem<T>>[1]): Promise<T> => withSystem(t.database, run);
const newNote = async (): Promise<string> =>
  (await t.as('approver', 'POST', '/api/v1/op-notes/', { text: 'PROCEDURE: Appendectomy.' })).json<{ id: string }>().id;
const hold = async (note: string, as = 'coder'): Promise<void> => {
  await t.as(as, 'POST', `/api/v1/op-notes/${note}/case/claim/`, {});
  const answer = await t.as(as, 'POST', `/api/v1/op-notes/${note}/case/hold/`, { reason: 'pathology' });
  expect(answer.statusCode).toBe(200);
};
/** The day on which what is held is due; the act that held it last says the same. */
const due = (note: string, day: string): Promise<unknown> =>
  system(async (tx) => {
    await sql`update app.cases set due_on = ${day}::date where note_id = ${note}`.execute(tx);
    await sql`update app.case_acts set due_on = ${day}::date
      where id = (select max(a.id) from app.case_acts a join app.cases c on c.id = a.case_id where c.note_id = ${note} and a.act = 'hold')`.execute(
      tx,
    );
  });
const told = async (username: string): Promise<string[]> =>
  (
    await system((tx) =>
      sql<{
        words: string;
      }>`select message || ' ' || link as words from app.notices where user_id = ${t.users[username]!.id} order by created_at, id`.execute(
        tx,
      ),
    )
  ).rows.map(({ words }) => words);

test('K: who holds cases that are due today is told once a day, and of none that is not', async () => {
  const notes = [await newNote(), await newNote(), await newNote()];
  for (const note of notes) await hold(note);
  await due(notes[0]!, '2031-05-10');
  await due(notes[1]!, '2031-05-10');
  await due(notes[2]!, '2031-05-11');
  expect(await remindHolds(t.database, '2031-05-10')).toEqual({ reminded: 1 });
  await Promise.all([1, 2].map(() => remindHolds(t.database, '2031-05-10')));
  expect(await told('coder')).toEqual(['2 cases that you hold are due on 05/10/2031 /queue']);
  // The next day those that are due then are told.
  expect(await remindHolds(t.database, '2031-05-11')).toEqual({ reminded: 1 });
  expect((await told('coder')).at(-1)).toBe('A case that you hold is due on 05/11/2031 /queue');
  expect(await told('admin')).toEqual([]);
});

test('K: a case that is held past its day for the second time is told to the leads of its tenant, once for the hold', async () => {
  const note = await newNote();
  await hold(note);
  await due(note, '2020-01-01');
  await remindHolds(t.database, '2031-06-02');
  expect(await told('admin')).toEqual([]);
  expect((await t.as('coder', 'POST', `/api/v1/op-notes/${note}/case/resume/`, {})).statusCode).toBe(200);
  await hold(note);
  await due(note, '2031-06-02');
  await remindHolds(t.database, '2031-06-02');
  expect(await told('admin')).toEqual([]);
  await due(note, '2031-06-01');
  await remindHolds(t.database, '2031-06-02');
  await remindHolds(t.database, '2031-06-02');
  expect(await told('admin')).toEqual([`A case was held past its day twice /opnotes/${note}`]);
  expect([await told('admin2'), await told('approver')]).toEqual([[], []]);
});

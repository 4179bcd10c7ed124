import type { NoteDetail } from '@incisive/contract/notes';
import type { Precedent } from '@incisive/contract/precedents';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { withSystem } from '../../db/tenant.ts';
import { useTestApp } from '../../testing/build-test-app.ts';
import { readyClaim } from '../../testing/ready-claim.ts';
import { restoreNotes } from '../notes/restore-notes.job.ts';
import { findMissingPrecedents, keepPrecedents } from './keep-precedents.job.ts';

const t = await useTestApp();

const gallbladder = (detail: string): string =>
  `PROCEDURE PERFORMED: Laparoscopic cholecystectomy.\nDESCRIPTION: The gallbladder was taken out through the scope. ${detail}`;
const knee = 'PROCEDURE: Right total knee arthroplasty.\nDESCRIPTION: Cemented components. Tourniquet time was 60 minutes.';

async function newNote(as: string, text: string): Promise<string> {
  return (await t.as(as, 'POST', '/api/v1/op-notes/', { text })).json<NoteDetail>().id;
}
const act = (as: string, note: string, action: string, codes: string[]) =>
  t.as(as, 'POST', `/api/v1/op-notes/${note}/cpt-codes-${action}/`, { cpt_codes: codes });
async function settled(
  as: string,
  text: string,
  codes: string[],
  rejected: string[] = [],
): Promise<{ note: string; training: string }> {
  const note = await newNote(as, text);
  await act(as, note, 'approved', codes);
  if (rejected.length > 0) await act(as, note, 'rejected', rejected);
  const { training_id } = (await act(as, note, 'submitted', codes)).json<{ training_id: string }>();
  return { note, training: training_id };
}
const ask = (as: string, note: string) => t.as(as, 'GET', `/api/v1/op-notes/${note}/precedents/`);
const found = async (as: string, note: string): Promise<Precedent[]> =>
  (await ask(as, note)).json<{ results: Precedent[] }>().results;
const foundIds = async (as: string, note: string): Promise<string[]> => (await found(as, note)).map(({ id }) => id);
const keysOf = async (note: string): Promise<number> => {
  const { rows } = await withSystem(t.database, (tx) =>
    sql<{ n: number }>`select count(*)::int as n from app.precedent_keys where note_id = ${note}::uuid`.execute(tx),
  );
  return rows[0]!.n;
};

const first = await settled('approver', gallbladder('Dry field.'), ['47562'], ['47600']);
const second = await settled('approver', gallbladder('Two ports were changed.'), ['47562', '47563']);
const other = await settled('approver', knee, ['27447']);
const foreign = await settled('approver2', gallbladder('The same in another clinic.'), ['47562']);
const open = await newNote('approver', gallbladder('Nothing is settled here yet.'));
await t.deps.jobs.runPending();

test('a note finds the settled notes like it, with what was approved and what was rejected on each', async () => {
  const results = await found('approver', open);
  expect(results.map(({ id }) => id).toSorted()).toEqual([first.note, second.note].toSorted());
  expect(results.find(({ id }) => id === first.note)).toMatchObject({ approved: ['47562'], rejected: ['47600'] });
  expect(results.find(({ id }) => id === second.note)).toMatchObject({ approved: ['47562', '47563'], rejected: [] });
  expect(results[0]!.text).toContain('PROCEDURE PERFORMED');
  expect(Number.isNaN(Date.parse(results[0]!.settled_at))).toBe(false);
});

test('a note is no precedent of itself, and an open one is nobody’s', async () => {
  expect(await foundIds('approver', first.note)).toEqual([second.note]);
  expect(await foundIds('approver', other.note)).toEqual([]);
});

test('no tenant finds another’s, whoever asks; those above tenants find those of the note’s tenant', async () => {
  const theirs = await newNote('approver2', gallbladder('Another day.'));
  expect(await foundIds('approver2', theirs)).toEqual([foreign.note]);
  expect((await ask('approver2', open)).statusCode).toBe(404);
  for (const above of ['superadmin', 'superapprover', 'coder']) {
    expect((await foundIds(above, open)).toSorted()).toEqual([first.note, second.note].toSorted());
    expect(await foundIds(above, theirs)).toEqual([foreign.note]);
  }
  const nobodys = await newNote('superapprover', gallbladder('Of no tenant.'));
  expect(await foundIds('superapprover', nobodys)).toEqual([]);
});

test('a Coder who is kept to some tenants finds nothing of the others', async () => {
  const narrow = (tenants: string[]) =>
    withSystem(t.database, (tx) =>
      sql`update app.users set only_tenants = ${tenants}::uuid[] where username = 'coder'`.execute(tx),
    );
  await narrow([t.tenants[1]]);
  expect((await ask('coder', open)).statusCode).toBe(404);
  await narrow([t.tenants[0]]);
  expect((await foundIds('coder', open)).toSorted()).toEqual([first.note, second.note].toSorted());
  await narrow([]);
});

test('who may not see what was decided may not ask', async () => {
  expect((await ask('dataentry', open)).statusCode).toBe(403);
});

test('a Train that is taken back, and one that is changed, are told as they are now', async () => {
  const { note, training } = await settled('approver', gallbladder('For a while.'), ['47562']);
  await t.deps.jobs.runPending();
  expect(await foundIds('approver', open)).toContain(note);
  await act('approver', note, 'rejected', ['47562']);
  expect((await found('approver', open)).find(({ id }) => id === note)).toMatchObject({ approved: [], rejected: ['47562'] });
  await t.as('approver', 'POST', `/api/v1/op-notes/${note}/cpt-codes-submitted/undo/`, { training_id: training });
  // At once, before any job.
  expect(await foundIds('approver', open)).not.toContain(note);
  expect(await keysOf(note)).toBeGreaterThan(0);
  await t.deps.jobs.runPending();
  expect(await keysOf(note)).toBe(0);
});

test('a claim that is finished without Train settles its note; reopened, it is no precedent any more', async () => {
  const note = await newNote('approver', gallbladder('The claim was finished.'));
  await readyClaim(t, note, ['47562']);
  await t.deps.jobs.runPending();
  expect(await foundIds('approver', open)).not.toContain(note);
  expect((await t.as('approver', 'POST', `/api/v1/op-notes/${note}/case/finish/`, {})).statusCode).toBe(200);
  await t.deps.jobs.runPending();
  expect((await found('approver', open)).find(({ id }) => id === note)).toMatchObject({ approved: ['47562'], rejected: [] });
  expect((await t.as('admin', 'POST', `/api/v1/op-notes/${note}/case/reopen/`, {})).statusCode).toBe(200);
  expect(await foundIds('approver', open)).not.toContain(note);
});

test('a deleted note is no precedent, restored it is one again, and a purge leaves nothing of it', async () => {
  const { note } = await settled('approver', gallbladder('To be deleted.'), ['47562']);
  await t.deps.jobs.runPending();
  expect(await foundIds('approver', open)).toContain(note);
  await t.as('admin', 'DELETE', `/api/v1/op-notes/${note}/`);
  expect(await foundIds('approver', open)).not.toContain(note);
  await restoreNotes(t.database, [note], 'command:tester');
  await findMissingPrecedents(t.database);
  await t.deps.jobs.runPending();
  expect(await foundIds('approver', open)).toContain(note);
  await withSystem(t.database, (tx) => tx.deleteFrom('app.notes').where('id', '=', note).execute());
  expect(await keysOf(note)).toBe(0);
  const { rows } = await withSystem(t.database, (tx) =>
    sql`select from app.note_marks where note_id = ${note}::uuid`.execute(tx),
  );
  expect(rows).toEqual([]);
});

test('a text that changes is looked at anew', async () => {
  const { note } = await settled('approver', gallbladder('Soon another text.'), ['47562']);
  await t.deps.jobs.runPending();
  expect(await foundIds('approver', open)).toContain(note);
  expect((await t.as('approver', 'PATCH', `/api/v1/op-notes/${note}/`, { text: knee })).statusCode).toBe(200);
  await findMissingPrecedents(t.database);
  await t.deps.jobs.runPending();
  expect(await foundIds('approver', open)).not.toContain(note);
  expect(await foundIds('approver', other.note)).toContain(note);
  await t.as('admin', 'DELETE', `/api/v1/op-notes/${note}/`);
});

test('notes that were settled before are read by the hourly look or the command; twice does nothing more', async () => {
  await withSystem(t.database, (tx) => sql`delete from app.note_marks where tenant_id = ${t.tenants[0]}::uuid`.execute(tx));
  expect(await foundIds('approver', open)).toEqual([]);
  expect(await findMissingPrecedents(t.database)).toBeGreaterThan(0);
  await t.deps.jobs.runPending();
  expect((await foundIds('approver', open)).toSorted()).toEqual([first.note, second.note].toSorted());
  expect(await keepPrecedents(t.database, t.deps.suggester, t.tenants[0])).toEqual({ kept: 0, removed: 0 });
  expect(await findMissingPrecedents(t.database)).toBe(0);
});

test('what is kept of a note is numbers, and the log names the notes that were shown by their ids', async () => {
  const { rows } = await withSystem(t.database, (tx) =>
    sql<{ kept: string }>`select row_to_json(m)::text as kept from app.note_marks m where note_id = ${open}::uuid`.execute(tx),
  );
  expect(rows[0]!.kept).not.toMatch(/gall|chole|lap/i);
  await ask('approver', open);
  const { rows: logged } = await withSystem(t.database, (tx) =>
    sql<{
      entities: string;
    }>`select to_jsonb(a)::text as entities from app.audit_log a where to_jsonb(a)::text like ${`%${open}%`} and to_jsonb(a)::text like ${`%${first.note}%`} limit 1`.execute(
      tx,
    ),
  );
  expect(logged).toHaveLength(1);
});

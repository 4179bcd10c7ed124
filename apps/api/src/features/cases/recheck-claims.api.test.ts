import type { ClaimCase } from '@incisive/contract/cases';
import type { NoteDetail, NoteRow } from '@incisive/contract/notes';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { withSystem } from '../../db/tenant.ts';
import { type TestApp, buildTestApp } from '../../testing/build-test-app.ts';
import { readyClaim } from '../../testing/ready-claim.ts';
import { takeEditFile } from '../../testing/take-edit-file.ts';
import { unitsFile } from '../edit-files/edit-files.fixture.ts';

let t: TestApp;
beforeAll(async () => {
  t = await buildTestApp();
});
afterAll(() => t.close());

/** Puts a quarter's limit of 47562 in force, and has the claims checked again. */
async function limit(units: number): Promise<void> {
  await takeEditFile(t, 'MCR_MUE_PractitionerServices_Eff_07-01-2024.csv', unitsFile([['47562', units, 2]]));
  await t.deps.jobs.runPending();
}
let made = 0;
let files = 100;
beforeEach(async () => {
  files += 1;
  await limit(files);
});

/** A claim of two units of 47562 in August, which an approver reads. */
async function claimOfTwo(date = '2024-08-15'): Promise<string> {
  made += 1;
  const text = `PROCEDURE PERFORMED: Laparoscopic cholecystectomy, patient ${made}.`;
  const { id } = (await t.as('approver', 'POST', '/api/v1/op-notes/', { text })).json<NoteDetail>();
  const { lines } = await readyClaim(t, id);
  await change(id, [
    { do: 'line', line: lines[0]!.id, units: 2 },
    { do: 'header', service_date: date },
  ]);
  return id;
}
const change = async (id: string, operations: unknown[]): Promise<ClaimCase> => {
  const answer = await t.as('superadmin', 'POST', `/api/v1/op-notes/${id}/case/changes/`, { operations });
  expect(answer.statusCode).toBe(200);
  return answer.json<ClaimCase>();
};
const claimOf = async (id: string): Promise<ClaimCase> =>
  (await t.as('approver', 'GET', `/api/v1/op-notes/${id}/case/`)).json<ClaimCase>();
const inList = async (id: string): Promise<number | undefined> =>
  (await t.as('approver', 'GET', '/api/v1/op-notes/')).json<{ results: NoteRow[] }>().results.find((row) => row.id === id)?.work
    ?.new_findings;

it('a new file that finds more on an open claim is told in the claim and in the list, until somebody works on it', async () => {
  const id = await claimOfTwo();
  expect([(await claimOf(id)).recheck, await inList(id)]).toEqual([null, 0]);
  await limit(1);
  const { recheck, findings } = await claimOf(id);
  const fresh = findings.filter((one) => recheck?.keys.includes(one.key));
  expect([recheck?.kinds, recheck?.gone, fresh.map((one) => one.reason)]).toEqual([['mue'], 0, ['mue.day-policy']]);
  expect(await inList(id)).toBe(1);
  await change(id, [{ do: 'header', encounter_number: 'E-1' }]);
  expect([(await claimOf(id)).recheck, await inList(id)]).toEqual([null, 0]);
});

it('what a new file no longer finds is told as gone; approving another code takes back no news', async () => {
  await limit(1);
  const id = await claimOfTwo();
  await limit(9);
  expect((await claimOf(id)).recheck).toEqual({ kinds: ['mue'], keys: [], gone: 1 });
  await t.as('superadmin', 'POST', `/api/v1/op-notes/${id}/case/release/`, {});
  await t.as('approver', 'POST', `/api/v1/op-notes/${id}/cpt-codes-approved/`, { cpt_codes: ['49505'] });
  expect((await claimOf(id)).recheck?.gone).toBe(1);
});

it('claims of other days, finished ones and those that the file says nothing new of are left alone', async () => {
  const [later, finished, same] = [await claimOfTwo('2024-11-15'), await claimOfTwo(), await claimOfTwo()];
  const { findings } = await claimOf(finished);
  const open = findings.filter((one) => one.severity !== 'info' && one.said === null);
  await change(
    finished,
    open.map(({ key }) => ({ do: 'say-why', key, why: 'Looked at' })),
  );
  expect((await t.as('superadmin', 'POST', `/api/v1/op-notes/${finished}/case/finish/`, {})).statusCode).toBe(200);
  await limit(2);
  expect((await claimOf(same)).recheck).toBeNull();
  await limit(1);
  expect([(await claimOf(later)).recheck, (await claimOf(finished)).recheck]).toEqual([null, null]);
  expect((await claimOf(same)).recheck?.keys).toHaveLength(1);
});

it('a line of another day than its claim is checked by the file of its own day', async () => {
  const id = await claimOfTwo('2024-11-15');
  const [line] = (await claimOf(id)).lines;
  await change(id, [{ do: 'line', line: line!.id, service_date: '2024-08-15' }]);
  await limit(1);
  const { recheck, findings } = await claimOf(id);
  expect(findings.filter((one) => recheck?.keys.includes(one.key)).map((one) => one.reason)).toEqual(['mue.day-policy']);
  const { lines } = await change(id, [{ do: 'line', line: line!.id, service_date: null }]);
  expect(lines.map((one) => one.service_date)).toEqual([null]);
  await limit(9);
  expect((await claimOf(id)).recheck).toBeNull();
});

it('two files in a row are told together, and a check that runs twice tells no more', async () => {
  const id = await claimOfTwo();
  await limit(1);
  const first = (await claimOf(id)).recheck;
  await takeEditFile(
    t,
    'AOC_V2024Q3-MCR.txt',
    'Type\tAdd-on code\tPrimary code\tEffective\tDeletion\tNotes\r\n1\t47562\t10001\t2013001\t\t\r\n',
  );
  await t.deps.jobs.runPending();
  await t.deps.jobs.runPending();
  const { recheck, findings } = await claimOf(id);
  expect(recheck?.kinds).toEqual(['mue', 'addon']);
  const fresh = findings.filter((one) => recheck?.keys.includes(one.key)).map((one) => one.reason);
  expect(fresh.toSorted()).toEqual(['addon.no-primary', 'mue.day-policy']);
  expect(first?.keys).toHaveLength(1);
});

it('rows of a file that was replaced go once the claims were checked by both', async () => {
  await limit(3);
  await limit(4);
  const { rows } = await withSystem(t.database, (tx) =>
    sql<{ value: number }>`select m.value from app.mue_values m join app.edit_files f on f.id = m.file_id
      where f.filename like '%07-01-2024%'`.execute(tx),
  );
  expect(rows).toEqual([{ value: 4 }]);
});

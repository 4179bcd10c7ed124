import type { ClaimCase } from '@incisive/contract/cases';
import type { NoteDetail } from '@incisive/contract/notes';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, buildTestApp } from '../../testing/build-test-app.ts';
import { readyClaim } from '../../testing/ready-claim.ts';
import { takeEditFile } from '../../testing/take-edit-file.ts';
import { feesFile } from '../edit-files/edit-files.fixture.ts';

let t: TestApp;
beforeAll(async () => {
  t = await buildTestApp();
  const days = (code: string, global: string) => [code, '', 10, global, '0'] as const;
  await takeEditFile(t, 'PPRRVU24_JUL.csv', feesFile([days('47562', '090'), days('49505', '090'), days('45385', '000')]));
});
afterAll(() => t.close());

let notes = 0;
const newNote = async (as = 'approver'): Promise<string> => {
  notes += 1;
  const text = `PROCEDURE PERFORMED: An operation, number ${notes}.`;
  return (await t.as(as, 'POST', '/api/v1/op-notes/', { text })).json<NoteDetail>().id;
};
const change = async (id: string, operations: unknown[]): Promise<ClaimCase> =>
  (await t.as('superadmin', 'POST', `/api/v1/op-notes/${id}/case/changes/`, { operations })).json<ClaimCase>();
const header = (patient: string, date: string) => ({ do: 'header', patient_number: patient, service_date: date });
/** A claim of 47562 on August 15. */
async function earlier(patient: string, as?: string): Promise<string> {
  const id = await newNote(as);
  await readyClaim(t, id);
  await change(id, [header(patient, '2024-08-15')]);
  return id;
}
const finish = async (id: string): Promise<number> =>
  (await t.as('superadmin', 'POST', `/api/v1/op-notes/${id}/case/finish/`, {})).statusCode;
/** What a claim of 49505 has to say of other operations, as somebody above tenants reads it. */
async function told(patient: string, date: string): Promise<Record<string, unknown>[]> {
  const id = await newNote();
  await t.as('superadmin', 'POST', `/api/v1/op-notes/${id}/cpt-codes-approved/`, { cpt_codes: ['49505'] });
  await t.as('superadmin', 'GET', `/api/v1/op-notes/${id}/case/`);
  const { findings } = await change(id, [header(patient, date)]);
  return findings.filter((one) => one.reason.startsWith('global.')).map(({ reason, facts }) => ({ reason, ...facts }));
}

it('an operation in the global period of the same patient’s finished claim needs a modifier, until the period is over', async () => {
  const id = await earlier('A-1');
  expect(await told('A-1', '2024-08-29')).toEqual([]);
  expect(await finish(id)).toBe(200);
  const open = { reason: 'global.needs-modifier', prior: '47562', prior_date: '2024-08-15', global_days: '090' };
  expect(await told('A-1', '2024-08-29')).toEqual([{ ...open, day: 14 }]);
  expect([await told('A-1', '2024-08-15'), await told('A-2', '2024-08-29')]).toEqual([[], []]);
  await t.as('superadmin', 'DELETE', `/api/v1/op-notes/${id}/`);
  expect(await told('A-1', '2024-08-29')).toEqual([]);
});

it('RLS-01 a patient number of another tenant is another patient, also for who sees both', async () => {
  const id = await earlier('B-1', 'approver2');
  expect(await finish(id)).toBe(200);
  expect(await told('B-1', '2024-08-29')).toEqual([]);
});

it('a claim without a patient number has no earlier operation', async () => {
  const id = await earlier('');
  expect(await finish(id)).toBe(200);
  expect(await told('', '2024-08-29')).toEqual([]);
});

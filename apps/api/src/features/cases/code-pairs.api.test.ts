import type { ClaimCase } from '@incisive/contract/cases';
import type { CodeLink } from '@incisive/contract/code-links';
import type { NoteDetail } from '@incisive/contract/notes';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, buildTestApp } from '../../testing/build-test-app.ts';
import { takeEditFile } from '../../testing/take-edit-file.ts';
import { pairsFile } from '../edit-files/edit-files.fixture.ts';

let t: TestApp;
beforeAll(async () => {
  t = await buildTestApp();
  // What no file says: a knee and a gallbladder.
  const row = (part: string, indicator: string, to = '*') => ['47562', part, '20200101', to, indicator] as const;
  const rows = [row('29877', '9'), row('29879', '0', '20240731'), row('29880', '1'), row('29881', '0')];
  await takeEditFile(t, 'ccipra-v302r0-f1.TXT', pairsFile(rows));
  for (const n of [2, 3, 4])
    await takeEditFile(t, `ccipra-v302r0-f${n}.TXT`, pairsFile([[`1000${n}`, '20001', '20200101', '*', '0']]));
});
afterAll(() => t.close());

const newNote = async (date: string): Promise<string> => {
  const text = `DATE OF SURGERY: ${date}\nPROCEDURE PERFORMED: Laparoscopic cholecystectomy.`;
  return (await t.as('approver', 'POST', '/api/v1/op-notes/', { text })).json<NoteDetail>().id;
};
const act = async (id: string, verb: string, ...codes: string[]): Promise<Record<string, CodeLink['edits']>> => {
  const answer = await t.as('approver', 'POST', `/api/v1/op-notes/${id}/cpt-codes-${verb}/`, { cpt_codes: codes });
  return Object.fromEntries(answer.json<{ results: CodeLink[] }>().results.map((link) => [link.code, link.edits]));
};
const readClaim = async (id: string): Promise<ClaimCase> =>
  (await t.as('approver', 'GET', `/api/v1/op-notes/${id}/case/`)).json<ClaimCase>();

it('the pairs of the date of service stand on each row that they are about', async () => {
  const id = await newNote('08/15/2024');
  await act(id, 'assigned', '47562');
  expect((await readClaim(id)).header.service_date).toBe('2024-08-15');
  expect(await act(id, 'assigned', '29881', '29880', '29879', '29877')).toEqual({
    '29881': [{ code: '47562', column: 2, never: true }],
    '29880': [{ code: '47562', column: 2, never: false }],
    '29879': [],
    '29877': [],
  });
  const approved = await t.as('approver', 'GET', `/api/v1/op-notes/${id}/cpt-codes-approved/`);
  expect(
    approved
      .json<{ results: CodeLink[] }>()
      .results.find((link) => link.code === '47562')
      ?.edits.toSorted((a, b) => a.code.localeCompare(b.code)),
  ).toEqual([
    { code: '29880', column: 1, never: false },
    { code: '29881', column: 1, never: true },
  ]);
  await t.as('approver', 'POST', `/api/v1/op-notes/${id}/case/changes/`, {
    operations: [{ do: 'header', service_date: '2024-07-31' }],
  });
  expect(await act(id, 'rejected', '29879')).toEqual({ '29879': [{ code: '47562', column: 2, never: true }] });
});

it('a day that no release covers has none, which is not the same as nothing to say', async () => {
  const id = await newNote('02/03/2025');
  await act(id, 'assigned', '47562');
  expect((await readClaim(id)).header.service_date).toBe('2025-02-03');
  expect(await act(id, 'assigned', '29881')).toEqual({ '29881': [] });
  expect((await readClaim(id)).not_checked).toContain('ptp');
});

it('suggestions tell the approved code that they are never beside', async () => {
  const id = await newNote('08/15/2024');
  await act(id, 'assigned', '29881');
  await readClaim(id);
  const suggested = await t.as('approver', 'GET', `/api/v1/op-notes/${id}/cpt-codes-suggested/?size=10`);
  expect(suggested.json<{ results: CodeLink[] }>().results.find((link) => link.code === '47562')?.edits).toEqual(
    expect.arrayContaining([{ code: '29881', column: 1, never: true }]),
  );
});

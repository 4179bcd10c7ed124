import type { FoundDiagnosis, ProposedDiagnosis } from '@incisive/contract/cases';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, buildTestApp } from '../../testing/build-test-app.ts';
import { takeEditFile } from '../../testing/take-edit-file.ts';
import { diagnosesFile } from './edit-files.fixture.ts';

/** More short ones than are kept in memory, then longer ones that only the index knows. */
const many = 8200;
let t: TestApp;
beforeAll(async () => {
  t = await buildTestApp();
  const short = Array.from({ length: many }, (_, n): [string, 0 | 1, string] => [
    `A${String(n).padStart(5, '0')}`,
    1,
    `Made up ache ${n % 2 === 0 ? 'even' : 'odd'}`,
  ]);
  const long: [string, 0 | 1, string][] = [
    ['B00', 0, 'A heading that is billed by nobody, of a made-up ache of the wrist'],
    ['B000', 1, 'Made-up ache of the wrist, right side, with a longer description'],
    ['B010', 0, 'Made-up tear of a meniscus'],
    ['B011', 1, 'Made-up tear of a meniscus, right knee'],
    ['B012', 1, 'Made-up tear of a meniscus, left knee'],
    ['B001', 1, 'Made-up ache of the wrist, left side, with the longest description of all, 100% of it'],
  ];
  await takeEditFile(t, 'icd10cm_order_2025.txt', diagnosesFile([...short, ...long]));
}, 120_000);
afterAll(() => t.close());

const search = async (q: string): Promise<string[]> => {
  const answer = await t.as('coder', 'GET', `/api/v1/icd-codes/?date=2025-01-15&q=${encodeURIComponent(q)}`);
  return answer.json<{ results: FoundDiagnosis[] }>().results.map((one) => one.code);
};

it('common words give the shortest descriptions first, rare ones those that are there, headings never', async () => {
  expect(await search('ache odd')).toEqual(Array.from({ length: 20 }, (_, n) => `A${String(2 * n + 1).padStart(5, '0')}`));
  expect(await search('wrist')).toEqual(['B000', 'B001']);
  expect(await search('WRIST ache lt')).toEqual(['B001']);
  expect(await search('wrist elbow')).toEqual([]);
  // A word that links others is none to find by; alone it is one like others.
  expect(await search('ache on wrist')).toEqual(await search('ache wrist'));
  expect(await search('of')).not.toEqual([]);
});

it('signs that mean something to a search of patterns are words like others', async () => {
  expect(await search('100% wrist')).toEqual(['B001']);
  expect(await search('10_% wrist')).toEqual([]);
  expect(await search('B00')).toEqual(['B000', 'B001']);
});

it('the note’s own diagnoses are proposed as billable codes of its side, with their words, to nobody of another tenant', async () => {
  const text =
    'DATE OF SURGERY: 01/15/2025\nPREOPERATIVE DIAGNOSIS: Torn meniscus of the left knee.\nPOSTOPERATIVE DIAGNOSIS: Same.\n' +
    'PROCEDURE PERFORMED: Left knee arthroscopy with partial medial meniscectomy.';
  const { id } = (await t.as('approver', 'POST', '/api/v1/op-notes/', { text })).json<{ id: string }>();
  await t.as('approver', 'POST', `/api/v1/op-notes/${id}/cpt-codes-approved/`, { cpt_codes: ['29881'] });
  await t.as('approver', 'GET', `/api/v1/op-notes/${id}/case/`);
  const path = `/api/v1/op-notes/${id}/case/diagnoses/`;
  const { results } = (await t.as('coder', 'GET', path)).json<{ results: ProposedDiagnosis[] }>();
  expect(results.map((one) => one.code)).toEqual(['B012']);
  expect(results[0]!.words.map(({ start, end }) => text.slice(start, end))).toEqual(['Torn meniscus of the left knee']);
  expect((await t.as('approver2', 'GET', path)).statusCode).toBe(404);
});

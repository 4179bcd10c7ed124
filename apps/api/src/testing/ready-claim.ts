import type { ClaimCase } from '@incisive/contract/cases';
import type { TestApp } from './build-test-app.ts';

/** Gives a note an approved code and a claim of which nothing is open any more and which nobody has, by the one who may override. */
export async function readyClaim(t: TestApp, noteId: string, codes: readonly string[] = ['47562']): Promise<ClaimCase> {
  const base = `/api/v1/op-notes/${noteId}/`;
  const change = async (operations: unknown[]): Promise<ClaimCase> =>
    (await t.as('superadmin', 'POST', `${base}case/changes/`, { operations })).json<ClaimCase>();
  await t.as('superadmin', 'POST', `${base}cpt-codes-approved/`, { cpt_codes: codes });
  await t.as('superadmin', 'GET', `${base}case/`);
  const { findings } = await change([
    { do: 'header', service_date: '2024-08-15' },
    { do: 'diagnoses', icd: ['K80.20'] },
  ]);
  const open = findings.filter((finding) => finding.severity !== 'info');
  const ready = await change([
    { do: 'header', service_date: '2024-08-15' },
    ...open.map(({ key }) => ({ do: 'say-why', key, why: 'Looked at' })),
  ]);
  await t.as('superadmin', 'POST', `${base}case/release/`, {});
  return ready;
}

import type { Profile } from '@incisive/contract/auth';
import type { NoteDetail } from '@incisive/contract/notes';
import { authoring } from '@incisive/contract/roles';
import { expect, test } from 'vitest';
import { rowCounts, useTestApp } from '../testing/build-test-app.ts';

const t = await useTestApp({ SEPARATE_ADMINISTRATORS: 'on' });
const base = '/api/v1/op-notes/';
const text = 'PROCEDURE: Laparoscopic cholecystectomy.';

test('HIP-N2 where administrators are apart, a SuperAdmin’s session reads and administers, and neither writes, codes nor bills a note', async () => {
  const { id } = (await t.as('approver', 'POST', base, { text })).json<NoteDetail>();
  await t.deps.suggestionQueue.idle();
  const before = await rowCounts(t, 'app.notes', 'app.note_versions', 'app.code_history');
  for (const [method, url, body] of [
    ['POST', base, { text, tenant: t.tenants[0] }],
    ['POST', '/api/v1/ed-notes/', { text, tenant: t.tenants[0] }],
    ['PATCH', `${base}${id}/`, { text: 'Other words.' }],
    ['POST', `${base}${id}/cpt-codes-approved/`, { cpt_codes: ['47562'] }],
    ['POST', `${base}${id}/cpt-codes-rejected/`, { cpt_codes: ['47562'] }],
    ['POST', `${base}${id}/cpt-codes-assigned/`, { cpt_codes: ['47562'] }],
    ['POST', `${base}${id}/cpt-codes-submitted/`, { cpt_codes: ['47562'] }],
    ['POST', `${base}${id}/case/changes/`, { operations: [{ do: 'diagnoses', icd: ['K80.20'] }] }],
    ['POST', `${base}${id}/case/finish/`, {}],
  ] as const) {
    const answer = await t.as('superadmin', method, url, body);
    expect([url, answer.statusCode]).toEqual([url, 403]);
    expect(answer.body).toContain('administrators do not write or code notes');
  }
  expect(await rowCounts(t, 'app.notes', 'app.note_versions', 'app.code_history')).toEqual(before);
  for (const url of [base, `${base}${id}/`, '/api/v1/accounts/', '/api/v1/audit/', '/api/v1/tenants/'])
    expect([url, (await t.as('superadmin', 'GET', url)).statusCode]).toEqual([url, 200]);
  // The screens go by what the profile and the note say.
  const { abilities } = (await t.as('superadmin', 'GET', '/api/v1/accounts/profile/')).json<Profile>();
  expect(authoring.filter((capability) => abilities[capability])).toEqual([]);
  expect([abilities['notes.read'], abilities['users.manage']]).toEqual([true, true]);
  const shown = (await t.as('superadmin', 'GET', `${base}${id}/`)).json<NoteDetail>();
  expect(shown.abilities).toEqual({ edit: false, delete: true, decide: false, assign: false, code: false, train: false });
  // Everybody else works as ever, and so does a clinic's own administrator.
  expect((await t.as('approver', 'PATCH', `${base}${id}/`, { text: `${text} Edited.` })).statusCode).toBe(200);
  expect((await t.as('admin', 'POST', base, { text })).statusCode).toBe(201);
});

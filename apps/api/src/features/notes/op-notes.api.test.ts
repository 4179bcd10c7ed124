import type { NoteDetail } from '@incisive/contract/notes';
import type { CodeLink, DocumentReading } from '@incisive/contract/code-links';
import { expect, test } from 'vitest';
import { useTestApp } from '../../testing/build-test-app.ts';

const t = await useTestApp();

const text =
  'PROCEDURE PERFORMED: Laparoscopic cholecystectomy with intraoperative cholangiogram.\nDESCRIPTION: The gallbladder was removed through the scope. A cholangiogram was clear.';

async function create(as = 'approver'): Promise<NoteDetail> {
  const response = await t.as(as, 'POST', '/api/v1/op-notes/', { text });
  expect(response.statusCode).toBe(201);
  return response.json<NoteDetail>();
}

test('a note goes in, its code is suggested with evidence, approved and read back', async () => {
  const note = await create();
  expect(note.text).toBe(text);
  const suggested = await t.as('approver', 'GET', `/api/v1/op-notes/${note.id}/cpt-codes-suggested/?size=5`);
  expect(suggested.statusCode).toBe(200);
  const first = suggested.json<{ results: CodeLink[] }>().results;
  expect(first.map((row) => row.code)).toContain('47563');
  const row = first.find((link) => link.code === '47563')!;
  expect(row.evidence.length).toBeGreaterThan(0);
  expect(text.slice(row.evidence[0]!.start, row.evidence[0]!.end).toLowerCase()).toContain('cholecystectomy');

  const approved = await t.as('approver', 'POST', `/api/v1/op-notes/${note.id}/cpt-codes-approved/`, { cpt_codes: ['47563'] });
  expect(approved.json<{ results: CodeLink[] }>().results[0]).toMatchObject({
    code: '47563',
    linkType: 'APPROVED',
    approved_by: 'approver',
  });
  const list = await t.as('approver', 'GET', `/api/v1/op-notes/${note.id}/cpt-codes-approved`);
  expect(list.json<{ count: number }>().count).toBe(1);
  const again = await t.as('approver', 'GET', `/api/v1/op-notes/${note.id}/cpt-codes-suggested/`);
  expect(again.json<{ results: CodeLink[] }>().results.map((link) => link.code)).not.toContain('47563');
  const listed = await t.as('approver', 'GET', '/api/v1/op-notes/');
  expect(listed.json<{ results: NoteDetail[] }>().results.find((found) => found.id === note.id)?.cpt_codes_approved).toEqual([
    '47563',
  ]);
});

test('ASV-64 another tenant’s note does not exist, with the same answer as a random id', async () => {
  const note = await create();
  const foreign = await t.as('approver2', 'GET', `/api/v1/op-notes/${note.id}/`);
  const random = await t.as('approver2', 'GET', '/api/v1/op-notes/11111111-1111-4111-8111-111111111111/');
  expect(foreign.statusCode).toBe(404);
  const body = (response: typeof foreign) => ({ ...response.json<object>(), request_id: '' });
  expect(body(foreign)).toEqual(body(random));
  expect((await t.as('superadmin', 'GET', `/api/v1/op-notes/${note.id}/`)).statusCode).toBe(200);
});

test('HIP-15 ASV-65 DataEntry never learns who created a note', async () => {
  const note = await create();
  const seen = await t.as('dataentry', 'GET', `/api/v1/op-notes/${note.id}/`);
  expect(seen.json()).not.toHaveProperty('created_by');
  expect(seen.json()).not.toHaveProperty('owner');
  expect((await t.as('dataentry', 'GET', '/api/v1/op-notes/?ordering=created_by')).statusCode).toBe(403);
  expect((await t.as('dataentry', 'GET', '/api/v1/op-notes/?created_by=approver')).statusCode).toBe(403);
  expect((await t.as('dataentry', 'GET', `/api/v1/op-notes/${note.id}/cpt-codes-rejected/`)).statusCode).toBe(403);
});

test('OCC-01 a stale save is refused, the text stays', async () => {
  const note = await create();
  const opened = await t.as('approver', 'GET', `/api/v1/op-notes/${note.id}/`);
  const etag = String(opened.headers['etag']);
  const first = await t.as('approver', 'PATCH', `/api/v1/op-notes/${note.id}/`, { text: `${text} More.` }, { 'if-match': etag });
  expect(first.statusCode).toBe(200);
  const second = await t.as('admin', 'PATCH', `/api/v1/op-notes/${note.id}/`, { text: 'lost?' }, { 'if-match': etag });
  expect(second.statusCode).toBe(412);
  const byTime = await t.as('admin', 'PATCH', `/api/v1/op-notes/${note.id}/`, { text: 'lost?', updated_at: note.updated_at });
  expect(byTime.statusCode).toBe(409);
  expect((await t.as('admin', 'GET', `/api/v1/op-notes/${note.id}/`)).json<NoteDetail>().text).toBe(`${text} More.`);
});

test('a note downloads as a Word file', async () => {
  const note = await create();
  const file = await t.as('dataentry', 'GET', `/api/v1/op-notes/${note.id}/download/`);
  expect(file.statusCode).toBe(200);
  expect(file.headers['content-disposition']).toContain('OpNotes.docx');
  expect(file.rawPayload.subarray(0, 2).toString()).toBe('PK');
});

test('a text filter finds notes of the own tenant only', async () => {
  await create('approver');
  await create('approver2');
  const found = await t.as('approver2', 'GET', '/api/v1/op-notes/?text=cholangiogram');
  const body = found.json<{ count: number; results: NoteDetail[] }>();
  expect(body.results.length).toBe(1);
  expect(body.count).toBe(1);
});

test('a document where nothing was done is read as such, has no likely code, and shows its rows all the same', async () => {
  const consult =
    'GENERAL SURGERY CONSULTATION\nReason for consultation: gallstones. I was asked to see this woman by her family doctor.\nPast medical history: none. Physical examination: abdomen soft, nontender.\nAssessment and plan: I recommend laparoscopic cholecystectomy. She will be scheduled for next month.';
  const note = (await t.as('approver', 'POST', '/api/v1/op-notes/', { text: consult })).json<NoteDetail>();
  const reading = (await t.as('approver', 'GET', `/api/v1/op-notes/${note.id}/reading/`)).json<DocumentReading>();
  expect(reading.kind).toBe('other');
  expect(reading.why).toBe('This reads like a consult. Nothing was done.');
  expect(reading.evidence.map(({ start, end }) => consult.slice(start, end).toLowerCase())).toContain('reason for consultation');
  const canceled =
    'PROCEDURE: Left total knee arthroplasty.\nCase canceled in holding: no anesthetic was given and she was not taken to the operating room.';
  const other = (await t.as('approver', 'POST', '/api/v1/op-notes/', { text: canceled })).json<NoteDetail>();
  const put = (await t.as('approver', 'GET', `/api/v1/op-notes/${other.id}/reading/`)).json<DocumentReading>();
  expect(put).toMatchObject({ kind: 'not-performed', why: 'This reads like a procedure that was not performed.' });
  const listed = await t.as('approver', 'GET', `/api/v1/op-notes/${other.id}/cpt-codes-suggested/`);
  const rows = listed.json<{ results: CodeLink[] }>().results;
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.filter((row) => row.tier === 'likely')).toEqual([]);
  expect((await t.as('approver2', 'GET', `/api/v1/op-notes/${note.id}/reading/`)).statusCode).toBe(404);
});

test('an operation reads as operative; its other reading names the leading code and takes its place in one act, undone as one', async () => {
  const note = await create();
  const base = `/api/v1/op-notes/${note.id}/`;
  expect((await t.as('approver', 'GET', `${base}reading/`)).json()).toEqual({ kind: 'operative', why: '', evidence: [] });
  const rows = (await t.as('approver', 'GET', `${base}cpt-codes-suggested/`)).json<{ results: CodeLink[] }>().results;
  const lead = rows.find((row) => row.code === '47563');
  const other = rows.find((row) => row.code === '47562');
  expect(lead).toMatchObject({ alternative_to: null, group: 0 });
  expect(other).toMatchObject({ alternative_to: '47563', group: 0, tier: 'look' });

  await t.as('approver', 'POST', `${base}cpt-codes-approved/`, { cpt_codes: ['47563'] });
  const replaced = await t.as('approver', 'POST', `${base}cpt-codes-replaced/`, { cpt_code: '47563', with: '47562' });
  expect(replaced.json<{ results: CodeLink[] }>().results.map((row) => [row.code, row.linkType])).toEqual([
    ['47562', 'APPROVED'],
    ['47563', 'REJECTED'],
  ]);
  expect((await t.as('approver', 'POST', `${base}cpt-codes-replaced/`, { cpt_code: '47562', with: '47562' })).statusCode).toBe(
    422,
  );
  const unknown = await t.as('approver', 'POST', `${base}cpt-codes-replaced/`, { cpt_code: '47562', with: '00001' });
  expect(unknown.statusCode).toBe(422);
  const approved = async () =>
    (await t.as('approver', 'GET', `${base}cpt-codes-approved/`)).json<{ results: CodeLink[] }>().results.map((row) => row.code);
  expect(await approved()).toEqual(['47562']);
  await t.as('approver', 'POST', `${base}cpt-codes-undo/`, { cpt_codes: ['47562', '47563'] });
  expect(await approved()).toEqual(['47563']);
});

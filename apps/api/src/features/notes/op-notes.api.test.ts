import type { NoteDetail } from '@incisive/contract/notes';
import type { CodeLink } from '@incisive/contract/code-links';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, buildTestApp } from '../../testing/build-test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await buildTestApp();
});
afterAll(() => t.close());

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

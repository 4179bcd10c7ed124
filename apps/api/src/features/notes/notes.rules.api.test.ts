import { type Problem, codeOfProblem } from '@incisive/contract/errors';
import type { NoteDetail, NoteVersion } from '@incisive/contract/notes';
import { describe, expect, test } from 'vitest';
import { withSystem } from '../../db/tenant.ts';
import { useTestApp } from '../../testing/build-test-app.ts';

const t = await useTestApp({ PUBLIC_URL: 'https://incisive.example.org' });

const text = 'PROCEDURE PERFORMED: Laparoscopic cholecystectomy.\nThe gallbladder was removed.';
const base = '/api/v1/op-notes/';
const missing = '11111111-1111-4111-8111-111111111111';

async function create(as = 'approver', body: object = { text }): Promise<NoteDetail> {
  const response = await t.as(as, 'POST', base, body);
  expect(response.statusCode).toBe(201);
  return response.json<NoteDetail>();
}
const read = async (id: string, as = 'superadmin') => t.as(as, 'GET', `${base}${id}/`);
const textOf = async (id: string): Promise<string> => (await read(id)).json<NoteDetail>().text;
const auditOf = (id: string, type: string) =>
  withSystem(t.database, async (tx) =>
    (await tx.selectFrom('app.audit_log').selectAll().where('type', '=', type).orderBy('id').execute()).filter((row) =>
      row.entity.includes(`note:${id}`),
    ),
  );

describe('two people and one text', () => {
  test('OCC-01 OCC-03 a stale If-Match is 412 with who saved, when and what; nothing is changed', async () => {
    const note = await create();
    const etag = String((await read(note.id)).headers['etag']);
    expect(etag).toBe('"v1"');
    const saved = await t.as('admin', 'PATCH', `${base}${note.id}/`, { text: 'Theirs' }, { 'if-match': etag });
    expect(saved.headers['etag']).toBe('"v2"');
    const stale = await t.as('approver', 'PATCH', `${base}${note.id}/`, { text: 'Mine' }, { 'if-match': etag });
    expect([stale.statusCode, codeOfProblem(stale.json<Problem>())]).toEqual([412, 'stale']);
    expect(stale.json<Problem>().current).toEqual({
      etag: '"v2"',
      text: 'Theirs',
      updated_by: 'admin',
      updated_at: saved.json<NoteDetail>().updated_at,
    });
    expect(await textOf(note.id)).toBe('Theirs');
    const weak = await t.as('approver', 'PATCH', `${base}${note.id}/`, { text: 'Mine' }, { 'if-match': 'W/"v2"' });
    expect(weak.statusCode).toBe(412);
    const any = await t.as('approver', 'PATCH', `${base}${note.id}/`, { text: 'Mine' }, { 'if-match': '*' });
    expect(any.statusCode).toBe(200);
  });

  test('OCC-02 a stale updated_at is 409; with neither the save is taken and the version before is kept', async () => {
    const note = await create();
    const first = await t.as('admin', 'PATCH', `${base}${note.id}/`, { text: 'One', updated_at: note.updated_at });
    expect(first.statusCode).toBe(200);
    const stale = await t.as('approver', 'PATCH', `${base}${note.id}/`, { text: 'Two', updated_at: note.updated_at });
    expect([stale.statusCode, codeOfProblem(stale.json<Problem>())]).toEqual([409, 'stale-version']);
    expect(stale.json<Problem>().current).toMatchObject({ text: 'One', updated_by: 'admin' });
    expect((await t.as('approver', 'PATCH', `${base}${note.id}/`, { text: 'x', updated_at: 'yesterday' })).statusCode).toBe(422);
    expect((await t.as('approver', 'PATCH', `${base}${note.id}/`, { text: 'Last' })).statusCode).toBe(200);
    const versions = await t.as('admin', 'GET', `${base}${note.id}/versions/`);
    const rows = versions.json<{ results: NoteVersion[]; count: number }>();
    expect(rows.count).toBe(2);
    expect(rows.results.map(({ version, text: kept, saved_by }) => [version, kept, saved_by])).toEqual([
      [2, 'One', 'admin'],
      [1, text, 'approver'],
    ]);
  });

  test('OCC-05 of thirty saves with one ETag exactly one is taken', async () => {
    const note = await create();
    const statuses = await Promise.all(
      Array.from({ length: 30 }, async (_, index) => {
        const response = await t.as('approver', 'PATCH', `${base}${note.id}/`, { text: `Save ${index}` }, { 'if-match': '"v1"' });
        return response.statusCode;
      }),
    );
    expect(statuses.filter((status) => status === 200).length).toBe(1);
    expect(statuses.filter((status) => status === 412).length).toBe(29);
  });

  test('OCC-06 approve and reject at once: both are answered, the last one is the state, the history has both', async () => {
    const note = await create();
    const act = (who: string, list: string) =>
      t.as(who, 'POST', `${base}${note.id}/cpt-codes-${list}/`, { cpt_codes: ['47562'] });
    const both = await Promise.all([act('approver', 'approved'), act('admin', 'rejected')]);
    expect(both.map((response) => response.statusCode)).toEqual([200, 200]);
    const history = (await t.as('admin', 'GET', `${base}${note.id}/history/`)).json<{
      results: { kind: string; from: string; to: string }[];
    }>().results;
    const steps = history.filter((row) => row.kind === 'code');
    expect(steps.length).toBe(2);
    expect(steps[0]!.from).toBe(steps[1]!.to);
    const list = steps[0]!.to === 'APPROVED' ? 'approved' : 'rejected';
    expect((await t.as('admin', 'GET', `${base}${note.id}/cpt-codes-${list}/`)).json<{ count: number }>().count).toBe(1);
  });

  test('OCC-07 a save of a deleted note is 404, and its draft can still be read', async () => {
    const note = await create();
    await t.as('approver', 'PUT', `${base}drafts/${note.id}/`, { text: 'unsaved words', base_updated_at: note.updated_at });
    await t.as('admin', 'DELETE', `${base}${note.id}/`);
    expect((await t.as('approver', 'PATCH', `${base}${note.id}/`, { text: 'x' }, { 'if-match': '"v1"' })).statusCode).toBe(404);
    expect((await t.as('approver', 'GET', `${base}drafts/${note.id}/`)).json()).toMatchObject({
      draft: { text: 'unsaved words', base_updated_at: note.updated_at },
    });
  });

  test('code actions change neither ETag nor updated_at nor updated_by', async () => {
    const note = await create();
    await t.as('approver', 'POST', `${base}${note.id}/cpt-codes-approved/`, { cpt_codes: ['47562'] });
    const now = await read(note.id);
    expect(now.headers['etag']).toBe('"v1"');
    expect(now.json()).toMatchObject({ updated_at: note.updated_at, updated_by: null });
  });

  test('a save of the same text makes no version', async () => {
    const note = await create();
    const same = await t.as('admin', 'PATCH', `${base}${note.id}/`, { text: `  ${text}\n` });
    expect(same.headers['etag']).toBe('"v1"');
    expect(same.json<NoteDetail>().updated_by).toBeNull();
  });
});

describe('repeats', () => {
  test('S13: a repeated create does not read the text of a note that was deleted since, and makes none', async () => {
    const headers = { 'idempotency-key': 'deleted-since' };
    for (const path of [base, '/api/v1/ed-notes/']) {
      const make = () => t.as('admin', 'POST', path, { text }, headers);
      const made = (await make()).json<{ id?: string; data?: { id: string } }>();
      const id = made.id ?? made.data!.id;
      expect((await make()).statusCode).toBe(201);
      // Somebody else deletes it.
      expect((await t.as('superadmin', 'DELETE', `${path}${id}/`)).statusCode).toBeLessThan(300);
      const again = await make();
      expect(again.statusCode).toBe(404);
      expect(again.body).not.toContain(text);
    }
    const kept = await withSystem(t.database, (tx) =>
      tx.selectFrom('app.idempotency_keys').select('response').where('key', '=', 'deleted-since').execute(),
    );
    expect(kept).toEqual([{ response: null }, { response: null }]);
  });

  test('IDM-01 an Idempotency-Key makes one note; another body is 422; at once is 409 or the same note', async () => {
    const headers = { 'idempotency-key': 'create-1' };
    const first = await t.as('approver', 'POST', base, { text }, headers);
    const again = await t.as('approver', 'POST', base, { text }, headers);
    expect([first.statusCode, again.statusCode]).toEqual([201, 201]);
    expect(again.json<NoteDetail>().id).toBe(first.json<NoteDetail>().id);
    const other = await t.as('approver', 'POST', base, { text: 'Other' }, headers);
    expect(codeOfProblem(other.json<Problem>())).toBe('key-reused');
    const many = await Promise.all(
      Array.from({ length: 8 }, () => t.as('approver', 'POST', base, { text }, { 'idempotency-key': 'create-2' })),
    );
    const ids = new Set(many.filter((response) => response.statusCode === 201).map((response) => response.json<NoteDetail>().id));
    expect(ids.size).toBe(1);
    expect(many.every((response) => [201, 409].includes(response.statusCode))).toBe(true);
    expect((await auditOf([...ids][0]!, 'note_create')).length).toBe(1);
  });

  test('IDM-02 a code action twice is one state, one transition, one audit row', async () => {
    const note = await create();
    await t.deps.suggestionQueue.idle();
    const act = () => t.as('approver', 'POST', `${base}${note.id}/cpt-codes-approved/`, { cpt_codes: ['47562', '47562'] });
    const [first, again] = [await act(), await act()];
    expect(again.json()).toEqual(first.json());
    expect(again.json<{ count: number }>().count).toBe(1);
    expect((await auditOf(note.id, 'code_transition')).length).toBe(1);
  });

  test('IDM-03 a second delete is 404, one or many', async () => {
    const [a, b] = [await create(), await create()];
    expect((await t.as('admin', 'DELETE', `${base}${a.id}/`)).statusCode).toBe(204);
    expect((await t.as('admin', 'DELETE', `${base}${a.id}/`)).statusCode).toBe(404);
    const bulk = { op_notes: [b.id, b.id] };
    expect((await t.as('admin', 'POST', `${base}delete/`, bulk)).json()).toEqual({ count: 1 });
    expect((await t.as('admin', 'POST', `${base}delete/`, bulk)).statusCode).toBe(404);
  });
});

describe('bulk calls', () => {
  test('ASV-10 PRD-04 one id that is not there: nothing is deleted, no zip begins, no disclosure is recorded', async () => {
    const [own, foreign] = [await create('approver'), await create('approver2')];
    for (const bad of [foreign.id, missing]) {
      const removed = await t.as('admin', 'POST', `${base}delete/`, { op_notes: [own.id, bad] });
      expect(removed.statusCode).toBe(404);
      const zip = await t.as('admin', 'POST', `${base}download/`, { op_notes: [own.id, bad] });
      expect(zip.statusCode).toBe(404);
      expect(zip.headers['content-type']).toContain('application/problem+json');
    }
    expect((await read(own.id)).statusCode).toBe(200);
    expect(await auditOf(own.id, 'note_export')).toEqual([]);
    const codes = await t.as('approver', 'POST', `${base}${own.id}/cpt-codes-approved/`, { cpt_codes: ['47562', '99999'] });
    expect([codes.statusCode, codeOfProblem(codes.json<Problem>())]).toEqual([422, 'unknown-code']);
    expect(codes.json<Problem>().errors?.[0]?.message).toContain('99999');
    expect((await t.as('approver', 'GET', `${base}${own.id}/cpt-codes-approved/`)).json<{ count: number }>().count).toBe(0);
  });

  test('empty, too long, malformed lists are 422', async () => {
    for (const op_notes of [[], Array.from({ length: 1001 }, () => missing), ['x'], 'x', missing, undefined, [missing, 1]])
      for (const call of ['delete/', 'download/'])
        expect((await t.as('admin', 'POST', `${base}${call}`, { op_notes })).statusCode).toBe(422);
  });
});

describe('bodies', () => {
  test('ASV-13 ASV-07 wrong types, blank and oversized texts are 422 with the field named', async () => {
    for (const body of [
      {},
      { text: 1 },
      { text: ['a'] },
      { text: null },
      { text: '' },
      { text: ' \n\t' },
      { text: '\u0000' },
      [],
      { text: 'a'.repeat(2_000_001) },
    ]) {
      const response = await t.as('approver', 'POST', base, body);
      expect([JSON.stringify(body).slice(0, 40), response.statusCode]).toEqual([JSON.stringify(body).slice(0, 40), 422]);
    }
    expect((await t.as('approver', 'POST', base, { text: 1 })).json<Problem>().errors).toEqual([
      { path: 'text', message: 'Required' },
    ]);
    expect((await create('approver', { text: ` ${'a'.repeat(2_000_000)} ` })).text.length).toBe(2_000_000);
    expect((await create('approver', { text: 'a\u0000b\uD800c' })).text).toBe('abc');
  });

  test('ASV-06 keys that reach for the prototype are 400', async () => {
    for (const payload of ['{"text":"x","__proto__":{"a":1}}', '{"text":"x","constructor":{"prototype":{"a":1}}}', '{"text":'])
      expect((await t.as('approver', 'POST', base, payload, { 'content-type': 'application/json' })).statusCode).toBe(400);
  });

  test('ASV-14 PRD-02 nothing but the text is taken from a body', async () => {
    const note = await create('approver', {
      text,
      id: missing,
      created_by: 'superadmin',
      updated_by: 'superadmin',
      tenant: t.tenants[1],
      tenantId: t.tenants[1],
      owner: 'superadmin',
      type: 'pdf',
      filename: 'x.pdf',
      approved_codes: '47562',
    });
    expect(note).toMatchObject({
      created_by: 'approver',
      tenantId: t.tenants[0],
      type: 'text',
      filename: null,
      updated_by: null,
    });
    expect(note.id).not.toBe(missing);
    const changed = await t.as('approver', 'PATCH', `${base}${note.id}/`, {
      text: 'New',
      updated_by: 'superadmin',
      created_by: 'admin',
    });
    expect(changed.json()).toMatchObject({ updated_by: 'approver', created_by: 'approver' });
  });

  test('super-level roles stamp a chosen tenant or none; an unknown one is 422', async () => {
    expect((await create('coder', { text, tenant: t.tenants[1] })).created_by).toBe('coder');
    const none = await create('superadmin');
    expect(none).toMatchObject({ tenant: null, tenantId: null });
    expect((await read(none.id, 'admin')).statusCode).toBe(404);
    expect((await t.as('superadmin', 'POST', base, { text, tenant: missing })).statusCode).toBe(422);
  });
});

test('PRD-12 sizes and limits other than 1, 5 and 10 are 422', async () => {
  const note = await create();
  for (const size of ['0', '2', '100', 'x', '1&size=5', ''])
    expect((await t.as('approver', 'GET', `${base}${note.id}/cpt-codes-suggested/?size=${size}`)).statusCode).toBe(422);
  for (const limit of ['2', '-1', 'all'])
    expect((await t.as('approver', 'GET', `${base}${note.id}/download/?limit=${limit}`)).statusCode).toBe(422);
  for (const size of [1, 5, 10]) {
    const list = await t.as('approver', 'GET', `${base}${note.id}/cpt-codes-suggested/?size=${size}`);
    expect(list.json<{ results: unknown[]; next: null }>().results.length).toBeLessThanOrEqual(size);
    expect(list.json()).toMatchObject({ next: null });
  }
});

test('suggestions are there before anybody asks, follow the text, and leave acted codes alone', async () => {
  const note = await create();
  await t.deps.suggestionQueue.idle();
  const cached = () =>
    withSystem(t.database, (tx) =>
      tx
        .selectFrom('app.suggestion_cache')
        .select(['text_version', 'suggestions'])
        .where('note_id', '=', note.id)
        .executeTakeFirst(),
    );
  expect(await cached()).toMatchObject({ text_version: 1 });
  await t.as('approver', 'POST', `${base}${note.id}/cpt-codes-approved/`, { cpt_codes: ['47562'] });
  const changed = 'PROCEDURE: Diagnostic knee arthroscopy.';
  await t.as('approver', 'PATCH', `${base}${note.id}/`, { text: changed });
  await t.deps.suggestionQueue.idle();
  expect(await cached()).toMatchObject({ text_version: 2 });
  const list = await t.as('approver', 'GET', `${base}${note.id}/cpt-codes-suggested/`);
  const rows = list.json<{ results: { code: string; evidence: { start: number; end: number }[] }[] }>().results;
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.every((row) => row.code !== '47562' && row.evidence.every((range) => range.end <= changed.length))).toBe(true);
  const approved = await t.as('approver', 'GET', `${base}${note.id}/cpt-codes-approved/`);
  expect(approved.json<{ results: { code: string }[] }>().results.map((row) => row.code)).toEqual(['47562']);
});

test('undo restores the state before the own last action, and is 409 when somebody acted since', async () => {
  const note = await create();
  const act = (who: string, list: string, cpt_codes = ['47562']) =>
    t.as(who, 'POST', `${base}${note.id}/cpt-codes-${list}/`, { cpt_codes });
  await act('approver', 'assigned');
  await act('admin', 'rejected');
  expect(codeOfProblem((await act('approver', 'undo')).json<Problem>())).toBe('acted-since');
  const back = await act('admin', 'undo');
  expect(back.json<{ results: object[] }>().results[0]).toMatchObject({
    linkType: 'APPROVED',
    assigned_by: 'approver',
    rejected_by: null,
  });
  expect((await act('admin', 'undo')).statusCode).toBe(409);
  await act('approver', 'approved', ['47600']);
  const gone = await act('approver', 'undo', ['47600']);
  expect(gone.json<{ results: object[] }>().results[0]).toMatchObject({
    code: '47600',
    linkType: 'SUGGESTED',
    approved_by: null,
  });
  expect((await act('approver', 'undo', ['47562', '47600'])).statusCode).toBe(409);
});

test('U12: undo goes back step by step through the own acts on one code, and says so when there is none left', async () => {
  const note = await create();
  const act = (who: string, list: string) => t.as(who, 'POST', `${base}${note.id}/cpt-codes-${list}/`, { cpt_codes: ['47562'] });
  await act('approver', 'approved');
  await act('approver', 'rejected');
  const approved = await act('approver', 'undo');
  expect(approved.json<{ results: object[] }>().results[0]).toMatchObject({ approved_by: 'approver', rejected_by: null });
  const suggested = await act('approver', 'undo');
  expect(suggested.json<{ results: object[] }>().results[0]).toMatchObject({ linkType: 'SUGGESTED', approved_by: null });
  const none = await act('approver', 'undo');
  expect([none.statusCode, none.json<Problem>().detail]).toEqual([
    409,
    'There is nothing left to undo on this code. Approve or reject it instead.',
  ]);
  await act('approver', 'approved');
  await act('admin', 'rejected');
  await act('admin', 'undo');
  expect((await act('approver', 'undo')).statusCode).toBe(200);
});

test('U4: each window has a draft of its own; a note made of one leaves the others', async () => {
  const [one, two] = ['1', '2'].map((digit) => `new-${digit.repeat(8)}-1111-4111-8111-111111111111`) as [string, string];
  const keys = async (who = 'approver') =>
    (await t.as(who, 'GET', `${base}drafts/`)).json<{ drafts: { key: string }[] }>().drafts.map((draft) => draft.key);
  await t.as('approver', 'PUT', `${base}drafts/${one}/`, { text: 'First window' });
  await t.as('approver', 'PUT', `${base}drafts/${two}/`, { text: ' Second window\n' });
  expect(await keys()).toEqual([two, one]);
  expect(await keys('admin')).toEqual([]);
  await t.as('approver', 'POST', base, { text: 'Second window' });
  expect(await keys()).toEqual([one]);
  expect((await t.as('approver', 'GET', `${base}drafts/${one}/`)).json()).toMatchObject({ draft: { text: 'First window' } });
  expect((await t.as('approver', 'DELETE', `${base}drafts/${one}/`)).statusCode).toBe(204);
});

test('drafts are their writer’s alone, one a note, and end after seven days', async () => {
  const note = await create();
  const url = `${base}drafts/${note.id}/`;
  expect((await t.as('approver', 'GET', url)).json()).toEqual({ draft: null });
  await t.as('approver', 'PUT', url, { text: 'one' });
  const kept = await t.as('approver', 'PUT', url, { text: 'two\u0000', base_updated_at: note.updated_at });
  expect(kept.json()).toMatchObject({ text: 'two', base_updated_at: note.updated_at });
  for (const other of ['admin', 'superadmin', 'approver2'])
    expect((await t.as(other, 'GET', url)).json()).toEqual({ draft: null });
  expect((await t.as('approver', 'GET', `/api/v1/ed-notes/drafts/${note.id}/`)).json()).toEqual({ draft: null });
  expect((await t.as('approver', 'PUT', `/api/v1/ed-notes/drafts/${note.id}/`, { text: 'x' })).statusCode).toBe(404);
  expect((await t.as('approver', 'GET', `${base}drafts/newer/`)).statusCode).toBe(422);
  await withSystem(t.database, (tx) =>
    tx
      .updateTable('app.drafts')
      .set({ updated_at: new Date(Date.now() - 8 * 86_400_000) })
      .where('key', '=', note.id)
      .execute(),
  );
  expect((await t.as('approver', 'GET', url)).json()).toEqual({ draft: null });
  await t.as('approver', 'PUT', url, { text: 'three' });
  await t.as('approver', 'PATCH', `${base}${note.id}/`, { text: 'saved' });
  expect((await t.as('approver', 'GET', url)).json()).toEqual({ draft: null });
  await t.as('approver', 'PUT', `${base}drafts/new/`, { text: 'x' });
  expect((await t.as('approver', 'DELETE', `${base}drafts/new/`)).statusCode).toBe(204);
  expect((await t.as('approver', 'GET', `${base}drafts/new/`)).json()).toEqual({ draft: null });
});

import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { codeOfProblem, type Problem } from '@incisive/contract/errors';
import type { NoteDetail } from '@incisive/contract/notes';
import { type Role, roles } from '@incisive/contract/roles';
import { noteToDocx } from '@incisive/documents';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HELLO, onePagePdf } from '../../../../../packages/documents/src/testing/pdfs.ts';
import { withSystem } from '../../db/tenant.ts';
import { type TestApp, buildTestApp } from '../../testing/build-test-app.ts';
import { brokenMultipart, brokenMultiparts } from '../../testing/fuzz/broken-multipart.ts';
import { type Part, fileParts, multipart } from '../../testing/multipart.ts';

let t: TestApp;
let port: number;
beforeAll(async () => {
  t = await buildTestApp();
  await t.app.listen({ host: '127.0.0.1', port: 0 });
  port = (t.app.server.address() as AddressInfo).port;
});
afterAll(() => t.close());

const limit = 5_120_000;
const text = 'PROCEDURE: Diagnostic arthroscopy of the knee.\nThe joint was inspected.';
const username = (role: Role): string => role.toLowerCase();

function put(
  as: string | null,
  kind: 'op' | 'ed',
  parts: Part[],
  headers: Record<string, string> = {},
): Promise<LightMyRequestResponse> {
  const { body, headers: type } = multipart(parts);
  return t.as(as, 'PUT', `/api/v1/${kind}-notes/upload/`, body, { ...type, ...headers });
}
const codeOf = (response: LightMyRequestResponse): string | undefined => codeOfProblem(response.json<Problem>());
const counted = (): Promise<number> =>
  withSystem(t.database, async (tx) => (await tx.selectFrom('app.notes').select('id').execute()).length);
const auditOf = (type: string) =>
  withSystem(t.database, (tx) =>
    tx.selectFrom('app.audit_log').selectAll().where('type', '=', type).orderBy('id', 'desc').execute(),
  );

describe.each([['op'], ['ed']] as const)('%s-notes', (kind) => {
  const noteOf = (response: LightMyRequestResponse): NoteDetail =>
    kind === 'op' ? response.json<NoteDetail>() : response.json<{ data: NoteDetail }>().data;

  test.each(roles.map((role) => [role]))('%s uploads a text file; the note is stamped with the tenant', async (role) => {
    const response = await put(username(role), kind, fileParts('first note.txt', text));
    expect(response.statusCode).toBe(201);
    const note = noteOf(response);
    expect(note).toMatchObject({ text, filename: 'first note.txt', type: 'txt', updated_by: null, text_truncated: false });
    expect(note.created_by).toBe(role === 'DataEntry' ? undefined : username(role));
    const stored = await withSystem(t.database, (tx) =>
      tx.selectFrom('app.notes').select(['tenant_id', 'created_by']).where('id', '=', note.id).executeTakeFirstOrThrow(),
    );
    expect(stored).toEqual({ tenant_id: t.users[username(role)]!.tenantId, created_by: username(role) });
    const foreign = await t.as('approver2', 'GET', `/api/v1/${kind}-notes/${note.id}/`);
    expect(foreign.statusCode).toBe(404);
    const [row] = await auditOf('note_create');
    expect(row).toMatchObject({
      who: username(role),
      entity: [`note:${note.id}`],
      tenant_id: stored.tenant_id,
      outcome: 'success',
    });
    expect(JSON.stringify(row)).not.toContain('first note');
  });

  test('a Word file and a PDF come in as text, with their type', async () => {
    const word = await put('approver', kind, fileParts('a.docx', await noteToDocx({ id: 'x', text })));
    expect(word.statusCode).toBe(201);
    expect(noteOf(word)).toMatchObject({ type: 'docx', filename: 'a.docx' });
    expect(noteOf(word).text).toContain('The joint was inspected.');
    const pdf = await put('approver', kind, fileParts('b.PDF', onePagePdf(HELLO)));
    expect(pdf.statusCode).toBe(201);
    expect(noteOf(pdf)).toMatchObject({ type: 'pdf', filename: 'b.PDF', text: 'Plain text of the note' });
  });

  test('nobody uploads without a token', async () => {
    const before = await counted();
    expect((await put(null, kind, fileParts('a.txt', text))).statusCode).toBe(401);
    expect(await counted()).toBe(before);
  });
});

test('super-level roles choose a tenant or none; anybody else’s choice is ignored', async () => {
  const [first, second] = t.tenants;
  const tenantOf = async (response: LightMyRequestResponse): Promise<string> =>
    withSystem(t.database, async (tx) => {
      const { id } = response.json<NoteDetail>();
      return (await tx.selectFrom('app.notes').select('tenant_id').where('id', '=', id).executeTakeFirstOrThrow()).tenant_id;
    });
  for (const who of ['superadmin', 'superapprover', 'coder'])
    expect(await tenantOf(await put(who, 'op', fileParts('a.txt', text, { tenant: second })))).toBe(second);
  expect(await tenantOf(await put('approver', 'op', fileParts('a.txt', text, { tenant: second })))).toBe(first);
  const before = await counted();
  for (const tenant of ['11111111-1111-4111-8111-111111111111', 'not an id']) {
    const refused = await put('superadmin', 'op', fileParts('a.txt', text, { tenant }));
    expect(refused.statusCode).toBe(422);
    expect(refused.json<Problem>().errors).toMatchObject([{ path: 'tenant' }]);
  }
  expect(await counted()).toBe(before);
});

test('UPL-08 UPL-11 ASV-29 a file that cannot be used is refused by name; no note is left, the audit row holds the code alone', async () => {
  const before = await counted();
  const seen = (await auditOf('upload_validation')).length;
  const ole = Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), Buffer.alloc(600)]);
  const cases: [string, string | Uint8Array, string][] = [
    ['patient-smith.exe', 'MZ...', 'file-unsupported-type'],
    ['picture.pdf', Buffer.from([0x89, 0x50, 0x4e, 0x47, 1, 2, 3]), 'file-unsupported-type'],
    ['note.docx', onePagePdf(HELLO), 'file-unsupported-type'],
    ['old.doc', ole, 'file-old-doc'],
    ['empty.txt', '', 'file-empty'],
    ['blank.txt', ' \n\t ', 'file-no-text'],
    ['scan.pdf', onePagePdf(''), 'file-no-text'],
    ['broken.docx', Buffer.from('PK\u0003\u0004 nothing of a zip'), 'file-broken'],
    ['long.txt', 'a '.repeat(1_000_001), 'file-text-too-long'],
  ];
  for (const [name, bytes, code] of cases) {
    const response = await put('dataentry', 'op', fileParts(name, bytes));
    expect([name, response.statusCode, codeOf(response)]).toEqual([name, 422, code]);
    expect(response.json<Problem>().detail ?? response.json<Problem>().title).toMatch(/[a-z]/);
  }
  expect(await counted()).toBe(before);
  const rows = await auditOf('upload_validation');
  expect(rows.length - seen).toBe(cases.length);
  expect(rows[0]).toMatchObject({ who: 'dataentry', outcome: 'refused', detail: 'file-text-too-long', entity: [] });
  expect(JSON.stringify(rows)).not.toMatch(/smith|scan|\.docx/);
  expect((await put('dataentry', 'op', fileParts('next.txt', text))).statusCode).toBe(201);
});

describe('UPL-15 ASV-28 the size limit is exact', () => {
  const word = 'lorem ipsum ';
  const blank = (length: number): Buffer =>
    Buffer.concat([Buffer.from(text), Buffer.alloc(length - Buffer.byteLength(text), '\n')]);

  test('5,120,000 bytes are taken, one more is 413', async () => {
    const exact = await put('approver', 'op', fileParts('exact.txt', blank(limit)));
    expect(exact.statusCode).toBe(201);
    const before = await counted();
    const over = await put('approver', 'op', fileParts('over.txt', blank(limit + 1)));
    expect(over.statusCode).toBe(413);
    expect(codeOf(over)).toBe('too-large');
    expect(await counted()).toBe(before);
    expect((await auditOf('upload_validation'))[0]).toMatchObject({ detail: 'too-large' });
  });

  test('without Content-Length too, over a real connection', async () => {
    const answer = await send(multipart(fileParts('over.txt', word.repeat(limit / word.length + 20_000))), { chunked: true });
    expect(answer).toBe(413);
    expect(await send(multipart(fileParts('small.txt', text)), { chunked: true })).toBe(201);
  });
});

async function send(
  { body, headers }: ReturnType<typeof multipart>,
  options: { chunked?: boolean; cutAt?: number } = {},
): Promise<number | 'cut'> {
  const { access_token } = await t.tokens('approver');
  const request = httpRequest({
    host: '127.0.0.1',
    port,
    path: '/api/v1/op-notes/upload/',
    method: 'PUT',
    headers: {
      ...headers,
      authorization: `Bearer ${access_token}`,
      ...(options.chunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': String(body.length) }),
    },
  });
  if (options.cutAt !== undefined) {
    request.on('error', () => undefined);
    const begun = once(t.app.server, 'request');
    request.write(body.subarray(0, options.cutAt));
    const [incoming] = (await begun) as [IncomingMessage];
    const noticed = new Promise((resolve) => incoming.once('close', resolve));
    request.destroy();
    await noticed;
    return 'cut';
  }
  request.end(body);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.resume();
  return response.statusCode ?? 0;
}

test('UPL-16 an upload that breaks off leaves nothing; the same file twice is two notes', async () => {
  const before = await counted();
  const whole = multipart(fileParts('half.txt', text.repeat(1000)));
  await send(whole, { cutAt: Math.floor(whole.body.length / 2) });
  await send(whole, { cutAt: whole.body.length - 10 });
  expect(await counted()).toBe(before);
  const cut = await t.as(
    'approver',
    'PUT',
    '/api/v1/op-notes/upload/',
    whole.body.subarray(0, whole.body.length - 30),
    whole.headers,
  );
  expect([400, 422]).toContain(cut.statusCode);
  expect(await counted()).toBe(before);
  await put('approver', 'op', fileParts('twice.txt', text));
  await put('approver', 'op', fileParts('twice.txt', text));
  expect(await counted()).toBe(before + 2);
});

test('UPL-14 multipart that is none, or holds more or other than one file, is refused', async () => {
  const before = await counted();
  const url = '/api/v1/op-notes/upload/';
  const json = await t.as('approver', 'PUT', url, { text });
  expect(json.statusCode).toBe(415);
  const noBoundary = await t.as('approver', 'PUT', url, 'x', { 'content-type': 'multipart/form-data' });
  expect(noBoundary.statusCode).toBe(400);
  const cases: Part[][] = [
    [],
    [{ name: 'tenant', value: t.tenants[0] }],
    [...fileParts('a.txt', text), ...fileParts('b.txt', text)],
    [...fileParts('a.txt', text), ...fileParts('b.txt', text), ...fileParts('c.txt', text)],
    [{ name: 'document', value: text, filename: 'a.txt' }],
    [...fileParts('a.txt', text), { name: 'tenant', value: t.tenants[0] }],
    Array.from({ length: 10_000 }, (_, index) => ({ name: `f${index}`, value: 'x' })),
  ];
  for (const parts of cases) expect((await put('approver', 'op', parts)).statusCode).toBe(422);
  for (const name of ['__proto__', 'constructor'])
    expect((await put('approver', 'op', [{ name, value: 'x' }, ...fileParts('a.txt', text)])).statusCode).toBe(400);
  expect(await counted()).toBe(before);
});

test('UPL-12 UPL-13 UPL-17 strange names and texts are data', async () => {
  const hostile = `<img src=x onerror=alert(1)>\n'; drop table app.notes; --\n=1+1\u202Eabc\u001b[31m`;
  const kept = await put('approver', 'op', fileParts('x.txt', `${hostile}\u0000 end`));
  expect(kept.statusCode).toBe(201);
  expect(kept.json<NoteDetail>().text).toContain(`'; drop table app.notes; --`);
  expect(kept.json<NoteDetail>().text).not.toContain('\u0000');
  const names: [string, string][] = [
    ['../../etc/passwd.txt', 'passwd.txt'],
    ['C:\\\\temp\\\\note.txt', 'note.txt'],
    [`${'ä'.repeat(300)}.txt`, `${'ä'.repeat(125)}.txt`],
    ['Zürich 手術.txt', 'Zürich 手術.txt'],
    ['op\u202Etxt.txt', 'optxt.txt'],
  ];
  for (const [given, shown] of names) {
    const response = await put('approver', 'op', fileParts(given, text));
    expect([given, response.statusCode]).toEqual([given, 201]);
    expect(response.json<NoteDetail>().filename).toBe(shown);
  }
  expect((await put('approver', 'op', fileParts('x.docx%00.txt', text))).statusCode).toBe(201);
  expect((await put('approver', 'op', fileParts('a.pdf.exe', text))).statusCode).toBe(422);
});

test('IDM-01 an Idempotency-Key makes one note of a repeated upload, and refuses another file', async () => {
  const before = await counted();
  const headers = { 'idempotency-key': 'upload-1' };
  const first = await put('approver', 'op', fileParts('a.txt', text), headers);
  const again = await put('approver', 'op', fileParts('a.txt', text), headers);
  expect([first.statusCode, again.statusCode]).toEqual([201, 201]);
  expect(again.json<NoteDetail>().id).toBe(first.json<NoteDetail>().id);
  expect(await counted()).toBe(before + 1);
  const other = await put('approver', 'op', fileParts('a.txt', `${text} more`), headers);
  expect([other.statusCode, codeOf(other)]).toEqual([422, 'key-reused']);
  const elsewhere = await put('approver2', 'op', fileParts('a.txt', text), headers);
  expect(elsewhere.json<NoteDetail>().id).not.toBe(first.json<NoteDetail>().id);
  const together = await Promise.all(
    Array.from({ length: 6 }, () => put('approver', 'op', fileParts('b.txt', text), { 'idempotency-key': 'upload-2' })),
  );
  const statuses = together.map((response) => response.statusCode);
  expect(statuses.every((status) => status === 201 || status === 409)).toBe(true);
  expect(statuses).toContain(201);
  expect(await counted()).toBe(before + 3);
});

test('an upload leaves the typed draft alone', async () => {
  await t.as('approver', 'PUT', '/api/v1/op-notes/drafts/new/', { text: 'half a thought' });
  await put('approver', 'op', fileParts('a.txt', text));
  const kept = await t.as('approver', 'GET', '/api/v1/op-notes/drafts/new/');
  expect(kept.json()).toMatchObject({ draft: { text: 'half a thought' } });
  await t.as('approver', 'POST', '/api/v1/op-notes/', { text: ' half a thought\n' });
  expect((await t.as('approver', 'GET', '/api/v1/op-notes/drafts/new/')).json()).toEqual({ draft: null });
});

test('UPL-18 hundreds of hostile uploads in a row leave no note, no open file and a server that takes the next', async () => {
  const authorization = `Bearer ${(await t.tokens('approver')).access_token}`;
  const forms = (Object.keys(brokenMultiparts) as (keyof typeof brokenMultiparts)[]).filter((form) => !form.endsWith('Taken'));
  const openFiles = async (): Promise<number> => (await readdir('/dev/fd')).length;
  const upload = async (form: keyof typeof brokenMultiparts): Promise<number> => {
    const { headers, payload } = brokenMultipart(form);
    return (
      await t.app.inject({ method: 'PUT', url: '/api/v1/op-notes/upload/', headers: { ...headers, authorization }, payload })
    ).statusCode;
  };
  // The first round warms the extractor and the pools.
  const refusedForms: typeof forms = [];
  for (const form of forms) if ((await upload(form)) >= 400) refusedForms.push(form);
  const [notes, files] = [await counted(), await openFiles()];
  const answers = new Set<number>();
  for (let round = 0; round < 12; round += 1)
    for (const form of refusedForms) if (round % 6 === 0 || !form.startsWith('broken')) answers.add(await upload(form));
  expect([...answers].filter((status) => ![400, 413, 422].includes(status))).toEqual([]);
  expect(refusedForms.length).toBeGreaterThan(18);
  expect(await counted()).toBe(notes);
  expect(await openFiles()).toBeLessThanOrEqual(files + 5);
  expect((await put('approver', 'op', fileParts('after.txt', text))).statusCode).toBe(201);
});

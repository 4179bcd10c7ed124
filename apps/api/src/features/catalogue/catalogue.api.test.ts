import type { CptCode, CptCodeDetail, ImportResult } from '@incisive/contract/cpt-codes';
import { limits } from '@incisive/contract/limits';
import type { NoteDetail } from '@incisive/contract/notes';
import { expect, test } from 'vitest';
import { withSystem } from '../../db/tenant.ts';
import { beginImport, runImport } from './catalogue-import.job.ts';
import { useTestApp } from '../../testing/build-test-app.ts';
import { fileParts, multipart } from '../../testing/multipart.ts';
import { catalogueLoader } from '../../compose.ts';
import { inlineSuggester } from '../../engine/engine-host.ts';
import { emptyKnowledge } from './catalogue.fixture.ts';

const t = await useTestApp();

const upload = async (text: string | Uint8Array, as = 'superadmin', filename = 'codes.txt') => {
  const { body, headers } = multipart(fileParts(filename, text));
  return t.as(as, 'PUT', '/api/v1/cpt-codes/upload/', body, headers);
};
const find = async (query: string, as = 'superadmin') =>
  (await t.as(as, 'GET', `/api/v1/cpt-codes/?${query}`)).json<{ results: CptCode[]; count: number }>();

test('a file adds and updates codes, tells refused lines, and the next upload finds all unchanged', async () => {
  const file =
    'Some words before the codes\r\n90001\tFirst made-up procedure\r\n90002,Second made-up procedure\r\n9000\tshort code\r\n90003\r\n';
  const first = await upload(file);
  expect(first.statusCode).toBe(200);
  expect(first.json<ImportResult>()).toMatchObject({ added: 2, updated: 0, unchanged: 0, refused: 2 });
  expect(first.json<ImportResult>().lines.map((line) => line.line)).toEqual([4, 5]);
  const again = await upload('90001\tFirst made-up procedure\n90002\tSecond procedure, other words\n');
  expect(again.json<ImportResult>()).toMatchObject({ added: 0, updated: 1, unchanged: 1, refused: 0 });
  expect((await find('code=90002')).results[0]).toMatchObject({
    description: 'Second procedure, other words',
    created_by: 'superadmin',
    updated_by: 'superadmin',
  });
});

test('search by code takes small letters, puts prefixes first, and finds nothing for words', async () => {
  await upload('T9012\tBegins otherwise\n9012T\tBegins alike\n90123\tBegins alike too\n');
  expect((await find('code=9012')).results.map((row) => row.code)).toEqual(['90123', '9012T', 'T9012']);
  expect((await find('code=9012t')).results.map((row) => row.code)).toEqual(['9012T']);
  for (const words of ['gallbladder', 'lap%20chole', '%25', '_____']) expect((await find(`code=${words}`)).count).toBe(0);
});

test('ranked matches are paged in their order, and another ordering may be asked for', async () => {
  const query = 'description=gallbladder&per_page=10';
  const first = await find(query);
  const second = await find(`${query}&page=2`);
  const ranked = [...first.results, ...second.results].map((row) => row.code);
  expect(first.count).toBeGreaterThan(10);
  expect(new Set(ranked).size).toBe(ranked.length);
  const { version } = await withSystem(t.database, (tx) =>
    tx.selectFrom('app.catalogue_version').select('version').executeTakeFirstOrThrow(),
  );
  expect(ranked).toEqual((await t.deps.suggester.search('gallbladder', 20, version)).map((match) => match.code));
  const byCode = (await find(`${query}&ordering=code`)).results.map((row) => row.code);
  expect(byCode).toEqual(byCode.toSorted());
});

test('an unchanged file does not make suggestions of all notes old', async () => {
  await upload('90011\tA procedure that stays\n');
  const version = () =>
    withSystem(t.database, (tx) => tx.selectFrom('app.catalogue_version').select('version').executeTakeFirstOrThrow());
  const before = await version();
  await upload('90011\tA procedure that stays\n');
  expect(await version()).toEqual(before);
});

test('an uploaded code is found and suggested at once, also by another process', async () => {
  await upload('90021\tRemoval of zorblatt crystal from the elbow\n');
  expect((await find('description=zorblatt')).results.map((row) => row.code)).toEqual(['90021']);
  const other = inlineSuggester(emptyKnowledge(), catalogueLoader(t.database));
  const { version } = await withSystem(t.database, (tx) =>
    tx.selectFrom('app.catalogue_version').select('version').executeTakeFirstOrThrow(),
  );
  expect((await other.search('zorblatt', 5, version)).map((row) => row.code)).toEqual(['90021']);
  const note = (
    await t.as('approver', 'POST', '/api/v1/op-notes/', { text: 'PROCEDURE: Removal of zorblatt crystal from the elbow.' })
  ).json<NoteDetail>();
  const suggested = await t.as('approver', 'GET', `/api/v1/op-notes/${note.id}/cpt-codes-suggested/`);
  expect(suggested.json<{ results: { code: string }[] }>().results.map((row) => row.code)).toContain('90021');
});

test('UPL-15 5,120,000 bytes are taken and one more is 413', async () => {
  const line = '90031\tA procedure in a very large file\n';
  const filler = `${'x'.repeat(99)}\n`;
  const exact = (line + filler.repeat(Math.ceil(limits.uploadBytes / 100))).slice(0, limits.uploadBytes);
  expect((await upload(exact)).statusCode).toBe(200);
  expect((await upload(`${exact}x`)).statusCode).toBe(413);
});

test('UPL-08 only .txt files with codes are taken', async () => {
  expect((await upload('90041\tWords\n', 'superadmin', 'codes.csv')).json()).toMatchObject({
    status: 422,
    type: 'urn:incisive:error:file-unsupported-type',
  });
  expect((await upload('%PDF-1.7 90041\tWords\n')).statusCode).toBe(422);
  expect((await upload('')).json()).toMatchObject({ type: 'urn:incisive:error:file-empty' });
  expect((await upload('no code in here\n')).statusCode).toBe(422);
  expect((await t.as('superadmin', 'PUT', '/api/v1/cpt-codes/upload/', { file: 'x' })).statusCode).toBe(415);
});

test('PRD-15 NUL, Latin-1, doubled codes and formulas are data', async () => {
  const answer = await upload(
    Buffer.from('90051\t=HYPERLINK("x") caf\u00e9\u0000 procedure\r\n90052\tone\r\n90052\ttwo\r\n', 'latin1'),
  );
  expect(answer.json<ImportResult>()).toMatchObject({ added: 2, refused: 0 });
  expect((await find('code=90051')).results[0]?.description).toBe('=HYPERLINK("x") café procedure');
  expect((await find('code=90052')).results[0]?.description).toBe('two');
});

test('two files at a time end as one after the other', async () => {
  const made = (words: string) => Array.from({ length: 500 }, (_, at) => `T${String(1000 + at)}\t${words} ${at}`).join('\n');
  const [first, second] = await Promise.all([upload(made('One')), upload(made('Two'))]);
  const results = [first.json<ImportResult>(), second.json<ImportResult>()];
  expect(results.map((result) => result.added).toSorted((a, b) => a - b)).toEqual([0, 500]);
  expect(results.map((result) => result.updated).toSorted((a, b) => a - b)).toEqual([0, 500]);
});

test('an import whose process died is finished by its job, once, and its state is told', async () => {
  const user = t.users['superadmin']!;
  const actor = {
    userId: user.id,
    username: 'superadmin',
    role: 'SuperAdmin' as const,
    tenantId: '00000000-0000-4000-8000-000000000000',
    tenantName: null,
    sessionId: '',
    requestId: 'r',
    address: '127.0.0.1',
  };
  const id = await beginImport(t.database, actor, { codes: ['90071'], descriptions: ['Left behind'], refused: 0, lines: [] });
  const state = async (as = 'superadmin') => t.as(as, 'GET', `/api/v1/cpt-codes/imports/${id}/`);
  expect((await state()).json()).toEqual({ state: 'waiting', progress: 0, result: null });
  expect((await runImport(t.database, id))?.added).toBe(1);
  expect((await runImport(t.database, id))?.added).toBe(1);
  expect((await state()).json()).toMatchObject({ state: 'done', progress: 1, result: { added: 1 } });
  expect((await state('admin')).statusCode).toBe(403);
  const rows = await withSystem(t.database, (tx) =>
    tx.selectFrom('app.audit_log').select('detail').where('detail', 'like', `import ${id}%`).execute(),
  );
  expect(rows).toHaveLength(1);
});

test('a code is made once, retired, kept on its note, and revived', async () => {
  const made = await t.as('superapprover', 'POST', '/api/v1/cpt-codes/', { code: ' 90081 ', description: ' Trimmed words ' });
  expect(made.statusCode).toBe(201);
  const code = made.json<CptCode>();
  expect(code).toMatchObject({ code: '90081', description: 'Trimmed words', created_by: 'superapprover', retired: false });
  expect((await t.as('superadmin', 'POST', '/api/v1/cpt-codes/', { code: '90081', description: 'x' })).statusCode).toBe(409);
  expect((await t.as('superadmin', 'POST', '/api/v1/cpt-codes/', { code: '9008', description: 'x' })).statusCode).toBe(422);
  expect((await t.as('superadmin', 'POST', '/api/v1/cpt-codes/', { code: '90082', description: '  ' })).statusCode).toBe(422);

  const note = (await t.as('approver', 'POST', '/api/v1/op-notes/', { text: 'A note.' })).json<NoteDetail>();
  await t.as('approver', 'POST', `/api/v1/op-notes/${note.id}/cpt-codes-assigned/`, { cpt_codes: ['90081'] });
  expect((await t.as('admin', 'GET', `/api/v1/cpt-codes/${code.id}/`)).json()).toMatchObject({ code: '90081', notes: 1 });
  // Another tenant's notes are not counted for an Admin.
  expect((await t.as('admin2', 'GET', `/api/v1/cpt-codes/${code.id}/`)).json()).toMatchObject({ notes: 0 });

  const retired = await t.as('superadmin', 'POST', '/api/v1/cpt-codes/delete/', { codes: ['90081', '90081'] });
  expect(retired.json()).toEqual({ count: 1 });
  expect((await find('code=90081')).count).toBe(0);
  const kept = await t.as('approver', 'GET', `/api/v1/op-notes/${note.id}/cpt-codes-approved/`);
  expect(kept.json<{ results: object[] }>().results[0]).toMatchObject({ code: '90081', retired: true });
  expect((await t.as('superadmin', 'POST', '/api/v1/cpt-codes/', { code: '90081', description: 'Again' })).statusCode).toBe(201);
  expect((await find('code=90081')).results[0]).toMatchObject({ description: 'Again', retired: false });
});

test('ASV-10 a bulk deletion with one unknown code deletes none', async () => {
  await upload('90091\tStays\n');
  expect((await t.as('superadmin', 'POST', '/api/v1/cpt-codes/delete/', { codes: ['90091', '99998'] })).statusCode).toBe(404);
  expect((await find('code=90091')).count).toBe(1);
  expect((await t.as('superadmin', 'POST', '/api/v1/cpt-codes/delete/', { codes: [] })).statusCode).toBe(422);
});

test('the detail shows what the engine knows of a code, its neighbors and its rules', async () => {
  const detail = await t.as('coder', 'GET', '/api/v1/cpt-codes/47562/');
  expect(detail.statusCode).toBe(200);
  const { attributes, neighbors, rules } = detail.json<CptCodeDetail>();
  expect(attributes['approach']).toContain('laparoscopic');
  expect(neighbors.map((each) => each.code)).toContain('47563');
  expect(rules.map((rule) => rule.reason)).not.toContain('');
  expect(rules.length).toBeGreaterThan(0);
  expect(rules.filter((rule) => !rule.example?.meets || !rule.example.misses)).toEqual([]);
  expect((await t.as('coder', 'GET', '/api/v1/cpt-codes/99998/')).statusCode).toBe(404);
});

test('a code that only a file brought is known by its description, and a retired neighbor is shown no more', async () => {
  await upload('90111\tOnly in a file\n');
  const own = (await t.as('coder', 'GET', '/api/v1/cpt-codes/90111/')).json<CptCodeDetail>();
  expect([own.attributes, own.neighbors, own.rules]).toEqual([{}, [], []]);
  const neighbors = async () =>
    (await t.as('coder', 'GET', '/api/v1/cpt-codes/47562/')).json<CptCodeDetail>().neighbors.map((each) => each.code);
  expect(await neighbors()).toContain('47564');
  expect((await t.as('superadmin', 'POST', '/api/v1/cpt-codes/delete/', { codes: ['47564'] })).statusCode).toBe(200);
  expect(await neighbors()).not.toContain('47564');
});

test('ASV-63 each role does with the catalogue what the table says', async () => {
  const { body, headers } = multipart(fileParts('codes.txt', '90101\tBy role\n'));
  for (const [name, search, view, manage] of [
    ['superadmin', 200, 200, 200],
    ['superapprover', 200, 200, 200],
    ['coder', 200, 200, 403],
    ['admin', 200, 200, 403],
    ['approver', 200, 403, 403],
    ['dataentry', 403, 403, 403],
  ] as const) {
    expect([name, (await t.as(name, 'GET', '/api/v1/cpt-codes/?code=4756')).statusCode]).toEqual([name, search]);
    expect([name, (await t.as(name, 'GET', '/api/v1/cpt-codes/47562/')).statusCode]).toEqual([name, view]);
    expect([name, (await t.as(name, 'PUT', '/api/v1/cpt-codes/upload/', body, headers)).statusCode]).toEqual([name, manage]);
  }
});

// Last: an engine over so many codes takes its time to build, and nothing here needs it any more.
test('11,000 lines go in with one upload', async () => {
  const lines = Array.from(
    { length: 11_000 },
    (_, at) => `${String(10_000 + at)}\tMade-up procedure number ${at} of the large file`,
  );
  const answer = await upload(lines.join('\n'));
  expect(answer.statusCode).toBe(200);
  const result = answer.json<ImportResult>();
  expect(result.added + result.updated).toBe(11_000);
});

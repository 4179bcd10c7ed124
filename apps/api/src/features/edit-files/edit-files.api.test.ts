import { gzipSync } from 'node:zlib';
import type { EditFile } from '@incisive/contract/edit-files';
import { zipStream } from '@incisive/documents';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withSystem } from '../../db/tenant.ts';
import { type TestApp, buildTestApp } from '../../testing/build-test-app.ts';
import { fileParts, multipart } from '../../testing/multipart.ts';
import { claimTables } from './edit-files.service.ts';
import { addOnsFile, diagnosesFile, feesFile, hcpcsFile, pairsFile, unitsFile } from './edit-files.fixture.ts';

let t: TestApp;
beforeAll(async () => {
  t = await buildTestApp();
});
afterAll(() => t.close());

const send = async (name: string, content: string | Uint8Array): Promise<string> => {
  const { body, headers } = multipart(fileParts(name, content));
  const answer = await t.as('superapprover', 'PUT', '/api/v1/edit-files/upload/', body, headers);
  expect(answer.statusCode).toBe(202);
  return answer.json<{ id: string }>().id;
};
const listed = async (): Promise<EditFile[]> =>
  (await t.as('admin', 'GET', '/api/v1/edit-files/')).json<{ results: EditFile[] }>().results;
const fileOf = async (id: string): Promise<EditFile> => (await listed()).find((file) => file.id === id)!;
/** Sends a file and reads it. */
const read = async (name: string, content: string | Uint8Array): Promise<EditFile> => {
  const id = await send(name, content);
  await t.deps.jobs.runPending();
  return fileOf(id);
};
const take = (id: string, who = 'superadmin') => t.as(who, 'POST', `/api/v1/edit-files/${id}/take/`, { license: true });
const taken = async (name: string, content: string | Uint8Array): Promise<EditFile> => {
  const file = await read(name, content);
  expect(file).toMatchObject({ state: 'preview', failure: null });
  expect((await take(file.id)).statusCode).toBe(200);
  return fileOf(file.id);
};
const tablesFor = (codes: string[], icd: string[] = []) =>
  withSystem(t.database, async (tx) => (await claimTables(tx, { codes, icd })).tables);
const rowsLeft = (id: string) =>
  withSystem(t.database, async (tx) => {
    const tables = ['ptp_columns', 'mue_values', 'addon_codes', 'fees', 'icd_codes', 'hcpcs_codes', 'edit_file_bytes'];
    const counts = await Promise.all(
      tables.map((table) =>
        sql<{ n: number }>`select count(*)::int as n from ${sql.table(`app.${table}`)} where file_id = ${id}`.execute(tx),
      ),
    );
    return counts.reduce((sum, { rows }) => sum + rows[0]!.n, 0);
  });

describe('a published file in its own layout', () => {
  it('pairs: a release counts when its four files are there, and answers by date of service', async () => {
    const parts = [1, 2, 3, 4].map((n) =>
      pairsFile([
        [`1000${n}`, '20001', '20200101', '*', '0'],
        [`1000${n}`, '20002', '20200101', '20220630', '0'],
        [`1000${n}`, '20002', '20220701', '*', '1'],
        [`1000${n}`, '20003', '20200101', '*', '9'],
      ]),
    );
    for (const [n, part] of parts.slice(0, 3).entries()) await taken(`ccipra-v302r0-f${n + 1}.TXT`, part);
    expect((await tablesFor(['10001', '20001'])).covers('ptp', '2024-08-15')).toBe(false);
    const last = await taken('ccipra-v302r0-f4.TXT', parts[3]!);
    expect(last).toMatchObject({ kind: 'ptp', release: 'v30.2', part: 4, valid_to: '2024-09-30', rows: 4, refused: 0 });
    const tables = await tablesFor(['10001', '20001', '20002', '20003']);
    expect(tables.covers('ptp', '2024-08-15')).toBe(true);
    expect(tables.covers('ptp', '2024-10-01')).toBe(false);
    expect(tables.pair('20001', '10001', '2024-08-15')).toEqual({ column1: '10001', column2: '20001', indicator: '0' });
    expect(tables.pair('10001', '20002', '2022-06-30')?.indicator).toBe('0');
    expect(tables.pair('10001', '20002', '2022-07-01')?.indicator).toBe('1');
    expect(tables.pair('10001', '20003', '2024-08-15')).toBeUndefined();
    expect(tables.source('ptp', '2024-08-15')?.version).toBe('v30.2');
  });

  it('an older release of the pairs, and the very same file, say so and change nothing', async () => {
    const older = await read('ccipra-v301r0-f1.TXT', pairsFile([['10001', '20009', '20200101', '*', '0']]));
    expect(older.failure).toBe('This file is older than the one in force: v30.1, and v30.2 holds its edits too.');
    expect(await rowsLeft(older.id)).toBe(0);
    await taken('MCR_MUE_PractitionerServices_Eff_01-01-2020.csv', unitsFile([['10001', 1, 2]]));
    const again = await read('MCR_MUE_PractitionerServices_Eff_01-01-2020.csv', unitsFile([['10001', 1, 2]]));
    expect(again.failure).toMatch(/^This very file is in force already/);
  });

  it('unit limits: a quoted notice and header over several lines; another quarter stands beside it, a correction takes its place', async () => {
    const july = await taken(
      'MCR_MUE_PractitionerServices_Eff_07-01-2024.csv',
      unitsFile([
        ['10001', 2, 3],
        ['10002', 0, 2],
      ]),
    );
    expect(july).toMatchObject({ kind: 'mue', release: '2024 Q3', valid_from: '2024-07-01', valid_to: '2024-09-30', rows: 2 });
    await taken('MCR_MUE_PractitionerServices_Eff_10-01-2024.csv', unitsFile([['10001', 4, 1]]));
    const tables = await tablesFor(['10001', '10002']);
    expect([tables.unitLimit('10001', '2024-08-01'), tables.unitLimit('10001', '2024-11-01')]).toEqual([
      { limit: 2, mai: 3 },
      { limit: 4, mai: 1 },
    ]);
    expect(tables.unitLimit('10002', '2024-08-01')).toEqual({ limit: 0, mai: 2 });
    const corrected = await taken('MCR_MUE_PractitionerServices_Eff_07-01-2024.csv', unitsFile([['10001', 3, 3]]));
    expect((await tablesFor(['10001'])).unitLimit('10001', '2024-08-01')).toEqual({ limit: 3, mai: 3 });
    await t.deps.jobs.runPending();
    expect([(await fileOf(july.id)).state, await rowsLeft(july.id)]).toEqual(['replaced', 0]);
    expect((await fileOf(corrected.id)).preview).toMatchObject({ before: '2024 Q3', rows_before: 2 });
  });

  it('add-on codes: types, several primaries, the payer’s own', async () => {
    const content = addOnsFile([
      ['1', '10005', '10001'],
      ['1', '10005', '10002', '2024200'],
      ['2', '10006', 'CCCCC'],
    ]);
    expect(await taken('AOC_V2024Q3-MCR.txt', content)).toMatchObject({ release: '2024 Q3', rows: 3 });
    const tables = await tablesFor(['10005', '10006']);
    // The 200th day of 2024 is July 18.
    expect(tables.addOn('10005', '2024-07-17')).toEqual({ type: 1, primaries: new Set(['10001']) });
    expect(tables.addOn('10005', '2024-07-18')).toEqual({ type: 1, primaries: new Set(['10001', '10002']) });
    expect(tables.addOn('10006', '2024-08-01')).toEqual({ type: 2, primaries: new Set(['CCCCC']) });
  });

  it('fee schedule: columns by their joined captions, rows by modifier, no words of the file kept', async () => {
    const file = await taken(
      'PPRRVU24_JUL.csv',
      feesFile([
        ['10001', '', 15.82, '090', '1'],
        ['10002', '', 3.48, 'XXX', '0'],
        ['10002', '26', 1.2, 'XXX', '0'],
      ]),
    );
    expect(file).toMatchObject({ kind: 'mpfs', release: '2024 Q3', rows: 3, refused: 0 });
    const tables = await tablesFor(['10001', '10002']);
    expect(tables.fee('10001', '2024-08-01')).toMatchObject({
      globalDays: '090',
      bilatSurg: '1',
      facilityTotal: 15.82,
      nonfacilityTotal: 16.82,
    });
    expect(tables.fee('10002', '2024-08-01', '26')?.facilityTotal).toBe(1.2);
    const { rows } = await withSystem(t.database, (tx) =>
      sql<{ words: string }>`select columns::text as words from app.fees`.execute(tx),
    );
    expect(rows.map((row) => row.words).join()).not.toContain('Words, of others');
  });

  it('diagnosis codes: fixed columns, headings and codes, the side of a description, also packed by gzip', async () => {
    const content = diagnosesFile([
      ['G56', 0, 'Made-up neuropathies of the arm'],
      ['G5601', 1, 'Made-up tunnel of the wrist, right upper limb'],
    ]);
    expect(await taken('icd10cm-order-2025.txt.gz', gzipSync(content))).toMatchObject({
      kind: 'icd',
      release: '2025',
      valid_from: '2024-10-01',
      valid_to: '2025-09-30',
      rows: 2,
    });
    const tables = await tablesFor([], ['G56.01', 'g56', 'G5602']);
    expect(tables.diagnosis('G56.01', '2025-01-01')).toEqual({ billable: true, side: 'right' });
    expect([tables.diagnosis('G56', '2025-01-01')?.billable, tables.diagnosis('G5602', '2025-01-01')]).toEqual([
      false,
      undefined,
    ]);
    expect(tables.covers('icd', '2024-09-30')).toBe(false);
  });

  it('HCPCS Level II: records of 320 columns, long words over several', async () => {
    const file = await taken(
      'HCPC2024_JUL_ANWEB.txt',
      hcpcsFile([
        ['Z0001', 'A made-up supply', 'that goes on'],
        ['Z0002', 'Another'],
      ]),
    );
    expect(file).toMatchObject({ kind: 'hcpcs', rows: 2, refused: 0 });
    const { rows } = await withSystem(t.database, (tx) =>
      sql`select code, description, valid_from::text from app.hcpcs_codes where file_id = ${file.id} order by code`.execute(tx),
    );
    expect(rows[0]).toEqual({ code: 'Z0001', description: 'A made-up supply that goes on', valid_from: '2020-01-01' });
  });

  it('comes in the zip of its publisher, among other files', async () => {
    const entries = (async function* () {
      yield { name: 'release/readme.pdf', bytes: Buffer.from('words') };
      yield { name: 'release/PPRRVU24_OCT.csv', bytes: Buffer.from(feesFile([['10001', '', 16, '090', '1']])) };
    })();
    const zip = Buffer.from(await new Response(zipStream(entries)).arrayBuffer());
    expect(await taken('rvu24d.zip', zip)).toMatchObject({ kind: 'mpfs', release: '2024 Q4', rows: 1, filename: 'rvu24d.zip' });
  });
});

describe('a file that cannot be taken says what it is and changes nothing', () => {
  const good = unitsFile([
    ['10001', 1, 2],
    ['10002', 2, 3],
  ]);
  const pairs = pairsFile([
    ['10001', '20001', '20200101', '*', '0'],
    ['10001', '20002', '20200101', '*', '1'],
  ]);
  it.each([
    ['one of nobody', 'holiday.txt', 'a list of days', /^No file of a known kind: holiday\.txt\. Keep the names/],
    ['a spreadsheet', 'AOC_V2024Q3-MCR.xlsx', Buffer.from('504b0304aa', 'hex'), /spreadsheets \(\.xlsx\) are not read/],
    ['another file under that name', 'MCR_MUE_PractitionerServices_Eff_07-01-2023.csv', pairs, /not the file of unit limits/],
    ['pairs cut in a line', 'ccipra-v320r0-f1.TXT', pairs.slice(0, -30), /ends in the middle of line 5: it was cut/],
    ['unit limits cut in a quotation', 'MCR_MUE_PractitionerServices_Eff_07-01-2023.csv', good.slice(0, -8), /was cut/],
    [
      'pairs with other columns',
      'ccipra-v320r0-f1.TXT',
      pairs.replace('Effective', 'Rationale'),
      /columns are not those of procedure pairs/,
    ],
    [
      'a fee schedule without a column',
      'PPRRVU23_JUL.csv',
      feesFile([['10001', '', 1, '090', '1']]).replace('BILAT', 'OTHER'),
      /not the layout of the fee schedule: no column says bilatSurg/,
    ],
    [
      'diagnosis codes with a line missing',
      'icd10cm_order_2023.txt',
      diagnosesFile([
        ['G56', 0, 'One'],
        ['G560', 0, 'Two'],
        ['G561', 1, 'Three'],
      ]).replace(/00002.*\r\n/, ''),
      /^Line 2 does not have the number that follows/,
    ],
    ['a damaged zip', 'rvu23c.zip', Buffer.concat([Buffer.from('504b0304', 'hex'), Buffer.alloc(200, 7)]), /^The zip is damaged/],
    [
      'a damaged gzip',
      'icd10cm_order_2023.txt.gz',
      Buffer.concat([Buffer.from('1f8b08', 'hex'), Buffer.alloc(99, 9)]),
      /damaged/,
    ],
  ] as const)('%s', async (_what, name, content, words) => {
    const before = (await listed()).filter((file) => file.state === 'active').map((file) => file.id);
    const file = await read(name, content);
    expect(file).toMatchObject({ state: 'failed', failure: expect.stringMatching(words) as unknown });
    expect(await rowsLeft(file.id)).toBe(0);
    expect((await take(file.id)).statusCode).toBe(409);
    expect((await listed()).filter((one) => one.state === 'active').map((one) => one.id)).toEqual(before);
  });

  it('columns in another order do not pass for others', async () => {
    const moved = unitsFile([], '"MUE Adjudication Indicator","HCPCS/\nCPT Code","MUE Values"');
    const file = await read('MCR_MUE_PractitionerServices_Eff_07-01-2022.csv', `${moved}3 Made up,10001,7\r\n`);
    // The first caption is not the code's: nothing says where rows begin.
    expect(file.failure).toMatch(/not the file of unit limits/);
  });
});

describe('who and when', () => {
  it('counts only once somebody has taken it, with the word about the license; what is in force cannot be dropped', async () => {
    const file = await read('MCR_MUE_PractitionerServices_Eff_04-01-2024.csv', unitsFile([['10001', 9, 3]]));
    expect((await tablesFor(['10001'])).covers('mue', '2024-05-01')).toBe(false);
    expect((await t.as('superadmin', 'POST', `/api/v1/edit-files/${file.id}/take/`, {})).statusCode).toBe(422);
    expect((await take(file.id, 'admin')).statusCode).toBe(403);
    expect((await take(file.id)).statusCode).toBe(200);
    expect((await tablesFor(['10001'])).unitLimit('10001', '2024-05-01')).toEqual({ limit: 9, mai: 3 });
    expect((await t.as('superadmin', 'DELETE', `/api/v1/edit-files/${file.id}/`)).statusCode).toBe(409);
  });

  it('tells beforehand what changes for codes that are in use', async () => {
    const note = await t.as('approver', 'POST', '/api/v1/op-notes/', { text: 'Gallbladder removed.' });
    const id = note.json<{ id: string }>().id;
    await t.as('approver', 'POST', `/api/v1/op-notes/${id}/cpt-codes-approved/`, { cpt_codes: ['47562', '47563'] });
    await taken(
      'MCR_MUE_PractitionerServices_Eff_01-01-2023.csv',
      unitsFile([
        ['47562', 1, 2],
        ['47563', 1, 2],
        ['10001', 1, 2],
      ]),
    );
    const next = await read(
      'MCR_MUE_PractitionerServices_Eff_01-01-2023.csv',
      unitsFile([
        ['47562', 2, 2],
        ['10001', 5, 2],
        ['47563', 1, 2],
      ]),
    );
    expect(next.preview).toEqual({
      before: '2023 Q1',
      rows_before: 3,
      codes_in_use: 2,
      changed: 1,
      changes: [{ code: '47562', what: 'changed' }],
      cases_changed: 0,
      cases: [],
    });
  });

  it('tells beforehand which open claims of its days a file changes, to those alone who import', async () => {
    const note = await t.as('approver', 'POST', '/api/v1/op-notes/', {
      text: 'DATE OF SURGERY: 05/02/2023\nGallbladder removed.',
    });
    const id = note.json<{ id: string }>().id;
    await t.as('approver', 'POST', `/api/v1/op-notes/${id}/cpt-codes-approved/`, { cpt_codes: ['47562'] });
    await t.as('approver', 'GET', `/api/v1/op-notes/${id}/case/`);
    const named = await read('MCR_MUE_PractitionerServices_Eff_04-01-2023.csv', unitsFile([['47562', 3, 2]]));
    const seen = async (who: string): Promise<EditFile['preview'] | undefined> =>
      (await t.as(who, 'GET', '/api/v1/edit-files/')).json<{ results: EditFile[] }>().results.find((file) => file.id === named.id)
        ?.preview;
    expect(await seen('superapprover')).toMatchObject({ cases_changed: 1, cases: [{ note_id: id, codes: ['47562'] }] });
    expect(await seen('approver2')).toMatchObject({ changed: 1, cases_changed: 0, cases: [] });
    const other = await read('MCR_MUE_PractitionerServices_Eff_10-01-2023.csv', unitsFile([['47562', 4, 2]]));
    const later = (await t.as('superadmin', 'GET', '/api/v1/edit-files/')).json<{ results: EditFile[] }>().results;
    expect(later.find((file) => file.id === other.id)?.preview).toMatchObject({ changed: 1, cases: [] });
  });

  it('REL-01 a server that dies while it reads leaves nothing half done; the next one reads the file, once', async () => {
    const id = await send('MCR_MUE_PractitionerServices_Eff_10-01-2022.csv', unitsFile([['10001', 6, 2]]));
    await withSystem(t.database, (tx) =>
      tx.updateTable('app.edit_files').set({ state: 'running', progress: 0.4 }).where('id', '=', id).execute(),
    );
    expect((await take(id)).statusCode).toBe(409);
    await t.deps.jobs.runPending();
    expect(await fileOf(id)).toMatchObject({ state: 'preview', rows: 1 });
    await t.deps.jobs.runPending();
    expect(await rowsLeft(id)).toBe(1);
  });
});

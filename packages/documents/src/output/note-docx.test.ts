import { extractRawText } from 'mammoth';
import { expect, test } from 'vitest';
import { readArchive } from '../extraction/archive.ts';
import { noteToDocx } from './note-docx.ts';
import { readDocument } from '../extraction/read-document.ts';

const CODES = [
  { code: '47562', description: 'Removal of gallbladder by scope' },
  { code: '44970', description: 'Removal of appendix by scope & more <here>' },
  { code: '49505', description: 'Repair of groin hernia' },
];
const ID = '3f2c8a4e-0000-4000-8000-000000000001';
const lines = async (bytes: Uint8Array) => (await readDocument(bytes, 'docx')).text.split('\n');

test('holds the id, the codes, the text line by line and the table', async () => {
  const found = await lines(await noteToDocx({ id: ID, text: 'First\tline\r\n\r\n  indented <b>&amp;', codes: CODES }));
  expect(found).toEqual([
    `Document ID: ${ID}`,
    '',
    'Approved codes',
    '47562, 44970, 49505',
    '',
    'Text',
    'First\tline',
    '',
    '  indented <b>&amp;',
    '',
    'Codes',
    'Code\tDescription',
    ...CODES.map(({ code, description }) => `${code}\t${description}`),
  ]);
});

test('says how many codes of how many, only when some are cut', async () => {
  const cut = await lines(await noteToDocx({ id: ID, text: 'x', codes: CODES, totalApproved: 14, limit: 1 }));
  expect(cut).toContain('1 of 14 approved codes');
  expect(cut).toContain('47562');
  expect(cut.join('\n')).not.toContain('44970');
  expect((await lines(await noteToDocx({ id: ID, text: 'x', codes: CODES, totalApproved: 3, limit: 10 }))).join()).not.toContain(
    'of 3',
  );
});

test('a note without approved codes says so; an education note has no codes at all', async () => {
  expect(await lines(await noteToDocx({ id: ID, text: 'x', codes: [] }))).toContain('None');
  const education = await lines(await noteToDocx({ id: ID, text: 'only text' }));
  expect(education).toEqual([`Document ID: ${ID}`, '', 'Text', 'only text']);
});

test('the notice is in the footer', async () => {
  const parts = await readArchive(await noteToDocx({ id: ID, text: 'x', notice: 'Copyright & notice' }));
  expect(Buffer.from(parts.get('word/footer1.xml') ?? '').toString()).toContain('Copyright &amp; notice');
});

test('UPL-17: control and bidi characters do not get into the file', async () => {
  const found = await lines(await noteToDocx({ id: ID, text: 'a\u0000\u001B[31m\u202Eb\uD800\uFFFEc', codes: CODES }));
  expect(found).toContain('a[31mbc');
});

test('another reader finds the same text', async () => {
  const { value, messages } = await extractRawText({
    buffer: Buffer.from(await noteToDocx({ id: ID, text: 'one\ntwo', codes: CODES })),
  });
  expect(value).toContain('one\n\ntwo');
  expect(value).toContain('44970');
  expect(messages).toEqual([]);
});

test('a very long note lets other work through', async () => {
  let turns = 0;
  let done = false;
  const another = (): void => {
    turns += 1;
    if (!done) setImmediate(another);
  };
  setImmediate(another);
  const bytes = await noteToDocx({ id: ID, text: 'some words on a line\n'.repeat(90_000) });
  done = true;
  // A turn for others after every two thousand lines at the latest.
  expect(turns).toBeGreaterThanOrEqual(90_000 / 2000 - 1);
  expect(bytes.length).toBeGreaterThan(1000);
});

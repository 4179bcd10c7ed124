import { describe, expect, test } from 'vitest';
import { contentDisposition } from './output/content-disposition.ts';
import { judgeType } from './extraction/file-type.ts';
import { cleanFilename, extensionOf } from './output/filename.ts';
import { readDocument } from './extraction/read-document.ts';
import { sanitizeText } from './extraction/sanitize.ts';
import { docx, line } from './testing/archives.ts';
import { codeOf } from './testing/refusal.ts';

const read = (bytes: Uint8Array) => codeOf(readDocument(bytes, 'txt').then(({ text }) => text));
const judge = (bytes: Uint8Array | string, name: string) =>
  codeOf(Promise.resolve().then(() => judgeType(Buffer.from(bytes), name)));

describe('UPL-12: encodings of a text file', () => {
  const SAMPLE = 'Größe 5 µm – “quoted”';
  const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();

  test.each([
    ['UTF-8', Buffer.from(SAMPLE)],
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${SAMPLE}`)],
    ['UTF-16LE with a mark', Buffer.from(`\uFEFF${SAMPLE}`, 'utf16le')],
    ['UTF-16BE with a mark', utf16be(`\uFEFF${SAMPLE}`)],
    ['UTF-16LE without', Buffer.from(SAMPLE, 'utf16le')],
    ['UTF-16BE without', utf16be(SAMPLE)],
    ['Windows-1252', Buffer.from('Gr\u00F6\u00DFe 5 \u00B5m \u0096 \u0093quoted\u0094', 'latin1')],
  ])('%s', async (_name, bytes) => {
    expect(await read(bytes)).toBe(SAMPLE);
  });

  test('one damaged character does not change the others', async () => {
    expect(await read(Buffer.concat([Buffer.from('äöü ÄÖÜ ß'), Buffer.from([0xc3])]))).toBe('äöü ÄÖÜ ß\uFFFD');
  });

  test('NUL and lone surrogates, which a database refuses, are dropped', async () => {
    expect(await read(Buffer.from('before\u0000after the break'))).toBe('beforeafter the break');
    expect(await read(Buffer.from('\uFEFFa\uD800b', 'utf16le'))).toMatch(/^a\uFFFD?b$/);
  });

  test('line ends become one kind, the rest stays as it was', async () => {
    expect(await read(Buffer.from(' \r\na\r\nb\rc\n\n\u001B[31md\t=1+1\n'))).toBe('a\nb\nc\n\n\u001B[31md\t=1+1');
  });

  test('EBCDIC and binary data are refused', async () => {
    const ebcdic = Buffer.from('c8859393964040a6969993846b40a38885409596a3854089a2408885998540a39640998581844b', 'hex');
    expect(await read(ebcdic)).toBe('unsupported-type');
    expect(await read(Buffer.from(Array.from({ length: 4000 }, (_, index) => (index * 7919) % 256)))).toBe('unsupported-type');
  });

  test('UPL-11: blanks alone are no text', async () => {
    expect(await read(Buffer.from(' \r\n\t '))).toBe('no-text');
  });
});

describe('UPL-08 ASV-29: content and extension must agree', () => {
  test.each([
    ['a.docx', [0x89, 0x50, 0x4e, 0x47], 'a PNG picture'],
    ['a.pdf', docx(line('x')), 'a Word file or another archive'],
    ['a.docx', '%PDF-1.7', 'a PDF'],
    ['a.txt', '%PDF-1.7', 'a PDF'],
    ['a.txt', 'MZ\u0090\u0000', 'a program'],
    ['a.txt', String.raw`{\rtf1 text}`, 'an RTF document'],
    ['a.txt', '\n<!DOCTYPE html><p>x', 'a web page'],
    ['a.pdf', 'plain words', 'plain text'],
  ])('%s that starts with %j', (name, content, real) => {
    expect(() => judgeType(Buffer.from(content as string), name)).toThrow(`but is ${real}`);
  });

  test('old and locked Office files', async () => {
    const ole = (mark: string) =>
      Buffer.concat([Buffer.from('D0CF11E0A1B11AE1', 'hex'), Buffer.alloc(600), Buffer.from(mark, 'utf16le')]);
    expect(await judge(ole('WordDocument'), 'a.doc')).toBe('old-doc');
    expect(await judge(ole('WordDocument'), 'a.docx')).toBe('old-doc');
    expect(await judge(ole('EncryptedPackage'), 'a.docx')).toBe('password-protected');
    expect(await judge(ole('Workbook'), 'a.docx')).toBe('unsupported-type');
    expect(await judge('anything', 'a.doc')).toBe('old-doc');
  });

  test('a note that begins with MZ is a note', async () => {
    expect(await judge('MZ twins, delivered by section', 'a.txt')).toBe('txt');
  });
});

describe('UPL-13 ASV-31: file names', () => {
  test.each([
    ['../../x.txt', 'x.txt', 'txt'],
    [String.raw`C:\notes\op.PDF`, 'op.PDF', 'pdf'],
    ['a\r\nSet-Cookie: x.txt', 'aSet-Cookie: x.txt', 'txt'],
    ['invoice\u202Excod.exe', 'invoicexcod.exe', 'exe'],
    ['a.pdf.exe', 'a.pdf.exe', 'exe'],
    ['x.docx%00.txt', 'x.docx.txt', 'txt'],
    ['100%.txt', '100%.txt', 'txt'],
    ['..', 'file', ''],
    ['', 'file', ''],
    ['con.txt', 'con.txt', 'txt'],
  ])('%j', (name, clean, extension) => {
    expect(cleanFilename(name)).toBe(clean);
    expect(extensionOf(name)).toBe(extension);
  });

  test('a long name is cut between characters and keeps its extension', () => {
    const clean = cleanFilename(`${'ä'.repeat(300)}.docx`);
    expect(Buffer.byteLength(clean)).toBeLessThanOrEqual(255);
    expect(clean).toMatch(/^ä+\.docx$/);
  });

  test('the download header names the file for every browser and cannot be broken out of', () => {
    expect(contentDisposition('OpNotes.docx')).toBe('attachment; filename="OpNotes.docx"');
    expect(contentDisposition('Größe (1) €.docx')).toBe(
      `attachment; filename="Gr__e (1) _.docx"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%281%29%20%E2%82%AC.docx`,
    );
    expect(contentDisposition('a"; x=\r\n"b.docx')).toBe(
      `attachment; filename="a_; x=_b.docx"; filename*=UTF-8''a%22%3B%20x%3D%22b.docx`,
    );
  });
});

test('UPL-17: what cannot be printed is left out of documents', () => {
  expect(sanitizeText('a\u0000\u0007b\u202Ec\u200Bd\uFEFF\r\ne\tf\u001B[31m\uD800')).toBe('abcd\ne\tf[31m');
  expect(sanitizeText('Größe 😀 العربية')).toBe('Größe 😀 العربية');
});

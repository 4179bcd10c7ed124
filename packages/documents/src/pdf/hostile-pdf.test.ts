import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { readDocument } from '../extraction/read-document.ts';
import { HELLO, onePagePdf, pdfOfPages, rawPdf, stream } from '../testing/pdfs.ts';
import { codeOf } from '../testing/refusal.ts';

const read = (bytes: Uint8Array) => codeOf(readDocument(bytes, 'pdf').then(({ text }) => text));
const TEXT = 'Plain text of the note';

test('lines and paragraphs of a PDF are kept, page after page', async () => {
  const text = await read(await pdfOfPages([['Title', '', '', 'First line', 'second line'], ['Next page']]));
  expect(text).toBe('Title\n\nFirst line\nsecond line\n\nNext page');
});

test.each([
  ['Japanese', 'Japan1', '90ms-RKSJ-H', '8EE88F70', '手術'],
  ['Chinese', 'GB1', 'GBK-EUC-H', 'CAD6CAF5', '手术'],
  ['Korean', 'Korea1', 'KSCms-UHC-H', 'BCF6BCFA', '수술'],
])('UPL-03 letters of a %s font that names a known character map are read', async (_language, ordering, map, bytes, words) => {
  const text = await read(
    rawPdf([
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 200]/Resources<</Font<</F1 5 0 R>>>>/Contents 4 0 R>>',
      stream(`BT /F1 20 Tf 20 100 Td <${bytes}> Tj ET`),
      `<</Type/Font/Subtype/Type0/BaseFont/Serif/Encoding/${map}/DescendantFonts[6 0 R]>>`,
      `<</Type/Font/Subtype/CIDFontType0/BaseFont/Serif/CIDSystemInfo<</Registry(Adobe)/Ordering(${ordering})/Supplement 2>>/FontDescriptor 7 0 R>>`,
      '<</Type/FontDescriptor/FontName/Serif/Flags 4/FontBBox[0 0 1000 1000]/ItalicAngle 0/Ascent 800/Descent -200/CapHeight 700/StemV 80>>',
    ]),
  );
  expect(text).toBe(words);
});

describe('lines that only the page was too narrow for', () => {
  const wide = 'The gallbladder was taken off the liver bed with hook cautery and drawn out through the umbilical port in a';

  test('are whole again, while what the writer ended stays ended', async () => {
    const written = [
      'PROCEDURE PERFORMED:',
      'Laparoscopic cholecystectomy.',
      wide,
      'bag. The ports were taken out under sight and the fascia of the umbilical port was closed with a right-',
      'sided suture. Each of the wounds was then closed with an absorbable suture in the subcuticular layer now.',
      'The patient was woken and taken to recovery.',
    ];
    expect(String(await read(await pdfOfPages([written]))).split('\n')).toEqual([
      'PROCEDURE PERFORMED:',
      'Laparoscopic cholecystectomy.',
      `${wide} bag. The ports were taken out under sight and the fascia of the umbilical port was closed with a right-sided suture. Each of the wounds was then closed with an absorbable suture in the subcuticular layer now.`,
      'The patient was woken and taken to recovery.',
    ]);
  });

  test.each([
    ['a heading', 'ESTIMATED BLOOD LOSS: Twenty millilitres'],
    ['a label', 'Complications: none that were seen'],
    ['a numbered step', '2. The cystic artery was clipped'],
    ['a lettered step', 'b) the cystic artery was clipped'],
    ['a bullet', '- the cystic artery was clipped'],
    ['a line in capitals', 'DESCRIPTION OF THE PROCEDURE'],
  ])('but not before %s', async (_what, next) => {
    expect(await read(await pdfOfPages([[wide, next]]))).toBe(`${wide}\n${next}`);
  });

  test('also over the turn of a page, but not from a page number', async () => {
    expect(await read(await pdfOfPages([[wide], ['bag.', 'The end.']]))).toBe(`${wide} bag.\nThe end.`);
    expect(await read(await pdfOfPages([[wide, '', '', 'Page 1'], ['bag.']]))).toBe(`${wide}\n\nPage 1\n\nbag.`);
    expect(await read(await pdfOfPages([[`${wide}.`], ['then a bag.']]))).toBe(`${wide}.\n\nthen a bag.`);
  });

  test('nor in a form, whose lines are short, nor over an empty line', async () => {
    const form = ['Surgeon on call', 'assistant on call', 'anaesthetist on call'];
    expect(await read(await pdfOfPages([form]))).toBe(form.join('\n'));
    expect(await read(await pdfOfPages([[wide, '', '', 'bag of its own']]))).toBe(`${wide}\n\nbag of its own`);
  });
});

describe('UPL-03: structures that lead nowhere', () => {
  const pages = (kids: string, count = '1') => [`<</Type/Catalog/Pages 2 0 R>>`, `<</Type/Pages/Kids[${kids}]/Count ${count}>>`];

  test.each([
    ['a page tree that holds itself', rawPdf(pages('2 0 R'))],
    ['a page tree of two that hold each other', rawPdf([...pages('3 0 R'), '<</Type/Pages/Parent 2 0 R/Kids[2 0 R]/Count 1>>'])],
    ['a count without pages', rawPdf(pages('', '5'))],
    ['arrays 20,000 deep', onePagePdf(`${'['.repeat(20_000)}${']'.repeat(20_000)} ${HELLO}`)],
    ['a page tree 3,000 deep', deepPageTree(3000)],
  ])('%s ends in text or a plain refusal', async (_what, bytes) => {
    expect(await read(bytes)).toMatch(/^(?:broken|no-text|too-complex|Plain text of the note)$/);
  });

  test('more than 500 pages are refused', async () => {
    const page = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>';
    expect(await read(rawPdf([...pages('3 0 R '.repeat(501), '501'), page]))).toBe('too-complex');
  });

  test.each([0.2, 0.5, 0.9])('cut off at %d', async (part) => {
    const whole = await pdfOfPages([['One line']]);
    expect(await read(whole.subarray(0, Math.floor(whole.length * part)))).toMatch(/^(?:broken|no-text)$/);
  });

  test('noise behind a header', async () => {
    expect(await read(Buffer.from(`%PDF-1.7\n${'\u0001\u00FFgarbage'.repeat(2000)}`, 'latin1'))).toBe('broken');
  });
});

describe('UPL-04: forms that draw themselves', () => {
  test('a form that holds itself', async () => {
    const form = stream('/Fm1 Do', '/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</Fm1 6 0 R>>>>');
    expect(await read(onePagePdf(`/Fm1 Do ${HELLO}`, '/XObject<</Fm1 6 0 R>>', [form]))).toMatch(
      /^(?:broken|no-text|Plain text of the note)$/,
    );
  });
});

describe('UPL-07: active content', () => {
  test('scripts, launches, links and forms are passed over', async () => {
    const catalogue =
      '/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>/AA<</O<</S/Launch/F(cmd.exe)>>>>' +
      '/Names<</JavaScript<</Names[(a)<</S/JavaScript/JS(while\\(1\\);)>>]>>>>/AcroForm<</XFA(x)>>';
    expect(await read(onePagePdf(HELLO, '', [], catalogue))).toBe(TEXT);
  });

  test('a font with code in its matrix is not run', async () => {
    const font = '<</Type/Font/Subtype/Type1/BaseFont/Foo/FontMatrix[1 0 0 1 0 (0\\); globalThis.hacked = true; //)]>>';
    expect(await read(onePagePdf(`BT /F2 12 Tf 50 700 Td (x) Tj ET ${HELLO}`, '/Foo 1', [font]))).toContain(TEXT);
    expect('hacked' in globalThis).toBe(false);
  });
});

describe('UPL-10, UPL-11: locked and empty', () => {
  test('a user password is named', async () => {
    expect(await read(encryptedPdf('secret'))).toBe('password-protected');
  });

  test('an owner password alone does not keep the text from being read', async () => {
    expect(await read(encryptedPdf(''))).toBe(TEXT);
  });

  test('a scan without a text layer, and a blank page', async () => {
    const image = stream(
      '\u0000'.repeat(100),
      '/Type/XObject/Subtype/Image/Width 10/Height 10/BitsPerComponent 8/ColorSpace/DeviceGray',
    );
    expect(await read(onePagePdf('q 600 0 0 800 0 0 cm /Im1 Do Q', '/XObject<</Im1 6 0 R>>', [image]))).toBe('no-text');
    expect(await read(await pdfOfPages([[]]))).toBe('no-text');
  });
});

test('UPL-09: a PDF with a page in front is read as a PDF', async () => {
  const page = Buffer.from('<!-- x -->\n');
  expect(await read(Buffer.concat([page, await pdfOfPages([['One line']])]))).toBe('One line');
});

test('UPL-17: text that means something elsewhere comes through as it is', async () => {
  const lines = ["Robert'); DROP TABLE notes;--", '<script>alert(1)</script>', '=cmd|calc!A1'];
  expect(await read(await pdfOfPages([lines]))).toBe(lines.join('\n'));
});

function deepPageTree(depth: number): Uint8Array {
  const nodes = Array.from({ length: depth }, (_, index) => `<</Type/Pages/Kids[${index + 3} 0 R]/Count 1>>`);
  return rawPdf(['<</Type/Catalog/Pages 2 0 R>>', ...nodes, '<</Type/Page/MediaBox[0 0 9 9]>>']);
}

/** RC4 with a 40 bit key (PDF 1.4, revision 2), by the steps of ISO 32000-1, 7.6.3. An empty user password opens by itself. */
function encryptedPdf(userPassword: string): Uint8Array {
  const padding = Buffer.from('28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A', 'hex');
  const pad = (password: string) => Buffer.concat([Buffer.from(password, 'latin1'), padding]).subarray(0, 32);
  const md5 = (...parts: Buffer[]) => createHash('md5').update(Buffer.concat(parts)).digest();
  const id = Buffer.alloc(16, 7);
  const permissions = Buffer.alloc(4);
  permissions.writeInt32LE(-44);
  const ownerEntry = rc4(md5(pad('owner')).subarray(0, 5), pad(userPassword));
  const key = md5(pad(userPassword), ownerEntry, permissions, id).subarray(0, 5);
  const objectKey = md5(key, Buffer.from([4, 0, 0, 0, 0])).subarray(0, 10);
  const content = rc4(objectKey, Buffer.from(HELLO)).toString('latin1');
  const hex = (bytes: Buffer) => `<${bytes.toString('hex')}>`;
  const encrypt = `<</Filter/Standard/V 1/R 2/O${hex(ownerEntry)}/U${hex(rc4(key, padding))}/P -44>>`;
  return rawPdf(
    [
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
      stream(content),
      '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ],
    `/ID[${hex(id)}${hex(id)}]/Encrypt ${encrypt}`,
  );
}

/** Node's OpenSSL no longer offers RC4. */
function rc4(key: Buffer, data: Buffer): Buffer {
  const state = Array.from({ length: 256 }, (_, index) => index);
  const swap = (a: number, b: number) => ([state[a], state[b]] = [state[b] ?? 0, state[a] ?? 0]);
  for (let at = 0, other = 0; at < 256; at += 1) {
    other = (other + (state[at] ?? 0) + (key[at % key.length] ?? 0)) % 256;
    swap(at, other);
  }
  let left = 0;
  let right = 0;
  return Buffer.from(
    data.map((byte) => {
      left = (left + 1) % 256;
      right = (right + (state[left] ?? 0)) % 256;
      swap(left, right);
      return byte ^ (state[((state[left] ?? 0) + (state[right] ?? 0)) % 256] ?? 0);
    }),
  );
}

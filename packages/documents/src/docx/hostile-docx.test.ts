import { describe, expect, test } from 'vitest';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { judgeType } from '../extraction/file-type.ts';
import { readDocument } from '../extraction/read-document.ts';
import { docx, docxEntries, documentXml, line, rawZip, relationsPart } from '../testing/archives.ts';
import { codeOf } from '../testing/refusal.ts';

const read = (bytes: Uint8Array) => codeOf(readDocument(bytes, 'docx').then(({ text }) => text));
const zeros = (megabytes: number) => new Uint8Array(megabytes * 1_000_000);
const WORD = { name: 'word/document.xml', content: documentXml(line('text')) };

describe('UPL-01 ASV-30: archives that blow up', () => {
  test('an honest bomb in the document', async () => {
    expect(await read(docx(`<w:p>${' '.repeat(60_000_000)}</w:p>`))).toBe('too-complex');
  });

  test('a bomb beside the document', async () => {
    expect(await read(docx(line('text'), [{ name: 'word/media/image1.png', content: zeros(60) }]))).toBe('too-complex');
  });

  test('a bomb whose declared size lies', async () => {
    const bomb = { name: 'word/media/image1.png', content: zeros(60), declaredSize: 1000 };
    expect(await read(docx(line('text'), [bomb]))).toMatch(/^(?:broken|too-complex)$/);
  });

  test('many entries that come to too much, each declared small', async () => {
    const parts = Array.from({ length: 12 }, (_, index) => ({
      name: `word/media/${index}.bin`,
      content: zeros(5),
      declaredSize: 5_000_000,
    }));
    expect(await read(docx(line('text'), parts))).toBe('too-complex');
  });

  test('too many entries', async () => {
    const parts = Array.from({ length: 2001 }, (_, index) => ({ name: `x/${index}`, content: '' }));
    expect(await read(docx(line('text'), parts))).toBe('too-complex');
  });

  test('one XML part over 20 MB', async () => {
    const noise = Array.from(
      { length: 900_000 },
      (_, index) => `<w:p w:rsidR="${(index * 2_654_435_761) % 4_294_967_296}"/>`,
    ).join('');
    expect(await read(docx(line('text') + noise))).toBe('too-complex');
  });

  test('an archive inside is never opened', async () => {
    const inner = rawZip([{ name: 'bomb', content: zeros(60) }]);
    expect(await read(docx(line('text'), [{ name: 'word/embeddings/inner.zip', content: inner, stored: true }]))).toBe('text');
  });
});

describe('UPL-02 ASV-05: XML that defines or fetches', () => {
  test.each([
    ['a file', '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>'],
    ['an address', '<!DOCTYPE x [<!ENTITY e SYSTEM "http://127.0.0.1:9/">]>'],
    ['a parameter entity', '<!DOCTYPE x [<!ENTITY % p SYSTEM "http://127.0.0.1:9/"> %p;]>'],
    ['a billion laughs', '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY e "&a;&a;&a;&a;&a;&a;&a;&a;">]>'],
  ])('%s in a DOCTYPE is refused', async (_what, doctype) => {
    const xml = documentXml(line('&e;'), doctype);
    expect(await read(rawZip(docxEntries(xml)))).toBe('broken');
  });

  test('an entity nobody defined is refused', async () => {
    expect(await read(docx(line('&e;')))).toBe('broken');
  });

  test('external relations and remote templates are not fetched', async () => {
    let requests = 0;
    const server = createServer((_request, response) => {
      requests += 1;
      response.end(documentXml(line('remote')));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const relations = relationsPart([
      ['attachedTemplate', `${address}t.dotm`, 'External'],
      ['numbering', `${address}n.xml`, 'External'],
      ['footnotes', '../../../../etc/passwd'],
    ]);
    expect(await read(docx(line('text'), [{ name: 'word/_rels/document.xml.rels', content: relations }]))).toBe('text');
    expect(requests).toBe(0);
    await new Promise((resolve) => server.close(resolve));
  });
});

describe('UPL-03: nesting', () => {
  test('XML deeper than 256 is refused without a stack overflow', async () => {
    expect(await read(docx(`${'<w:p>'.repeat(100_000)}${'</w:p>'.repeat(100_000)}`))).toBe('too-complex');
  });

  test.each(['<w:p>', '<w:p></w:r>', '<w:p', '<w:p a="', '<![CDATA[x', '<!-- x', '< w:p/>', '\u0000<'])(
    'broken XML: %j',
    async (body) => {
      expect(await read(docx(body))).toBe('broken');
    },
  );
});

describe('UPL-05: names in the archive', () => {
  test.each(['../../evil.xml', '/etc/evil.xml', 'C:/evil.xml', String.raw`..\evil.xml`])(
    '%s is refused or passed over',
    async (name) => {
      expect(await read(docx(line('text'), [{ name, content: 'x' }]))).toMatch(/^(?:broken|text)$/);
    },
  );

  test('two parts of one name are refused', async () => {
    expect(await read(docx(line('text'), [WORD]))).toBe('broken');
  });
});

describe('UPL-06: active content', () => {
  test('macros, OLE objects and DDE fields leave no trace in the text', async () => {
    const body = `${line('text')}<w:p><w:r><w:instrText>DDEAUTO c:\\windows\\system32\\cmd.exe "/k calc"</w:instrText></w:r></w:p>`;
    const more = [
      { name: 'word/vbaProject.bin', content: 'Sub AutoOpen()' },
      { name: 'word/embeddings/oleObject1.bin', content: 'x' },
    ];
    const entries = docxEntries(
      documentXml(body),
      more,
      'application/vnd.ms-word.document.macroEnabled.main+xml;wordprocessingml',
    );
    expect(await read(rawZip(entries))).toBe('text');
  });
});

describe('UPL-08: not a Word file', () => {
  const zipWith = (name: string, mark: string) =>
    rawZip([
      {
        name: '[Content_Types].xml',
        content: `<Types><Override PartName="/${name}" ContentType="application/vnd.openxmlformats-officedocument.${mark}.main+xml"/></Types>`,
      },
      { name, content: '<x/>' },
    ]);

  test.each([
    ['an Excel workbook', () => zipWith('xl/workbook.xml', 'spreadsheetml.sheet')],
    ['a PowerPoint presentation', () => zipWith('ppt/presentation.xml', 'presentationml.presentation')],
    ['another type of archive', () => rawZip([{ name: 'readme.txt', content: 'hello' }])],
  ])('%s is named', async (content, make) => {
    await expect(readDocument(make(), 'docx')).rejects.toThrow(`is ${content}`);
  });

  test('without its main part it is broken', async () => {
    expect(await read(rawZip(docxEntries(documentXml('')).slice(0, 2)))).toBe('broken');
  });

  test('cut off in the middle it is broken', async () => {
    const whole = docx(line('text'));
    for (const part of [0.3, 0.6, 0.9]) expect(await read(whole.subarray(0, whole.length * part))).toBe('broken');
  });
});

describe('UPL-09: files that are two things at once', () => {
  test('a Word file with a page in front is read as a Word file or refused, never as a page', async () => {
    const page = Buffer.from('<html><script>alert(1)</script></html>');
    expect(await codeOf(Promise.resolve().then(() => judgeType(Buffer.concat([page, docx(line('text'))]), 'a.docx')))).toBe(
      'unsupported-type',
    );
  });

  test('a Word file with a PDF behind', async () => {
    expect(await read(Buffer.concat([docx(line('text')), Buffer.from('%PDF-1.7 x')]))).toMatch(/^(?:broken|text)$/);
  });
});

describe('UPL-10, UPL-11: locked and empty', () => {
  test('an encrypted entry', async () => {
    const entries = docxEntries('').map((entry) => ({ ...entry, flags: 0x0801 }));
    expect(await read(rawZip(entries))).toBe('password-protected');
  });

  test('a blank document', async () => {
    expect(await read(docx('<w:p/><w:p><w:r><w:t> </w:t></w:r></w:p>'))).toBe('no-text');
  });
});

test('a text over 2,000,000 characters is refused', async () => {
  const body = Array.from({ length: 2100 }, (_, index) => line(`${index} ${'word '.repeat(200)}`)).join('');
  expect(await read(rawZip(docxEntries(documentXml(body)).map((entry) => ({ ...entry, stored: true }))))).toBe('text-too-long');
});

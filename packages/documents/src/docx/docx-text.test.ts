import { AlignmentType, Document, HeadingLevel, LevelFormat, Packer, Paragraph, Table, TableCell, TableRow, TextRun } from 'docx';
import { describe, expect, test } from 'vitest';
import { readDocument } from '../extraction/read-document.ts';
import { docx, docxEntries, documentXml, line, rawZip, relationsPart } from '../testing/archives.ts';

const read = async (bytes: Uint8Array) => (await readDocument(bytes, 'docx')).text;

describe('a Word file keeps what can be seen of its text', () => {
  test('headings, list numbers, tables, line breaks and tabs', async () => {
    const item = (text: string, level = 0) => new Paragraph({ text, numbering: { reference: 'steps', level } });
    const row = (...cells: string[]) =>
      new TableRow({ children: cells.map((text) => new TableCell({ children: [new Paragraph(text)] })) });
    const levels = [
      { level: 0, format: LevelFormat.DECIMAL, text: '%1.', alignment: AlignmentType.START },
      { level: 1, format: LevelFormat.LOWER_LETTER, text: '%2)', alignment: AlignmentType.START },
    ];
    const document = new Document({
      numbering: { config: [{ reference: 'steps', levels }] },
      sections: [
        {
          children: [
            new Paragraph({ text: 'Operative note', heading: HeadingLevel.TITLE }),
            new Paragraph({
              children: [new TextRun('Line one'), new TextRun({ text: 'line two', break: 1 }), new TextRun('\tafter tab')],
            }),
            new Paragraph({ text: 'Procedure', heading: HeadingLevel.HEADING_1 }),
            item('Open'),
            item('Find the duct', 1),
            item('Clip it', 1),
            item('Close'),
            new Paragraph(''),
            new Table({ rows: [row('Estimated blood loss', '20 mL'), row('Drain', 'none')] }),
            new Paragraph({ text: 'A bullet', bullet: { level: 0 } }),
          ],
        },
      ],
    });
    const text = await read(new Uint8Array(await Packer.toBuffer(document)));
    expect(text.split('\n')).toEqual([
      'Operative note',
      'Line one',
      'line two\tafter tab',
      '',
      'Procedure',
      '1. Open',
      '  a) Find the duct',
      '  b) Clip it',
      '2. Close',
      '',
      'Estimated blood loss\t20 mL',
      'Drain\tnone',
      '• A bullet',
    ]);
  });

  test('tracked insertions stay, deletions, hidden text and field codes do not', async () => {
    const body =
      '<w:p><w:r><w:t>a</w:t></w:r><w:ins><w:r><w:t>b</w:t></w:r></w:ins><w:del><w:r><w:delText>X</w:delText></w:r></w:del>' +
      '<w:r><w:rPr><w:vanish/></w:rPr><w:t>X</w:t></w:r><w:r><w:instrText>X</w:instrText></w:r>' +
      '<w:hyperlink><w:r><w:t>c</w:t></w:r></w:hyperlink><w:r><w:t xml:space="preserve"> &amp; &#100;&#x65;</w:t></w:r></w:p>';
    expect(await read(docx(body))).toBe('abc & de');
  });

  test('a text box is read once, after its paragraph', async () => {
    const box = `<w:txbxContent>${line('in the box')}</w:txbxContent>`;
    const body = `<w:p><w:r><w:t>around</w:t><mc:AlternateContent><mc:Choice>${box}</mc:Choice><mc:Fallback>${box}</mc:Fallback></mc:AlternateContent></w:r></w:p>`;
    expect(await read(docx(body))).toBe('around\nin the box');
  });

  test('a table that lays out whole paragraphs keeps them as lines', async () => {
    const body = `<w:tbl><w:tr><w:tc>${line('one')}${line('two')}</w:tc><w:tc>${line('three')}</w:tc></w:tr></w:tbl>`;
    expect(await read(docx(body))).toBe('one\ntwo\nthree');
  });

  test('footnotes follow at the end under their numbers', async () => {
    const footnotes = documentXml(`<w:footnote w:id="7">${line('the note')}</w:footnote>`);
    const more = [
      { name: 'word/_rels/document.xml.rels', content: relationsPart([['footnotes', 'footnotes.xml']]) },
      { name: 'word/footnotes.xml', content: footnotes },
    ];
    expect(await read(docx('<w:p><w:r><w:t>text</w:t><w:footnoteReference w:id="7"/></w:r></w:p>', more))).toBe(
      'text[1]\n\n[1] the note',
    );
  });

  test('prefixes other than w, the strict namespace, UTF-16, and a main part of another name', async () => {
    const strict =
      '<x:document xmlns:x="http://purl.oclc.org/ooxml/wordprocessingml/main"><x:body><x:p><x:r><x:t>é</x:t></x:r></x:p></x:body></x:document>';
    expect(await read(rawZip(docxEntries(strict)))).toBe('é');

    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(documentXml(line('ü')), 'utf16le')]);
    const entries = docxEntries('').map((entry) => {
      if (entry.name === '_rels/.rels')
        return { name: entry.name, content: relationsPart([['officeDocument', '/word/document2.xml']]) };
      return entry.name === 'word/document.xml' ? { name: 'word/document2.xml', content: utf16 } : entry;
    });
    expect(await read(rawZip(entries))).toBe('ü');
  });
});

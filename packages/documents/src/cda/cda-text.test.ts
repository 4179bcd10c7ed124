import { describe, expect, test } from 'vitest';
import { judgeType } from '../extraction/file-type.ts';
import { readDocument } from '../extraction/read-document.ts';
import { pdfOfPages } from '../testing/pdfs.ts';
import { codeOf } from '../testing/refusal.ts';

const document = (inner: string, start = '<?xml version="1.0" encoding="UTF-8"?>'): string =>
  `${start}<ClinicalDocument xmlns="urn:hl7-org:v3"><code code="11504-8" codeSystem="2.16.840.1.113883.6.1"/>
  <title>Operative
    Note</title><recordTarget><patientRole><patient><name>Header word</name></patient></patientRole></recordTarget>
  <component>${inner}</component></ClinicalDocument>`;
const body = (sections: string): string => document(`<structuredBody>${sections}</structuredBody>`);
const section = (inner: string): string => `<component><section>${inner}</section></component>`;
const narrative = (text: string): string => body(section(`<title>Findings</title><text>${text}</text>`));
const read = async (xml: string | Uint8Array): Promise<string> =>
  (await readDocument(typeof xml === 'string' ? Buffer.from(xml) : xml, 'cda')).text;
const refused = (xml: string | Uint8Array) => codeOf(read(xml));

describe('L: the text of a clinical document', () => {
  test('its title, then the sections under their titles; header and entries stand in no text', async () => {
    const text = await read(
      body(
        section(
          '<title>Postoperative diagnosis</title><text>Gallstones</text><entry><act><text>Entry word</text></act></entry>',
        ) +
          section('<title>Procedure performed:</title><text><paragraph>Laparoscopic cholecystectomy</paragraph></text>') +
          section('<code code="55109-3"/><text>None.</text>') +
          section('<code code="0" displayName="Blood  given"/><title nullFlavor="NI"/><text>None either.</text>'),
      ),
    );
    expect(text).toBe(
      'Operative Note\n\nPostoperative diagnosis:\nGallstones\n\nProcedure performed:\nLaparoscopic cholecystectomy\n\nComplications:\nNone.\n\nBlood given:\nNone either.',
    );
  });

  test('sections within sections; one that holds no words leaves no title', async () => {
    const inner = section('<title>Implants</title><text/>') + section('<title>Closure</title><text>Sutures.</text>');
    const text = await read(
      body(section(`<title>Procedure</title>${inner}`) + section('<title>Plan</title><text nullFlavor="UNK"> </text>')),
    );
    expect(text).toBe('Operative Note\n\nProcedure:\nClosure:\nSutures.');
  });

  test.each([
    [
      'elements within a line',
      'The <content styleCode="Bold">left</content>\n  <content>knee</content><sup>1</sup>.',
      'The left knee1.',
    ],
    ['breaks and paragraphs', 'One<br/>two<paragraph>three</paragraph>four', 'One\ntwo\nthree\nfour'],
    ['lines that the sender broke', '\n   1. Incision.\n   2. Closure.\n  ', '1. Incision.\n2. Closure.'],
    ['lists', '<list><caption>Kept</caption><item>a</item><item><paragraph>b</paragraph></item><item/></list>', 'Kept\n- a\n- b'],
    ['numbered lists', '<list listType="ordered"><item>a</item><item>b</item></list>after', '1. a\n2. b\nafter'],
    [
      'tables',
      '<table><thead><tr><th>Level</th><th>Side</th></tr></thead>\n<tbody><tr><td>L4</td><td><paragraph>left</paragraph><paragraph>and right</paragraph></td></tr><tr><td/><td>none</td></tr></tbody></table>',
      'Level\tSide\nL4\tleft and right\n\tnone',
    ],
    ['a table for looks', '<table><tbody><tr><td/><td>One<br/>two</td></tr></tbody></table>', 'One\ntwo'],
    ['what was struck out', 'Left <content revised="delete">right <br/>wrong</content>knee', 'Left knee'],
    ['signs', 'a &lt; b &amp; c &#8211; <![CDATA[d <e>]]>', 'a < b & c – d <e>'],
  ])('%s', async (_, text, told) => {
    expect(await read(narrative(text))).toBe(`Operative Note\n\nFindings:\n${told}`);
  });

  test('a prefix is the sender’s choice, and so are the characters that the first line names', async () => {
    const prefixed = body(section('<title>Findings</title><text>None</text>'))
      .replaceAll(/<(\/?)(?=\w)/g, '<$1x:')
      .replace('xmlns=', 'xmlns:x=');
    expect(await read(prefixed)).toBe('Operative Note\n\nFindings:\nNone');
    const latin = document(
      `<structuredBody>${section('<text>na\u00efve \u0096</text>')}</structuredBody>`,
      '<?xml version="1.0" encoding="ISO-8859-1"?>',
    );
    expect(await read(Buffer.from(latin, 'latin1'))).toBe('Operative Note\n\nnaïve –');
    expect(await refused(Buffer.from(latin.replace('ISO-8859-1', 'UTF-8'), 'latin1'))).toBe('broken');
    expect(await refused(latin.replace('ISO-8859-1', 'x-nothing'))).toBe('broken');
  });

  test('a body that is a file is read as that file', async () => {
    const file = (type: string, data: string, more = 'representation="B64"') =>
      document(`<nonXMLBody><text mediaType="${type}" ${more}>${data}</text></nonXMLBody>`);
    const pdf = Buffer.from(await pdfOfPages([['From a PDF']])).toString('base64');
    expect(await read(file('application/pdf', `\n${pdf.slice(0, 40)}\n${pdf.slice(40)}\n`))).toBe('From a PDF');
    const rtf = Buffer.from(String.raw`{\rtf1 From RTF}`).toString('base64');
    expect(await read(file('text/rtf', rtf))).toBe('From RTF');
    expect(await read(file('text/plain', 'Plain words', ''))).toBe('Plain words');
    expect(await refused(file('image/png', pdf))).toBe('unsupported-type');
    expect(await refused(file('application/pdf', pdf, 'representation="B64" compression="GZ"'))).toBe('unsupported-type');
    expect(await refused(file('application/pdf', '<reference value="note.pdf"/>', ''))).toBe('unsupported-type');
    expect(await refused(file('application/pdf', 'n*t base64'))).toBe('broken');
  });
});

describe('L: hostile and broken documents', () => {
  test.each([
    ['another XML', '<html><body>Words</body></html>', 'unsupported-type'],
    ['not well-formed', narrative('<paragraph>open'), 'broken'],
    ['cut off', narrative('words').slice(0, -40), 'broken'],
    ['no XML', 'PROCEDURE: Appendectomy', 'broken'],
    ['an entity that nobody defined', narrative('&secret;'), 'broken'],
    ['a file of ours', document('', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/hostname">]>'), 'broken'],
    ['entities that multiply', document('', '<!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;&b;&b;">]>'), 'broken'],
    ['nested without end', narrative('<content>'.repeat(300) + 'x' + '</content>'.repeat(300)), 'too-complex'],
    ['no section with words', body(section('<title>Findings</title><text> </text>')), 'no-text'],
    ['too long', narrative('word '.repeat(420_000)), 'text-too-long'],
  ])('%s', async (_, xml, code) => {
    expect(await refused(xml)).toBe(code);
  });

  test('hundreds of thousands of elements are read in one pass', async () => {
    const rows = '<tr><td>a</td><td>b</td></tr>'.repeat(100_000);
    expect((await read(narrative(`<table><tbody>${rows}</tbody></table>`))).length).toBe(
      400_000 + 'Operative Note\n\nFindings:'.length,
    );
  });

  test('nobody uploads one', () => {
    expect(judgeType(Buffer.from('<a/>'), 'note.xml', { cda: true })).toBe('cda');
    expect(() => judgeType(Buffer.from('<a/>'), 'note.xml')).toThrow('isn’t supported');
  });
});

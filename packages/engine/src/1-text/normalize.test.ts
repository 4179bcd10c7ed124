import { describe, expect, test } from 'vitest';
import { normalizeText, originalRange } from './normalize.ts';

describe('normalizeText', () => {
  test.each([
    ['Left  Knee', 'left knee'],
    ['a\r\nb\rc', 'a\nb\nc'],
    ['end  \nnext\t', 'end\nnext'],
    ['tab\there', 'tab here'],
    ['', ''],
  ])('%j reads as %j', (original, expected) => {
    expect(normalizeText(original).text).toBe(expected);
  });

  test('maps a word back to where it was written', () => {
    const original = 'Procedure:   LEFT\t knee \r\narthroscopy';
    const { text, offsets } = normalizeText(original);
    const at = text.indexOf('arthroscopy');
    const range = originalRange({ start: at, end: at + 11 }, offsets);
    expect(original.slice(range.start, range.end)).toBe('arthroscopy');
    const phrase = text.indexOf('left knee');
    const wide = originalRange({ start: phrase, end: phrase + 9 }, offsets);
    expect(original.slice(wide.start, wide.end)).toBe('LEFT\t knee');
  });

  test('letters whose lower case is longer keep their place', () => {
    const { text } = normalizeText('\u0130X y');
    expect(text).toHaveLength(4);
    expect(text.endsWith('x y')).toBe(true);
  });
});

import { describe, expect, it } from 'vitest';
import { printable, showHidden, withoutHidden } from './characters.ts';
import { personName, tenantName, freeText, username, email } from './fields.ts';

const problem = (schema: typeof personName, value: string): string | undefined =>
  schema.safeParse(value).error?.issues[0]?.message;
const hiddenOnes = [
  ['NUL', '\u0000'],
  ['ESC', '\u001B'],
  ['a line end', '\n'],
  ['C1 control', '\u009B'],
  ['soft hyphen', '\u00AD'],
  ['combining grapheme joiner', '\u034F'],
  ['Hangul choseong filler', '\u115F'],
  ['Hangul filler', '\u3164'],
  ['Mongolian vowel separator', '\u180E'],
  ['zero-width space', '\u200B'],
  ['zero-width joiner', '\u200D'],
  ['right-to-left mark', '\u200F'],
  ['line separator', '\u2028'],
  ['paragraph separator', '\u2029'],
  ['right-to-left override', '\u202E'],
  ['isolate', '\u2066'],
  ['braille blank', '\u2800'],
  ['variation selector', '\uFE0F'],
  ['byte order mark', '\uFEFF'],
  ['private use', '\uE000'],
  ['not a character', '\uFFFF'],
  ['half a pair', '\uD800'],
  ['tag', '\u{E0041}'],
] as const;

describe('S9: names that people give', () => {
  it.each(['bo', 'superadmin', 'Chief Physician', "mary.o'neil-smith+or_2@clinic.org", 'x'.repeat(35)])(
    'S9: %s is a username',
    (name) => {
      expect(username.parse(name)).toBe(name);
    },
  );

  it.each(['admіn', 'ADMİN', 'josé', 'a  b', 'a\tb', 'a/b', '<b>', 'a"b', 'a,b', '=1', 'ab\u200B', 'ａｂｃ', '😀😀'])(
    'S9: %j is none, and the message says what is',
    (name) => {
      expect(problem(username, name)).toBe("Use letters from A to Z, digits, . _ - @ + ' and single spaces between them");
    },
  );

  it('S9: blanks around a username go, odd blanks in it are plain ones, and its length counts then', () => {
    expect(username.parse(' Chief\u00A0Physician\u3000')).toBe('Chief Physician');
    expect(problem(username, 'a')).toBe('Must be 2 characters or more');
    expect(problem(username, 'x'.repeat(36))).toBe('Must be 35 characters or less');
  });

  it.each(hiddenOnes)('S9: %s is refused inside every other name and an address', (_name, character) => {
    for (const schema of [personName, tenantName, freeText])
      expect(problem(schema, `Ab${character}cd`)).toBe(
        'This has characters that cannot be seen. Type it in again instead of pasting it.',
      );
    expect(problem(username, `Ab${character}cd`)).toContain('Use letters');
    expect(problem(email, `ab${character}cd@example.org`)).toBe('Invalid email address');
  });

  it.each([
    'Éva Müller',
    'Θεοδώρα',
    'Владимир',
    'أحمد',
    'שרה',
    '王小明',
    'ひろし',
    'अनीता',
    'ภัทร',
    '김민수',
    'Ngô Thị',
    "O'Brien-Łukasz",
    '𠮷田',
  ])('S9: %s is a name', (name) => expect(personName.parse(name)).toBe(name.normalize('NFC')));

  it('S9: letters with loose accents are stored composed', () => {
    expect(personName.parse('Jose\u0301')).toBe('Jos\u00E9');
    expect(personName.parse('Ana\u00A0Maria')).toBe('Ana Maria');
  });
});

describe('S9: what is written for people shows what hides in it', () => {
  it.each(hiddenOnes)('S9: %s stands there by its number', (_name, character) => {
    expect(printable(`a${character}b`)).toMatch(/^a\[U\+[0-9A-F]{4,6}\]b$/);
  });

  it('S9: plain words of any script stay as they are', () => {
    for (const words of ['Éva Müller, 王小明 🩺', 'a\u00A0b']) expect(printable(words)).toBe(words);
  });
});

describe('S13: text cut where something is hidden', () => {
  it('S13: the parts together are the text; blanks and line ends hide nothing', () => {
    const text = 'Left\u202Ethgir\u202C knee.\r\n\tTwo\u00A0ports\f.\u200B';
    const parts = showHidden(text);
    expect(parts.map((part) => part.text).join('')).toBe(text);
    expect(parts.filter((part) => part.hidden).map((part) => part.text)).toEqual(['\u202E', '\u202C', '\u200B']);
    expect(withoutHidden(text)).toBe('Leftthgir knee.\r\n\tTwo\u00A0ports\f.');
    expect(showHidden('')).toEqual([]);
  });
});

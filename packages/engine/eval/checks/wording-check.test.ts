import { expect, test } from 'vitest';
import { parseKnowledge } from '../../src/index.ts';
import { sharedWordings, wordingHashes } from './wording-check.ts';

const line = (sentence: string, phrases: string): string =>
  `code\tfamily\tcommon\trole\tsentence\tphrases\tplain\tattributes\tparents\n10000\tx\t1\t-\t${sentence}\t${phrases}\tshort\t\t`;

test('seven words in a row are met in a sentence or phrase, whatever stands between them; six are not', () => {
  const official = new Set(wordingHashes('one two three four five six seven').map(({ hash }) => hash));
  const { codes } = parseKnowledge({
    'codes/a.tsv': line(
      'Zero one, two; THREE-four five (six) seven eight',
      'two three four five six seven | one two three four five six seven',
    ),
  });
  expect(sharedWordings(codes, official)).toEqual([
    { code: '10000', where: 'sentence', words: 'one two three four five six seven' },
    { code: '10000', where: 'phrase', words: 'one two three four five six seven' },
  ]);
});

test('a text of fewer than seven words has no run', () => {
  expect(wordingHashes('one two three four five six')).toEqual([]);
});

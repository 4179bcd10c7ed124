import { expect, test } from 'vitest';
import { tokenize } from './tokens.ts';

const words = (text: string): string[] => tokenize(text).map(({ word }) => word);

test.each([
  ['D&C', ['d&c']],
  ['T & A', ['t&a']],
  ['bone & joint', ['bone', 'joint']],
  ['plate & screws', ['plate', 'screws']],
  ['C/S', ['c', 's']],
  ["the patient's 3cm L4", ['the', 'patient', '3', 'cm', 'l4']],
])('the words of %s', (text, expected) => {
  expect(words(text)).toEqual(expected);
});

test('a word of two letters has the place of both', () => {
  expect(tokenize('for D & C today')[1]).toEqual({ word: 'd&c', start: 4, end: 9 });
});

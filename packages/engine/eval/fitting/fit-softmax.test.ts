import { expect, test } from 'vitest';
import { fitSoftmax, type Support, type Telling } from './fit-softmax.ts';

const [SCOPE, SNARE, STENT] = [0, 1, 2];
const [POLYP, BILE] = [0, 1];
/** Every word may tell of both. */
const support: Support = {
  starts: Int32Array.from([0, 2, 4, 6]),
  classes: Uint16Array.from([POLYP, BILE, POLYP, BILE, POLYP, BILE]),
};
const telling = (words: number[], place: number): Telling => ({ words: Int32Array.from(words), about: [[place, 1]], weight: 1 });
const notes = Array.from({ length: 40 }, (_, at) =>
  at % 2 === 0 ? telling([SCOPE, SNARE], POLYP) : telling([SCOPE, STENT], BILE),
);

test('a word weighs what tells one class from the other, and nothing where both say it', () => {
  const weights = fitSoftmax(notes, support, 2);
  const lead = (word: number): number => (weights[2 * word + POLYP] ?? 0) - (weights[2 * word + BILE] ?? 0);
  expect(lead(SNARE)).toBeGreaterThan(1);
  expect(lead(STENT)).toBeLessThan(-1);
  expect(Math.abs(lead(SCOPE))).toBeLessThan(0.3 * lead(SNARE));
});

test('the same notes give the same weights', () => {
  expect(fitSoftmax(notes, support, 2)).toEqual(fitSoftmax(notes, support, 2));
});

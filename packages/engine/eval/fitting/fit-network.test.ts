import { describe, expect, it } from 'vitest';
import { networkFrom } from '../../src/3-codes/catalogue/weights.ts';
import { FEATURES } from '../../src/3-codes/ranking/features.ts';
import { networkScores } from '../../src/3-codes/ranking/network.ts';
import { fitNetwork, NETWORK_OPTIONS } from './fit-network.ts';
import type { Lesson } from './learning-set.ts';

/** The row that is right has one of two features and not both, which no weighing of single features tells. */
function lessonOf(right: number): Lesson {
  const count = 4;
  const rows = new Float32Array(count * FEATURES.length);
  const pairs = [
    [0, 0],
    [1, 1],
    [0, 0],
    [1, 1],
  ];
  pairs[right] = right % 2 === 0 ? [1, 0] : [0, 1];
  pairs.forEach((pair, row) => pair.forEach((value, feature) => (rows[row * FEATURES.length + feature] = value)));
  return {
    rows,
    count,
    weight: 1,
    main: [[right]],
    items: [[right]],
    billed: pairs.map((_, row) => (row === right ? 'yes' : 'no')),
  };
}

const lessons = Array.from({ length: 200 }, (_, at) => lessonOf(at % 4));
const options = { ...NETWORK_OPTIONS, members: 2, epochs: 40, dropped: 0 };
const stored = fitNetwork(lessons, FEATURES.length, options);

describe('the network', () => {
  it('learns what no weighing of single features tells', () => {
    const network = networkFrom(stored);
    for (const right of [0, 1, 2, 3]) {
      const { main, items, billed } = networkScores(lessonOf(right), network);
      for (const scores of [main, items, billed]) expect(scores.indexOf(Math.max(...scores))).toBe(right);
      expect(billed.map((score) => (score > 0 ? 1 : 0))).toEqual(
        Float64Array.from([0, 1, 2, 3], (row) => (row === right ? 1 : 0)),
      );
    }
  });

  it('is the same for the same lessons, in whole numbers', () => {
    expect(fitNetwork(lessons, FEATURES.length, options)).toEqual(stored);
    expect(stored.inputs.flatMap(({ units }) => units).every(Number.isInteger)).toBe(true);
    expect(stored.thresholds).toHaveLength(options.members * options.units);
  });

  it('counts a feature that the fitting did not know as nothing', () => {
    const [, ...others] = stored.inputs;
    const { inputs, units } = networkFrom({ ...stored, inputs: others });
    expect(inputs.subarray(0, units).every((weight) => weight === 0)).toBe(true);
  });
});

import { expect, test } from 'vitest';
import { wilsonInterval } from './intervals.ts';

// 29 of 30 is QUEUE's own example; 81 of 263 and 15 of 148 are Newcombe's (Statistics in Medicine 1998, table I, method 3).
test.each([
  [29, 30, 0.833, 0.994],
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
  [1, 29, 0.0061, 0.1718],
])('%i of %i lies between %f and %f', (right, of, low, high) => {
  const [from, to] = wilsonInterval(right, of);
  expect(from).toBeCloseTo(low, 3);
  expect(to).toBeCloseTo(high, 3);
});

test('of nothing nothing is known', () => expect(wilsonInterval(0, 0)).toEqual([0, 1]));

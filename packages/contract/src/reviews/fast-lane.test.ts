import { expect, it } from 'vitest';
import { mayOpenLane } from './fast-lane.ts';

it.each([
  [199, 199, false],
  [200, 196, true],
  [200, 195, false],
  [1000, 980, true],
  [0, 0, false],
])('of %i cases %i agreed: %s', (of, agreed, may) => {
  expect(mayOpenLane({ of, agreed })).toBe(may);
});

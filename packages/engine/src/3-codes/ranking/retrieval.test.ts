import fc from 'fast-check';
import { expect, it } from 'vitest';
import { kthLargest } from './retrieval.ts';

it('finds the k-th largest value as a sort would', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 200 }), fc.integer({ min: 1, max: 60 }), (values, k) => {
      const sorted = [...values].sort((a, b) => b - a);
      expect(kthLargest(Float32Array.from(values), k)).toBe(values.length <= k ? 0 : sorted[k - 1]);
    }),
  );
});

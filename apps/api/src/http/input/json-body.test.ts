import fc from 'fast-check';
import { expect, test } from 'vitest';
import { refuseCostlyShape } from './json-body.ts';

/** Text of the signs that decide where a text of JSON ends. */
const words = fc.array(fc.constantFrom('"', '\\', '[', '{', ']', '}', ',', 'a', '\n', '字')).map((signs) => signs.join(''));
const deep = (levels: number): unknown => (levels === 0 ? null : [deep(levels - 1)]);

test('S2: what stands in a text is text, and what stands after it is looked at', () => {
  fc.assert(
    fc.property(words, words, (one, two) => {
      const shallow = JSON.stringify({ [one]: `${'['.repeat(20)}${two}`, two: one });
      expect(() => refuseCostlyShape(shallow)).not.toThrow();
      expect(() => refuseCostlyShape(JSON.stringify([one, two, deep(17)]))).toThrow('Send JSON of at most');
    }),
  );
});

test('S2: a text without an end is left to the parser, which refuses it', () => {
  for (const open of ['"', '{"a', '["a\\"', `"${'\\'.repeat(1001)}"`]) expect(() => refuseCostlyShape(open)).not.toThrow();
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toStoredText } from './sanitize.ts';

// oxlint-disable-next-line no-control-regex -- vertical tab and form feed end lines
const byExpression = (text: string): string => text.replace(/\r\n?|[\u000B\u000C\u0085\u2028\u2029]/g, '\n').replaceAll('\0', '');

test('every kind of line end becomes one line feed, nothing else changes', () => {
  const unit = fc.constantFrom('\r', '\n', '\r\n', '\u000B', '\u000C', '\u0085', '\u2028', '\u2029', 'a', 'é', '字', '😀', ' ');
  fc.assert(
    fc.property(fc.array(unit), (units) => {
      const text = `x${units.join('')}y`;
      expect(toStoredText(text)).toBe(byExpression(text));
    }),
  );
});

test('S11: a file of carriage returns alone takes a fraction of what an expression takes for it', () => {
  const text = `x${'\r'.repeat(2_000_000)}y`;
  const leastOf = (work: () => unknown): number =>
    Math.min(
      ...[1, 2, 3].map(() => {
        const started = performance.now();
        work();
        return performance.now() - started;
      }),
    );
  expect(leastOf(() => toStoredText(text))).toBeLessThan(leastOf(() => byExpression(text)) / 3);
});

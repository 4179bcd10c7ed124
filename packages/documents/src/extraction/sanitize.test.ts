import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
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

/** How often an expression was asked for its next match meanwhile. */
function matchesLookedFor(work: () => unknown): number {
  const asked = vi.spyOn(RegExp.prototype, 'exec');
  work();
  const times = asked.mock.calls.length;
  asked.mockRestore();
  return times;
}

test('S11: a file of carriage returns alone is read unit by unit, not match by match', () => {
  const text = `x${'\r'.repeat(20_000)}y`;
  expect(matchesLookedFor(() => byExpression(text))).toBeGreaterThan(20_000);
  expect(matchesLookedFor(() => toStoredText(text))).toBeLessThan(10);
});

import { describe, expect, it } from 'vitest';
import { afterWorkingDays, focusReasons, inShare, monthlyDraw, reasonsOf } from './review-plan.ts';

const claim = (modifiers: string[], more: { overrides?: string[]; firstUse?: boolean; highValue?: boolean } = {}) => ({
  lines: [
    { code: '47562', modifiers: [] },
    { code: '49585', modifiers },
  ],
  overrides: more.overrides ?? [],
  firstUse: more.firstUse ?? false,
  highValue: more.highValue ?? false,
});

describe('what a finished claim gives as reasons to read it before it is billed', () => {
  it.each([
    [claim([]), []],
    [claim(['LT']), []],
    [claim(['22']), ['modifier-22']],
    [claim(['XS']), ['separate-service']],
    [claim(['59', '66']), ['separate-service', 'two-surgeons']],
    [claim([], { overrides: ['ptp'] }), ['override']],
    [claim([], { firstUse: true }), ['first-use']],
    [claim([], { highValue: true }), ['high-value']],
  ])('%o', (finished, reasons) => {
    expect(reasonsOf(finished, focusReasons)).toEqual(reasons);
    expect(reasonsOf(finished, [])).toEqual([]);
  });
});

it('a share takes the hashes below it: none at 0, each at 100, and whatever a smaller one took', () => {
  const hashes = Array.from({ length: 256 }, (_, at) => at.toString(16).padStart(2, '0').repeat(32));
  const taken = (percent: number) => hashes.filter((hash) => inShare(hash, percent));
  expect(taken(0)).toEqual([]);
  expect(taken(100)).toEqual(hashes);
  expect(taken(25)).toEqual(hashes.slice(0, 64));
  expect(taken(50)).toEqual(hashes.slice(0, 128));
});

it.each([
  ['2026-11-23T23:59:00Z', '2026-11-30'],
  ['2026-11-20T00:00:00Z', '2026-11-27'],
  ['2026-11-21T12:00:00Z', '2026-11-27'],
  ['2026-11-22T12:00:00Z', '2026-11-27'],
])('five working days after %s is %s', (from, day) => {
  expect(afterWorkingDays(new Date(from), 5)).toBe(day);
});

it('a month asks for everything of whoever is not proved, then for ten or a twentieth, at most thirty', () => {
  expect(monthlyDraw(44, false)).toBe(44);
  expect([3, 10, 44, 240, 5000].map((finished) => monthlyDraw(finished, true))).toEqual([3, 10, 10, 12, 30]);
});

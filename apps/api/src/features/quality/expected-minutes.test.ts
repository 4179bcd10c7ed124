import { describe, expect, it } from 'vitest';
import { expectMinutes, leastTimed } from './expected-minutes.ts';

const cases = (count: number, minutes: (kchars: number, lines: number, findings: number) => number) =>
  Array.from({ length: count }, (_, at) => {
    const [kchars, lines, findings] = [1 + (at % 7), 1 + (at % 4), at % 3];
    return { kchars, lines, findings, minutes: minutes(kchars, lines, findings) };
  });

describe('expected minutes', () => {
  it('are not told of few cases', () => {
    expect(expectMinutes(cases(leastTimed - 1, () => 5))).toBeNull();
  });

  it('find what each thing costs, where that is how the minutes came about', () => {
    const expected = expectMinutes(cases(60, (kchars, lines, findings) => 1 + 0.5 * kchars + 2 * lines + 3 * findings))!;
    expect(expected({ kchars: 4, lines: 5, findings: 6 })).toBeCloseTo(1 + 2 + 10 + 18, 6);
  });

  it('do without what is the same in all cases, and are never less than half a minute', () => {
    const alike = Array.from({ length: 40 }, (_, at) => ({ kchars: 2, lines: 1, findings: 0, minutes: 3 + (at % 2) }));
    expect(expectMinutes(alike)!({ kchars: 2, lines: 1, findings: 0 })).toBeCloseTo(3.5, 6);
    const falling = cases(60, (kchars) => 10 - kchars);
    expect(expectMinutes(falling)!({ kchars: 100, lines: 1, findings: 0 })).toBe(0.5);
  });
});

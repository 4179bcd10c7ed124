import { describe, expect, it } from 'vitest';
import { byMinute, growth, judge, median } from '../bench/soak/slope.ts';

const hour = 3_600_000;
const line = (perHour: number, noise: (n: number) => number = () => 0) =>
  Array.from({ length: 60 }, (_, n) => ({ at: (n * hour) / 60, value: 200 + (perHour * n) / 60 + noise(n) }));

describe('the verdict of a long run', () => {
  it('finds the slope of a line, and is sure of it', () => {
    const found = growth(line(4));
    expect(found.perHour).toBeCloseTo((100 * 4) / found.mean, 6);
    expect(found.give).toBeLessThan(1e-6);
    expect([judge(found, 1), judge(found, 3)]).toEqual(['fails', 'holds']);
  });

  it('does not judge what noise hides', () => {
    const noisy = growth(line(2, (n) => (n % 7) * 8));
    expect(noisy.give).toBeGreaterThan(1);
    expect(judge(noisy, 1)).toBe('cannot be told');
    expect(judge(growth(line(0).slice(0, 2)), 1)).toBe('cannot be told');
  });

  it('takes a minute as one reading', () => {
    const points = [0, 10_000, 59_999, 60_000].map((at, n) => ({ at, value: n }));
    expect(byMinute(points)).toEqual([
      { at: 30_000, value: 1 },
      { at: 90_000, value: 3 },
    ]);
    expect(median([9, 1, 5])).toBe(5);
  });
});

import { describe, expect, it } from 'vitest';
import { dayAhead, dueWords } from './due-words.ts';

// A Sunday, late in the evening of whatever zone the machine is in.
const now = new Date(2026, 10, 22, 23, 30);

describe('dueWords', () => {
  it.each([
    ['2026-11-19', '11/19', '3 d late', 'late'],
    ['2026-11-22', '11/22', 'today', 'today'],
    ['2026-11-23', '11/23', 'tomorrow', 'ahead'],
    ['2026-11-25', '11/25', 'Wed', 'ahead'],
    ['2026-12-04', '12/04', 'in 12 d', 'ahead'],
  ])('%s is %s, %s', (value, day, distance, tone) => {
    expect(dueWords(value, now)).toEqual({ day, distance, tone });
  });

  it('counts days ahead over the end of a month', () => {
    expect([dayAhead(0, now), dayAhead(9, now)]).toEqual(['2026-11-22', '2026-12-01']);
  });
});

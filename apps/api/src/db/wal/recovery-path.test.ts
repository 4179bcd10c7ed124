import { describe, expect, test } from 'vitest';
import { type Base, baseName, basesAmong, historyName, numberAt, segmentName, segmentOf } from './names.ts';
import { recoveryPath, superfluousBases, superfluousSegments } from './recovery-path.ts';

const seg = (timeline: number, number: number): string => segmentName({ timeline, number });
const range = (timeline: number, from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, at) => seg(timeline, from + at));
const baseAt = (timeline: number, start: number, madeAt = '2026-11-20T10:00:00.000Z'): Base => ({
  name: 'x',
  madeAt: new Date(madeAt),
  start: { timeline, number: start },
  stop: { timeline, number: start },
});
const none: ReadonlyMap<number, string> = new Map();

describe('names', () => {
  test('a segment is what PostgreSQL calls it, over the edge of a log file too', () => {
    expect(seg(1, 255)).toBe('0000000100000000000000FF');
    expect(seg(0x1a, 256)).toBe('0000001A0000000100000000');
    for (const number of [0, 255, 256, 70_000]) expect(segmentOf(seg(3, number))).toEqual({ timeline: 3, number });
    for (const name of ['00000001000000000000000', '000000010000000000000100', '00000002.history', '0000000100000000000000ff'])
      expect(segmentOf(name)).toBeUndefined();
    expect(numberAt('0/5000028')).toBe(5);
    expect(numberAt('1/0')).toBe(256);
    expect(historyName(2)).toBe('00000002.history');
  });

  test('a copy tells by its name when it was made and from where to where it reads the log', () => {
    const at = new Date('2026-11-20T10:00:00.123Z');
    const name = baseName(at, seg(1, 5), seg(1, 6));
    expect(basesAmong([name, 'base.making', 'incisive-20261120T100000Z.bak'])).toEqual([
      { name, madeAt: at, start: { timeline: 1, number: 5 }, stop: { timeline: 1, number: 6 } },
    ]);
  });
});

describe('the way from a copy to the newest segment', () => {
  test('is every segment in its order', () => {
    expect(recoveryPath(baseAt(1, 5), range(1, 2, 9), none)).toEqual({ timeline: 1, segments: range(1, 5, 9), gap: undefined });
  });

  test('ends before a gap, which is named', () => {
    const names = range(1, 5, 9).filter((name) => name !== seg(1, 7));
    expect(recoveryPath(baseAt(1, 5), names, none)).toEqual({ timeline: 1, segments: range(1, 5, 6), gap: seg(1, 7) });
  });

  test('has a gap where the segment is missing in which the copy ended', () => {
    const base = { ...baseAt(1, 5), stop: { timeline: 1, number: 6 } };
    expect(recoveryPath(base, [seg(1, 5)], none).gap).toBe(seg(1, 6));
  });

  test('goes over to the timeline that a restore began, and leaves what was written on the old one after that', () => {
    const histories = new Map([[2, '1\t0/7000100\tbefore 2026-11-20 10:00:00+00\n']]);
    const names = [...range(1, 5, 9), ...range(2, 7, 8)];
    expect(recoveryPath(baseAt(1, 5), names, histories)).toEqual({
      timeline: 2,
      segments: [...range(1, 5, 6), ...range(2, 7, 8)],
      gap: undefined,
    });
    // Before the new one has a segment, the way ends where it begins.
    expect(recoveryPath(baseAt(1, 5), range(1, 5, 9), histories).segments).toEqual(range(1, 5, 6));
    expect(recoveryPath(baseAt(1, 5), [...range(1, 5, 9), seg(2, 8)], histories).gap).toBe(seg(2, 7));
  });

  test('a copy of an abandoned stretch stays on its own timeline', () => {
    const histories = new Map([[2, '1\t0/7000100\tno recovery target specified\n']]);
    expect(recoveryPath(baseAt(1, 8), [...range(1, 5, 9), ...range(2, 7, 12)], histories)).toEqual({
      timeline: 1,
      segments: range(1, 8, 9),
      gap: undefined,
    });
  });

  test('two restores one after the other, and one beside them', () => {
    const histories = new Map([
      [2, '1\t0/7000100\tx\n'],
      [3, '1\t0/6000100\tx\n'],
      [4, '1\t0/7000100\tx\n\n2\t0/9000100\tx\n'],
    ]);
    const names = [...range(1, 5, 9), ...range(2, 7, 9), ...range(3, 6, 30), ...range(4, 9, 10)];
    expect(recoveryPath(baseAt(1, 5), names, histories)).toEqual({
      timeline: 4,
      segments: [...range(1, 5, 6), ...range(2, 7, 8), ...range(4, 9, 10)],
      gap: undefined,
    });
  });
});

describe('what may go', () => {
  test('copies that no moment of the days kept begins from', () => {
    const days = ['10', '11', '12', '13', '14', '20'].map((day) => baseAt(1, Number(day), `2026-11-${day}T10:00:00.000Z`));
    const gone = superfluousBases(days, new Date('2026-11-20T11:00:00Z'), 7);
    // Seven days ago is the 13th at 11: the copy of the 13th at 10 is what that moment begins from.
    expect(gone.map(({ madeAt }) => madeAt.getUTCDate())).toEqual([12, 11, 10]);
    expect(superfluousBases([days[0]!], new Date('2027-11-20T11:00:00Z'), 7)).toEqual([]);
  });

  test('segments before the oldest copy, of every timeline; never a history', () => {
    const names = [...range(1, 3, 8), ...range(2, 6, 9), historyName(2)];
    expect(superfluousSegments(names, baseAt(2, 7))).toEqual([...range(1, 3, 6), seg(2, 6)]);
  });
});

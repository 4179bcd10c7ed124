import { describe, expect, it } from 'vitest';
import { type Coding, type CodedLine, agreementOf, differencesOf, faceLines } from './compare-claims.ts';

const line = (code: string, more: Partial<CodedLine> = {}): CodedLine => ({ code, modifiers: [], units: 1, dx: [1], ...more });
const coding = (lines: CodedLine[], diagnoses = ['K8020']): Coding => ({ lines, diagnoses });
const kinds = (a: Coding, b: Coding) => differencesOf(a, b).map(({ kind, code }) => [kind, code].join(' ').trim());

describe('comparing two codings', () => {
  const base = coding([line('47562'), line('49585', { modifiers: ['59'], units: 2 })]);
  it('finds nothing between two of the same, whatever the order of modifiers', () => {
    const a = coding([line('47562', { modifiers: ['59', 'LT'] })]);
    const b = coding([line('47562', { modifiers: ['LT', '59'] })]);
    expect(differencesOf(a, b)).toEqual([]);
    expect(agreementOf(a, b)).toEqual({
      exact: true,
      main_same: true,
      lines_alike: 1,
      lines_all: 1,
      codes_alike: 1,
      codes_all: 1,
      opportunities: 7,
    });
  });
  it.each<[string, Coding, string[]]>([
    ['a code of another family', coding([line('47562'), line('20930')]), ['code-extra 49585', 'code-missing 20930']],
    ['a code of the same family', coding([line('47563'), base.lines[1]!]), ['code-wrong 47562']],
    ['a line less', coding([line('47562')]), ['code-extra 49585']],
    ['a line more', coding([...base.lines, line('44005')]), ['code-missing 44005']],
    ['no modifier', coding([line('47562'), line('49585', { units: 2 })]), ['modifier-extra 49585']],
    ['a modifier more', coding([line('47562', { modifiers: ['22'] }), base.lines[1]!]), ['modifier-missing 47562']],
    ['another modifier', coding([line('47562'), line('49585', { modifiers: ['XS'], units: 2 })]), ['modifier-wrong 49585']],
    ['other units', coding([line('47562'), line('49585', { modifiers: ['59'] })]), ['units 49585']],
    ['the lines turned round', coding([base.lines[1]!, base.lines[0]!]), ['order']],
    ['another diagnosis', coding([...base.lines], ['K8010']), ['pointer 47562', 'pointer 49585', 'diagnosis-wrong']],
    ['a diagnosis more', coding([...base.lines], ['K8020', 'K429']), ['diagnosis-missing']],
    [
      'no diagnosis',
      coding(
        base.lines.map((one) => ({ ...one, dx: [] })),
        [],
      ),
      ['pointer 47562', 'pointer 49585', 'diagnosis-extra'],
    ],
  ])('against %s', (_what, second, wanted) => {
    expect(kinds(base, second)).toEqual(wanted);
    expect(agreementOf(base, second).exact).toBe(false);
  });
  it('a pointer is to a diagnosis, not to a number', () => {
    const a = coding([line('47562', { dx: [1] })], ['K8020', 'K429']);
    const b = coding([line('47562', { dx: [2] })], ['K429', 'K8020']);
    expect(kinds(a, b)).toEqual([]);
  });
  it('of several lines of one code those that are alike face each other', () => {
    const left = line('64721', { modifiers: ['LT'] });
    const right = line('64721', { modifiers: ['RT'] });
    expect(faceLines(coding([left, right]), coding([right]))).toEqual([
      { first: left, second: null },
      { first: right, second: right },
    ]);
  });
  it('counts what either has, so that a missed line counts against the agreement', () => {
    expect(agreementOf(base, coding([line('47562')]))).toMatchObject({
      lines_alike: 1,
      lines_all: 2,
      codes_alike: 1,
      codes_all: 2,
    });
  });
});

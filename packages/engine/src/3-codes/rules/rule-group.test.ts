import { expect, test } from 'vitest';
import { shippedSpace } from '../../../eval/shipped.ts';
import { readGoldNotes } from '../../../eval/gold-set.ts';
import { analyze } from '../ranking/analysis.ts';
import { ConventionCheck } from './conventions.ts';
import { RuleGroup } from './rule-group.ts';

test('a rule stands under the strings that fewest rules ask for, and is found by any of them', () => {
  const group = new RuleGroup([
    { rule: 6, needs: [1, 0] },
    { rule: 7, needs: [1, 0, 2, 1, 2] },
    { rule: 8, needs: [1, 0] },
    { rule: 9, needs: [] },
  ]);
  const found = (string?: number) => new Set(group.mayBeIn({ has: (number) => number === string }));
  expect(found()).toEqual(new Set([9]));
  expect(found(0)).toEqual(new Set([6, 8, 9]));
  expect(found(2)).toEqual(new Set([7, 9]));
});

test('the rules that a note meets are the same, looked up together or asked one by one', () => {
  const space = shippedSpace();
  for (const note of readGoldNotes().filter((_, at) => at % 20 === 0)) {
    const { texts } = analyze(note.text, space).view;
    const asked = new ConventionCheck(space.conventions, texts);
    const together = new ConventionCheck(space.conventions, texts).foundAmong(space.tellers.all);
    const oneByOne = [...space.tellers.codes.keys()].filter((rule) => asked.finds(rule));
    expect(together.sort((a, b) => a - b)).toEqual(oneByOne.sort((a, b) => a - b));
  }
});

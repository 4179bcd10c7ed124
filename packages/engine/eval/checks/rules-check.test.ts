import { expect, test } from 'vitest';
import { shippedKnowledge } from '../shipped.ts';
import { compileCodes } from '../../src/3-codes/catalogue/code-space.ts';
import { APPROACHES } from '../../src/2-findings/cues.ts';
import { rowsOf } from '../../src/3-codes/rules/conventions.ts';
import { parseKnowledge } from '../../src/index.ts';
import { readGoldNotes } from '../gold-set.ts';
import { faultyExamples } from './rule-examples.ts';
import { faultyLines, MOST_RULES, unknownAttributes, wideRules } from './rules-check.ts';

const knowledge = shippedKnowledge();
const code =
  '45380\tcolonoscopy\t4\tmarked\tColonoscopy with samples\tcolonoscopy with biopsy\tcamera\tapproach=endoscopic; with=biopsy\t';
const said = (rule: string, concepts = '') =>
  faultyLines(parseKnowledge({ 'codes/a.tsv': code, 'rules/a.tsv': rule, 'concepts/a.tsv': concepts })).map(({ says }) => says);

test('every line of the knowledge can be read, is there once and has a reason', () => {
  expect(faultyLines(knowledge)).toEqual([]);
});

test('every attribute of a code has a value that the list knows', () => {
  expect(unknownAttributes(knowledge)).toEqual([]);
});

test('every approach that a code may have is one that notes are read for', () => {
  const listed = rowsOf(knowledge.files, 'attributes.tsv')
    .find(([key]) => key === 'approach')?.[1]
    ?.split(', ');
  expect(listed?.toSorted()).toEqual([...APPROACHES].sort());
});

test('the sentence that belongs to a rule meets it, and its near miss does not', () => {
  const space = compileCodes(knowledge);
  expect(faultyExamples(knowledge, space)).toEqual([]);
  const line = (...cells: string[]): string => cells.join('\t');
  const wrong = [
    line('general-014', 'The polyp was removed with forceps.', 'The polyp was left.'),
    line('general-014', 'A snare was used.', 'A snare was used.'),
    line('general-000', 'A snare was used.', 'No snare was used.'),
    line('general-016', 'A balloon was inflated.', ''),
  ].join('\n');
  expect(faultyExamples({ ...knowledge, files: { 'examples/general.tsv': wrong } }, space)).toHaveLength(4);
  expect(faultyExamples({ ...knowledge, files: { 'rules/general.tsv': 'general-014\t45385' } }, space)).toMatchObject([
    { where: 'general-014' },
  ]);
});

test('no rule is met by a quarter of the unrelated gold notes without saying why', () => {
  expect(wideRules(compileCodes(knowledge), readGoldNotes())).toEqual([]);
});

test('a good line has no fault', () => {
  expect(said('a-001\t45380\tneeds\tany\tSAMPLE\ta biopsy has to be documented\t', 'SAMPLE\tbiops*')).toEqual([]);
});

test.each([
  ['a-001\t45380\tneeds\tany\tbiops(y|ies)\ta reason\t', /cannot be read/],
  ['a-001\t45380\tneeds\tany\t\\bclo\\b\ta reason\t', /regular expression/],
  ['a-001\t45380\tneeds\tany\tbiops[^.]{0,9}taken\ta reason\t', /regular expression/],
  ['a-001\t45380\tneeds\tany\tbiops* ..8 (jar(s) | cup)\ta reason\t', /may be missing/],
  ['a-001\t45380\tneeds\tany\tbiops*\t\t', /reason is missing/],
  ['a-001\t45380\tneeds\tany\tbiops*\ta reason\t\na-001\t45380\tneeds\tany\tclo\ta reason\t', /id stands twice/],
  ['a-001\t45380\tneeds\tany\tbiops*\ta reason\t\na-002\t45380\tneeds\tany\tbiops*\ta reason\t', /looks for the same/],
  ['a-001\t45380\tmust\tany\tbiops*\ta reason\t', /no kind of rule/],
  ['a-001\t45380\tneeds\ttitle\tbiops*\ta reason\t', /no place/],
  ['a-001\t45381\tneeds\tany\tbiops*\ta reason\t', /none of the codes/],
  ['a-001\t45380\tneeds\tany\tSAMPLE\ta reason\t', /no concept/],
  ['one\t45380\tneeds\tany\tbiops*\ta reason\t', /an id is/],
])('%j is refused', (rule, says) => {
  expect(said(rule).join()).toMatch(says);
});

test('a concept is there once, is used, and ends in words', () => {
  const rule = 'a-001\t45380\tneeds\tany\tSAMPLE\ta reason\t';
  expect(said(rule, 'SAMPLE\tbiops*\nSAMPLE\tclo').join()).toMatch(/stands twice/);
  expect(said(rule, 'SAMPLE\tbiops*\nOTHER\tclo').join()).toMatch(/no rule, no code/);
  expect(said(rule, 'SAMPLE\ta SAMPLE').join()).toMatch(/by itself/);
});

test('a wording of a code can be read and says what a note has, never what it lacks', () => {
  const own = (named: string): string => {
    const files = { 'codes/a.tsv': `${code}\t${named}\tbiops* AND SAMPLE`, 'concepts/a.tsv': 'SAMPLE\tbiops*' };
    return faultyLines(parseKnowledge(files))
      .map(({ says }) => says)
      .join();
  };
  expect(own('colonosc* AND biops* ; sample ..3 colon')).toBe('');
  expect(own('colonosc* AND NOT snare*')).toMatch(/what a note lacks/);
  expect(own('colonosc* | ')).toMatch(/cannot be read/);
  expect(own('UNKNOWN biops*')).toMatch(/no concept/);
});

test('more rules than the ceiling are refused', () => {
  const line = (at: number): string => `a-${String(at).padStart(4, '0')}\t45380\tneeds\tany\tword${at}\ta reason\t`;
  const rules = (count: number): string => Array.from({ length: count }, (_, at) => line(at)).join('\n');
  expect(said(rules(MOST_RULES))).toEqual([]);
  expect(said(rules(MOST_RULES + 1)).join()).toMatch(/at most/);
});

test('an attribute outside the list is told', () => {
  const strange = code.replace('approach=endoscopic', 'approach=magic');
  const files = { 'codes/a.tsv': strange, 'attributes.tsv': 'approach\tendoscopic\nwith\tbiopsy' };
  expect(unknownAttributes(parseKnowledge(files))).toEqual([
    { where: '45380', says: expect.stringContaining('approach=magic') as string },
  ]);
});

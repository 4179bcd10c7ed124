import { expect, test } from 'vitest';
import {
  ConventionCheck,
  isOwnWording,
  parseConventions,
  rulesByCode,
  type Conventions,
  type ConventionTexts,
} from './conventions.ts';

const table = [
  '# id\tcodes\tkind\twhere\twhat is looked for\treason\tsource',
  'a-1\t45380-45381,45331\tneeds\tany\tbiops*\ta biopsy has to be documented\t',
  'a-2\t45378\tunless\theading\tLOWER_SCOPE AND biops* AND NOT without biops*\tpart of the one with biopsy\t',
  'a-3\t45385\tprefers\tbody\tsnare*\ta snare was used\t',
  'a-4\t45385\ttells\tbody\tpolyp(s) ..5 remov*\tthe polyp came out\t',
  'a-5\t45378\tsometimes\tany\tx\tno such kind\t',
].join('\n');
const concepts = '# concept\twordings\nLOWER_SCOPE\tcolonosc* | sigmoidosc*';
const files = { 'rules/a.tsv': table, 'concepts/a.tsv': concepts };
const codes = ['45331', '45378', '45380', '45385'];
const textsOf = (heading: string, body: string, meant = body) => ({
  meant: { heading, body: meant, any: `${heading}\n${meant}` },
  said: { heading, body, any: `${heading}\n${body}` },
});
const finds = (conventions: Conventions, at: number, texts: ConventionTexts) => new ConventionCheck(conventions, texts).finds(at);
const verdictOf = (code: string, heading: string, body: string) => {
  const conventions = parseConventions(files);
  const check = new ConventionCheck(conventions, textsOf(heading, body));
  return check.verdict(rulesByCode(conventions.rules, codes).get(codes.indexOf(code)));
};

test('lines that cannot be read are left out, concepts are spelled out', () => {
  const conventions = parseConventions({ ...files, 'codes/a.tsv': 'a-6\t45378\tneeds\tany\tx\ty\t' });
  expect(conventions.rules).toHaveLength(4);
  expect(finds(conventions, 1, textsOf('sigmoidoscopy with biopsy', ''))).toBe(true);
  expect(finds(conventions, 1, textsOf('colonoscopy without biopsy', ''))).toBe(false);
  expect(finds(conventions, 1, textsOf('biopsy', ''))).toBe(false);
});

test("a code's own wordings speak for it as a rule would", () => {
  const conventions = parseConventions(files, [
    { code: '45385', named: ['hot snare*'], told: ['LOWER_SCOPE AND snare*', 'loop*'] },
  ]);
  const rules = rulesByCode(conventions.rules, codes).get(codes.indexOf('45385'));
  const verdict = (heading: string, body: string) => new ConventionCheck(conventions, textsOf(heading, body)).verdict(rules);
  expect(verdict('hot snare', '')).toMatchObject({ prefers: 1, prefersHeading: 1 });
  expect(verdict('colonoscopy', 'a loop and a hot snare')).toMatchObject({ prefers: 3, prefersHeading: 0 });
  expect(conventions.rules.filter(isOwnWording)).toHaveLength(3);
});

test("a code's own wording of several parts tells its act, beside the rules that do; one word and a heading do not", () => {
  const conventions = parseConventions(files, [
    { code: '45385', named: ['hot snare* AND polyp*'], told: ['net', 'loop* AND polyp*', 'loop* AND polyp* AND retriev*'] },
  ]);
  const rules = rulesByCode(conventions.rules, codes).get(codes.indexOf('45385'));
  const verdict = (body: string, pseudo?: boolean) =>
    new ConventionCheck(conventions, textsOf('hot snare of a polyp', body)).verdict(rules, pseudo);
  expect(verdict('a net')).toMatchObject({ tells: 0, acts: 0, prefers: 2 });
  expect(verdict('a polyp in a loop')).toMatchObject({ tells: 0, acts: 1, prefers: 2 });
  expect(verdict('the polyp was removed with a loop')).toMatchObject({ tells: 1, acts: 2, prefers: 2 });
  expect(verdict('a polyp in a loop, retrieved', true)).toMatchObject({ acts: 2, prefers: 3 });
  expect(verdict('a polyp in a loop, retrieved').prefers).toBeCloseTo(2.4);
});

test('a rule that cannot be read says nothing', () => {
  const conventions = parseConventions({ 'rules/b.tsv': 'b-1\t45378\tneeds\tany\tUNKNOWN word\tno such concept\t' });
  const check = new ConventionCheck(conventions, textsOf('colonoscopy', ''));
  expect(check.finds(0)).toBe(false);
  expect(check.verdict([0])).toMatchObject({ needs: 0 });
});

test('each kind speaks its way, headings are told apart', () => {
  expect(verdictOf('45380', 'colonoscopy', 'normal')).toMatchObject({ needs: 1, unless: 0 });
  expect(verdictOf('45380', 'colonoscopy', 'biopsies were taken')).toMatchObject({ needs: 0 });
  expect(verdictOf('45378', 'colonoscopy with biopsy', '')).toMatchObject({ unless: 1, unlessHeading: 1, prefers: 0 });
  expect(verdictOf('45378', '', 'colonoscopy with biopsy')).toMatchObject({ unless: 0, unlessHeading: 0 });
  expect(verdictOf('45385', 'colonoscopy', 'the polyp was removed with a snare')).toMatchObject({
    prefers: 1,
    prefersHeading: 0,
    tells: 1,
  });
});

test('an act is told only by what is meant as done', () => {
  const conventions = parseConventions(files);
  const told = 'the polyp was removed';
  expect(finds(conventions, conventions.rules.length - 1, textsOf('', told))).toBe(true);
  expect(finds(conventions, conventions.rules.length - 1, textsOf('', told, ''))).toBe(false);
});

test('what the heading has to say is not missed where there is no heading', () => {
  const conventions = parseConventions({ 'rules/a.tsv': 'b-1\t45385\tneeds\theading\tsnare*\tthe heading has to name it\t' });
  const rules = rulesByCode(conventions.rules, codes).get(codes.indexOf('45385'));
  const needs = (heading: string, pseudo: boolean): number =>
    new ConventionCheck(conventions, textsOf(heading, 'a loop')).verdict(rules, pseudo).needs;
  expect(needs('colonoscopy', false)).toBe(1);
  expect(needs('snare polypectomy', false)).toBe(0);
  expect(needs('', true)).toBe(0);
});

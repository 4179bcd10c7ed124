import { expect, test } from 'vitest';
import { ConventionCheck, parseConventions, rulesByCode, type Conventions, type ConventionTexts } from './conventions.ts';

const table = [
  '# codes\tkind\tscope\tpattern\treason',
  '{SCOPE}\tmeans\tcolonosc|sigmoidosc',
  '45380-45381,45331\tneeds\tany\tbiops\ta biopsy has to be documented',
  '45378\tunless\theading\t{SCOPE} && biops && !without biops\tpart of the one with biopsy',
  '45385\tprefers\tbody\tsnare\ta snare was used',
  '45385\ttells\tbody\tpolyp[^.]{0,40}remov\tthe polyp came out',
  '45378\tsometimes\tany\tx\tno such kind',
].join('\n');
const codes = ['45331', '45378', '45380', '45385'];
const textsOf = (heading: string, body: string, meant = body) => ({
  meant: { heading, body: meant, any: `${heading}\n${meant}` },
  said: { heading, body, any: `${heading}\n${body}` },
});
const finds = (conventions: Conventions, at: number, texts: ConventionTexts) => new ConventionCheck(conventions, texts).finds(at);
const verdictOf = (code: string, heading: string, body: string) => {
  const conventions = parseConventions({ 'conventions/a.tsv': table });
  const check = new ConventionCheck(conventions, textsOf(heading, body));
  return check.verdict(rulesByCode(conventions.rules, codes).get(codes.indexOf(code)));
};

test('lines that cannot be read are left out, names are spelled out', () => {
  const conventions = parseConventions({ 'conventions/a.tsv': table, 'codes/a.tsv': '45378\tneeds\tany\tx\ty' });
  expect(conventions.rules).toHaveLength(4);
  expect(finds(conventions, 1, textsOf('sigmoidoscopy with biopsy', ''))).toBe(true);
  expect(finds(conventions, 1, textsOf('colonoscopy without biopsy', ''))).toBe(false);
  expect(finds(conventions, 1, textsOf('biopsy', ''))).toBe(false);
});

test('a name is known in its own file only', () => {
  const conventions = parseConventions({
    'conventions/a.tsv': table,
    'conventions/b.tsv': '45378\tunless\tany\t{SCOPE}\tno such name',
  });
  expect(finds(conventions, conventions.rules.length - 1, textsOf('colonoscopy', ''))).toBe(false);
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
  const conventions = parseConventions({ 'conventions/a.tsv': table });
  const told = 'the polyp was removed';
  expect(finds(conventions, conventions.rules.length - 1, textsOf('', told))).toBe(true);
  expect(finds(conventions, conventions.rules.length - 1, textsOf('', told, ''))).toBe(false);
});

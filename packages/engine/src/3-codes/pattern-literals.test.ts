import { expect, test } from 'vitest';
import { readGoldNotes } from '../../eval/gold-set.ts';
import { loadKnowledge } from '../../node/load-knowledge.ts';
import { analyze, compileCodes } from './analysis.ts';
import { ConventionCheck, ruleFinds } from './conventions.ts';
import { LiteralIndex } from './literal-index.ts';
import { requiredLiterals } from './pattern-literals.ts';

test.each([
  ['polyps?[^.]{0,40}(remov|excis)', ['polyp']],
  ['colonosc', ['colonosc']],
  ['Biops(y|ies)', ['biops']],
  ['bio+psy', ['bio']],
  ['colou?r', ['colo']],
  ['(right|left) heart', [' heart']],
  ['tri-?malleol', ['malleol']],
  ['abc{2}defg', ['defg']],
  ['\\bwedge\\b|swan', ['wedge', 'swan']],
  ['[a-z]{3}[^)]pump', ['pump']],
  ['(?<!no )stent(?! graft)', ['stent']],
  ['(?=.*needle)core', ['core']],
  ['(?<m>trapez) and \\k<m>', ['trapez']],
  ['\\x41bc def\\.ghi', ['bc def.ghi']],
])('%s needs one of %j', (source, literals) => {
  expect(requiredLiterals(source)).toEqual(literals);
});

test.each(['pump|\\d+', '(stent)?', 'x*', 'ab', '(pump|)', '[abc]', 'graft|(?!x)'])(
  '%s needs nothing that can be told',
  (source) => {
    expect(requiredLiterals(source)).toBeUndefined();
  },
);

test('one pass finds exactly the strings that are there', () => {
  const index = new LiteralIndex();
  const strings = ['stent', 'ste', 'ent graft', 'tents', 'n-2', 'stent'];
  const ids = strings.map((literal) => index.add(literal));
  expect(ids[5]).toBe(ids[0]);
  const found = index.scan('a stent graft');
  expect(strings.map((_, at) => found[ids[at] ?? 0])).toEqual([1, 1, 1, 0, 0, 1]);
  expect([...index.scan('')]).toEqual([0, 0, 0, 0, 0]);
});

test('no rule of the knowledge is ruled out by a string on a text where it finds', () => {
  const space = compileCodes(loadKnowledge());
  for (const note of readGoldNotes().slice(0, 60)) {
    const { texts } = analyze(note.text, space).view;
    const check = new ConventionCheck(space.conventions, texts);
    const wrong = space.conventions.rules.filter((rule, at) => ruleFinds(rule, texts) !== check.finds(at));
    expect(wrong).toEqual([]);
  }
}, 60_000);

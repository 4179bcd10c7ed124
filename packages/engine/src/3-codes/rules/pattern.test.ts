import { expect, test } from 'vitest';
import { shippedSpace } from '../../../eval/shipped.ts';
import { readGoldNotes } from '../../../eval/gold-set.ts';
import { analyze } from '../ranking/analysis.ts';
import { LiteralIndex } from './literal-index.ts';
import { Pattern } from './pattern.ts';

test('a pattern is found by any of its branches, and only where it is', () => {
  const literals = new LiteralIndex();
  const pattern = new Pattern('(?<!no )(stent|coil)s? (placed|deployed)|x-ray', literals);
  const isIn = (text: string) => pattern.isIn(text, text, literals.scan(text));
  for (const text of ['a stent placed', 'two coils deployed', 'on x-ray']) expect(isIn(text)).toBe(true);
  for (const text of ['no stent placed', 'stent', 'placed', '']) expect(isIn(text)).toBe(false);
});

test('every wording of the rules is found in gold notes exactly where its expression is', () => {
  const { conventions, ...space } = shippedSpace();
  const patterns = conventions.rules.flatMap((rule) => (rule.tests ?? []).map(({ pattern }) => pattern));
  const expressions = patterns.map(({ source }) => new RegExp(source, 'im'));
  for (const note of readGoldNotes().filter((_, at) => at % 24 === 0)) {
    const { any } = analyze(note.text, { conventions, ...space }).view.texts.said;
    const present = conventions.literals.scan(any);
    const wrong = patterns.filter((pattern, at) => pattern.isIn(any, any, present) !== expressions[at]?.test(any));
    expect(wrong.map(({ source }) => source)).toEqual([]);
  }
});

test('what is denied is found only by a pattern that looks for denial', () => {
  const literals = new LiteralIndex();
  const [stent, none] = [new Pattern('stent|coil', literals), new Pattern('no (stent|coil)', literals)];
  const said = 'no stent was placed';
  const meant = 'no                 ';
  expect(stent.isIn(meant, said, literals.scan(said))).toBe(false);
  expect(none.isIn(meant, said, literals.scan(said))).toBe(true);
});

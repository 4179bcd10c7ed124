import { expect, test } from 'vitest';
import { shippedSpace } from '../../../eval/shipped.ts';
import { readGoldNotes } from '../../../eval/gold-set.ts';
import { analyze } from '../ranking/analysis.ts';
import { Either, FarApart, Optional, Sequence, Shared } from './pattern-parts.ts';
import { Condition, Digit, Gap, LineStart, Literal, NotAfter, NotBefore, Point, RestOfWord } from './pattern-words.ts';
import type { Pattern } from './pattern.ts';
import { PatternCompiler } from './pattern-compiler.ts';
import { Strings, TextPlaces } from './text-places.ts';
import { ConceptTable, parseWording } from './wording.ts';

/** The regular expression that is found where a pattern is. */
function expressionOf(pattern: Pattern): string {
  if (pattern instanceof Literal) return pattern.string.replace(/[*+?^${}()|[\]\\/]/g, '\\$&');
  if (pattern instanceof Digit) return `[${String.fromCharCode(pattern.from)}-${String.fromCharCode(pattern.to)}]`;
  if (pattern instanceof Point) return '[.·]';
  if (pattern instanceof NotAfter) return `(?<!${expressionOf(pattern.what)})`;
  if (pattern instanceof NotBefore) return `(?!${expressionOf(pattern.what)})`;
  if (pattern instanceof Condition) return pattern.said;
  if (pattern instanceof LineStart) return '^[^a-z\\n]*';
  if (pattern instanceof RestOfWord) return pattern.least === 0 ? '\\w*' : '\\w+';
  if (pattern instanceof Gap) {
    const apart = `[^\\w${pattern.stop === '\n' ? '\\n' : pattern.stop}]+`;
    const between = pattern.words === 0 ? '' : `(?:\\w+${apart}){0,${pattern.words}}`;
    return pattern.beginning ? between : apart + between;
  }
  if (pattern instanceof Optional) return `(?:${expressionOf(pattern.what)})?`;
  if (pattern instanceof Either) return `(?:${pattern.of.map(expressionOf).join('|')})`;
  if (pattern instanceof Sequence) return pattern.items.map(expressionOf).join('');
  if (pattern instanceof FarApart) return pattern.parts.map(expressionOf).join('[^]*');
  if (pattern instanceof Shared) return expressionOf(pattern.what);
  throw new Error('no expression is known of such a pattern');
}

test('every wording of the rules is found in gold notes exactly where its expression is', () => {
  const { conventions, ...space } = shippedSpace();
  const patterns = conventions.rules.flatMap((rule) => (rule.tests?.all ?? []).map(({ pattern }) => pattern));
  const expressions = patterns.map((pattern) => new RegExp(expressionOf(pattern), 'im'));
  let found = 0;
  for (const note of readGoldNotes().filter((_, at) => at % 60 === 0)) {
    const { any } = analyze(note.text, { conventions, ...space }).view.texts.said;
    const places = new TextPlaces(any, conventions.strings);
    const isIn = patterns.map((pattern) => pattern.isIn(places));
    found += isIn.filter(Boolean).length;
    const wrong = patterns.filter((_, at) => isIn[at] !== expressions[at]?.test(any));
    expect(wrong.map(expressionOf)).toEqual([]);
  }
  expect(found).toBeGreaterThan(0);
});

const reading = (wording: string, concepts: readonly (readonly string[])[] = []) => {
  const strings = new Strings();
  const pattern = new PatternCompiler(new ConceptTable(concepts), strings).patternOf(parseWording(wording), false);
  return {
    pattern,
    isIn: (text: string, own = false) => (own ? pattern.ownReading() : pattern)?.isIn(new TextPlaces(text, strings)) ?? false,
    needs: pattern.needs().map((list) => list.map((number) => strings.of(number))),
  };
};

test('a wording that says itself how it is meant has a reading of its own, with those words alone', () => {
  expect(reading('{stent* | coil*} ..3 placed').pattern.ownReading()).toBeUndefined();
  const either = reading('{no | previous} stent* | coil* placed');
  expect(either.isIn('no stent', true)).toBe(true);
  expect(either.isIn('coil placed', true)).toBe(false);
  expect(either.isIn('coil placed')).toBe(true);
  const concept = reading('DENIED ..2 stone*', [['DENIED', 'no | without | absent']]);
  expect(concept.isIn('without a stone', true)).toBe(true);
  expect(concept.isIn('absent stone', true)).toBe(false);
  expect(reading('<not after no> stent*').pattern.ownReading()).toBeUndefined();
});

test('a pattern tells which strings it needs, and of alternatives what each needs', () => {
  expect(reading('polyp(s) ..5 {remov* | excis*}').needs).toEqual([['polyp'], ['remov', 'excis']]);
  expect(reading('{stent* | of} placed').needs).toEqual([[' placed']]);
  expect(reading('(the) mesh').needs).toEqual([['mesh']]);
});

test('anything may stand between parts that are far apart, within another wording too', () => {
  const far = reading('{stent* ... removed | coil*} ..1 today');
  expect(far.isIn('stent. it was removed today')).toBe(true);
  expect(far.isIn('removed. a stent today')).toBe(false);
  expect(far.isIn('a coil just today')).toBe(true);
});

test('a word without end is looked through no further than a word is long', () => {
  const endless = 'stent' + 'a'.repeat(20_000);
  const { isIn } = reading('{stent* | sten*} ... removed | {stent* | sten*}-x | <not after no> *aaa');
  expect(isIn(endless)).toBe(true);
  expect(isIn(`${endless} removed`)).toBe(true);
  expect(reading('{stent* | sten*} {mesh* | coil*}').isIn(endless)).toBe(false);
});

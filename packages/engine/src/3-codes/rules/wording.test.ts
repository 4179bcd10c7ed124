import { expect, test } from 'vitest';
import { PatternCompiler } from './pattern-compiler.ts';
import { Strings, TextPlaces } from './text-places.ts';
import { ConceptTable, parseWording, WordingError } from './wording.ts';

const concepts = new ConceptTable([
  ['TUMOR', 'tumo(u)r* | mass(es)'],
  ['TUMOR_OUT', 'TUMOR ..3 {remov* | excis*}'],
  ['ROUND', 'a ROUND'],
]);
const finder = (wording: string, lines = false) => {
  const strings = new Strings();
  const pattern = new PatternCompiler(concepts, strings).patternOf(parseWording(wording), lines);
  return (text: string) => pattern.isIn(new TextPlaces(text.replaceAll('-', ' ').replace(/(?<=\d)\.(?=\d)/g, '·'), strings));
};

test.each([
  ['stent', ['a stent, placed', 'stent'], ['stents', 'restent']],
  ['biops*', ['biopsies', 'biopsy taken'], ['autobiopsy']],
  ['*scopy', ['colonoscopy'], ['scopyx']],
  ['polyp(s) removed', ['polyp removed', 'polyps removed'], ['polypoid removed']],
  ['(the) stent (was) placed', ['stent placed', 'the stent was placed'], ['stent is placed', 'xstent placed']],
  ['stent (graft) (was) ..2 placed', ['stent placed', 'stent graft was then placed'], ['stent was not yet been placed']],
  ['open (reduction)', ['open.', 'open reduction'], ['opened']],
  ['{total | partial} {knee | hip}', ['total-knee', 'partial hip'], ['total elbow']],
  ['x-ray', ['x-ray', 'x ray', 'xray'], ['x, ray']],
  ['real time', ['real-time', 'real time'], ['realtime']],
  ['stent ..3 removed', ['stent was then removed', 'stent removed'], ['stent. it was removed', 'stent a b c d removed']],
  ['stent ... removed', ['stent. later it was removed'], ['removed, stent']],
  ['stent ...2 removed', ['stent. was removed'], ['stent. it was then removed']],
  ['<not after no | without> stent*', ['the stent'], ['no stent', 'without stents']],
  ['back <not before to | table>', ['of the back', 'back tomorrow'], ['back to bed', 'back table']],
  [
    'open <not before {reduction | repair}> ..2 fracture*',
    ['open fracture', 'open tibia fracture'],
    ['open reduction of a fracture'],
  ],
  ['a <not before b> <not before c> ..2 d', ['a d', 'a x d'], ['a b d', 'a c d', 'ad']],
  ['{2.{1-9} | {3-9}(.#)} cm', ['2.5 cm', '4 cm', '4.0 cm'], ['2.0 cm', '1 cm', '14 cm']],
  ['2(.0) cm', ['2 cm', '2.0 cm'], ['6.2 cm', '12 cm']],
  ['{3-9}(.#) cm', ['3 cm', '5.5 cm'], ['0.5 cm', '1.3 cm']],
  ['<start>{right | left} heart', ['1. right heart'], ['the right heart']],
  ['stent ..5 placed', ['stent of 2.5 mm was placed'], ['stent. 2.5 mm placed']],
  ['> 2 cm', ['> 2 cm'], ['2 cm']],
  ['TUMOR_OUT', ['tumour was excised', 'masses removed'], ['mass, then the lesion, was later removed']],
])('%s is found in %j and not in %j', (wording, found, not) => {
  const isIn = finder(wording);
  expect(found.filter((text) => !isIn(text))).toEqual([]);
  expect(not.filter(isIn)).toEqual([]);
});

test('a gap stays in its sentence, in a procedure line in its line', () => {
  expect(finder('1. stent ..3 removed')('1. stent. 2 removed')).toBe(false);
  expect(finder('stent ..3 removed', true)('stent. 2 removed')).toBe(true);
  expect(finder('stent ..3 removed', true)('stent\nremoved')).toBe(false);
});

test.each(['a | ', '{a', 'a}', '(', '<not after a', '', 'UNKNOWN word', 'ROUND'])('%j is told to whoever wrote it', (wording) => {
  expect(() => finder(wording)).toThrow(WordingError);
});

import { expect, test } from 'vitest';
import { linesOf, titleLines } from './lines.ts';
import { findSections } from './sections.ts';

const linesIn = (heading: string): string[] => {
  const text = `PROCEDURE: ${heading}`;
  return findSections(text).flatMap((section) => linesOf(text, section).map(({ start, end }) => text.slice(start, end)));
};

test.each<[string, string[]]>([
  ['EGD with biopsy and colonoscopy with snare polypectomy', ['EGD', 'EGD with biopsy', 'colonoscopy with snare polypectomy']],
  ['ERCP with stent, cholecystectomy', ['ERCP', 'ERCP with stent', 'cholecystectomy']],
  ['CABG x3 + aortic valve replacement', ['CABG x3', 'aortic valve replacement']],
  ['Orchiopexy & hernia repair', ['Orchiopexy', 'hernia repair']],
  ['Colonoscopy w/ snare polypectomy, EGD w/ biopsy', ['Colonoscopy w/ snare polypectomy', 'EGD w/ biopsy']],
  ['TURBT / ureteroscopy with laser lithotripsy', ['TURBT', 'ureteroscopy with laser lithotripsy']],
])('%s is read act by act', (heading, acts) => {
  expect(linesIn(heading)).toEqual(expect.arrayContaining([heading, ...acts]));
});

test.each(['D & C', 'T & A', 'I & D of abscess', 'Incision with drainage', 'R + L heart catheterization'])(
  '%s is one act',
  (heading) => {
    expect(linesIn(heading).filter((line) => line.length < 5 && line !== heading)).toEqual([]);
  },
);

const titles = (text: string): string[] => titleLines(text, findSections(text)).map(({ start, end }) => text.slice(start, end));

test('a first line that names the act is a title, one that tells how it went is not', () => {
  expect(titles('Laparoscopic appendectomy\nThe patient was prepped.')).toEqual(['Laparoscopic appendectomy']);
  expect(titles('Knee arthroscopy. Medial meniscectomy.\nThe patient was prepped.')).toHaveLength(1);
  expect(titles('Left groin. Sheath placed over a wire.\nBalloon to 6 atm.')).toEqual([]);
  expect(titles('Thyroid nodule. Consent signed.\nNeedle into the nodule.')).toEqual([]);
});

import { expect, test } from 'vitest';
import { JOINED, linesOf, LISTED, numberedLines, piecesOf, titleLines } from './lines.ts';
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

test.each([
  ['an act that ends on a word of headings', 'Sistrunk procedure\nA 2 cm lump at the hyoid.', 'Sistrunk procedure'],
  ['what a label of the note stands before', 'Trauma: rib plating, left\n57M, fell off a roof.', 'rib plating, left'],
  [
    'the first sentence of a longer line',
    `Cerclage, rescue type. ${'21 weeks, membranes at the os, spinal. '.repeat(5)}`,
    'Cerclage, rescue type',
  ],
])('%s is a title', (_, text, title) => {
  expect(titles(text)).toContain(title);
});

test.each(['Operative report', 'Surgery', 'Procedure note'])('%s is none', (heading) => {
  expect(titles(`${heading}\nThe patient was prepped.`)).toEqual([]);
});

test.each<[string, RegExp, string[]]>([
  ['DMEK / CE-IOL', JOINED, ['DMEK', 'CE-IOL']],
  ['wrist plate + CTR', JOINED, ['wrist plate', 'CTR']],
  ['I&D of the hand', JOINED, []],
  ['trach and PEG', LISTED, ['trach', 'PEG']],
  ['C/S and BTL', LISTED, ['C/S', 'BTL']],
  ['TAH/BSO, cystoscopy', LISTED, ['TAH', 'BSO', 'cystoscopy']],
])('the pieces of %s', (title, joint, pieces) => {
  const found = piecesOf(title, { start: 0, end: title.length, weight: 1 }, joint);
  expect(found.map(({ start, end }) => title.slice(start, end))).toEqual(pieces);
});

test('what tells of the patient, and a row of a table, is no title', () => {
  expect(titles('Forearm plating\n54M, fell on ice, failed splint and reduction.\nPlate placed.')).toEqual(['Forearm plating']);
  expect(titles('Access center\n| Access | Left arm fistula |')).toEqual(['Access center']);
  expect(titles('Generator change\nIschemic disease, EF 25, device of 2013. The pocket was opened.')).toEqual([
    'Generator change',
  ]);
});

test.each([
  [
    'a list of acts',
    'Cancer of the tongue.\n1. Partial glossectomy\n2. Selective neck dissection\n3. Tracheostomy\nThe airway first.',
    3,
  ],
  ['the same in one line', '1. Carpal tunnel release. 2. Trigger finger release.\nTourniquet up.', 2],
  ['a list of what was found', '1. Gastritis in the antrum\n2. Hiatal hernia of 3 cm\n3. Normal duodenum', 0],
  ['a list that tells', '1. The port was placed at the navel\n2. The gallbladder was removed', 0],
  ['one number alone', '1. Tracheostomy\nThe airway was opened.', 0],
])('of a note without headings %s names procedures or not', (_, text, named) => {
  expect(numberedLines(text)).toHaveLength(named);
});

test('lists of a whole upload are gone through once', () => {
  expect(numberedLines('1. Normal\n'.repeat(20_000))).toEqual([]);
});

import { describe, expect, test } from 'vitest';
import { normalizeText, originalRange } from './normalize.ts';

describe('normalizeText', () => {
  test.each([
    ['Left  Knee', 'left knee'],
    ['a\r\nb\rc', 'a\nb\nc'],
    ['end  \nnext\t', 'end\nnext'],
    ['tab\there', 'tab here'],
    ['', ''],
    ['Bone at the base was not\n debrided.', 'bone at the base was not debrided.'],
    ['Hernia repair without\r\nmesh', 'hernia repair without mesh'],
    ['Excision of cyst\nRepair of hernia', 'excision of cyst\nrepair of hernia'],
    ['1aparoscopic ch0lecystectomy, adhesi0ns', 'laparoscopic cholecystectomy, adhesions'],
    ['L5S1disc, 10mm, 5 mm, 5centimeter, 0vicryl, G0105', 'l5s1disc, 10mm, 5 mm, 5centimeter, ovicryl, g0105'],
    ['Biopsies: no\nDrains: no', 'biopsies: no\ndrains: no'],
    ['Stent placed in\n- left ureter', 'stent placed in\n- left ureter'],
  ])('%j reads as %j', (original, expected) => {
    expect(normalizeText(original).text).toBe(expected);
  });

  test('joins lines that are filled to one width, and no list', () => {
    const list = 'Procedures\nExcision of cyst\nRepair of hernia';
    const told = [
      'The patient was taken to the room and laid supine upon the table, and the',
      'lower abdomen was prepared and draped. The sac was found beside the cord',
      'and was ligated high, the floor was then strengthened, a sheet of mesh',
      'being fixed to the ligament and to the tendon with about eight stitches',
      'of polypropylene before the skin was closed.',
    ];
    const original = `${list}\n\n${told.join('\n')}`;
    const { text } = normalizeText(original);
    expect(text).toBe(`${list}\n\n${told.join(' ')}`.toLowerCase());
    expect(text).toHaveLength(original.length);
  });

  test('maps a word back to where it was written', () => {
    const original = 'Procedure:   LEFT\t knee \r\narthroscopy';
    const { text, offsets } = normalizeText(original);
    const at = text.indexOf('arthroscopy');
    const range = originalRange({ start: at, end: at + 11 }, offsets);
    expect(original.slice(range.start, range.end)).toBe('arthroscopy');
    const phrase = text.indexOf('left knee');
    const wide = originalRange({ start: phrase, end: phrase + 9 }, offsets);
    expect(original.slice(wide.start, wide.end)).toBe('LEFT\t knee');
  });

  test('letters whose lower case is longer keep their place', () => {
    const { text } = normalizeText('\u0130X y');
    expect(text).toHaveLength(4);
    expect(text.endsWith('x y')).toBe(true);
  });
});

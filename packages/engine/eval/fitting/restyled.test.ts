import { expect, test } from 'vitest';
import { narrativeOf } from './restyled.ts';

const NARRATIVE =
  'The right upper quadrant was entered under vision. The infundibulum was retracted and the peritoneum over the triangle opened. The duct and the artery were isolated, clipped and divided, and the specimen left the liver bed with the hook in a bag.';

test('a narrative is what is left without the headings that name what was done', () => {
  const note = `PREOPERATIVE DIAGNOSIS: Gallstones.\nPROCEDURE: Laparoscopic cholecystectomy.\nDESCRIPTION OF PROCEDURE: ${NARRATIVE}\nPLAN: Home tomorrow.`;
  expect(narrativeOf(note)).toBe(NARRATIVE);
});

test('where there is nothing but a narrative, or hardly any, nothing is left out', () => {
  expect(narrativeOf(NARRATIVE)).toBeUndefined();
  expect(narrativeOf('PROCEDURE: Laparoscopic cholecystectomy.\nDESCRIPTION: As usual.')).toBeUndefined();
});

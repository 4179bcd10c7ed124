import { expect, test } from 'vitest';
import { shippedSpace } from '../../../eval/shipped.ts';
import { approachBit } from '../../2-findings/cues.ts';
import { analyze } from './analysis.ts';

const space = shippedSpace();
/** The approaches of the line that says just this. */
const approachOf = (heading: string, line: string): number => {
  const { note, view } = analyze(`PROCEDURE: ${heading}\n`, space);
  return view.approachOf(note.lines.findIndex(({ line: { start, end } }) => note.text.slice(start, end).startsWith(line)));
};

test('the scope of one act is not the way of the act beside it', () => {
  expect(approachOf('Bronchoscopy with lavage and left chest tube placement', 'left chest tube')).toBe(0);
  expect(approachOf('Colonoscopy; hemorrhoidectomy', 'hemorrhoidectomy')).toBe(0);
});

test('"laparoscopic" is said once for all that is named', () => {
  const both = approachOf('Laparoscopic cholecystectomy and appendectomy', 'appendectomy');
  expect(both & approachBit('laparoscopic')).not.toBe(0);
});

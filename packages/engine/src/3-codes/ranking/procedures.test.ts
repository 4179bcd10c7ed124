import { expect, test } from 'vitest';
import { shippedSpace } from '../../../eval/shipped.ts';
import { analyze } from './analysis.ts';
import { viewProcedures } from './procedures.ts';

const space = shippedSpace();

/** Whether two codes of a heading are readings of one act, whichever leads. */
function areOneAct(heading: string, first: string, second: string): boolean {
  const analysis = analyze(`PROCEDURE: ${heading}.\n`, space);
  const rowOf = (code: string): number => {
    const row = analysis.matrix.ids.findIndex((id) => space.index.documents[id]?.code === code);
    expect(row).toBeGreaterThanOrEqual(0);
    return row;
  };
  const procedures = viewProcedures(analysis, space);
  const [one, other] = [procedures.sameAct(rowOf(first), rowOf(second)), procedures.sameAct(rowOf(second), rowOf(first))];
  expect(other).toBe(one);
  return one;
}

test.each([
  ['EGD with biopsy and balloon dilation', '43249', '43239'],
  ['ERCP with stent exchange and removal of stones', '43276', '43264'],
  ['Bronchoscopy with transbronchial biopsy and lavage', '31628', '31624'],
  ['Echocardiogram by the esophagus with spectral and color Doppler', '93325', '93320'],
])('techniques of one scope, and extras of one study, are acts of their own: %s', (heading, first, second) => {
  expect(areOneAct(heading, first, second)).toBe(false);
});

test.each([
  ['EGD with dilation', '43249', '43248'],
  ['Laparoscopic cholecystectomy', '47562', '47563'],
  ['Anterior cervical plate', '22845', '22846'],
  ['Knee arthroscopy with meniscectomy', '29881', '29880'],
])('readings of the same words are one act: %s', (heading, first, second) => {
  expect(areOneAct(heading, first, second)).toBe(true);
});

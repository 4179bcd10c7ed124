import { describe, expect, it } from 'vitest';
import { shippedEngine } from '../../eval/shipped.ts';
import { sizesFor, sizesIn } from './sizes.ts';

const values = (text: string, about?: 'lesion' | 'closure' | 'opening'): number[] =>
  sizesFor(sizesIn(text), about)
    .filter((size) => size.unit === 'cm')
    .map((size) => Math.round(size.value * 100) / 100);

describe('sizes by what they are the size of', () => {
  it('counts an excised lesion with its margins on both sides, not the wound that was closed', () => {
    const text = 'the lesion measured 2.2 cm. a margin of 6 mm was marked. the final length of the closed wound was 7.0 cm.';
    expect(values(text, 'lesion')).toEqual([3.4]);
    expect(values(text, 'closure')).toEqual([7, 7]);
  });

  it('is in the band beyond a limit where the note says so', () => {
    const bands = ['tumor over 5 cm', 'tumor >5 cm', 'tumor of 5 cm', 'tumor less than 5 cm'].map((text) => values(text)[0] ?? 0);
    expect(bands.map((value) => Math.sign(value - 5))).toEqual([1, 1, 0, -1]);
  });

  it('gives a word beyond another measure to that one', () => {
    const text =
      'the cheek lesion measured 0.9 cm in diameter. margins of 4 mm were drawn, for an excised diameter of 1.7 cm. ' +
      'the forearm lesion measured 0.8 cm and 4 mm margins were likewise marked, giving 1.6 cm.';
    expect(sizesIn(text).map((size) => size.of)).toEqual(['lesion', 'margin', 'whole', 'lesion', 'margin', 'whole']);
    expect(values(text, 'lesion')).toEqual([1.7, 1.6, 1.7, 1.6]);
  });

  it('adds up several closures', () => {
    expect(values('laceration of 2 cm of the arm, laceration of 3 cm of the leg', 'closure')).toEqual([2, 3, 5]);
  });

  it('leaves out instruments and distances', () => {
    expect(values('a 2 cm mass was found 8 cm from the anal verge, through a 5 mm port')).toEqual([2]);
  });

  it('falls back to whatever was measured', () => {
    expect(values('it was 4 cm', 'opening')).toEqual([4]);
    expect(values('nothing measured', 'lesion')).toEqual([]);
  });

  it.each([
    ['3 x 2 cm', 'cm', 3],
    ['3 x 2 cm', 'sqcm', 6],
    ['12 mm', 'cm', 1.2],
    ['two inches', 'cm', 5.08],
    ['uterus of 320 grams', 'g', 320],
    ['40 square centimeters', 'sqcm', 40],
  ])('%s as %s', (text, unit, value) => {
    expect(sizesIn(text).find((size) => size.unit === unit)?.value).toBeCloseTo(value);
  });
});

describe('sizes belong to what they measure', () => {
  const engine = shippedEngine();
  const firstOf = (text: string): string | undefined => engine.suggest(text).suggestions[0]?.code;

  it('adds each lesion its own margin', () => {
    const text = 'the first lesion was 1 cm, with a margin of 2 mm. the second lesion was 2 cm, with a margin of 5 mm.';
    expect(values(text, 'lesion')).toEqual([1.4, 3]);
  });

  it.each([
    [
      'PROCEDURE: Excision of a basal cell carcinoma of the cheek.\nDESCRIPTION: The lesion of the cheek measured 0.9 cm; 4 mm margins were drawn.',
      '11642',
    ],
  ])('%s', (note, code) => {
    expect(firstOf(note)).toBe(code);
  });
});

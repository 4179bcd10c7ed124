import { describe, expect, it } from 'vitest';
import { shippedSpace } from '../../../eval/shipped.ts';
import { analyze } from './analysis.ts';
import { orderCandidates, viewRows, type Chosen } from './choose.ts';

const space = shippedSpace();
const analysis = analyze(
  'PROCEDURE: Excisional debridement of subcutaneous tissue, 40 sq cm. The wound of the thigh was debrided sharply into fat.',
  space,
);
const codeOf = (id: number): string => space.index.documents[id]?.code ?? '';

/** The rows of a note when codes have these chances and all others next to none. */
function chosen(chances: Readonly<Record<string, number>>, read = analysis): Map<string, Chosen> {
  const { ids } = read.matrix;
  const of = Float64Array.from(ids, (id) => chances[codeOf(id)] ?? 0.001);
  const ranked = { ids, main: of, items: of, billed: of, strength: 0, ...viewRows(read, space) };
  const rows = orderCandidates(ranked, { calibration: [], context: undefined }, 10, () => true);
  return new Map(rows.map((row) => [codeOf(row.id), row]));
}

describe('an add-on that is likely', () => {
  it('makes the surest of its primaries likely, and no surer than that', () => {
    const rows = chosen({ '11042': 0.3, '11045': 0.8 });
    expect(rows.get('11045')).toMatchObject({ likely: true, confidence: 0.8 });
    expect(rows.get('11042')).toMatchObject({ likely: true, confidence: 0.5 });
  });

  it('leaves a primary that is sure by itself, and one that is hardly possible', () => {
    expect(chosen({ '11042': 0.9, '11045': 0.8 }).get('11042')?.confidence).toBe(0.9);
    expect(chosen({ '11042': 0.1, '11045': 0.8 }).get('11042')).toMatchObject({ likely: false, confidence: 0.1 });
  });

  it('is nothing to another code', () => {
    expect(chosen({ '11042': 0.3, '11043': 0.2, '11045': 0.8 }).get('11043')).toMatchObject({ likely: false, confidence: 0.2 });
  });
});

describe('the first place', () => {
  const twoActs = analyze(
    `PROCEDURES: 1. Laparoscopic cholecystectomy. 2. Open repair of a 2 cm umbilical hernia.
The gallbladder was dissected off the liver bed. The umbilical fascia was closed with interrupted sutures.`,
    space,
  );
  const first = (chances: Readonly<Record<string, number>>): string | undefined => [...chosen(chances, twoActs).keys()][0];

  it('is that of the likely code that stands for most work, whichever the network puts first', () => {
    expect(first({ '49591': 0.9, '47562': 0.7 })).toBe('47562');
    expect(first({ '47562': 0.9, '49591': 0.7 })).toBe('47562');
  });

  it('is kept from a larger code that is not likely', () => {
    expect(first({ '49591': 0.9, '47562': 0.4 })).toBe('49591');
  });

  it('is not left to a code that is hardly billed where another is likely', () => {
    expect(first({ '47562': 0.8, '49591': 0.2 })).toBe('47562');
    expect(first({ '47600': 0.2, '47562': 0.15, '49591': 0.14 })).toBe('47600');
    expect(first({ '47600': 0.2, '49591': 0.6 })).toBe('49591');
  });
});

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

/** The rows of the note when codes have these chances and all others next to none. */
function chosen(chances: Readonly<Record<string, number>>): Map<string, Chosen> {
  const { ids } = analysis.matrix;
  const of = Float64Array.from(ids, (id) => chances[codeOf(id)] ?? 0.001);
  const ranked = { ids, main: of, items: of, billed: of, strength: 0, ...viewRows(analysis, space) };
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

import { describe, expect, it } from 'vitest';
import { shippedKnowledge } from '../../../eval/shipped.ts';
import { compileCodes } from '../catalogue/code-space.ts';
import { parseWeights } from '../catalogue/weights.ts';
import { analyze } from './analysis.ts';
import { orderCandidates, plainChances, viewRows } from './choose.ts';
import { SIGNALS } from './confidence.ts';
import { CONTEXT_INPUTS, type FirstLook } from './in-context.ts';

const knowledge = shippedKnowledge();
const space = compileCodes(knowledge);
const weights = parseWeights(knowledge.files['weights/ranking.json']);

const NOTE = `PROCEDURE: 1. Laparoscopic cholecystectomy.
2. Umbilical hernia repair.
DESCRIPTION: The gallbladder was dissected off the liver bed and removed. The umbilical defect was then closed.`;

const analysis = analyze(NOTE, space);
const analysisOfPort = analyze('PROCEDURE: Port placement with fluoroscopic guidance of the central line', space);
const codeOf = (id: number): string => space.index.documents[id]?.code ?? '';
const items = Float64Array.from(analysis.matrix.ids, () => 0.1);

/** What the second look sees of some codes of the note, of which the first named is the surest. */
function seen(...codes: readonly string[]): Record<string, number>[] {
  const rows = codes.map((code, at): FirstLook => {
    const row = analysis.matrix.ids.findIndex((id) => codeOf(id) === code);
    expect(row).toBeGreaterThanOrEqual(0);
    return { row, id: analysis.matrix.ids[row] ?? -1, signals: SIGNALS.map(() => 0), confidence: 0.9 - at * 0.2 };
  });
  return viewRows(analysis, space)
    .context.inputsOf(rows, items)
    .map((inputs) => {
      expect(inputs).toHaveLength(CONTEXT_INPUTS.length);
      return Object.fromEntries(CONTEXT_INPUTS.map((name, at) => [name, inputs[at] ?? NaN]));
    });
}

describe('what the second look sees of a row', () => {
  it('is how many of its words no surer row says', () => {
    const [first, sibling] = seen('47562', '47563');
    expect(first?.['own words']).toBeCloseTo(1);
    expect(sibling?.['own words']).toBeLessThan(0.5);
    const [, other] = seen('47562', '49591');
    expect(other?.['own words']).toBeGreaterThan(0.7);
  });

  it('is what of the heading is left over', () => {
    const [first, second] = seen('47562', '49591');
    expect(first?.['heading left over']).toBe(1);
    expect(second?.['heading left over']).toBeLessThan(1);
    expect(second?.['heading left over']).toBeGreaterThan(0);
  });

  it('is how sure its siblings above are', () => {
    const [first, sibling, other] = seen('47562', '47563', '49591');
    expect(first?.['sibling above']).toBe(0);
    expect(sibling?.['sibling above']).toBe(0.9);
    expect(other?.['sibling above']).toBe(0);
    expect(other?.['chances above']).toBeCloseTo(1.6);
  });

  it('does not depend on the order in which rows are given', () => {
    const view = viewRows(analysis, space).context;
    const rows = ['47562', '49591', '47563'].map((code, at): FirstLook => {
      const row = analysis.matrix.ids.findIndex((id) => codeOf(id) === code);
      return { row, id: analysis.matrix.ids[row] ?? -1, signals: SIGNALS.map(() => 0), confidence: 0.9 - at * 0.2 };
    });
    expect(view.inputsOf([...rows].reverse(), items).reverse()).toEqual(view.inputsOf(rows, items));
  });
});

describe('the list in context', () => {
  const ranked = { ids: analysis.matrix.ids, ...plainChances(analysis, weights), ...viewRows(analysis, space) };

  it('has one procedure for each likely code, and no likely code that is another reading', () => {
    const chosen = orderCandidates(ranked, weights, 10, () => true);
    const likely = chosen.filter((row) => row.likely);
    expect(new Set(likely.map(({ group }) => group)).size).toBe(likely.length);
    expect(likely.every(({ alternativeTo }) => alternativeTo === undefined)).toBe(true);
    expect(likely.map(({ id }) => codeOf(id))).toContain('47562');
  });

  it('has an add-on as likely only beside a likely primary of its own', () => {
    const rowOf = (code: string): number => analysisOfPort.matrix.ids.findIndex((id) => codeOf(id) === code);
    const sure = (...codes: readonly string[]): string[] => {
      const chances = Float64Array.from(analysisOfPort.matrix.ids, () => 1e-6);
      for (const code of codes) chances[rowOf(code)] = 0.9;
      const view = viewRows(analysisOfPort, space);
      const chosen = orderCandidates(
        { ids: analysisOfPort.matrix.ids, main: chances, items: chances, billed: chances.map(Math.log), strength: 1, ...view },
        { calibration: [], context: undefined },
        10,
        () => true,
      );
      return chosen.filter(({ likely }) => likely).map(({ id }) => codeOf(id));
    };
    expect(sure('36561', '77001')).toEqual(['36561', '77001']);
    expect(sure('77001')).toEqual([]);
  });

  it('is the first look where nothing was fitted for the second', () => {
    const before = orderCandidates(ranked, { ...weights, context: undefined }, 10, () => true);
    expect(before[0]?.id).toBe(orderCandidates(ranked, weights, 10, () => true)[0]?.id);
  });
});

import { describe, expect, it } from 'vitest';
import { contextFrom, storedContext } from '../../src/3-codes/catalogue/weights.ts';
import { chanceInContext, CONTEXT_INPUTS } from '../../src/3-codes/ranking/in-context.ts';
import { CONTEXT_OPTIONS, fitContext, type ContextRow } from './fit-context.ts';

const OWN = CONTEXT_INPUTS.indexOf('own words');
const ABOVE = CONTEXT_INPUTS.indexOf('same act above');

/** A row that is even by itself, and billed where it has words of its own or nothing of its act stands above it, but not with both. */
function rowOf(own: number, above: number): ContextRow {
  const inputs = CONTEXT_INPUTS.map((_, place) => (place === OWN ? own : place === ABOVE ? above : 0));
  return { inputs, first: 0, right: own !== above };
}

const rows = Array.from({ length: 800 }, (_, at) => rowOf(at % 2, Math.floor(at / 2) % 2));
const options = { ...CONTEXT_OPTIONS, members: 2, epochs: 60, dropped: 0 };
const fitted = storedContext(fitContext(rows, options));

describe('the second look', () => {
  it('learns what no weighing of single inputs tells', () => {
    const network = contextFrom(fitted);
    for (const { inputs, first, right } of rows.slice(0, 4)) expect(chanceInContext(first, inputs, network) > 0.5).toBe(right);
  });

  it('adds to what the first look said', () => {
    const network = contextFrom(fitted);
    const { inputs } = rowOf(1, 0);
    expect(chanceInContext(-1, inputs, network)).toBeLessThan(chanceInContext(1, inputs, network));
  });

  it('is the same for the same rows, in whole numbers', () => {
    expect(storedContext(fitContext(rows, options))).toEqual(fitted);
    expect(fitted.inputs.flatMap(({ units }) => units).every(Number.isInteger)).toBe(true);
    expect(fitted.thresholds).toHaveLength(options.members * options.units);
  });

  it('counts an input that the fitting did not know as nothing', () => {
    const network = contextFrom({ ...fitted, inputs: fitted.inputs.filter(({ input }) => input !== 'own words') });
    const at = OWN * network.units;
    expect(network.inputs.subarray(at, at + network.units).every((weight) => weight === 0)).toBe(true);
  });
});

import type { Analysis } from './analysis.ts';
import type { CodeSpace } from './analysis.ts';
import { answeredLine } from './by-lines.ts';
import type { Relations } from './relations.ts';
import { modelScores, softmax, type Chances } from './ranking.ts';
import type { Weights } from './weights.ts';

/** A candidate in its final place, with what its confidence rests on. */
export type Chosen = {
  /** Row in the feature matrix. */
  readonly row: number;
  /** Place in the code index. */
  readonly id: number;
  readonly score: number;
  /** The surest code above that contains it, so that it can stand only instead of that one. */
  readonly container: { readonly id: number; readonly chance: number } | undefined;
  /** What the confidence is made of; see `confidenceSignals`. */
  readonly signals: readonly number[];
  readonly confidence: number;
  /** Sure enough, and not part of what is likely already: never billed beside it. */
  readonly likely: boolean;
};

/** A suggestion at or above this calibrated chance is likely; below, it is worth a look. */
export const LIKELY = 0.5;

/** After the first row the list is for every billable item; a little of the main model keeps near misses of the main code in. */
const MAIN_SHARE_LATER = 0.2;
/** A line that already has its code waits a little, so that the other procedures of the note come first. */
const LINE_COVERED = 0.15;
const LINE_MIN_F = 0.2;
/** What is part of a code above is an alternative to it, not a further item. */
const BUNDLED = 1;
const TINY = 1e-9;

/**
 * Orders candidates: first the main procedure, then by the chance of being billed, less for lines that already have codes.
 * @param allowed which rows may be shown
 * @param learned what a tenant's settled notes make of the chances; may add candidates at the end
 */
export function chooseCodes(
  analysis: Analysis,
  space: CodeSpace,
  weights: Weights,
  size: number,
  allowed: (id: number) => boolean,
  learned: (plain: Chances) => Chances & { ids: readonly number[] } = (plain) => ({ ids: analysis.matrix.ids, ...plain }),
): Chosen[] {
  const { ids, main, items } = learned(plainChances(analysis, weights));
  const ranked = { ids, main, items, lineOf: linesOfCandidates(analysis, ids), relations: space.relations };
  return orderCandidates(ranked, weights.calibration, size, (row) => allowed(ids[row] ?? -1));
}

/** What the shipped models make of the candidates, before anything that a tenant taught. */
export function plainChances(analysis: Analysis, weights: Weights): Chances {
  const { ids, rows, width } = analysis.matrix;
  const matrix = { rows, width, count: ids.length };
  return { main: softmax(modelScores(matrix, weights.main)), items: softmax(modelScores(matrix, weights.items)) };
}

export type Ranked = {
  readonly ids: readonly number[];
  readonly main: Float64Array;
  readonly items: Float64Array;
  readonly lineOf: readonly number[];
  readonly relations: Relations;
};

/** The line that each candidate answers best, or -1; codes that only the learner knows answer none. */
export function linesOfCandidates(analysis: Analysis, ids: readonly number[] = analysis.matrix.ids): number[] {
  return ids.map((_, place) => answeredLine(analysis.candidates.byLines, place, LINE_MIN_F));
}

/** The greedy order; separate from the models so that it is measured with out-of-fold scores too. */
export function orderCandidates(
  ranked: Ranked,
  calibration: readonly number[],
  size: number,
  allowed: (row: number) => boolean,
): Chosen[] {
  const { ids, main, items, lineOf, relations } = ranked;
  const later = Float64Array.from(
    ids,
    (_, row) =>
      MAIN_SHARE_LATER * Math.log((main[row] ?? 0) + TINY) + (1 - MAIN_SHARE_LATER) * Math.log((items[row] ?? 0) + TINY),
  );
  const count = ids.length;
  const closed = Uint8Array.from(ids, (_, row) => (allowed(row) ? 0 : 1));
  const alone = Uint8Array.from(ids, (id) => (relations.isAddon(id) ? 1 : 0));
  /** By row, the surest code above that contains it, and its chance. */
  const containerOf = new Int32Array(count).fill(-1);
  const containerChance = new Float64Array(count);
  const coded = new Map<number, number>();
  const chosen: Chosen[] = [];
  while (chosen.length < size) {
    let best = -1;
    let most = -Infinity;
    for (let row = 0; row < count; row++) {
      if (closed[row] === 1 || alone[row] === 1) continue;
      const line = lineOf[row] ?? -1;
      const value =
        chosen.length === 0
          ? (main[row] ?? 0)
          : (later[row] ?? 0) - (line < 0 ? 0 : LINE_COVERED * (coded.get(line) ?? 0)) - BUNDLED * (containerChance[row] ?? 0);
      if (value <= most) continue;
      most = value;
      best = row;
    }
    if (best < 0) break;
    closed[best] = 1;
    const line = lineOf[best] ?? -1;
    coded.set(line, (coded.get(line) ?? 0) + 1);
    const within = containerChance[best] ?? 0;
    const signals = confidenceSignals(main[best] ?? 0, items[best] ?? 0, chosen.length, within);
    const confidence = confidenceOf(signals, calibration);
    const container = containerOf[best] ?? -1;
    chosen.push({
      row: best,
      id: ids[best] ?? 0,
      score: later[best] ?? 0,
      container: container < 0 ? undefined : { id: container, chance: within },
      signals,
      confidence,
      likely: confidence >= LIKELY && within < LIKELY,
    });
    const shown = ids[best] ?? -1;
    const chance = items[best] ?? 0;
    for (let row = 0; row < count; row++) {
      if (closed[row] === 1) continue;
      const id = ids[row] ?? -1;
      if (chance > (containerChance[row] ?? 0) && relations.includes(shown, id)) {
        containerOf[row] = shown;
        containerChance[row] = chance;
      }
      if (alone[row] === 1 && relations.isPrimaryOf(shown, id)) alone[row] = 0;
    }
  }
  return chosen;
}

/** What the calibration sees: constant, log odds under both models, place in the list. */
export function confidenceSignals(main: number, items: number, place: number, part: number): number[] {
  const logOdds = (chance: number): number => Math.log((chance + 1e-5) / (1 - chance + 1e-5));
  return [1, logOdds(main), logOdds(items), place === 0 ? 1 : 0, Math.log1p(place), Math.max(main, items), part];
}

/** Chance from signals; uncalibrated engines answer with the items' share. */
export function confidenceOf(signals: readonly number[], calibration: readonly number[]): number {
  if (calibration.length === 0) return Math.min(0.99, signals[5] ?? 0);
  const sum = signals.reduce((total, signal, at) => total + signal * (calibration[at] ?? 0), 0);
  return Math.min(0.99, Math.max(0.001, 1 / (1 + Math.exp(-sum))));
}

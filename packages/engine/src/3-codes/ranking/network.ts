import { FEATURES, type FeatureMatrix } from './features.ts';

/** What a row of features is asked: whether it is the note's main code, which rows are billed, and whether this one is at all. */
export const QUESTIONS = ['main', 'items', 'billed'] as const;

export type Question = (typeof QUESTIONS)[number];

/** One hidden layer of rectified units, and a score for each question. */
export type Network = {
  readonly units: number;
  /** Weight of each feature on each unit, the units of a feature side by side. */
  readonly inputs: Float64Array;
  readonly thresholds: Float64Array;
  readonly outputs: Readonly<Record<Question, Float64Array>>;
  /** Added to the score of `billed`, which is no comparison of rows. */
  readonly offset: number;
};

/** One score a candidate. */
export type Scores = Readonly<Record<Question, Float64Array>>;

const SIDE_BY_SIDE = 4;

/** Scores of all candidates. */
export function networkScores({ rows, count }: Pick<FeatureMatrix, 'rows'> & { count: number }, network: Network): Scores {
  const { units, inputs, thresholds, outputs, offset } = network;
  const width = FEATURES.length;
  const scores = { main: new Float64Array(count), items: new Float64Array(count), billed: new Float64Array(count) };
  const values = new Float64Array(width);
  const places = new Int32Array(width);
  const sums = new Float64Array(units + SIDE_BY_SIDE);
  for (let row = 0; row < count; row++) {
    // Most features of a row are 0.
    let filled = 0;
    for (let feature = 0; feature < width; feature++) {
      const value = rows[row * width + feature] ?? 0;
      if (value === 0) continue;
      values[filled] = value;
      places[filled++] = feature * units;
    }
    // Sums that do not wait for each other are made side by side; those beyond the last unit are not looked at.
    for (let unit = 0; unit < units; unit += SIDE_BY_SIDE) {
      let first = thresholds[unit] ?? 0;
      let second = thresholds[unit + 1] ?? 0;
      let third = thresholds[unit + 2] ?? 0;
      let fourth = thresholds[unit + 3] ?? 0;
      for (let at = 0; at < filled; at++) {
        const value = values[at] ?? 0;
        const from = (places[at] ?? 0) + unit;
        first += value * (inputs[from] ?? 0);
        second += value * (inputs[from + 1] ?? 0);
        third += value * (inputs[from + 2] ?? 0);
        fourth += value * (inputs[from + 3] ?? 0);
      }
      sums[unit] = first;
      sums[unit + 1] = second;
      sums[unit + 2] = third;
      sums[unit + 3] = fourth;
    }
    let main = 0;
    let items = 0;
    let billed = offset;
    for (let unit = 0; unit < units; unit++) {
      const active = sums[unit] ?? 0;
      if (active <= 0) continue;
      main += active * (outputs.main[unit] ?? 0);
      items += active * (outputs.items[unit] ?? 0);
      billed += active * (outputs.billed[unit] ?? 0);
    }
    scores.main[row] = steady(main);
    scores.items[row] = steady(items);
    scores.billed[row] = steady(billed);
  }
  return scores;
}

/** So many parts of one a score is told to: rows that differ by less are level, and keep the order of the codes. */
const PARTS = 1e6;

const steady = (score: number): number => Math.round(score * PARTS) / PARTS;

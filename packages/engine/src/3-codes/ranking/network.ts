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

/** Units whose sums are made together: none waits for the others, and a line of the cache holds their weights. */
const SIDE_BY_SIDE = 8;

/** Weights by block of units, feature by feature: what one block asks for stays near while all rows are asked. */
const blocks = new WeakMap<Network, Float64Array>();

function blocksOf(network: Network): Float64Array {
  const known = blocks.get(network);
  if (known !== undefined) return known;
  const { units, inputs } = network;
  const width = inputs.length / units;
  const packed = new Float64Array(Math.ceil(units / SIDE_BY_SIDE) * width * SIDE_BY_SIDE);
  for (let unit = 0; unit < units; unit++) {
    const block = Math.floor(unit / SIDE_BY_SIDE) * width * SIDE_BY_SIDE + (unit % SIDE_BY_SIDE);
    for (let feature = 0; feature < width; feature++)
      packed[block + feature * SIDE_BY_SIDE] = inputs[feature * units + unit] ?? 0;
  }
  blocks.set(network, packed);
  return packed;
}

/** The features of each row that are not 0: two thirds are. */
function filledIn(rows: ArrayLike<number>, count: number): { ends: Int32Array; places: Int32Array; values: Float64Array } {
  const width = FEATURES.length;
  const ends = new Int32Array(count);
  const places = new Int32Array(count * width);
  const values = new Float64Array(count * width);
  let filled = 0;
  for (let row = 0; row < count; row++) {
    for (let feature = 0; feature < width; feature++) {
      const value = rows[row * width + feature] ?? 0;
      if (value === 0) continue;
      values[filled] = value;
      places[filled++] = feature * SIDE_BY_SIDE;
    }
    ends[row] = filled;
  }
  return { ends, places, values };
}

/** Scores of all candidates. */
export function networkScores({ rows, count }: Pick<FeatureMatrix, 'rows'> & { count: number }, network: Network): Scores {
  const { units, thresholds, outputs, offset } = network;
  const weights = blocksOf(network);
  const size = FEATURES.length * SIDE_BY_SIDE;
  const { ends, places, values } = filledIn(rows, count);
  const scores = { main: new Float64Array(count), items: new Float64Array(count), billed: new Float64Array(count).fill(offset) };
  const sums = new Float64Array(SIDE_BY_SIDE);
  for (let first = 0; first < units; first += SIDE_BY_SIDE) {
    const block = (first / SIDE_BY_SIDE) * size;
    for (let row = 0; row < count; row++) {
      let s0 = thresholds[first] ?? 0;
      let s1 = thresholds[first + 1] ?? 0;
      let s2 = thresholds[first + 2] ?? 0;
      let s3 = thresholds[first + 3] ?? 0;
      let s4 = thresholds[first + 4] ?? 0;
      let s5 = thresholds[first + 5] ?? 0;
      let s6 = thresholds[first + 6] ?? 0;
      let s7 = thresholds[first + 7] ?? 0;
      const end = ends[row] ?? 0;
      for (let at = row === 0 ? 0 : (ends[row - 1] ?? 0); at < end; at++) {
        const value = values[at] ?? 0;
        const from = block + (places[at] ?? 0);
        s0 += value * (weights[from] ?? 0);
        s1 += value * (weights[from + 1] ?? 0);
        s2 += value * (weights[from + 2] ?? 0);
        s3 += value * (weights[from + 3] ?? 0);
        s4 += value * (weights[from + 4] ?? 0);
        s5 += value * (weights[from + 5] ?? 0);
        s6 += value * (weights[from + 6] ?? 0);
        s7 += value * (weights[from + 7] ?? 0);
      }
      sums[0] = s0;
      sums[1] = s1;
      sums[2] = s2;
      sums[3] = s3;
      sums[4] = s4;
      sums[5] = s5;
      sums[6] = s6;
      sums[7] = s7;
      for (let own = 0; own < SIDE_BY_SIDE && first + own < units; own++) {
        const unit = first + own;
        const active = sums[own] ?? 0;
        if (active <= 0) continue;
        scores.main[row] = (scores.main[row] ?? 0) + active * (outputs.main[unit] ?? 0);
        scores.items[row] = (scores.items[row] ?? 0) + active * (outputs.items[unit] ?? 0);
        scores.billed[row] = (scores.billed[row] ?? 0) + active * (outputs.billed[unit] ?? 0);
      }
    }
  }
  return { main: scores.main.map(steady), items: scores.items.map(steady), billed: scores.billed.map(steady) };
}

/** So many parts of one a score is told to: rows that differ by less are level, and keep the order of the codes. */
const PARTS = 1e6;

const steady = (score: number): number => Math.round(score * PARTS) / PARTS;

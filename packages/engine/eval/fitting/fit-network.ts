import { storedNetwork, type StoredNetwork } from '../../src/3-codes/catalogue/weights.ts';
import { QUESTIONS } from '../../src/3-codes/ranking/network.ts';
import { softmax } from '../../src/3-codes/ranking/ranking.ts';
import { type FitOptions, listwiseGradient, seededRandom, shuffle, type Lesson } from './learning-set.ts';

export type NetworkOptions = FitOptions & {
  /** What the third question counts beside the first two. */
  readonly billedShare: number;
};

export const NETWORK_OPTIONS: NetworkOptions = {
  units: 14,
  members: 5,
  epochs: 24,
  batch: 16,
  rate: 0.01,
  decay: 0.002,
  dropped: 0.25,
  billedShare: 0.3,
};

/** All rows of a note are looked at each so many epochs; in between those that were moved by so much then. */
const REVIEW = 4;
const LEAST_SLOPE = 2e-3;

/** Fits the network: listwise for the main code and the billed items, row by row for being billed. The same lessons give the same bytes. */
export function fitNetwork(lessons: readonly Lesson[], width: number, options: NetworkOptions = NETWORK_OPTIONS): StoredNetwork {
  const scales = spreadOf(lessons, width);
  const sheets = lessons
    .filter(({ main, items }) => main.length + items.length > 0)
    .map((lesson) => ({
      lesson,
      features: setFeatures(lesson, width, scales),
      all: Int32Array.from({ length: lesson.count }, (_, row) => row),
    }));
  const members = Array.from({ length: options.members }, (_, at) => fitMember(sheets, width, at + 1, options));
  return storedNetwork(averageOf(members, width, options.units), Array.from(scales));
}

/** The mean of the members is one network that has the units of all. */
function averageOf(members: readonly Float64Array[], width: number, units: number): Parameters<typeof storedNetwork>[0] {
  const at = placesOf(units, width);
  const side = (from: number): Float64Array =>
    Float64Array.from(members.flatMap((weights) => Array.from(weights.subarray(from, from + units))));
  const mean = (question: number): Float64Array => side(at.outputs + question * units).map((weight) => weight / members.length);
  return {
    units: units * members.length,
    inputs: Float64Array.from(Array.from({ length: width }, (_, feature) => Array.from(side(feature * units))).flat()),
    thresholds: side(at.thresholds),
    outputs: { main: mean(0), items: mean(1), billed: mean(2) },
    offset: members.reduce((sum, weights) => sum + (weights[at.offset] ?? 0), 0) / members.length,
  };
}

/** How far each feature varies over all candidates, so that weights are comparable. */
function spreadOf(lessons: readonly Lesson[], width: number): Float64Array {
  const sum = new Float64Array(width);
  const square = new Float64Array(width);
  for (const { rows } of lessons) {
    for (let at = 0; at < rows.length; at++) {
      const value = rows[at] ?? 0;
      sum[at % width] = (sum[at % width] ?? 0) + value;
      square[at % width] = (square[at % width] ?? 0) + value * value;
    }
  }
  const count = lessons.reduce((total, lesson) => total + lesson.count, 0);
  return sum.map((total, feature) => Math.sqrt(Math.max(1e-6, (square[feature] ?? 0) / count - (total / count) ** 2)));
}

/** The features that are set, row by row, scaled: two thirds of all are 0. */
type SetFeatures = { readonly starts: Int32Array; readonly places: Int32Array; readonly values: Float64Array };

function setFeatures({ rows, count }: Lesson, width: number, scales: Float64Array): SetFeatures {
  const starts = new Int32Array(count + 1);
  const places: number[] = [];
  const values: number[] = [];
  for (let row = 0; row < count; row++) {
    for (let feature = 0; feature < width; feature++) {
      const value = rows[row * width + feature] ?? 0;
      if (value === 0) continue;
      places.push(feature);
      values.push(value / (scales[feature] ?? 1));
    }
    starts[row + 1] = places.length;
  }
  return { starts, places: Int32Array.from(places), values: Float64Array.from(values) };
}

type Sheet = { readonly lesson: Lesson; readonly features: SetFeatures; readonly all: Int32Array };

/** A member is one vector of weights: inputs, thresholds, the outputs of each question, the offset of the last. */
function placesOf(units: number, width: number): { thresholds: number; outputs: number; offset: number; size: number } {
  const thresholds = width * units;
  const outputs = thresholds + units;
  const offset = outputs + QUESTIONS.length * units;
  return { thresholds, outputs, offset, size: offset + 1 };
}

/** Adam with weight decay, at a rate that falls. */
function fitMember(sheets: readonly Sheet[], width: number, seed: number, options: NetworkOptions): Float64Array {
  const { units, batch } = options;
  const places = placesOf(units, width);
  const random = seededRandom(seed);
  const weights = new Float64Array(places.size);
  const around = (deviation: number): number => (random() * 2 - 1) * deviation * Math.sqrt(3);
  for (let at = 0; at < places.thresholds; at++) weights[at] = around(1 / Math.sqrt(width));
  for (let at = places.outputs; at < places.offset; at++) weights[at] = around(1 / Math.sqrt(units));
  const first = new Float64Array(places.size);
  const second = new Float64Array(places.size);
  const order = sheets.map((_, at) => at);
  const watched = sheets.map(({ all }) => all);
  const seen = new Float64Array(width);
  const steps = Math.ceil(sheets.length / batch) * options.epochs;
  let step = 0;
  for (let epoch = 0; epoch < options.epochs; epoch++) {
    shuffle(order, random);
    for (let from = 0; from < order.length; from += batch) {
      for (let feature = 0; feature < width; feature++)
        seen[feature] = random() < options.dropped ? 0 : 1 / (1 - options.dropped);
      const part = order.slice(from, from + batch);
      const gradient = new Float64Array(places.size);
      for (const at of part) {
        const sheet = sheets[at];
        if (sheet === undefined) continue;
        const rows = epoch % REVIEW === 0 ? sheet.all : (watched[at] ?? sheet.all);
        const moved = addGradient(sheet, rows, weights, seen, options, 1 / part.length, gradient);
        if (epoch % REVIEW === 0) watched[at] = moved;
      }
      step++;
      const rate = options.rate * (1 - step / (steps + 1) + 1 / 30);
      const [early, late] = [1 - 0.9 ** step, 1 - 0.99 ** step];
      for (let at = 0; at < places.size; at++) {
        const kept = at < places.thresholds || (at >= places.outputs && at < places.offset);
        const slope = (gradient[at] ?? 0) + (kept ? options.decay * (weights[at] ?? 0) : 0);
        first[at] = 0.9 * (first[at] ?? 0) + 0.1 * slope;
        second[at] = 0.99 * (second[at] ?? 0) + 0.01 * slope * slope;
        const spread = Math.sqrt((second[at] ?? 0) / late) + 1e-8;
        weights[at] = (weights[at] ?? 0) - (rate * (first[at] ?? 0)) / early / spread;
      }
    }
  }
  return weights;
}

/** Adds what one note says of the weights. @param seen by feature, 0 where this step does not see it; @returns the rows that were moved */
function addGradient(
  { lesson, features }: Sheet,
  rows: Int32Array,
  weights: Float64Array,
  seen: Float64Array,
  { units, billedShare }: NetworkOptions,
  share: number,
  gradient: Float64Array,
): Int32Array {
  const { starts, places, values } = features;
  const at = placesOf(units, seen.length);
  const sums = new Float64Array(rows.length * units);
  const scores = QUESTIONS.map(() => new Float64Array(rows.length));
  rows.forEach((row, own) => {
    const base = own * units;
    for (let unit = 0; unit < units; unit++) sums[base + unit] = weights[at.thresholds + unit] ?? 0;
    for (let entry = starts[row] ?? 0; entry < (starts[row + 1] ?? 0); entry++) {
      const feature = places[entry] ?? 0;
      const value = (values[entry] ?? 0) * (seen[feature] ?? 0);
      if (value === 0) continue;
      const from = feature * units;
      for (let unit = 0; unit < units; unit++) sums[base + unit] = (sums[base + unit] ?? 0) + value * (weights[from + unit] ?? 0);
    }
    scores.forEach((ofRow, question) => {
      let score = question === BILLED ? (weights[at.offset] ?? 0) : 0;
      const from = at.outputs + question * units;
      for (let unit = 0; unit < units; unit++) score += Math.max(0, sums[base + unit] ?? 0) * (weights[from + unit] ?? 0);
      ofRow[own] = score;
    });
  });
  const slopes = slopesOf(lesson, rows, scores, billedShare);
  const back = new Float64Array(units);
  return rows.filter((row, own) => {
    if (slopes.every((slope) => Math.abs(slope[own] ?? 0) < LEAST_SLOPE)) return false;
    back.fill(0);
    slopes.forEach((slope, question) => {
      const step = (slope[own] ?? 0) * lesson.weight * share;
      const from = at.outputs + question * units;
      for (let unit = 0; unit < units; unit++) {
        const active = sums[own * units + unit] ?? 0;
        if (active <= 0) continue;
        gradient[from + unit] = (gradient[from + unit] ?? 0) + step * active;
        back[unit] = (back[unit] ?? 0) + step * (weights[from + unit] ?? 0);
      }
      if (question === BILLED) gradient[at.offset] = (gradient[at.offset] ?? 0) + step;
    });
    for (let unit = 0; unit < units; unit++)
      gradient[at.thresholds + unit] = (gradient[at.thresholds + unit] ?? 0) + (back[unit] ?? 0);
    for (let entry = starts[row] ?? 0; entry < (starts[row + 1] ?? 0); entry++) {
      const feature = places[entry] ?? 0;
      const value = (values[entry] ?? 0) * (seen[feature] ?? 0);
      if (value === 0) continue;
      const from = feature * units;
      for (let unit = 0; unit < units; unit++) gradient[from + unit] = (gradient[from + unit] ?? 0) + value * (back[unit] ?? 0);
    }
    return true;
  });
}

const BILLED = QUESTIONS.indexOf('billed');

/** Gradient by score of the rows that are looked at, of each question. */
function slopesOf(
  { main, items, billed }: Lesson,
  rows: Int32Array,
  scores: readonly Float64Array[],
  billedShare: number,
): Float64Array[] {
  const [ofMain = new Float64Array(), ofItems = new Float64Array(), ofBilled = new Float64Array()] = scores;
  const looked = (targets: readonly (readonly number[])[]): number[][] =>
    targets.map((wanted) => wanted.map((row) => rows.indexOf(row)).filter((own) => own >= 0)).filter((own) => own.length > 0);
  return [
    listwiseGradient(softmax(ofMain), looked(main)),
    listwiseGradient(softmax(ofItems), looked(items)),
    ofBilled.map((score, own) => {
      const answer = billed[rows[own] ?? -1];
      return answer === 'open' ? 0 : billedShare * (1 / (1 + Math.exp(-score)) - (answer === 'yes' ? 1 : 0));
    }),
  ];
}

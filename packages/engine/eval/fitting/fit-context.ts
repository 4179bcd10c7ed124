import { CONTEXT_INPUTS, scaledInput, type ContextNetwork } from '../../src/3-codes/ranking/in-context.ts';
import { type FitOptions, seededRandom } from './learning-set.ts';

/** A row as the second look sees it, the log odds of the first, whether it is billed, and how much its note counts. */
export type ContextRow = {
  readonly inputs: readonly number[];
  readonly first: number;
  readonly right: boolean;
  readonly weight?: number;
};

export const CONTEXT_OPTIONS: FitOptions = {
  units: 8,
  members: 5,
  epochs: 12,
  batch: 64,
  rate: 0.005,
  decay: 0.003,
  dropped: 0.2,
};

/** Fits what is added to the log odds of the first look. The same rows give the same numbers. */
export function fitContext(rows: readonly ContextRow[], options: FitOptions = CONTEXT_OPTIONS): ContextNetwork {
  const width = CONTEXT_INPUTS.length;
  const { units, members } = options;
  const column = (place: number): number[] => rows.map(({ inputs }) => inputs[place] ?? 0);
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  const means = Float64Array.from(CONTEXT_INPUTS, (_, place) => mean(column(place)));
  const scales = means.map((middle, place) =>
    Math.sqrt(mean(column(place).map((value) => (value - middle) ** 2)) + LEAST_SPREAD),
  );
  const sheets = rows.map(({ inputs, first, right, weight = 1 }) => ({
    inputs: Float64Array.from(inputs, (value, place) => scaledInput(value, means[place] ?? 0, scales[place] ?? 1)),
    first,
    right,
    weight,
  }));
  const fitted = Array.from({ length: members }, (_, at) => fitMember(sheets, width, at + 1, options));
  const places = placesOf(units, width);
  const side = (from: number): number[] => fitted.flatMap((weights) => Array.from(weights.subarray(from, from + units)));
  return {
    units: units * members,
    means,
    scales,
    inputs: Float64Array.from(CONTEXT_INPUTS.flatMap((_, place) => side(place * units))),
    thresholds: Float64Array.from(side(places.thresholds)),
    outputs: Float64Array.from(side(places.outputs), (weight) => weight / members),
    offset: mean(fitted.map((weights) => weights[places.offset] ?? 0)),
  };
}

/** Keeps an input that hardly ever moves from counting much when it does. */
const LEAST_SPREAD = 1e-4;

type Sheet = { readonly inputs: Float64Array; readonly first: number; readonly right: boolean; readonly weight: number };

function placesOf(units: number, width: number): { thresholds: number; outputs: number; offset: number; size: number } {
  const thresholds = width * units;
  return { thresholds, outputs: thresholds + units, offset: thresholds + 2 * units, size: thresholds + 2 * units + 1 };
}

/** Adam with weight decay, at a rate that falls. */
function fitMember(sheets: readonly Sheet[], width: number, seed: number, options: FitOptions): Float64Array {
  const { units, batch } = options;
  const places = placesOf(units, width);
  const random = seededRandom(seed);
  const around = (deviation: number): number => (random() * 2 - 1) * deviation * Math.sqrt(3);
  const weights = new Float64Array(places.size);
  for (let at = 0; at < places.thresholds; at++) weights[at] = around(1 / Math.sqrt(width));
  for (let at = places.outputs; at < places.offset; at++) weights[at] = around(0.5 / Math.sqrt(units));
  const first = new Float64Array(places.size);
  const second = new Float64Array(places.size);
  const order = sheets.map((_, at) => at);
  const seen = new Float64Array(width);
  const gradient = new Float64Array(places.size);
  const steps = Math.ceil(sheets.length / batch) * options.epochs;
  for (let step = 1, from = sheets.length; step <= steps; step++, from += batch) {
    if (from >= sheets.length) {
      from = 0;
      for (let at = order.length - 1; at > 0; at--) {
        const other = Math.floor(random() * (at + 1));
        [order[at], order[other]] = [order[other] ?? 0, order[at] ?? 0];
      }
    }
    for (let input = 0; input < width; input++) seen[input] = random() < options.dropped ? 0 : 1 / (1 - options.dropped);
    gradient.fill(0);
    const part = order.slice(from, from + batch);
    for (const at of part) {
      const sheet = sheets[at];
      if (sheet !== undefined) addGradient(sheet, weights, seen, units, 1 / part.length, gradient);
    }
    const rate = options.rate * (1 - step / (steps + 1) + 1 / 30);
    const [early, late] = [1 - 0.9 ** step, 1 - 0.99 ** step];
    for (let at = 0; at < places.size; at++) {
      const decays = at < places.thresholds || (at >= places.outputs && at < places.offset);
      const slope = (gradient[at] ?? 0) + (decays ? options.decay * (weights[at] ?? 0) : 0);
      first[at] = 0.9 * (first[at] ?? 0) + 0.1 * slope;
      second[at] = 0.99 * (second[at] ?? 0) + 0.01 * slope * slope;
      weights[at] = (weights[at] ?? 0) - (rate * (first[at] ?? 0)) / early / (Math.sqrt((second[at] ?? 0) / late) + 1e-8);
    }
  }
  return weights;
}

/** Adds what one row says of the weights. @param seen by input, 0 where this step does not see it */
function addGradient(
  { inputs, first, right, weight }: Sheet,
  weights: Float64Array,
  seen: Float64Array,
  units: number,
  share: number,
  gradient: Float64Array,
): void {
  const at = placesOf(units, seen.length);
  const sums = weights.slice(at.thresholds, at.thresholds + units);
  for (let input = 0; input < inputs.length; input++) {
    const value = (inputs[input] ?? 0) * (seen[input] ?? 0);
    if (value === 0) continue;
    for (let unit = 0; unit < units; unit++) sums[unit] = (sums[unit] ?? 0) + value * (weights[input * units + unit] ?? 0);
  }
  let odds = first + (weights[at.offset] ?? 0);
  for (let unit = 0; unit < units; unit++) odds += Math.max(0, sums[unit] ?? 0) * (weights[at.outputs + unit] ?? 0);
  const slope = share * weight * (1 / (1 + Math.exp(-odds)) - (right ? 1 : 0));
  gradient[at.offset] = (gradient[at.offset] ?? 0) + slope;
  for (let unit = 0; unit < units; unit++) {
    const active = sums[unit] ?? 0;
    const back = active > 0 ? slope * (weights[at.outputs + unit] ?? 0) : 0;
    if (active > 0) gradient[at.outputs + unit] = (gradient[at.outputs + unit] ?? 0) + slope * active;
    gradient[at.thresholds + unit] = (gradient[at.thresholds + unit] ?? 0) + back;
    sums[unit] = back;
  }
  for (let input = 0; input < inputs.length; input++) {
    const value = (inputs[input] ?? 0) * (seen[input] ?? 0);
    if (value === 0) continue;
    for (let unit = 0; unit < units; unit++)
      gradient[input * units + unit] = (gradient[input * units + unit] ?? 0) + value * (sums[unit] ?? 0);
  }
}

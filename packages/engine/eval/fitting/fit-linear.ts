import { listwiseGradient, seededRandom, softmax, type Group } from './learning-set.ts';

/** Mean and spread of every feature over all candidates, so that weights are comparable. */
export type Scaling = { mean: Float64Array; deviation: Float64Array };

export function fitScaling(groups: readonly Group[], width: number): Scaling {
  const mean = new Float64Array(width);
  const square = new Float64Array(width);
  let count = 0;
  for (const group of groups) {
    count += group.count;
    for (let row = 0; row < group.count; row++) {
      for (let feature = 0; feature < width; feature++) {
        const value = group.rows[row * width + feature] ?? 0;
        mean[feature] = (mean[feature] ?? 0) + value;
        square[feature] = (square[feature] ?? 0) + value * value;
      }
    }
  }
  const deviation = new Float64Array(width);
  for (let feature = 0; feature < width; feature++) {
    const average = (mean[feature] ?? 0) / count;
    mean[feature] = average;
    deviation[feature] = Math.sqrt(Math.max(1e-6, (square[feature] ?? 0) / count - average * average)) || 1;
  }
  return { mean, deviation };
}

/** Listwise-softmax linear model by Adam with decoupled weight decay; returns weights on the raw (unscaled) features. */
export function fitLinear(
  groups: readonly Group[],
  width: number,
  options: { l2: number; epochs: number; seed: number },
): Float64Array {
  const { deviation } = fitScaling(groups, width);
  const usable = groups.filter((group) => group.targets.length > 0);
  const random = seededRandom(options.seed);
  const weights = new Float64Array(width);
  const first = new Float64Array(width);
  const second = new Float64Array(width);
  const order = usable.map((_, at) => at);
  const batch = 16;
  let step = 0;
  const steps = Math.ceil(usable.length / batch) * options.epochs;
  for (let epoch = 0; epoch < options.epochs; epoch++) {
    shuffle(order, random);
    for (let from = 0; from < order.length; from += batch) {
      const gradient = new Float64Array(width);
      const size = Math.min(batch, order.length - from);
      for (const at of order.slice(from, from + size)) addGradient(usable[at], weights, deviation, width, gradient, 1 / size);
      step++;
      const rate = 0.03 * (1 - step / (steps + 1)) + 0.001;
      for (let feature = 0; feature < width; feature++) {
        const slope = (gradient[feature] ?? 0) + options.l2 * (weights[feature] ?? 0);
        first[feature] = 0.9 * (first[feature] ?? 0) + 0.1 * slope;
        second[feature] = 0.99 * (second[feature] ?? 0) + 0.01 * slope * slope;
        const momentum = (first[feature] ?? 0) / (1 - 0.9 ** step);
        const spread = Math.sqrt((second[feature] ?? 0) / (1 - 0.99 ** step)) + 1e-8;
        weights[feature] = (weights[feature] ?? 0) - (rate * momentum) / spread;
      }
    }
  }
  return weights.map((weight, feature) => weight / (deviation[feature] ?? 1));
}

function shuffle(order: number[], random: () => number): void {
  for (let at = order.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    const kept = order[at] ?? 0;
    order[at] = order[other] ?? 0;
    order[other] = kept;
  }
}

function addGradient(
  group: Group | undefined,
  weights: Float64Array,
  deviation: Float64Array,
  width: number,
  gradient: Float64Array,
  share: number,
): void {
  if (group === undefined) return;
  const scores = new Float64Array(group.count);
  for (let row = 0; row < group.count; row++) {
    let score = 0;
    for (let feature = 0; feature < width; feature++)
      score += ((weights[feature] ?? 0) * (group.rows[row * width + feature] ?? 0)) / (deviation[feature] ?? 1);
    scores[row] = score;
  }
  softmax(scores);
  const slopes = listwiseGradient(group, scores);
  for (let row = 0; row < group.count; row++) {
    const slope = (slopes[row] ?? 0) * share;
    if (Math.abs(slope) < 1e-7) continue;
    for (let feature = 0; feature < width; feature++) {
      gradient[feature] =
        (gradient[feature] ?? 0) + (slope * (group.rows[row * width + feature] ?? 0)) / (deviation[feature] ?? 1);
    }
  }
}

import type { Tree } from '../src/3-codes/trees.ts';
import { listwiseGradient, seededRandom, softmax, type Group } from './learning-set.ts';

export type TreeOptions = {
  rounds: number;
  depth: number;
  rate: number;
  l2: number;
  minHessian: number;
  featureShare: number;
  seed: number;
};

const BINS = 32;

type Binned = { bins: Uint8Array; edges: Float32Array[]; rows: number; width: number };

/** Gradient-boosted shallow trees on the listwise softmax loss, by histograms; same input, same trees. */
export function fitTrees(groups: readonly Group[], width: number, options: TreeOptions): Tree[] {
  const usable = groups.filter((group) => group.targets.length > 0);
  const binned = binRows(usable, width);
  const scores = new Float64Array(binned.rows);
  const slopes = new Float64Array(binned.rows);
  const curves = new Float64Array(binned.rows);
  const random = seededRandom(options.seed);
  const trees: Tree[] = [];
  for (let round = 0; round < options.rounds; round++) {
    fillSlopes(usable, scores, slopes, curves);
    const chosen: number[] = [];
    for (let feature = 0; feature < width; feature++) if (random() < options.featureShare) chosen.push(feature);
    const { tree, leafOf } = growTree(binned, slopes, curves, chosen, options);
    trees.push(tree);
    for (let row = 0; row < binned.rows; row++) scores[row] = (scores[row] ?? 0) + (tree.leaf[leafOf[row] ?? 0] ?? 0);
  }
  return trees;
}

function binRows(groups: readonly Group[], width: number): Binned {
  const rows = groups.reduce((sum, group) => sum + group.count, 0);
  const bins = new Uint8Array(rows * width);
  const edges: Float32Array[] = [];
  for (let feature = 0; feature < width; feature++) {
    const values: number[] = [];
    for (const group of groups)
      for (let row = 0; row < group.count; row += 2) values.push(group.rows[row * width + feature] ?? 0);
    edges.push(quantiles(values));
  }
  let at = 0;
  for (const group of groups) {
    for (let row = 0; row < group.count; row++, at++) {
      for (let feature = 0; feature < width; feature++) {
        const value = group.rows[row * width + feature] ?? 0;
        const limits = edges[feature] ?? new Float32Array();
        let bin = 0;
        while (bin < limits.length && value > (limits[bin] ?? 0)) bin++;
        bins[feature * rows + at] = bin;
      }
    }
  }
  return { bins, edges, rows, width };
}

function quantiles(values: number[]): Float32Array {
  const sorted = Float32Array.from(values).sort();
  const limits = new Set<number>();
  for (let part = 1; part < BINS; part++) limits.add(sorted[Math.floor((part * sorted.length) / BINS)] ?? 0);
  const zero = sorted[0] ?? 0;
  limits.add(zero);
  // The rare high values are what tells codes apart: finer steps at the top.
  for (const share of [0.98, 0.99, 0.995]) limits.add(sorted[Math.floor(share * sorted.length)] ?? 0);
  return Float32Array.from(limits).sort();
}

function fillSlopes(groups: readonly Group[], scores: Float64Array, slopes: Float64Array, curves: Float64Array): void {
  let at = 0;
  for (const group of groups) {
    const chances = scores.slice(at, at + group.count);
    softmax(chances);
    const gradient = listwiseGradient(group, chances);
    const total = group.targets.reduce((sum, target) => sum + target.weight, 0);
    for (let row = 0; row < group.count; row++, at++) {
      slopes[at] = gradient[row] ?? 0;
      const chance = chances[row] ?? 0;
      curves[at] = Math.max(1e-6, total * chance * (1 - chance));
    }
  }
}

function growTree(
  data: Binned,
  slopes: Float64Array,
  curves: Float64Array,
  features: readonly number[],
  options: TreeOptions,
): { tree: Tree; leafOf: Int32Array } {
  const inner = 2 ** options.depth - 1;
  const feature = Array.from({ length: inner }, () => 0);
  const threshold = Array.from({ length: inner }, () => Number.MAX_VALUE);
  const nodeOf = new Int32Array(data.rows);
  for (let depth = 0; depth < options.depth; depth++) {
    const base = 2 ** depth - 1;
    const nodes = 2 ** depth;
    const splits = bestSplits(data, slopes, curves, features, nodeOf, base, nodes, options);
    splits.forEach((split, place) => {
      if (split === undefined) return;
      feature[base + place] = split.feature;
      threshold[base + place] = data.edges[split.feature]?.[split.bin] ?? 0;
    });
    for (let row = 0; row < data.rows; row++) {
      const node = nodeOf[row] ?? 0;
      const split = splits[node - base];
      const left = split === undefined || (data.bins[split.feature * data.rows + row] ?? 0) <= split.bin;
      nodeOf[row] = 2 * node + (left ? 1 : 2);
    }
  }
  const slope = new Float64Array(inner + 1);
  const curve = new Float64Array(inner + 1);
  for (let row = 0; row < data.rows; row++) {
    const leaf = (nodeOf[row] ?? 0) - inner;
    nodeOf[row] = leaf;
    slope[leaf] = (slope[leaf] ?? 0) + (slopes[row] ?? 0);
    curve[leaf] = (curve[leaf] ?? 0) + (curves[row] ?? 0);
  }
  const leaf = Array.from(slope, (sum, at) => round((-options.rate * sum) / ((curve[at] ?? 0) + options.l2)));
  return { tree: { feature, threshold: threshold.map(round), leaf }, leafOf: nodeOf };
}

/** Six digits are enough and keep the shipped file small. */
function round(value: number): number {
  return Math.abs(value) > 1e30 ? 1e30 : Number(value.toPrecision(6));
}

type Split = { feature: number; bin: number; gain: number };

function bestSplits(
  data: Binned,
  slopes: Float64Array,
  curves: Float64Array,
  features: readonly number[],
  nodeOf: Int32Array,
  base: number,
  nodes: number,
  options: TreeOptions,
): (Split | undefined)[] {
  const best: (Split | undefined)[] = Array.from({ length: nodes }, () => undefined);
  const slot = BINS + 8;
  const slopeSums = new Float64Array(nodes * slot);
  const curveSums = new Float64Array(nodes * slot);
  for (const feature of features) {
    slopeSums.fill(0);
    curveSums.fill(0);
    const column = feature * data.rows;
    for (let row = 0; row < data.rows; row++) {
      const at = ((nodeOf[row] ?? 0) - base) * slot + (data.bins[column + row] ?? 0);
      slopeSums[at] = (slopeSums[at] ?? 0) + (slopes[row] ?? 0);
      curveSums[at] = (curveSums[at] ?? 0) + (curves[row] ?? 0);
    }
    const limits = data.edges[feature]?.length ?? 0;
    for (let node = 0; node < nodes; node++) {
      const split = splitOf(
        slopeSums.subarray(node * slot, (node + 1) * slot),
        curveSums.subarray(node * slot, (node + 1) * slot),
        limits,
        options,
      );
      if (split !== undefined && split.gain > (best[node]?.gain ?? 1e-4)) best[node] = { feature, ...split };
    }
  }
  return best;
}

function splitOf(
  slopes: Float64Array,
  curves: Float64Array,
  limits: number,
  options: TreeOptions,
): { bin: number; gain: number } | undefined {
  let totalSlope = 0;
  let totalCurve = 0;
  for (let bin = 0; bin <= limits; bin++) {
    totalSlope += slopes[bin] ?? 0;
    totalCurve += curves[bin] ?? 0;
  }
  const whole = (totalSlope * totalSlope) / (totalCurve + options.l2);
  let slope = 0;
  let curve = 0;
  let best: { bin: number; gain: number } | undefined;
  for (let bin = 0; bin < limits; bin++) {
    slope += slopes[bin] ?? 0;
    curve += curves[bin] ?? 0;
    if (curve < options.minHessian || totalCurve - curve < options.minHessian) continue;
    const rest = totalSlope - slope;
    const gain = (slope * slope) / (curve + options.l2) + (rest * rest) / (totalCurve - curve + options.l2) - whole;
    if (gain > (best?.gain ?? 0)) best = { bin, gain };
  }
  return best;
}

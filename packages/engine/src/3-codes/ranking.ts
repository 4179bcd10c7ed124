import type { FeatureMatrix } from './features.ts';
import { treesScore } from './trees.ts';
import type { RankingModel } from './weights.ts';

/** Equal shares measured best: the linear part generalises to unseen codes, the trees know interactions. */
export const TREES_SHARE = 0.5;

/** Scores of all candidates under one model. */
export function modelScores(
  matrix: Pick<FeatureMatrix, 'rows' | 'width'> & { count: number },
  model: RankingModel,
): Float64Array {
  const scores = new Float64Array(matrix.count);
  const { rows, width } = matrix;
  const treeShare = model.trees.length > 0 ? TREES_SHARE : 0;
  for (let row = 0; row < matrix.count; row++) {
    let linear = 0;
    const base = row * width;
    for (let feature = 0; feature < width; feature++) linear += (model.linear[feature] ?? 0) * (rows[base + feature] ?? 0);
    scores[row] = treeShare > 0 ? (1 - treeShare) * linear + treeShare * treesScore(model.trees, rows, base) : linear;
  }
  return scores;
}

/** Each candidate's chance under both models; each sums to one. */
export type Chances = { readonly main: Float64Array; readonly items: Float64Array };

/** Chances that sum to one. */
export function softmax(scores: Float64Array): Float64Array {
  let most = -Infinity;
  for (const score of scores) if (score > most) most = score;
  const chances = scores.map((score) => Math.exp(score - most));
  let sum = 0;
  for (const chance of chances) sum += chance;
  return chances.map((chance) => chance / sum);
}

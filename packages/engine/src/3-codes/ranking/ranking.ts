import type { FeatureMatrix } from './features.ts';
import type { RankingModel } from '../catalogue/weights.ts';

/** Scores of all candidates under one model. */
export function modelScores(
  matrix: Pick<FeatureMatrix, 'rows' | 'width'> & { count: number },
  model: RankingModel,
): Float64Array {
  const scores = new Float64Array(matrix.count);
  const { rows, width } = matrix;
  for (let row = 0; row < matrix.count; row++) {
    let score = 0;
    const base = row * width;
    for (let feature = 0; feature < width; feature++) score += (model[feature] ?? 0) * (rows[base + feature] ?? 0);
    scores[row] = score;
  }
  return scores;
}

/** Each candidate's chance under both models; each sums to one. */
export type Chances = {
  readonly main: Float64Array;
  readonly items: Float64Array;
  /** How strongly the candidates meet the note at all, which chances that sum to one no longer tell. */
  readonly strength: number;
};

/** Chances from the scores of both models. */
export function chancesOf(main: Float64Array, items: Float64Array): Chances {
  return { main: softmax(main), items: softmax(items), strength: strengthOf(items) };
}

/** Keeps the strength of the scale of the other signals. */
const STRENGTH_SCALE = 10;

/** Logarithm of the sum of what scores stand for. */
function strengthOf(scores: Float64Array): number {
  if (scores.length === 0) return 0;
  const most = scores.reduce((top, score) => Math.max(top, score), -Infinity);
  return (most + Math.log(scores.reduce((sum, score) => sum + Math.exp(score - most), 0))) / STRENGTH_SCALE;
}

/** Chances that sum to one. */
export function softmax(scores: Float64Array): Float64Array {
  let most = -Infinity;
  for (const score of scores) if (score > most) most = score;
  const chances = scores.map((score) => Math.exp(score - most));
  let sum = 0;
  for (const chance of chances) sum += chance;
  return chances.map((chance) => chance / sum);
}

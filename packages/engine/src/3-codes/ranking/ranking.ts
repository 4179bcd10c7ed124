import type { Scores } from './network.ts';

/** Each candidate's chance of being the main code and of being the next that is billed; each sums to one. */
export type Chances = {
  readonly main: Float64Array;
  readonly items: Float64Array;
  /** Log odds of each candidate being billed, whatever the others are. */
  readonly billed: Float64Array;
  /** How strongly the candidates meet the note at all, which chances that sum to one no longer tell. */
  readonly strength: number;
};

/** Chances from the network's scores. */
export function chancesOf({ main, items, billed }: Scores): Chances {
  return { main: softmax(main), items: softmax(items), billed, strength: strengthOf(items) };
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

/** Candidates of one note as rows of features, and what is right: each target is a set of rows of which one should win. */
export type Group = {
  readonly rows: Float32Array;
  readonly count: number;
  readonly targets: readonly { rows: readonly number[]; weight: number }[];
};

/** Softmax of scores, in place. */
export function softmax(scores: Float64Array): void {
  let most = -Infinity;
  for (const score of scores) if (score > most) most = score;
  let sum = 0;
  for (let at = 0; at < scores.length; at++) {
    const value = Math.exp((scores[at] ?? 0) - most);
    scores[at] = value;
    sum += value;
  }
  for (let at = 0; at < scores.length; at++) scores[at] = (scores[at] ?? 0) / sum;
}

/** Gradient of sum over targets of -w log(sum of p over the target's rows), by score; `chances` is the softmax. */
export function listwiseGradient(group: Group, chances: Float64Array): Float64Array {
  const gradient = new Float64Array(group.count);
  let total = 0;
  for (const target of group.targets) {
    total += target.weight;
    let mass = 1e-12;
    for (const row of target.rows) mass += chances[row] ?? 0;
    for (const row of target.rows) gradient[row] = (gradient[row] ?? 0) - (target.weight * (chances[row] ?? 0)) / mass;
  }
  for (let row = 0; row < group.count; row++) gradient[row] = (gradient[row] ?? 0) + total * (chances[row] ?? 0);
  return gradient;
}

/** A generator of numbers in [0, 1) that is the same on every run. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

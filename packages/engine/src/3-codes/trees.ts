/** One regression tree, flat: inner node n tests `feature[n] <= threshold[n]`, then goes to 2n+1 or 2n+2; the leaves follow. */
export type Tree = {
  readonly feature: readonly number[];
  readonly threshold: readonly number[];
  readonly leaf: readonly number[];
};

/** Sum of the trees' leaves for one row of features starting at `offset`. */
export function treesScore(trees: readonly Tree[], rows: Float32Array, offset: number): number {
  let score = 0;
  for (const tree of trees) {
    const inner = tree.feature.length;
    let node = 0;
    while (node < inner)
      node = 2 * node + ((rows[offset + (tree.feature[node] ?? 0)] ?? 0) <= (tree.threshold[node] ?? 0) ? 1 : 2);
    score += tree.leaf[node - inner] ?? 0;
  }
  return score;
}

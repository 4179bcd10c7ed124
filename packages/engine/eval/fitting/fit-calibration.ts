/** Logistic regression by Newton's method on few signals; `l2` keeps it from running away on separable data. */
export function fitLogistic(rows: readonly { signals: readonly number[]; right: boolean; weight?: number }[], l2 = 1): number[] {
  const width = rows[0]?.signals.length ?? 0;
  let weights = Array.from({ length: width }, () => 0);
  for (let round = 0; round < 25; round++) {
    const gradient = weights.map((weight, at) => (at === 0 ? 0 : l2 * weight));
    const hessian = weights.map((_, row) => weights.map((__, column) => (row === column ? l2 : 0)));
    for (const { signals, right, weight = 1 } of rows) {
      const sum = signals.reduce((total, signal, at) => total + signal * (weights[at] ?? 0), 0);
      const chance = 1 / (1 + Math.exp(-sum));
      const curve = weight * chance * (1 - chance);
      const slope = weight * (chance - (right ? 1 : 0));
      for (let row = 0; row < width; row++) {
        gradient[row] = (gradient[row] ?? 0) + slope * (signals[row] ?? 0);
        const line = hessian[row];
        if (line === undefined) continue;
        for (let column = 0; column < width; column++)
          line[column] = (line[column] ?? 0) + curve * (signals[row] ?? 0) * (signals[column] ?? 0);
      }
    }
    const step = solve(hessian, gradient);
    weights = weights.map((weight, at) => weight - (step[at] ?? 0));
  }
  return weights;
}

/** Gaussian elimination with partial pivoting. */
export function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const size = right.length;
  const rows = matrix.map((row, at) => [...row, right[at] ?? 0]);
  for (let column = 0; column < size; column++) {
    let pivot = column;
    for (let row = column + 1; row < size; row++)
      if (Math.abs(rows[row]?.[column] ?? 0) > Math.abs(rows[pivot]?.[column] ?? 0)) pivot = row;
    const best = rows[pivot] ?? [];
    rows[pivot] = rows[column] ?? [];
    rows[column] = best;
    const head = best[column] ?? 1e-9;
    for (let row = 0; row < size; row++) {
      const line = rows[row];
      if (row === column || line === undefined) continue;
      const factor = (line[column] ?? 0) / head;
      for (let at = column; at <= size; at++) line[at] = (line[at] ?? 0) - factor * (best[at] ?? 0);
    }
  }
  return rows.map((row, at) => (row[size] ?? 0) / (row[at] ?? 1));
}

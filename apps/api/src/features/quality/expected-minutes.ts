/** What makes a case long: thousands of characters of its note, lines of its claim, and findings met on the way. */
export interface Effort {
  readonly kchars: number;
  readonly lines: number;
  readonly findings: number;
}
export interface TimedCase extends Effort {
  readonly minutes: number;
}

/** Fewer cases than this say nothing about the next one. */
export const leastTimed = 30;
/** Nobody reads and codes a note in less. */
const leastMinutes = 0.5;

const features = ({ kchars, lines, findings }: Effort): number[] => [1, kchars, lines, findings];

/** Solves `a · x = b` by elimination with the largest pivot; unknowns that nothing tells apart become 0. */
function solve(a: number[][], b: number[]): number[] {
  const rows = a.map((row, at) => [...row, b[at]!]);
  const size = b.length;
  for (let column = 0; column < size; column += 1) {
    const best = rows
      .slice(column)
      .reduce((most, row, at) => (Math.abs(row[column]!) > Math.abs(rows[most]![column]!) ? at + column : most), column);
    [rows[column], rows[best]] = [rows[best]!, rows[column]!];
    const pivot = rows[column]![column]!;
    if (Math.abs(pivot) < 1e-9) continue;
    for (const [at, row] of rows.entries()) {
      if (at === column) continue;
      const factor = row[column]! / pivot;
      for (let cell = column; cell <= size; cell += 1) row[cell]! -= factor * rows[column]![cell]!;
    }
  }
  return rows.map((row, at) => (Math.abs(row[at]!) < 1e-9 ? 0 : row[size]! / row[at]!));
}

/**
 * How many minutes a case takes here, by least squares over cases that were timed: so that hard cases do not count against who codes them.
 * @returns null while fewer than `leastTimed` were
 */
export function expectMinutes(timed: readonly TimedCase[]): ((of: Effort) => number) | null {
  if (timed.length < leastTimed) return null;
  const xs = timed.map(features);
  const size = xs[0]!.length;
  const sums = Array.from({ length: size }, (_, i) =>
    Array.from({ length: size }, (_unused, j) => xs.reduce((sum, x) => sum + x[i]! * x[j]!, 0)),
  );
  const weights = solve(
    sums,
    Array.from({ length: size }, (_, i) => xs.reduce((sum, x, at) => sum + x[i]! * timed[at]!.minutes, 0)),
  );
  return (of) =>
    Math.max(
      leastMinutes,
      features(of).reduce((sum, x, at) => sum + x * weights[at]!, 0),
    );
}

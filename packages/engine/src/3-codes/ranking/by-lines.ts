import type { CodesOnLine } from './line-match.ts';

/** How candidates stand to the lines of the note; one entry a candidate. */
export type ByLines = {
  /** Best `f`, and the line that has it. */
  readonly best: Float64Array;
  readonly bestLine: Int32Array;
  /** Largest part of a line's best `f`; lines whose best one this candidate is. */
  readonly share: Float64Array;
  readonly won: Int32Array;
  readonly lineBest: readonly number[];
};

/** Goes through the lines once, for all that ask about them. @param candidates how many */
export function byLinesOf(candidates: number, lines: readonly CodesOnLine[]): ByLines {
  const best = new Float64Array(candidates);
  const bestLine = new Int32Array(candidates);
  const share = new Float64Array(candidates);
  const won = new Int32Array(candidates);
  const lineBest = lines.map(({ f }) => f.reduce((most, value) => Math.max(most, value), 1e-6));
  for (let number = 0; number < lines.length; number++) {
    const line = lines[number]?.f ?? best;
    const top = lineBest[number] ?? 1;
    for (let place = 0; place < candidates; place++) {
      const f = line[place] ?? 0;
      if (f === 0) continue;
      const part = f / top;
      if (part > (share[place] ?? 0)) share[place] = part;
      if (part > 0.999) won[place] = (won[place] ?? 0) + 1;
      if (f <= (best[place] ?? 0)) continue;
      best[place] = f;
      bestLine[place] = number;
    }
  }
  return { best, bestLine, share, won, lineBest };
}

/** The line that a candidate answers best, or -1 when none does better than `least`. */
export function answeredLine({ best, bestLine }: ByLines, place: number, least = 0): number {
  return (best[place] ?? 0) > least ? (bestLine[place] ?? 0) : -1;
}

import type { Candidates } from './candidates.ts';

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

/** Goes through the lines once, for all blocks that ask about them. */
export function byLinesOf({ ids, lineF }: Candidates): ByLines {
  const best = new Float64Array(ids.length);
  const bestLine = new Int32Array(ids.length);
  const share = new Float64Array(ids.length);
  const won = new Int32Array(ids.length);
  const lineBest = lineF.map((line) => line.reduce((most, f) => Math.max(most, f), 1e-6));
  for (let number = 0; number < lineF.length; number++) {
    const line = lineF[number];
    if (line === undefined) continue;
    const top = lineBest[number] ?? 1;
    for (let place = 0; place < ids.length; place++) {
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

/** Candidates of one note as rows of features, and what is right of them. */
export type Lesson = {
  readonly rows: Float32Array;
  readonly count: number;
  /** How much the note counts. */
  readonly weight: number;
  /** Sets of rows of which one should win: the main code's, if it is there, and each billed item's. */
  readonly main: readonly (readonly number[])[];
  readonly items: readonly (readonly number[])[];
  /** By row: billed, not billed, or open, where the readers of the note disagreed. */
  readonly billed: readonly ('yes' | 'no' | 'open')[];
};

/** How a network of one hidden layer is fitted. */
export type FitOptions = {
  readonly units: number;
  /** So many networks, each from its own start, are averaged. */
  readonly members: number;
  readonly epochs: number;
  /** Notes or rows a step. */
  readonly batch: number;
  readonly rate: number;
  readonly decay: number;
  /** Share of the inputs that a step does not see, so that none is leaned on alone. */
  readonly dropped: number;
};

/** Gradient by score of the mean over `targets` of -log(sum of p over the target's rows); `chances` is the softmax of the scores. */
export function listwiseGradient(chances: Float64Array, targets: readonly (readonly number[])[]): Float64Array {
  if (targets.length === 0) return new Float64Array(chances.length);
  const gradient = Float64Array.from(chances);
  for (const rows of targets) {
    const mass = rows.reduce((sum, row) => sum + (chances[row] ?? 0), 1e-12) * targets.length;
    for (const row of rows) gradient[row] = (gradient[row] ?? 0) - (chances[row] ?? 0) / mass;
  }
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

/** Puts a list in another order. @param random as of {@link seededRandom} */
export function shuffle(order: number[], random: () => number): void {
  for (let at = order.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    const kept = order[at] ?? 0;
    order[at] = order[other] ?? 0;
    order[other] = kept;
  }
}

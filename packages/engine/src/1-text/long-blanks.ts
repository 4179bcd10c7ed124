/** Blanks in a row from which on they say nothing that fewer of them do not say: wider than any column of a table. */
const LONG = 120;
const LONG_RUN = new RegExp(`\\s{${String(LONG)},}`, 'g');

/** A text whose long runs of blanks are short, and how to get back to the text as written. */
export type ShortenedText = {
  readonly text: string;
  /** The same answer with every `{ start, end }` in it, however deep, at its place in the text as written. */
  readonly placed: <T>(answer: T) => T;
};

/**
 * Shortens runs of `LONG` and more blanks to what they mean: a gap, an end of line, an empty line. Patterns that try each blank of a
 * run in turn would take the square of its length, minutes for what an upload may hold.
 * @example withoutLongBlanks(`a${' '.repeat(200)}b`).text // "a b"
 */
export function withoutLongBlanks(original: string): ShortenedText {
  const cuts: { readonly at: number; readonly removed: number }[] = [];
  let removed = 0;
  const text = original.replace(LONG_RUN, (run, at: number) => {
    const kept = /\n\s*\n/.test(run) ? '\n\n' : run.includes('\n') ? '\n' : ' ';
    removed += run.length - kept.length;
    cuts.push({ at: at + run.length - removed, removed });
    return kept;
  });
  if (cuts.length === 0) return { text: original, placed: (answer) => answer };
  const placeOf = (at: number): number => at + (cuts.findLast((cut) => cut.at <= at)?.removed ?? 0);
  const placed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(placed);
    if (typeof value !== 'object' || value === null) return value;
    const copy = Object.fromEntries(Object.entries(value).map(([name, each]) => [name, placed(each)]));
    const { start, end } = copy;
    if (typeof start !== 'number' || typeof end !== 'number') return copy;
    // The last unit's place and one more: a range that ends before a run does not swallow it.
    return { ...copy, start: placeOf(start), end: end > start ? placeOf(end - 1) + 1 : placeOf(start) };
  };
  return { text, placed: placed as ShortenedText['placed'] };
}

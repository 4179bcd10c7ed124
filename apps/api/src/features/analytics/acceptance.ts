import type { Models } from '@incisive/contract/analytics';

/** One submitted code and where it stood among the suggestions that were shown; null when it was not among them. */
export interface SubmittedCode {
  readonly note_id: string;
  /** False when the note was deleted since. */
  readonly note_there: boolean;
  readonly settled_at: Date;
  readonly code: string;
  readonly rank: number | null;
  /** Monday of the week, YYYY-MM-DD. */
  readonly week: string;
  readonly tenant: string | null;
}

export type Hits = NonNullable<Models['acceptance']>;

/** Shares of submitted codes among the first 1, 5 and 10 suggestions; `misses` were added by hand. Null when nothing was submitted. */
export function hitsOf(codes: readonly SubmittedCode[]): Hits | null {
  if (codes.length === 0) return null;
  const within = (most: number): number => codes.filter(({ rank }) => rank !== null && rank <= most).length;
  const share = (most: number): number => within(most) / codes.length;
  return { n: codes.length, hit1: share(1), hit5: share(5), hit10: share(10), misses: codes.length - within(10) };
}

/** The same by a property, in its order. */
export function hitsBy<K extends string>(
  codes: readonly SubmittedCode[],
  name: K,
  keyOf: (code: SubmittedCode) => string | null,
): (Hits & Record<K, string>)[] {
  const groups = new Map<string, SubmittedCode[]>();
  for (const code of codes) {
    const key = keyOf(code);
    if (key === null) continue;
    const group = groups.get(key);
    if (group) group.push(code);
    else groups.set(key, [code]);
  }
  return [...groups]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, group]) => ({ ...hitsOf(group)!, [name]: key }) as Hits & Record<K, string>);
}

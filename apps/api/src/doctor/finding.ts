/** `good`: nothing to do. `look`: works, and may not for long. `mend`: something does not work, or will lose something. */
export type Verdict = 'good' | 'look' | 'mend';

/** What one check found, in words that say what to do. Figures and settings' names alone, never what a setting holds. */
export interface Finding {
  readonly check: string;
  readonly verdict: Verdict;
  readonly words: string;
}

export const good = (check: string, words: string): Finding => ({ check, verdict: 'good', words });
export const look = (check: string, words: string): Finding => ({ check, verdict: 'look', words });
export const mend = (check: string, words: string): Finding => ({ check, verdict: 'mend', words });

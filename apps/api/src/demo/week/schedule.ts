import type { DemoNote } from '../demo-notes/demo-note.ts';
import { type Step, openNotes, settledSteps } from './plan.ts';

export interface Scheduled {
  /** Working days since the note came, and the minute of that day. */
  readonly came: number;
  readonly minute: number;
  /** Of the second clinic. */
  readonly second: boolean;
  readonly steps: readonly Step[];
}

const weeks = 15;

/** When each sample note came, and what was done with it since. */
export function schedule(notes: readonly DemoNote[]): Scheduled[] {
  const settled = notes.filter((note) => note.kind === 'op' && note.codes.length > 0);
  return notes.map((note, index): Scheduled => {
    const second = index % 4 === 3;
    if (note.kind === 'ed') return { came: 1 + (index % 12), minute: (index * 41) % 300, second, steps: [] };
    const nth = settled.indexOf(note);
    if (nth === -1) {
      const open = openNotes.find(({ words }) => note.text.includes(words));
      return { came: open?.ago ?? 1, minute: (index * 37) % 300, second, steps: open?.steps ?? [] };
    }
    const came = weeks - Math.floor((nth * (weeks - 1)) / settled.length);
    return { came, minute: (nth * 53) % 300, second, steps: settledSteps(nth, settled.length, came, second) };
  });
}

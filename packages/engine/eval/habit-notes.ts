import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A note as a clinic with some habit settles it: all that it bills, and what it turns down. */
export type HabitNote = { readonly text: string; readonly approved: readonly string[]; readonly rejected: readonly string[] };

export type Habit = { readonly name: string; readonly notes: readonly HabitNote[] };

const folder = fileURLToPath(new URL('habits', import.meta.url));

/** Habits that clinics have, a file each: its name after `#`, then notes, each under `== approved codes / rejected codes`. */
export function readHabits(): Habit[] {
  return habitsIn(folder);
}

/** Habits by which no strength of the learner was chosen: looked at as sums alone, so that they keep telling what to expect. */
export function readHabitsApart(): Habit[] {
  return habitsIn(join(folder, 'apart'));
}

function habitsIn(place: string): Habit[] {
  return readdirSync(place)
    .filter((file) => file.endsWith('.txt'))
    .sort()
    .map((file) => parseHabit(readFileSync(join(place, file), 'utf8')));
}

function parseHabit(file: string): Habit {
  const [head = '', ...notes] = file.split(/^== /m);
  return {
    name: /^# (.+)$/m.exec(head)?.[1] ?? '',
    notes: notes.map((note) => {
      const end = note.indexOf('\n');
      const [approved = '', rejected = ''] = note.slice(0, end).split('/');
      const codes = (list: string): string[] => list.split(' ').filter((code) => code !== '');
      return { text: note.slice(end).trim(), approved: codes(approved), rejected: codes(rejected) };
    }),
  };
}

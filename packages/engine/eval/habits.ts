import { HabitMeasure, SETTLED, type Counts } from './habit-measure.ts';
import { readHabits } from './habit-notes.ts';

/**
 * Ten habits of clinics, 12 notes each: how many of the others are right after one, three and ten settled notes, and what that does to notes
 * of other kinds. Usage: node --import tsx packages/engine/eval/habits.ts
 */
const habits = readHabits();
const measure = new HabitMeasure();
const print = (line: string): void => void process.stdout.write(line + '\n');
const share = (part: number, all: number): string => (part / Math.max(1, all)).toFixed(2);
const shown = ({ right, exact, notes }: Counts): string => `${share(right, notes)} (${share(exact, notes)})`.padStart(13);

print(
  `${''.padEnd(52)}${SETTLED.map((settled) => `after ${settled}`.padStart(13)).join('')}   right (likely codes exactly what is billed)`,
);
const sums = SETTLED.map(() => ({ right: 0, exact: 0, notes: 0 }));
for (const habit of habits) {
  const counts = SETTLED.map((settled) => measure.after(habit, settled));
  counts.forEach((one, at) => {
    const sum = sums[at];
    if (sum === undefined) return;
    sum.right += one.right;
    sum.exact += one.exact;
    sum.notes += one.notes;
  });
  const gold = measure.changedGold([habit], measure.learned(habit.notes.slice(0, 10)));
  print(
    `${habit.name.padEnd(52)}${counts.map(shown).join('')}   gold: other ${gold.other.length}, of its kind ${gold.kin.length}`,
  );
}
print(`${'all habits'.padEnd(52)}${sums.map(shown).join('')}`);
const all = measure.learned(habits.flatMap((habit) => habit.notes.slice(0, 10)));
const gold = measure.changedGold(habits, all);
print(
  `all together: ${gold.other.length} of ${gold.others} other gold notes changed ${gold.other.join(' ')}; of their kind ${gold.kin.length}`,
);
print(`main code of gold notes first ${gold.firsts[0]} -> ${gold.firsts[1]}; state ${JSON.stringify(all).length} bytes`);

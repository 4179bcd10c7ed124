import { HabitMeasure, SETTLED, sumCounts, type Counts } from './habit-measure.ts';
import { readHabits, readHabitsApart } from './habit-notes.ts';

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
const table = habits.map((habit) => {
  const counts = SETTLED.map((settled) => measure.after(habit, settled));
  const gold = measure.changedGold([habit], measure.learned(habit.notes.slice(0, 10)));
  print(
    `${habit.name.padEnd(52)}${counts.map(shown).join('')}   gold: other ${gold.other.length}, of its kind ${gold.kin.length}`,
  );
  return counts;
});
const sums = SETTLED.map((_, at) => sumCounts(table.flatMap((counts) => counts[at] ?? [])));
print(`${'all habits'.padEnd(52)}${sums.map(shown).join('')}`);
const apart = SETTLED.map((settled) => sumCounts(readHabitsApart().map((habit) => measure.after(habit, settled))));
print(`${'habits apart'.padEnd(52)}${apart.map(shown).join('')}`);
const all = measure.learned(habits.flatMap((habit) => habit.notes.slice(0, 10)));
const gold = measure.changedGold(habits, all);
print(
  `all together: ${gold.other.length} of ${gold.others} other gold notes changed ${gold.other.join(' ')}; of their kind ${gold.kin.length}`,
);
print(
  `main code first: other gold notes ${gold.firsts.join(' -> ')}, of their kind ${gold.kinFirsts.join(' -> ')}; state ${JSON.stringify(all).length} bytes`,
);

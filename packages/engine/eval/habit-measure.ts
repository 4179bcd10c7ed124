import { loadKnowledge } from '../node/load-knowledge.ts';
import { compileCodes, type CodeSpace } from '../src/3-codes/catalogue/code-space.ts';
import { parseWeights, type Weights } from '../src/3-codes/catalogue/weights.ts';
import { analyze, type Analysis } from '../src/3-codes/ranking/analysis.ts';
import { chooseCodes, plainChances, type Chosen } from '../src/3-codes/ranking/choose.ts';
import { emptyLearner, learn, type LearnerState } from '../src/4-learning/learner.ts';
import type { Assessment } from '../src/4-learning/learned-chances.ts';
import { assessmentOf, lessonsFor } from '../src/4-learning/lessons.ts';
import { readGoldNotes } from './gold-set.ts';
import type { Habit, HabitNote } from './habit-notes.ts';

/** After so many settled notes of a habit its other notes are looked at; 0 is the plain engine. */
export const SETTLED = [0, 1, 3, 10] as const;

/** Of so many notes how many are right, and on how many the likely codes are exactly what the clinic bills. */
export type Counts = { readonly notes: number; readonly right: number; readonly exact: number };

export function sumCounts(counts: readonly Counts[]): Counts {
  const sum = (part: keyof Counts): number => counts.reduce((all, one) => all + one[part], 0);
  return { notes: sum('notes'), right: sum('right'), exact: sum('exact') };
}

type Row = Pick<Chosen, 'likely'> & { readonly code: string };

/** A note read once: what is learned changes nothing of it. */
type Read = { readonly analysis: Analysis; readonly assessment: Assessment };

export class HabitMeasure {
  readonly #space: CodeSpace;
  readonly #weights: Weights;
  readonly #read = new Map<string, Read>();

  constructor(knowledge = loadKnowledge()) {
    this.#space = compileCodes(knowledge);
    this.#weights = parseWeights(knowledge.files['weights/ranking.json']);
  }

  /** What these notes teach, one after the other. */
  learned(notes: readonly HabitNote[]): LearnerState {
    const engine = { assess: (text: string): Assessment => this.#of(text).assessment };
    return notes.reduce<LearnerState>((state, note) => learn(state, { ...note, weight: 'submitted' }, engine), emptyLearner());
  }

  /** Every note of a habit tested after so many of the others, each of which is settled in turn. */
  after(habit: Habit, settled: number): Counts {
    const { notes } = habit;
    const counts = { notes: 0, right: 0, exact: 0 };
    for (let from = 0; from < (settled === 0 ? 1 : notes.length); from++) {
      const taught = new Set(Array.from({ length: settled }, (_, at) => (from + at) % notes.length));
      const state = this.learned([...taught].flatMap((at) => notes[at] ?? []));
      notes.forEach((note, at) => {
        if (taught.has(at)) return;
        const rows = this.#rows(note.text, state);
        counts.notes += 1;
        if (isRight(note, rows)) counts.right += 1;
        if (isExact(note, rows)) counts.exact += 1;
      });
    }
    return counts;
  }

  /** The gold notes whose rows or their order are others than the plain engine's. `kin` is about what the habits are about. */
  changedGold(
    habits: readonly Habit[],
    state: LearnerState,
  ): { other: string[]; kin: string[]; others: number; firsts: [number, number]; kinFirsts: [number, number] } {
    const about = this.#about(habits);
    const result = {
      other: [] as string[],
      kin: [] as string[],
      others: 0,
      firsts: [0, 0] as [number, number],
      kinFirsts: [0, 0] as [number, number],
    };
    for (const note of readGoldNotes()) {
      const before = this.#rows(note.text).map(({ code }) => code);
      const after = this.#rows(note.text, state).map(({ code }) => code);
      const isKin = about.has(before[0] ?? '') || note.items.some(({ codes }) => codes.some((code) => about.has(code)));
      if (!isKin) result.others += 1;
      if (before.join() !== after.join()) (isKin ? result.kin : result.other).push(note.id);
      const firsts = isKin ? result.kinFirsts : result.firsts;
      [before, after].forEach((codes, at) => (firsts[at as 0 | 1] += note.primary.includes(codes[0] ?? '') ? 1 : 0));
    }
    return result;
  }

  /** The codes that habits are about: what is billed, what is turned down, and what the plain engine takes their notes for. */
  #about(habits: readonly Habit[]): Set<string> {
    const notes = habits.flatMap((habit) => habit.notes);
    return new Set(notes.flatMap((note) => [...note.approved, ...note.rejected, this.#rows(note.text)[0]?.code ?? '']));
  }

  #of(text: string): Read {
    const known = this.#read.get(text);
    if (known !== undefined) return known;
    const analysis = analyze(text, this.#space);
    const read = { analysis, assessment: assessmentOf(analysis, plainChances(analysis, this.#weights), this.#space) };
    this.#read.set(text, read);
    return read;
  }

  #rows(text: string, learner?: LearnerState): Row[] {
    const { analysis } = this.#of(text);
    const { apply } = lessonsFor(analysis, this.#space, learner);
    const chosen = chooseCodes(analysis, this.#space, this.#weights, 10, () => true, apply);
    return chosen.map(({ id, likely }) => ({ code: this.#space.index.documents[id]?.code ?? '', likely }));
  }
}

/** As many first rows as the clinic bills codes are these codes, and nothing that it turns down is likely. */
function isRight(note: HabitNote, rows: readonly Row[]): boolean {
  const top = rows.slice(0, note.approved.length);
  return (
    top.length === note.approved.length &&
    top.every(({ code }) => note.approved.includes(code)) &&
    !rows.some(({ code, likely }) => likely && note.rejected.includes(code))
  );
}

function isExact(note: HabitNote, rows: readonly Row[]): boolean {
  const likely = rows.filter((row) => row.likely);
  return likely.length === note.approved.length && likely.every(({ code }) => note.approved.includes(code));
}

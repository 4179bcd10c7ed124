import { NEWCOMER, thousandths, TINY, type Assessment, type Lesson } from './learned-chances.ts';

/** What a tenant's settled notes have taught: plain JSON, versioned; hashed stems, codes and numbers, no note text. */
export type LearnerState = {
  readonly version: 5;
  /** Settled examples learned so far. */
  readonly examples: number;
  /** The newest settled notes, oldest first; at most {@link MOST_LESSONS}. */
  readonly lessons: readonly Lesson[];
};

/** One settled note: what was approved or submitted, and what was turned down. */
export type LearningExample = {
  readonly text: string;
  readonly approved: readonly string[];
  readonly rejected: readonly string[];
  /** Of these, what the note has nothing of, as whoever rejected it said. */
  readonly firmly?: readonly string[];
  /** Submitted notes are settled as a whole; approvals on an open note say less about the codes not yet touched. */
  readonly weight: 'submitted' | 'approved';
};

/** About a kilobyte each: the state stays small however long a clinic trains. */
export const MOST_LESSONS = 1000;
const RATE = { submitted: 1, approved: 0.5 } as const;
/** A note like it has to come out right too, although it is only partly like it: what is needed is doubled, with some log odds to spare. */
const BEYOND = 2;
const MARGIN = 3;
/** In log odds: as far as the engine can be from what is settled. */
const MOST_PUSH = 20;
const LEAST_PUSH = 0.05;
/** What stood where a settled code belongs is pushed off by its chance, and what was likely and is not billed as far as that; what a person rejected a little more. */
const AWAY = 2;
const REJECTED = 0.5;
/** That nothing of it was done or documented pushes harder than that another code is closer. */
const REJECTED_FIRMLY = 1;

/** Nothing learned yet: suggestions equal the plain engine's. */
export function emptyLearner(): LearnerState {
  return { version: 5, examples: 0, lessons: [] };
}

/** Reads a stored state; a state of another version, or none, is an empty one and wants a rebuild from the examples. */
export function readLearner(stored: unknown): LearnerState {
  const state = stored as Partial<LearnerState> | null | undefined;
  const valid = state?.version === 5 && typeof state.examples === 'number' && Array.isArray(state.lessons);
  return valid ? (state as LearnerState) : emptyLearner();
}

/**
 * Adds one settled note; returns a new state. The same examples in the same order give the same bytes; undo is
 * learning again from the examples without the one undone.
 * @example learn(emptyLearner(), { text, approved: ['49650'], rejected: [], weight: 'submitted' }, engine)
 */
export function learn(state: LearnerState, example: LearningExample, engine: { assess(text: string): Assessment }): LearnerState {
  const known = readLearner(state);
  const examples = known.examples + 1;
  const codes = [...new Set(example.approved)];
  const rejected = new Set(example.rejected.filter((code) => !codes.includes(code)));
  const firmly = new Set(example.firmly);
  const turnedDown = new Map([...rejected].map((code) => [code, firmly.has(code) ? REJECTED_FIRMLY : REJECTED]));
  const assessment = engine.assess(example.text);
  const { name, own, saw } = assessment;
  if (name.length + own.length === 0 || codes.length + rejected.size === 0) return { ...known, examples };
  const pushes = pushesOf(assessment, codes, turnedDown, RATE[example.weight]);
  return { version: 5, examples, lessons: [...known.lessons, { name, own, saw, codes, ...pushes }].slice(-MOST_LESSONS) };
}

/**
 * The smallest pushes under which the plain engine would have had this note right, and with it one like it. What other notes taught has no
 * part in it: each lesson stands alone, in whatever order they came.
 */
function pushesOf(
  { codes, plain }: Assessment,
  settled: readonly string[],
  turnedDown: ReadonlyMap<string, number>,
  rate: number,
): Pick<Lesson, 'billed' | 'first'> {
  const rows = new Map(codes.map((code, row) => [code, row]));
  const others = codes.filter((code) => !settled.includes(code));
  const chanceOf = (chances: Float64Array, code: string): number => {
    const row = rows.get(code);
    return row === undefined ? NEWCOMER : (chances[row] ?? 0) + TINY;
  };
  const pushes = (chances: Float64Array, wanted: readonly string[], away: (chance: number) => number): Record<string, number> => {
    const above = others.reduce((most, code) => Math.max(most, chanceOf(chances, code)), NEWCOMER);
    const up = wanted.map((code) => {
      const needed = BEYOND * (MARGIN + Math.log(above / chanceOf(chances, code)));
      return [code, rate * Math.min(MOST_PUSH, Math.max(0, needed))] as const;
    });
    const down = others.map((code) => {
      const inTheWay = settled.length > 0 ? rate * away(chanceOf(chances, code)) : 0;
      return [code, -inTheWay - (turnedDown.get(code) ?? 0)] as const;
    });
    const telling = [...up, ...down].filter(([, push]) => Math.abs(push) >= LEAST_PUSH);
    return Object.fromEntries(telling.map(([code, push]) => [code, thousandths(push)]));
  };
  /** Which of the settled codes comes first is the engine's to say. */
  const [lead] = settled.toSorted(
    (a, b) =>
      chanceOf(plain.main, b) - chanceOf(plain.main, a) ||
      chanceOf(plain.items, b) - chanceOf(plain.items, a) ||
      (a < b ? -1 : 1),
  );
  return {
    billed: pushes(
      plain.items,
      settled,
      (chance) => AWAY * chance + Math.max(0, MARGIN + Math.log(chance / (1 - chance + TINY))),
    ),
    first: pushes(plain.main, lead === undefined ? [] : [lead], (chance) => AWAY * chance),
  };
}

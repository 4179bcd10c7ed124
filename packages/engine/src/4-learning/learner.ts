import {
  NEWCOMER,
  newcomers,
  pushedChances,
  pushesFor,
  thousandths,
  TINY,
  type Assessment,
  type Lesson,
} from './learned-chances.ts';

/** What a tenant's settled notes have taught: plain JSON, versioned; hashed stems, codes and numbers, no note text. */
export type LearnerState = {
  readonly version: 4;
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
/** In log odds. */
const MOST_PUSH = 9;
const LEAST_PUSH = 0.05;
/** What stood where a settled code belongs is pushed off by its chance; what a person rejected a little more. */
const AWAY = 2;
const REJECTED = 0.5;
/** That nothing of it was done or documented pushes harder than that another code is closer. */
const REJECTED_FIRMLY = 1;

/** Nothing learned yet: suggestions equal the plain engine's. */
export function emptyLearner(): LearnerState {
  return { version: 4, examples: 0, lessons: [] };
}

/** Reads a stored state; a state of another version, or none, is an empty one and wants a rebuild from the examples. */
export function readLearner(stored: unknown): LearnerState {
  const state = stored as Partial<LearnerState> | null | undefined;
  const valid = state?.version === 4 && typeof state.examples === 'number' && Array.isArray(state.lessons);
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
  const pushes = pushesOf(assessment, codes, turnedDown, RATE[example.weight], known.lessons);
  return { version: 4, examples, lessons: [...known.lessons, { name, own, saw, codes, ...pushes }].slice(-MOST_LESSONS) };
}

/** The smallest pushes under which this note, and with them one like it, would have been right. */
function pushesOf(
  assessment: Assessment,
  settled: readonly string[],
  turnedDown: ReadonlyMap<string, number>,
  rate: number,
  lessons: readonly Lesson[],
): Pick<Lesson, 'billed' | 'first'> {
  const learned = pushesFor(assessment, lessons);
  const candidates = new Set(assessment.codes);
  const codes = [...assessment.codes, ...newcomers(learned, (code) => candidates.has(code))];
  const { items, main } = pushedChances(codes, assessment.plain, learned);
  const rows = new Map(codes.map((code, row) => [code, row]));
  const logChance = (chances: Float64Array, code: string): number => {
    const row = rows.get(code);
    return Math.log(row === undefined ? NEWCOMER : (chances[row] ?? 0) + TINY);
  };
  const pushes = (chances: Float64Array, wanted: readonly string[]): Record<string, number> => {
    const others = codes.filter((code) => !settled.includes(code));
    const above = others.reduce((most, code) => Math.max(most, logChance(chances, code)), Math.log(NEWCOMER));
    const up = wanted.map((code) => {
      const needed = BEYOND * (MARGIN + above - logChance(chances, code));
      return [code, rate * Math.min(MOST_PUSH, Math.max(0, needed))] as const;
    });
    const down = others.map((code) => {
      const inTheWay = settled.length > 0 ? rate * AWAY * Math.exp(logChance(chances, code)) : 0;
      return [code, -inTheWay - (turnedDown.get(code) ?? 0)] as const;
    });
    const telling = [...up, ...down].filter(([, push]) => Math.abs(push) >= LEAST_PUSH);
    return Object.fromEntries(telling.map(([code, push]) => [code, thousandths(push)]));
  };
  /** Which of the settled codes comes first is the engine's to say. */
  const lead = settled.toSorted(
    (a, b) => logChance(main, b) - logChance(main, a) || logChance(items, b) - logChance(items, a) || (a < b ? -1 : 1),
  );
  return { billed: pushes(items, settled), first: pushes(main, lead.slice(0, 1)) };
}

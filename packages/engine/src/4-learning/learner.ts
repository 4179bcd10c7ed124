import { newcomers, pushedChances, pushesFor, thousandths, type Assessment, type Correction } from './learned-chances.ts';

/** What a tenant's settled notes have taught: plain JSON, versioned; hashed stems, codes and numbers, no note text. */
export type LearnerState = {
  readonly version: 3;
  /** Settled examples learned so far. */
  readonly examples: number;
  /** Where the engine's own answer was off, oldest first; at most {@link MOST_CORRECTIONS}. */
  readonly corrections: readonly Correction[];
  /** How many settled notes carry each code; a note of approvals alone counts half. */
  readonly used: Readonly<Record<string, number>>;
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

/** About 600 bytes each: the state stays under a megabyte however long a clinic trains. */
export const MOST_CORRECTIONS = 1000;
const RATE = { submitted: 1, approved: 0.5 } as const;
/** A person's rejection pushes away a little more than silence does. */
const REJECTED = 0.15;
/** That nothing of it was done or documented pushes harder than that another code is closer. */
const REJECTED_FIRMLY = 0.3;
const LEAST_PUSH = 0.05;

/** Nothing learned yet: suggestions equal the plain engine's. */
export function emptyLearner(): LearnerState {
  return { version: 3, examples: 0, corrections: [], used: {} };
}

/** Reads a stored state; a state of another version, or none, is an empty one and wants a rebuild from the examples. */
export function readLearner(stored: unknown): LearnerState {
  const state = stored as Partial<LearnerState> | null | undefined;
  const valid =
    state?.version === 3 &&
    typeof state.examples === 'number' &&
    Array.isArray(state.corrections) &&
    typeof state.used === 'object';
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
  const approved = [...new Set(example.approved)];
  const rejected = new Set(example.rejected.filter((code) => !approved.includes(code)));
  const firmly = new Set(example.firmly);
  const pushOff = new Map([...rejected].map((code) => [code, firmly.has(code) ? REJECTED_FIRMLY : REJECTED]));
  const used = { ...known.used };
  for (const code of approved) used[code] = (used[code] ?? 0) + RATE[example.weight];
  const assessment = engine.assess(example.text);
  if (assessment.terms.length === 0 || approved.length + rejected.size === 0) return { ...known, examples, used };
  const push = correctionOf(assessment, approved, pushOff, RATE[example.weight], known.corrections);
  if (Object.keys(push).length === 0) return { ...known, examples, used };
  const correction = { terms: assessment.terms, saw: assessment.saw, push };
  return { version: 3, examples, corrections: [...known.corrections, correction].slice(-MOST_CORRECTIONS), used };
}

/** The gradient of the billed-codes ranking at this note: chance wanted less chance given, for each code that matters. */
function correctionOf(
  assessment: Assessment,
  approved: readonly string[],
  pushOff: ReadonlyMap<string, number>,
  rate: number,
  corrections: readonly Correction[],
): Record<string, number> {
  const pushes = pushesFor(assessment.terms, assessment.saw, corrections);
  const candidates = new Set(assessment.codes);
  const codes = [...assessment.codes, ...newcomers(pushes, (code) => candidates.has(code))];
  const { items } = pushedChances(codes, assessment.plain, pushes);
  const wanted = new Set(approved);
  const push: Record<string, number> = {};
  const set = (code: string, value: number): void => {
    const scaled = rate * value - (pushOff.get(code) ?? 0);
    if (Math.abs(scaled) >= LEAST_PUSH) push[code] = thousandths(scaled);
  };
  codes.forEach((code, row) => {
    const target = wanted.has(code) ? 1 / wanted.size : 0;
    set(code, wanted.size > 0 ? target - (items[row] ?? 0) : 0);
  });
  const present = new Set(codes);
  for (const code of wanted) if (!present.has(code)) set(code, 1 / wanted.size);
  return push;
}

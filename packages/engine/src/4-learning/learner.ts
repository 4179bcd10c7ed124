import type { Engine } from '../index.ts';

/** What a tenant's settled notes have taught: plain JSON, versioned, no note text in it. */
export type LearnerState = {
  readonly version: 1;
  /** Settled examples learned so far. */
  readonly examples: number;
};

/** One settled note: what was approved or submitted, and what was turned down. */
export type LearningExample = {
  readonly text: string;
  readonly approved: readonly string[];
  readonly rejected: readonly string[];
  readonly weight: 'submitted' | 'approved';
};

/** Nothing learned yet: suggestions equal the plain engine's. */
export function emptyLearner(): LearnerState {
  return { version: 1, examples: 0 };
}

/** Adds one settled note; returns a new state. Not filled in yet: only counts. */
export function learn(state: LearnerState, _example: LearningExample, _engine: Engine): LearnerState {
  return { ...state, examples: state.examples + 1 };
}

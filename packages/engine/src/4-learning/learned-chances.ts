import { type Chances, softmax } from '../3-codes/ranking/ranking.ts';
import { likeness, spreadFingerprint, type Fingerprint } from './fingerprint.ts';

/**
 * What one settled note taught: how far each code stood from where the clinic wanted it, and what the note looked like.
 * Only differences from the engine's own answer are kept: a note that the engine had right teaches (almost) nothing.
 */
export type Correction = {
  readonly terms: Fingerprint;
  /** The plain engine's first codes with the root of their chance. */
  readonly saw: Readonly<Record<string, number>>;
  /** Code to push: up to 1 towards, down to -1 away. */
  readonly push: Readonly<Record<string, number>>;
};

/** The plain engine's view of one note, as the learner compares it with what a clinic settled. */
export type Assessment = {
  readonly terms: Fingerprint;
  /** Candidate codes; `plain` holds their chances in this order. */
  readonly codes: readonly string[];
  readonly plain: Chances;
  readonly saw: Readonly<Record<string, number>>;
};

/** Notes that share less than this say nothing about each other. */
const UNLIKE = 0.1;
/** What likeness of words is worth when the engine itself saw nothing alike in the two notes: a clinic's house names. */
const WORDS_ALONE = 0.6;
/** Log odds by which a full push moves a code in a note that is the same; two or three settled notes turn a confident mistake. */
const STRENGTH = 3;
/** A code that the engine did not think of at all enters at this chance when the push is strong enough. */
const NEWCOMER = 1e-2;
const NEWCOMER_PUSH = 1;
const FIRST_CODES = 8;
/** Averaged with the engine's own chances, so that learned codes never shut out the others. */
const LEARNED_SHARE = 0.7;

/** The plain engine's leading codes, to compare what it saw in two notes. */
export function leadingCodes(codes: readonly string[], plain: Chances): Record<string, number> {
  const rated = codes.map((code, row) => ({ code, chance: ((plain.main[row] ?? 0) + (plain.items[row] ?? 0)) / 2 }));
  rated.sort((a, b) => b.chance - a.chance || (a.code < b.code ? -1 : 1));
  return Object.fromEntries(rated.slice(0, FIRST_CODES).map(({ code, chance }) => [code, thousandths(Math.sqrt(chance))]));
}

export function thousandths(value: number): number {
  return Math.round(value * 1000) / 1000;
}

/** Log odds by which the settled notes move each code in a note of this fingerprint. */
export function pushesFor(
  terms: Fingerprint,
  saw: Readonly<Record<string, number>>,
  corrections: readonly Correction[],
): Map<string, number> {
  const spread = spreadFingerprint(terms);
  const sums = new Map<string, number>();
  for (const correction of corrections) {
    const words = (likeness(spread, correction.terms) - UNLIKE) / (1 - UNLIKE);
    if (words <= 0) continue;
    const alike = words * (WORDS_ALONE + (1 - WORDS_ALONE) * Math.sqrt(agreement(saw, correction.saw)));
    for (const [code, push] of Object.entries(correction.push)) sums.set(code, (sums.get(code) ?? 0) + STRENGTH * push * alike);
  }
  return sums;
}

/** Overlap of two lists of leading codes, 0 to 1. */
function agreement(a: Readonly<Record<string, number>>, b: Readonly<Record<string, number>>): number {
  let sum = 0;
  for (const [code, root] of Object.entries(a)) sum += root * (b[code] ?? 0);
  return Math.min(1, sum);
}

/** Codes pushed so strongly that they join although they were no candidates, sorted. */
export function newcomers(pushes: ReadonlyMap<string, number>, isCandidate: (code: string) => boolean): string[] {
  return [...pushes].flatMap(([code, push]) => (push >= NEWCOMER_PUSH && !isCandidate(code) ? [code] : [])).sort();
}

/** The chances with all pushes applied; rows beyond the plain ones are newcomers. */
export function pushedChances(codes: readonly string[], plain: Chances, pushes: ReadonlyMap<string, number>): Chances {
  const push = (chances: Float64Array): Float64Array =>
    softmax(
      Float64Array.from(
        codes,
        (code, row) => Math.log((row < chances.length ? (chances[row] ?? 0) : NEWCOMER) + 1e-9) + (pushes.get(code) ?? 0),
      ),
    );
  return { ...plain, main: push(plain.main), items: push(plain.items) };
}

/** Log odds that a code which the clinic uses all the time gains as a further item; the main code is not the clinic's habit. */
const USUAL = 0.8;

/** What is ranked by: learned and plain chances averaged; then, for further items, the codes that the clinic uses anyway. */
export function blendedChances(
  codes: readonly string[],
  plain: Chances,
  pushes: ReadonlyMap<string, number>,
  used: Readonly<Record<string, number>>,
): Chances {
  const { main, items } = averagedChances(codes, plain, pushes);
  const usual = (code: string): number => USUAL * (1 - 1 / (1 + (used[code] ?? 0)));
  return {
    ...plain,
    main,
    items: softmax(Float64Array.from(codes, (code, row) => Math.log((items[row] ?? 0) + 1e-9) + usual(code))),
  };
}

function averagedChances(codes: readonly string[], plain: Chances, pushes: ReadonlyMap<string, number>): Chances {
  if (pushes.size === 0) return plain;
  const pushed = pushedChances(codes, plain, pushes);
  const average = (own: Float64Array, learned: Float64Array): Float64Array =>
    learned.map((chance, row) => LEARNED_SHARE * chance + (1 - LEARNED_SHARE) * (own[row] ?? 0));
  return { ...plain, main: average(plain.main, pushed.main), items: average(plain.items, pushed.items) };
}

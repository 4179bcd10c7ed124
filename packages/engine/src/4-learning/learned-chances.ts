import { type Chances, softmax } from '../3-codes/ranking/ranking.ts';
import { cosine, ownInCommon, spreadWords, type Fingerprint } from './fingerprint.ts';

/** Log odds by code: towards it, or away. */
export type Pushes = Readonly<Record<string, number>>;

/** What one settled note taught: what it looked like, what the clinic settled, and what would have been needed for the engine to say so. */
export type Lesson = Fingerprint & {
  /** The plain engine's first codes with the root of their chance. */
  readonly saw: Readonly<Record<string, number>>;
  readonly codes: readonly string[];
  /** Pushes among all that is billed, and towards the first place; both are empty where the engine was right. */
  readonly billed: Pushes;
  readonly first: Pushes;
};

/** The plain engine's view of one note, as the learner compares it with what a clinic settled. */
export type Assessment = Fingerprint & {
  /** Candidate codes; `plain` holds their chances in this order. */
  readonly codes: readonly string[];
  readonly plain: Chances;
  readonly saw: Readonly<Record<string, number>>;
};

/** What the settled notes of a tenant make of one note. */
export type Learned = { readonly billed: ReadonlyMap<string, number>; readonly first: ReadonlyMap<string, number> };

export const nothingLearned: Learned = { billed: new Map(), first: new Map() };

/** How alike two notes are: by how their procedures are named, by what the engine sees in them, by words of the clinic's own. */
const BY_NAME = 0.4;
const BY_VIEW = 0.45;
const BY_OWN_WORDS = 0.8;
/** More of the same name says no more: it is the form. */
const MOST_NAME = 0.6;
/**
 * A word of one's own that stands in the narrative alone, up to this weight, marks notes of its kind: as far as name and view say that
 * they are of one kind.
 */
const ONLY_TOLD = 0.65;
const KIN = 2;
/** Below the first, notes say nothing of each other; from the second on they are the same. */
const UNLIKE = 0.3;
const ALIKE = 0.75;
/** How much it counts against a code that other notes as much alike do not carry it. */
const DISSENT = 2;
/** So many notes alike have to say the same for it to count in full: one that is little alike alone says hardly anything. */
const SUPPORT = 1.2;
/** A code that the engine did not think of at all enters at this chance when the push is strong enough. */
export const NEWCOMER = 1e-2;
const NEWCOMER_PUSH = 1;
const FIRST_CODES = 8;
/** Averaged with the engine's own chances, so that learned codes never shut out the others. */
const LEARNED_SHARE = 0.85;
export const TINY = 1e-9;

/** The plain engine's leading codes, to compare what it saw in two notes. */
export function leadingCodes(codes: readonly string[], plain: Chances): Record<string, number> {
  const rated = codes.map((code, row) => ({ code, chance: ((plain.main[row] ?? 0) + (plain.items[row] ?? 0)) / 2 }));
  rated.sort((a, b) => b.chance - a.chance || (a.code < b.code ? -1 : 1));
  return Object.fromEntries(rated.slice(0, FIRST_CODES).map(({ code, chance }) => [code, thousandths(Math.sqrt(chance))]));
}

export function thousandths(value: number): number {
  return Math.round(value * 1000) / 1000;
}

/** Log odds by which the settled notes move each code in a note. */
export function pushesFor(note: Fingerprint & Pick<Assessment, 'saw'>, lessons: readonly Lesson[]): Learned {
  const name = spreadWords(note.name);
  const own = spreadWords(note.own);
  const billed = new Pushed();
  const first = new Pushed();
  for (const lesson of lessons) {
    const named = Math.min(MOST_NAME, cosine(name, lesson.name));
    const seen = overlap(note.saw, lesson.saw);
    const shared = ownInCommon(own, lesson.own);
    const kin = shared > ONLY_TOLD ? 1 : Math.min(1, KIN * (named + seen));
    const evidence = BY_NAME * named + BY_VIEW * seen + BY_OWN_WORDS * shared * kin;
    if (evidence <= UNLIKE) continue;
    const alike = Math.min(1, (evidence - UNLIKE) / (ALIKE - UNLIKE));
    billed.add(alike, lesson.codes, lesson.billed);
    first.add(alike, lesson.codes, lesson.first);
  }
  return { billed: billed.sums(), first: first.sums() };
}

/** Pushes of notes alike, each weighed by the share of these that agree: carry a code that is pushed up, do not carry one that is pushed down. */
class Pushed {
  #all = 0;
  readonly #carrying = new Map<string, number>();
  readonly #sums = new Map<string, number>();

  add(alike: number, codes: readonly string[], pushes: Pushes): void {
    this.#all += alike;
    for (const code of codes) this.#carrying.set(code, (this.#carrying.get(code) ?? 0) + alike);
    for (const [code, push] of Object.entries(pushes)) this.#sums.set(code, (this.#sums.get(code) ?? 0) + alike * push);
  }

  sums(): Map<string, number> {
    return new Map(
      [...this.#sums].map(([code, sum]) => {
        const carrying = this.#carrying.get(code) ?? 0;
        const agreeing = sum > 0 ? carrying : this.#all - carrying;
        return [code, sum * (agreeing / this.#all) ** DISSENT * Math.min(1, agreeing / SUPPORT)];
      }),
    );
  }
}

/** Overlap of two lists of leading codes, 0 to 1. */
function overlap(a: Readonly<Record<string, number>>, b: Readonly<Record<string, number>>): number {
  let sum = 0;
  for (const [code, root] of Object.entries(a)) sum += root * (b[code] ?? 0);
  return Math.min(1, sum);
}

/** Codes pushed so strongly that they join although they were no candidates, sorted. */
export function newcomers({ billed }: Learned, isCandidate: (code: string) => boolean): string[] {
  return [...billed].flatMap(([code, push]) => (push >= NEWCOMER_PUSH && !isCandidate(code) ? [code] : [])).sort();
}

/** The chances with all pushes applied; rows beyond the plain ones are newcomers. */
export function pushedChances(codes: readonly string[], plain: Chances, { billed, first }: Learned): Chances {
  const pushed = (chances: Float64Array, pushes: ReadonlyMap<string, number>): Float64Array =>
    softmax(
      Float64Array.from(
        codes,
        (code, row) => Math.log((row < chances.length ? (chances[row] ?? 0) : NEWCOMER) + TINY) + (pushes.get(code) ?? 0),
      ),
    );
  return { ...plain, main: pushed(plain.main, first), items: pushed(plain.items, billed) };
}

/** What is ranked by: learned and plain chances averaged. */
export function blendedChances(codes: readonly string[], plain: Chances, learned: Learned): Chances {
  if (learned.billed.size + learned.first.size === 0) return plain;
  const pushed = pushedChances(codes, plain, learned);
  const average = (own: Float64Array, changed: Float64Array): Float64Array =>
    changed.map((chance, row) => LEARNED_SHARE * chance + (1 - LEARNED_SHARE) * (own[row] ?? 0));
  const items = average(plain.items, pushed.items);
  // What is pushed up takes nothing from a code that no lesson speaks against: the further level of a spine stays beside the first.
  for (const [row, code] of codes.entries()) {
    const against = Math.min(0, learned.billed.get(code) ?? 0);
    items[row] = Math.max(items[row] ?? 0, (plain.items[row] ?? 0) * Math.exp(against));
  }
  return { ...plain, main: average(plain.main, pushed.main), items };
}

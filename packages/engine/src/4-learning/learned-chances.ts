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
/** How much it counts against likeness that the engine is sure of both notes and sees other things in them. */
const OTHERWISE = 0.25;
/** How much it counts against a code that other notes as much alike do not carry it. */
const DISSENT = 2;
/** So many notes alike have to say the same for it to count in full, squared: one that is little alike alone says hardly anything. */
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
  const saw = Object.entries(note.saw);
  const sure = surest(note.saw);
  const billed = new Pushed();
  const first = new Pushed();
  for (const lesson of lessons) {
    const named = Math.min(MOST_NAME, cosine(name, lesson.name));
    const seen = overlap(saw, lesson.saw);
    const shared = ownInCommon(own, lesson.own);
    const otherwise = (1 - seen) * sure * surestOf(lesson);
    const kin = shared > ONLY_TOLD ? 1 - otherwise : Math.min(1, KIN * (named + seen));
    const evidence = BY_NAME * named + BY_VIEW * seen + BY_OWN_WORDS * shared * kin - OTHERWISE * otherwise;
    if (evidence <= UNLIKE) continue;
    const alike = Math.min(1, (evidence - UNLIKE) / (ALIKE - UNLIKE));
    billed.add(alike, lesson.codes, lesson.billed);
    first.add(alike, lesson.codes, lesson.first);
  }
  return { billed: billed.means(), first: first.means() };
}

/** Likeness of some notes: its sum, and the sum of its squares. */
class Likeness {
  sum = 0;
  squares = 0;

  add(alike: number): void {
    this.sum += alike;
    this.squares += alike * alike;
  }

  without(other: Likeness): Likeness {
    const rest = new Likeness();
    rest.sum = this.sum - other.sum;
    rest.squares = Math.max(0, this.squares - other.squares);
    return rest;
  }
}

/** What notes alike needed in the mean, weighed by the share of these that agree: carry a code that is pushed up, do not carry one that is pushed down. */
class Pushed {
  readonly #all = new Likeness();
  readonly #carrying = new Map<string, Likeness>();
  /** Likeness of the notes that carry a code and needed no code pushed up: there the engine was right. */
  readonly #right = new Map<string, number>();
  readonly #up = new Map<string, { weight: number; sum: number }>();
  readonly #down = new Map<string, { weight: number; sum: number }>();

  add(alike: number, codes: readonly string[], pushes: Pushes): void {
    this.#all.add(alike);
    const wasRight = !Object.values(pushes).some((push) => push > 0);
    for (const code of codes) {
      const carrying = this.#carrying.get(code) ?? new Likeness();
      carrying.add(alike);
      this.#carrying.set(code, carrying);
      if (wasRight) this.#right.set(code, (this.#right.get(code) ?? 0) + alike);
    }
    for (const [code, push] of Object.entries(pushes)) {
      const side = push > 0 ? this.#up : this.#down;
      const { weight, sum } = side.get(code) ?? { weight: 0, sum: 0 };
      side.set(code, { weight: weight + alike, sum: sum + alike * push });
    }
  }

  means(): Map<string, number> {
    const means = new Map<string, number>();
    const none = new Likeness();
    for (const [code, { weight, sum }] of this.#up) {
      const carrying = this.#carrying.get(code) ?? none;
      means.set(code, (sum / (weight + (this.#right.get(code) ?? 0))) * this.#strength(carrying));
    }
    for (const [code, { sum }] of this.#down) {
      const others = this.#all.without(this.#carrying.get(code) ?? none);
      if (others.sum > 0) means.set(code, (means.get(code) ?? 0) + (sum / others.sum) * this.#strength(others));
    }
    return means;
  }

  /** How much is to be believed of what these say: by their share, by how many and by how alike they are. */
  #strength({ sum, squares }: Likeness): number {
    return (sum / this.#all.sum) ** DISSENT * Math.min(1, sum / SUPPORT) ** 2 * Math.sqrt(squares / sum);
  }
}

/** The chance of what the plain engine is surest of. */
function surest(saw: Readonly<Record<string, number>>): number {
  return Math.max(0, ...Object.values(saw)) ** 2;
}

/** Lessons stay while a model is held, and every note is compared with all of them. */
const surestKnown = new WeakMap<Lesson, number>();

function surestOf(lesson: Lesson): number {
  const known = surestKnown.get(lesson);
  if (known !== undefined) return known;
  const found = surest(lesson.saw);
  surestKnown.set(lesson, found);
  return found;
}

/** Overlap of two lists of leading codes, 0 to 1. */
function overlap(a: readonly (readonly [code: string, root: number])[], b: Readonly<Record<string, number>>): number {
  let sum = 0;
  for (const [code, root] of a) sum += root * (b[code] ?? 0);
  return Math.min(1, sum);
}

/** Codes pushed so strongly that they join although they were no candidates, sorted. */
export function newcomers({ billed }: Learned, isCandidate: (code: string) => boolean): string[] {
  return [...billed].flatMap(([code, push]) => (push >= NEWCOMER_PUSH && !isCandidate(code) ? [code] : [])).sort();
}

/** What is ranked by: learned and plain chances averaged; rows beyond the plain ones are newcomers. */
export function blendedChances(codes: readonly string[], plain: Chances, { billed, first }: Learned): Chances {
  if (billed.size + first.size === 0) return plain;
  const before = (chances: Float64Array, row: number): number => (row < chances.length ? (chances[row] ?? 0) : NEWCOMER);
  const average = (chances: Float64Array, pushed: Float64Array): Float64Array =>
    pushed.map((chance, row) => LEARNED_SHARE * chance + (1 - LEARNED_SHARE) * (chances[row] ?? 0));
  const main = softmax(
    Float64Array.from(codes, (code, row) => Math.log(before(plain.main, row) + TINY) + (first.get(code) ?? 0)),
  );
  // Each by itself: a note may have several codes, and one that is pushed up takes nothing from another.
  const items = Float64Array.from(codes, (code, row) => {
    const chance = before(plain.items, row);
    const odds = ((chance + TINY) / (1 - chance + TINY)) * Math.exp(billed.get(code) ?? 0);
    return billed.has(code) ? odds / (1 + odds) : chance;
  });
  return { ...plain, main: average(plain.main, main), items: average(plain.items, items) };
}

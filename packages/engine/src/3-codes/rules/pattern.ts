import type { LiteralIndex, LiteralsPresent } from './literal-index.ts';
import { branchesOf } from './pattern-branches.ts';
import { requiredLiterals } from './pattern-literals.ts';

/** Lists of numbers of strings: of each list a text must have one. */
export type Needs = readonly (readonly number[])[];

/**
 * A regular expression of the conventions, looked for in a text of which it is known which strings it may have. Nothing is
 * compiled before a text has the strings for it: most rules are about codes that no note of the day comes near.
 */
export class Pattern {
  readonly source: string;
  readonly #literals: LiteralIndex;
  readonly needs: Needs;
  #branches: readonly Branch[] | undefined;

  constructor(source: string, literals: LiteralIndex) {
    this.source = source;
    this.#literals = literals;
    this.needs = needsOf(source, literals);
  }

  /** False when a string is absent without which the pattern cannot be found. */
  mayBeIn(present: LiteralsPresent): boolean {
    return hasAll(this.needs, present);
  }

  /**
   * Whether a note has the pattern: what is looked for is looked for among what is meant as done, unless it says how it is meant itself.
   * @param meant in lower case
   * @param said the same with what is denied, past or planned
   * @param present what `said`, or a text that it is part of, may contain
   */
  isIn(meant: string, said: string, present: LiteralsPresent): boolean {
    if (this.#branches === undefined) {
      if (!this.mayBeIn(present)) return false;
      this.#branches = split(this.source, this.#literals);
    }
    for (const branch of this.#branches)
      if (hasAll(branch.needs, present) && branch.isIn(branch.ownReading ? said : meant)) return true;
    return false;
  }
}

function hasAll(needs: Needs, present: LiteralsPresent): boolean {
  for (const list of needs) if (!hasOne(list, present)) return false;
  return true;
}

function hasOne(list: readonly number[], present: LiteralsPresent): boolean {
  for (const id of list) if (present[id] !== 0) return true;
  return false;
}

function needsOf(source: string, literals: LiteralIndex): Needs {
  return requiredLiterals(source).map((list) => list.map((literal) => literals.add(literal)));
}

type Branch = { readonly needs: Needs; readonly ownReading: boolean; readonly isIn: (text: string) => boolean };

/** Words by which a pattern says itself how what it looks for is meant: "previous bypass", "no stone was found". */
const OWN_READING =
  /\b(?:(?:no|not|without|previous|previously|prior|history|hx|status post|s\/p|planned|possible|future|denie[sd]|never|old|redo|years ago|if|unable|instead|rather|staged|cannot|could)(?![a-z])|defer|declin|abort|abandon|fail|unsuccessful|conver|attempt)/;
const LOOK_AROUND = /\(\?<?[=!][^()]*\)/g;

/** Branches that need the same strings are one expression; a plain string is looked for as it is. */
function split(source: string, literals: LiteralIndex): Branch[] {
  const byNeeds = new Map<string, { needs: Needs; ownReading: boolean; sources: string[] }>();
  for (const branch of branchesOf(source)) {
    const needs = needsOf(branch, literals);
    const ownReading = OWN_READING.test(branch.replace(LOOK_AROUND, '').replaceAll(/\\[sb]/g, ' '));
    const key = `${ownReading} ${needs.join(';')}`;
    const same = byNeeds.get(key);
    if (same === undefined) byNeeds.set(key, { needs, ownReading, sources: [branch] });
    else same.sources.push(branch);
  }
  return [...byNeeds.values()].map(({ needs, ownReading, sources }) => ({ needs, ownReading, isIn: finder(sources) }));
}

const PLAIN = /^[a-z0-9 ,;:&/'%#=-]+$/;

function finder(sources: readonly string[]): (text: string) => boolean {
  if (sources.every((source) => PLAIN.test(source))) return (text) => sources.some((source) => text.includes(source));
  let expression: RegExp | undefined;
  return (text) => (expression ??= new RegExp(sources.join('|'), 'im')).test(text);
}

import type { LiteralIndex, LiteralsPresent } from './literal-index.ts';
import { branchesOf } from './pattern-branches.ts';
import { requiredLiterals } from './pattern-literals.ts';

/** Lists of numbers of strings end to end, each behind its length: of each list a text must have one. */
export type Needs = readonly number[];

export function listsOf(needs: Needs): number[][] {
  const lists: number[][] = [];
  for (let at = 0; at < needs.length; at += 1 + (needs[at] ?? 0)) lists.push(needs.slice(at + 1, at + 1 + (needs[at] ?? 0)));
  return lists;
}

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
  mayBeIn(said: string, present: LiteralsPresent): boolean {
    return hasAll(this.needs, said, present, this.#literals);
  }

  /**
   * Whether a note has the pattern: what is looked for is looked for among what is meant as done, unless it says how it is meant itself.
   * @param meant in lower case
   * @param said the same with what is denied, past or planned
   * @param present what `said`, or a text that it is part of, may contain
   */
  isIn(meant: string, said: string, present: LiteralsPresent): boolean {
    if (this.#branches === undefined) {
      if (!this.mayBeIn(said, present)) return false;
      this.#branches = split(this.source, this.#literals);
    }
    for (const branch of this.#branches)
      if (hasAll(branch.needs, said, present, this.#literals) && branch.isIn(branch.ownReading ? said : meant)) return true;
    return false;
  }
}

function hasAll(needs: Needs, text: string, present: LiteralsPresent, literals: LiteralIndex): boolean {
  let at = 0;
  while (at < needs.length) {
    const end = at + 1 + (needs[at] ?? 0);
    let has = false;
    while (!has && ++at < end) has = literals.mayContain(text, present, needs[at] ?? 0);
    if (!has) return false;
    at = end;
  }
  return true;
}

function needsOf(source: string, literals: LiteralIndex): Needs {
  return requiredLiterals(source).flatMap((list) => [list.length, ...list.map((literal) => literals.add(literal))]);
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
    const key = `${ownReading} ${needs.join(' ')}`;
    const same = byNeeds.get(key);
    if (same === undefined) byNeeds.set(key, { needs, ownReading, sources: [branch] });
    else same.sources.push(branch);
  }
  return [...byNeeds.values()].map(({ needs, ownReading, sources }) => ({ needs, ownReading, isIn: finder(sources) }));
}

/** A string, and whether a word has to begin or end where it does. */
const PLAIN = /^(\\b)?([a-z0-9 ,;:&/'%#=-]+)(\\b)?$/;

function finder(sources: readonly string[]): (text: string) => boolean {
  const strings = sources.flatMap((source) => stringFinder(source) ?? []);
  if (strings.length === sources.length) return (text) => strings.some((isIn) => isIn(text));
  let expression: RegExp | undefined;
  return (text) => (expression ??= new RegExp(sources.join('|'), 'im')).test(text);
}

function stringFinder(source: string): ((text: string) => boolean) | undefined {
  const [, begins, string = '', ends] = PLAIN.exec(source) ?? [];
  if (string === '') return undefined;
  return (text) => {
    for (let at = text.indexOf(string); at >= 0; at = text.indexOf(string, at + 1)) {
      if (begins !== undefined && !isEdge(text, at)) continue;
      if (ends === undefined || isEdge(text, at + string.length)) return true;
    }
    return false;
  };
}

/** Whether a word begins or ends at a place. */
const isEdge = (text: string, at: number): boolean => isWordCode(text.charCodeAt(at - 1)) !== isWordCode(text.charCodeAt(at));

/** Letters, digits and the underscore, as an expression counts them. */
const isWordCode = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code === 95 || (code >= 65 && code <= 90);

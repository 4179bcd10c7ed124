import type { CodeSpace } from '../catalogue/code-space.ts';
import { ConventionCheck } from '../rules/conventions.ts';
import type { Candidates } from './candidates.ts';
import type { Reading } from './note-view.ts';

/** A code answers a line that is its own so well, and one that is its sibling's no better than that; shares of the line's best. */
const OWNS = 0.95;
const LEAVES = 0.8;

/** What stands between two items of a heading; a comma does not: what is said before it holds behind it. */
const BETWEEN_ITEMS = /[\n;]|\d[.)]/;
const BETWEEN_SENTENCES = /[\n;]|\.\s|\d[.)]/;
/** More lines than these are a list of procedures only where it is written as one. */
const FEW = 8;
/** Lines of an item; more are a telling. */
const MOST_OF_AN_ITEM = 4;

/**
 * Where a heading names siblings in items of their own: "1. Nephrostomy placement, left. 2. Nephrostomy exchange, right." The name of one
 * speaks against the other in the other's item alone.
 */
export class OwnLines {
  readonly #candidates: Candidates;
  readonly #space: CodeSpace;
  readonly #checks = new Map<Reading, Map<number, ConventionCheck>>();
  #items: readonly (readonly number[])[] | undefined;

  constructor(candidates: Candidates, space: CodeSpace) {
    this.#candidates = candidates;
    this.#space = space;
  }

  /** The rules on the item that is a candidate's own; undefined where no item is a sibling's. @param place among the candidates */
  checkOf(place: number, reading: Reading): ConventionCheck | undefined {
    const { note, view } = reading;
    if (note.pseudo || note.lines.length < 2) return undefined;
    const items = (this.#items ??= itemsOf(note));
    const own = items.findIndex((lines) => this.#best(place, lines) >= OWNS);
    const lines = items[own];
    if (lines === undefined || !this.#leavesSibling(place, lines, items)) return undefined;
    const checks = this.#checks.get(reading) ?? new Map<number, ConventionCheck>();
    this.#checks.set(reading, checks);
    const check = checks.get(own) ?? new ConventionCheck(this.#space.conventions, view.textsOf(lines));
    checks.set(own, check);
    return check;
  }

  #best(place: number, lines: readonly number[]): number {
    const { byLines, lines: matched } = this.#candidates;
    return lines.reduce((most, line) => Math.max(most, (matched[line]?.f[place] ?? 0) / (byLines.lineBest[line] ?? 1)), 0);
  }

  /** Whether another code of the family, of which this one is no part, has an item that this one leaves, and leaves this one's. */
  #leavesSibling(place: number, own: readonly number[], items: readonly (readonly number[])[]): boolean {
    const { ids } = this.#candidates;
    const { facts, relations } = this.#space;
    const id = ids[place] ?? -1;
    const family = facts.of(id)?.family;
    const left = items.filter((lines) => lines !== own && this.#best(place, lines) < LEAVES);
    if (left.length === 0) return false;
    return ids.some(
      (other, at) =>
        at !== place &&
        facts.of(other)?.family === family &&
        !relations.includes(other, id) &&
        left.some((lines) => this.#best(at, lines) >= OWNS) &&
        this.#best(at, own) < LEAVES,
    );
  }
}

/** The lines of each item of the heading, by their numbers; a line that is made of others is none of its own. */
function itemsOf({ lines, meant }: Reading['note']): number[][] {
  const alone = lines
    .map(({ line }, number) => ({ ...line, number }))
    .filter(({ start, end, number }) =>
      lines.every(({ line: other }, at) => at === number || other.start < start || other.end > end),
    )
    .sort((a, b) => a.start - b.start);
  const between = alone.length > FEW ? BETWEEN_ITEMS : BETWEEN_SENTENCES;
  const items: number[][] = [];
  alone.forEach(({ start, number }, place) => {
    const before = alone[place - 1];
    if (before === undefined || between.test(meant.slice(before.end, start))) items.push([number]);
    else items.at(-1)?.push(number);
  });
  return items.every((item) => item.length <= MOST_OF_AN_ITEM) ? items : [];
}

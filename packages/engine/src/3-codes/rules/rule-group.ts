import type { TextPlaces } from './text-places.ts';

/** What a rule asks of a text before it is worth trying: of lists of strings one each. The lists stand end to end, each behind its length. */
export type Asking = { readonly rule: number; readonly needs: readonly number[] };

function listsOf(needs: readonly number[]): number[][] {
  const lists: number[][] = [];
  for (let at = 0; at < needs.length; at += 1 + (needs[at] ?? 0)) lists.push(needs.slice(at + 1, at + 1 + (needs[at] ?? 0)));
  return lists;
}

/**
 * Of many rules those that a text may meet, without asking each: a rule stands under strings of which the text must have one; where it
 * asks for several such lists, under the one whose strings fewest rules ask for.
 */
export class RuleGroup {
  /** Strings by number, and the rules under each. */
  readonly #strings: Int32Array;
  readonly #under: readonly (readonly number[])[];
  /** Rules that ask for nothing. */
  readonly #open: readonly number[];

  constructor(asking: readonly Asking[]) {
    const asked = new Map<number, number>();
    for (const { needs } of asking) for (const string of listsOf(needs).flat()) asked.set(string, (asked.get(string) ?? 0) + 1);
    const under = new Map<number, number[]>();
    const open: number[] = [];
    for (const { rule, needs } of asking) {
      const rarest = leastAsked(needs, asked);
      if (rarest === undefined) open.push(rule);
      for (const string of rarest ?? []) {
        const known = under.get(string);
        if (known === undefined) under.set(string, [rule]);
        else known.push(rule);
      }
    }
    this.#strings = Int32Array.from(under.keys());
    this.#under = [...under.values()];
    this.#open = open;
  }

  /** May hold a rule several times. */
  mayBeIn(text: Pick<TextPlaces, 'has'>): number[] {
    const rules = [...this.#open];
    for (let at = 0; at < this.#strings.length; at++)
      if (text.has(this.#strings[at] ?? 0)) rules.push(...(this.#under[at] ?? []));
    return rules;
  }
}

function leastAsked(needs: readonly number[], asked: ReadonlyMap<number, number>): readonly number[] | undefined {
  let rarest: readonly number[] | undefined;
  let least = Infinity;
  for (const list of listsOf(needs)) {
    const total = list.reduce((sum, string) => sum + (asked.get(string) ?? 0), 0);
    if (total >= least) continue;
    least = total;
    rarest = list;
  }
  return rarest;
}

import type { CatalogueFacts, WeighedTerms } from '../catalogue/code-facts.ts';
import type { CodeIndex } from '../catalogue/code-index.ts';
import type { SaidTerms } from './said-terms.ts';

/** One number a candidate, by where the note says it: the heading, heading or diagnosis, anywhere. */
export type ByPlace = { readonly heading: Float64Array; readonly named: Float64Array; readonly anywhere: Float64Array };

/** How far the note bears out each candidate's own words. */
export type Supports = {
  /** Share of the leading wording, by rarity. */
  readonly core: ByPlace;
  /** Rarity of the neighbouring words that are said. */
  readonly pairs: ByPlace;
  /** Share of what tells the code from its family, by weight. */
  readonly markers: ByPlace;
  /** The best borne out of its distinct values; `named` is not asked for. */
  readonly distinct: ByPlace;
};

/** Goes through the words of every candidate once. */
export function supportsOf(ids: readonly number[], said: SaidTerms, index: CodeIndex, facts: CatalogueFacts): Supports {
  const byPlace = (): ByPlace => ({
    heading: new Float64Array(ids.length),
    named: new Float64Array(ids.length),
    anywhere: new Float64Array(ids.length),
  });
  const supports = { core: byPlace(), pairs: byPlace(), markers: byPlace(), distinct: byPlace() };
  for (let place = 0; place < ids.length; place++) {
    const id = ids[place] ?? -1;
    const fact = facts.of(id);
    if (fact === undefined) continue;
    coverCore(id, fact.coreMass, index, said, supports.core, place);
    sumPairs(id, index, said, supports.pairs, place);
    cover(fact.markers, fact.markerMass, said, supports.markers, place);
    bestValue(fact.distinct, said, supports.distinct, place);
  }
  return supports;
}

/** The values stand end to end, each with how many terms it has; a value is said as surely as its terms are in the mean. */
function bestValue(values: readonly number[], { entries, heading, anywhere }: SaidTerms, to: ByPlace, place: number): void {
  let bestHeading = 0;
  let bestAnywhere = 0;
  for (let at = 0; at < values.length;) {
    const count = values[at++] ?? 0;
    let inHeading = 0;
    let inAnywhere = 0;
    for (const end = at + count; at < end; at++) {
      const entry = entries[values[at] ?? 0] ?? 0;
      if (entry === 0) continue;
      inHeading += heading[entry] ?? 0;
      inAnywhere += anywhere[entry] ?? 0;
    }
    bestHeading = Math.max(bestHeading, inHeading / count);
    bestAnywhere = Math.max(bestAnywhere, inAnywhere / count);
  }
  to.heading[place] = bestHeading;
  to.anywhere[place] = bestAnywhere;
}

function sumPairs(id: number, { pairs, idf }: CodeIndex, said: SaidTerms, to: ByPlace, place: number): void {
  const { entries } = said;
  const end = pairs.starts[id + 1] ?? 0;
  let heading = 0;
  let named = 0;
  let anywhere = 0;
  for (let at = pairs.starts[id] ?? end; at < end; at++) {
    const term = pairs.terms[at] ?? 0;
    const entry = entries[term] ?? 0;
    if (entry === 0) continue;
    const worth = idf[term] ?? 0;
    if ((said.heading[entry] ?? 0) > 0) heading += worth;
    if ((said.named[entry] ?? 0) > 0) named += worth;
    if ((said.anywhere[entry] ?? 0) > 0) anywhere += worth;
  }
  to.heading[place] = heading;
  to.named[place] = named;
  to.anywhere[place] = anywhere;
}

/** Share of the leading wording that is said, by rarity. */
function coverCore(id: number, mass: number, { cores, idf }: CodeIndex, said: SaidTerms, to: ByPlace, place: number): void {
  if (mass <= 0) return;
  const { entries } = said;
  const end = cores.starts[id + 1] ?? 0;
  let heading = 0;
  let named = 0;
  let anywhere = 0;
  for (let at = cores.starts[id] ?? end; at < end; at++) {
    const term = cores.terms[at] ?? 0;
    const entry = entries[term] ?? 0;
    if (entry === 0) continue;
    const worth = idf[term] ?? 0;
    heading += worth * (said.heading[entry] ?? 0);
    named += worth * (said.named[entry] ?? 0);
    anywhere += worth * (said.anywhere[entry] ?? 0);
  }
  to.heading[place] = heading / mass;
  to.named[place] = named / mass;
  to.anywhere[place] = anywhere / mass;
}

/** Share of the mass that is said. */
function cover({ terms, weights }: WeighedTerms, mass: number, said: SaidTerms, to: ByPlace, place: number): void {
  if (mass <= 0) return;
  const { entries } = said;
  let heading = 0;
  let named = 0;
  let anywhere = 0;
  for (let at = 0; at < terms.length; at++) {
    const entry = entries[terms[at] ?? 0] ?? 0;
    if (entry === 0) continue;
    const worth = weights[at] ?? 0;
    heading += worth * (said.heading[entry] ?? 0);
    named += worth * (said.named[entry] ?? 0);
    anywhere += worth * (said.anywhere[entry] ?? 0);
  }
  to.heading[place] = heading / mass;
  to.named[place] = named / mass;
  to.anywhere[place] = anywhere / mass;
}

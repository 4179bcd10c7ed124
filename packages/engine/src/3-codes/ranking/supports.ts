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
    const document = index.documents[ids[place] ?? -1];
    const fact = facts.of(ids[place] ?? -1);
    if (document === undefined || fact === undefined) continue;
    cover(fact.core, fact.coreMass, said, supports.core, place);
    sumPairs(document.pairs, index.idf, said, supports.pairs, place);
    cover(fact.markers, fact.markerMass, said, supports.markers, place);
    for (const terms of fact.distinct) {
      if (!isSaid(terms, said)) continue;
      raise(supports.distinct.heading, place, valueSupport(terms, said, said.heading));
      raise(supports.distinct.anywhere, place, valueSupport(terms, said, said.anywhere));
    }
  }
  return supports;
}

/** Whether the note says any of the terms at all; most values of most candidates it does not mention. */
export function isSaid(terms: readonly number[], { entries }: SaidTerms): boolean {
  for (const term of terms) if (entries[term] !== 0) return true;
  return false;
}

/** Mean of how surely each term of a value is said. */
export function valueSupport(terms: readonly number[], { entries }: SaidTerms, weights: Float32Array): number {
  let sum = 0;
  for (const term of terms) sum += weights[entries[term] ?? 0] ?? 0;
  return sum / terms.length;
}

function raise(values: Float64Array, place: number, value: number): void {
  if (value > (values[place] ?? 0)) values[place] = value;
}

function sumPairs(terms: Int32Array, idf: Float32Array, said: SaidTerms, to: ByPlace, place: number): void {
  const { entries } = said;
  let [heading, named, anywhere] = [0, 0, 0];
  for (const term of terms) {
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

/** Share of the mass that is said. */
function cover({ terms, weights }: WeighedTerms, mass: number, said: SaidTerms, to: ByPlace, place: number): void {
  if (mass <= 0) return;
  const { entries } = said;
  let [heading, named, anywhere] = [0, 0, 0];
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

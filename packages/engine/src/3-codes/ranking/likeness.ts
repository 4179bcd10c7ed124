import { lowerBound } from '../../1-text/lower-bound.ts';
import type { NoteFindings } from '../../2-findings/note.ts';
import type { CodeSpace } from '../catalogue/code-space.ts';
import { likenedWords } from '../catalogue/profiles.ts';
import type { NoteView } from './note-view.ts';

/** How like a note's body is to those of a family. */
export type FamilyLikeness = {
  readonly mass: number;
  /** Of how many notes the family's profile is. */
  readonly notes: number;
  /** Of the likest family's, 0 to 1. */
  readonly share: number;
  /** By how much of the likest family's it leads all others, or is behind the likest. */
  readonly lead: number;
  /** From 0. */
  readonly rank: number;
};

export type NoteLikeness = {
  /** Undefined where the code's family has no profile, or the body says nothing of it. */
  readonly of: (id: number) => FamilyLikeness | undefined;
  /** So many of the likest families, best first. */
  readonly likest: (count: number) => readonly string[];
};

/** Compares the body of a note with the profiles of the families. */
export function likenessTo(note: NoteFindings, { index, lexicon, profiles }: CodeSpace): NoteLikeness {
  const { families } = profiles;
  const masses = profiles.massesOf(likenedWords(note, lexicon));
  const [first = -1, second = -1] = largest(masses, 2);
  const most = masses[first] ?? 0;
  const known = new Map<number, FamilyLikeness>();
  let inOrder: Float64Array | undefined;
  const likenessOf = (place: number): FamilyLikeness => {
    const mass = masses[place] ?? 0;
    const rival = place === first ? (masses[second] ?? 0) : most;
    return {
      mass,
      notes: families[place]?.notes ?? 0,
      share: mass / most,
      lead: (mass - rival) / most,
      rank: rankOf(place, masses, (inOrder ??= masses.toSorted())),
    };
  };
  return {
    of: (id) => {
      const place = profiles.placeOf(index.documents[id]?.knowledge?.family ?? '');
      if (place === undefined || (masses[place] ?? 0) === 0) return undefined;
      const own = known.get(place) ?? likenessOf(place);
      known.set(place, own);
      return own;
    },
    likest: (count) => largest(masses, count).flatMap((place) => families[place]?.family ?? []),
  };
}

/** Places of the largest values above 0, best first; of equal ones the first. */
function largest(values: Float64Array, count: number): number[] {
  const places: number[] = [];
  for (let place = 0; place < values.length; place++) {
    const value = values[place] ?? 0;
    if (value <= 0 || (places.length === count && value <= (values[places.at(-1) ?? 0] ?? 0))) continue;
    const before = places.findIndex((other) => value > (values[other] ?? 0));
    places.splice(before < 0 ? places.length : before, 0, place);
    if (places.length > count) places.pop();
  }
  return places;
}

/** How many values are larger, or as large and before. @param inOrder the values from the least on */
function rankOf(place: number, values: Float64Array, inOrder: Float64Array): number {
  const own = values[place] ?? 0;
  const notLarger = lowerBound(inOrder.length, (at) => (inOrder[at] ?? 0) <= own);
  let rank = inOrder.length - notLarger;
  const alike = notLarger - lowerBound(notLarger, (at) => (inOrder[at] ?? 0) < own);
  if (alike > 1) for (let other = 0; other < place; other++) if (values[other] === own) rank++;
  return rank;
}

/** How like the body is to those of the code's family, beside the likest family. */
export function fillLikeness(row: Float32Array, from: number, own: FamilyLikeness | undefined, { pseudo }: NoteView): void {
  let at = from;
  row[at++] = own?.share ?? 0;
  row[at++] = (own?.mass ?? 0) / LIKENESS_SCALE;
  row[at++] = own?.lead ?? 0;
  row[at++] = Math.log1p(own?.rank ?? LAST_RANK) / 5;
  row[at++] = pseudo ? (own?.share ?? 0) : 0;
  row[at] = Math.log1p(own?.notes ?? 0) / 3;
}
const LIKENESS_SCALE = 10;
const LAST_RANK = 200;

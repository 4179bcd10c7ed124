import { lowerBound } from '../../1-text/lower-bound.ts';
import type { NoteFindings } from '../../2-findings/note.ts';
import type { CodeSpace } from '../catalogue/code-space.ts';
import { likenedWords } from '../catalogue/profiles.ts';
import type { NoteView } from './note-view.ts';

/** How like a note is to those of a family. */
export type FamilyLikeness = {
  /** Logarithm of its odds, as {@link Profiles.scoresOf} tells it. */
  readonly score: number;
  /** Of the likest family's odds, softened: 0 to 1. */
  readonly share: number;
  /** By how much of score it leads all others, or is behind the likest. */
  readonly lead: number;
  /** From 0. */
  readonly rank: number;
  /** Of how many notes the family's profile is. */
  readonly notes: number;
};

export type NoteLikeness = {
  /** Undefined where the code's family has no profile, or the note says nothing of it. */
  readonly of: (id: number) => FamilyLikeness | undefined;
  /** So many of the likest families, best first. */
  readonly likest: (count: number) => readonly string[];
};

/** Odds are for notes of our own; other hands' words say less. */
const SOFT = 3;

/** Compares a note with the profiles of the families. */
export function likenessTo(note: NoteFindings, { index, lexicon, profiles }: CodeSpace): NoteLikeness {
  const { families } = profiles;
  const scores = profiles.scoresOf(likenedWords(note, lexicon));
  const [first = -1, second = -1] = largest(scores, 2);
  const most = scores[first] ?? 0;
  const known = new Map<number, FamilyLikeness>();
  let inOrder: Float64Array | undefined;
  const likenessOf = (place: number, score: number): FamilyLikeness => ({
    score,
    share: Math.exp((score - most) / SOFT),
    lead: score - (place === first ? (scores[second] ?? 0) : most),
    rank: rankOf(place, scores, (inOrder ??= scores.toSorted())),
    notes: families[place]?.notes ?? 0,
  });
  return {
    of: (id) => {
      const place = profiles.placeOf(index.documents[id]?.knowledge?.family ?? '');
      const score = scores[place ?? -1] ?? 0;
      if (place === undefined || score === 0) return undefined;
      const own = known.get(place) ?? likenessOf(place, score);
      known.set(place, own);
      return own;
    },
    likest: (count) => largest(scores, count).flatMap((place) => families[place]?.family ?? []),
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

/** How like the note is to those of the code's family, beside the likest family. */
export function fillLikeness(row: Float32Array, from: number, own: FamilyLikeness | undefined, { pseudo }: NoteView): void {
  let at = from;
  row[at++] = own?.share ?? 0;
  row[at++] = (own?.score ?? 0) / SCORE_SCALE;
  row[at++] = Math.max(-1, (own?.lead ?? -SCORE_SCALE) / SCORE_SCALE);
  row[at++] = Math.log1p(own?.rank ?? LAST_RANK) / 5;
  row[at++] = pseudo ? (own?.share ?? 0) : 0;
  row[at] = Math.log1p(own?.notes ?? 0) / 3;
}
const SCORE_SCALE = 10;
const LAST_RANK = 200;

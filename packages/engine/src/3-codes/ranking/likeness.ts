import type { NoteFindings } from '../../2-findings/note.ts';
import type { CodeSpace } from '../catalogue/code-space.ts';
import { wordsOfBody } from '../catalogue/profiles.ts';
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
  /** The likest families, best first. */
  readonly families: readonly string[];
};

/** Compares the body of a note with the profiles of the families. */
export function likenessTo(note: NoteFindings, { index, lexicon, profiles }: CodeSpace): NoteLikeness {
  const order = profiles
    .likenessOf(wordsOfBody(note, lexicon))
    .filter(({ mass }) => mass > 0)
    .sort((a, b) => b.mass - a.mass || (a.family < b.family ? -1 : 1));
  const [most = 0, next = 0] = order.map(({ mass }) => mass);
  const byFamily = new Map(
    order.map(({ family, mass, notes }, rank) => [
      family,
      { mass, notes, share: mass / most, lead: (mass - (rank === 0 ? next : most)) / most, rank },
    ]),
  );
  const familyOf = (id: number): string => index.documents[id]?.knowledge?.family ?? '';
  return {
    of: (id) => byFamily.get(familyOf(id)),
    families: order.map(({ family }) => family),
  };
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

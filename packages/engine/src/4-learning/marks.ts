import type { NoteFindings } from '../2-findings/note.ts';
import type { CodeSpace } from '../3-codes/catalogue/code-space.ts';
import { fnv1a, isTelling, rarity } from './fingerprint.ts';
import type { Assessment } from './learned-chances.ts';

/** What a note is about, to find settled notes like it: signed whole numbers of 32 bits that no text can be read from. */
export type NoteMarks = {
  /** What the engine reads in it, and the words that name its procedures. */
  readonly marks: readonly number[];
  /** The most telling of these: notes without one of them in common are not alike. */
  readonly keys: readonly number[];
};

/** To be raised when marks of one note would differ from those made before: what is stored is made anew. */
export const MARKS_VERSION = 1;

/** The plain engine's chance from which on a code is one of the note's findings. */
const SEEN = 0.12;
const MOST_WORDS = 8;
const KEY_WORDS = 3;
/** A word of a great many codes tells little. */
const TELLING_IDF = 2;

/** The marks of a note: codes and families that the plain engine reads, however they are worded, and words of the procedure lines. */
export function marksOf(note: NoteFindings, assessment: Assessment, space: CodeSpace): NoteMarks {
  const codes = Object.entries(assessment.saw).flatMap(([code, root]) => (root * root >= SEEN ? [code] : []));
  const families = new Set(codes.flatMap((code) => familyOf(code, space) ?? []));
  const words = tellingWords(note, space);
  const read = [...codes.map((code) => `code ${code}`), ...[...families].map((family) => `family ${family}`)].map(signed);
  const named = words.map((word) => signed(`word ${word}`));
  return {
    marks: [...new Set([...read, ...named])],
    keys: [...new Set([...codes.map((code) => signed(`code ${code}`)), ...named.slice(0, KEY_WORDS)])],
  };
}

function familyOf(code: string, { index }: CodeSpace): string | undefined {
  return index.documents.find((document) => document.code === code)?.knowledge?.family;
}

/** The words that say most of how the procedures are named, rarest first. */
function tellingWords(note: NoteFindings, space: CodeSpace): string[] {
  const words = note.lines.flatMap(({ tokens }) => tokens.filter(isTelling).map(({ word }) => space.lexicon.stemOf(word)));
  const rated = [...new Set(words)].map((word) => [word, rarity(word, space)] as const);
  return rated
    .filter(([word, rare]) => rare >= TELLING_IDF && !space.ordinary.has(word))
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .slice(0, MOST_WORDS)
    .map(([word]) => word);
}

const signed = (text: string): number => fnv1a(text) | 0;

import { analyze } from '../../src/3-codes/ranking/analysis.ts';
import type { CodeSpace } from '../../src/3-codes/catalogue/code-space.ts';
import { PARTS, Profiles, likenedWords } from '../../src/3-codes/catalogue/profiles.ts';
import { readBodies, readDiagnoses, readGoldNotes } from '../gold-set.ts';
import { isBilled } from '../claims.ts';

/** What the body of one of our own notes says, and the families that it bills. */
export type ProfileLesson = {
  readonly id: string;
  readonly words: ReadonlySet<string>;
  /** Family to how much the note is about it. */
  readonly families: ReadonlyMap<string, number>;
};

const FOLDS = 10;
/** Words that a family is told by. */
const MOST_WORDS = 200;
/** Notes that say a word of any family; a word of one or two is chance. */
const LEAST_NOTES = 3;
/** So many notes of all families stand beside a family's own. */
const PRIOR = 1;
/** A word that one note in fifty has counts whole, one that is in every second hardly. */
const WHOLE = 4;
/** Keeps families with few words from being told by them alone. */
const SMOOTH = 20;
/** A further item tells of its family as well, among what is told of the main one. */
const FURTHER = 0.25;

/** Our own notes, and the bodies and diagnoses written for this alone: nothing of any other source is in a profile. */
export function profileLessons(space: CodeSpace): ProfileLesson[] {
  const familyOf = new Map(space.index.documents.map(({ code, knowledge }) => [code, knowledge?.family]));
  const wordsOf = (text: string): Set<string> => likenedWords(analyze(text, space).note, space.lexicon);
  return [...readGoldNotes(), ...readBodies(), ...readDiagnoses()].map((note) => {
    const families = new Map<string, number>();
    const add = (codes: readonly string[], weight: number): void => {
      for (const family of new Set(codes.map((code) => familyOf.get(code))))
        if (family !== undefined) families.set(family, Math.max(weight, families.get(family) ?? 0));
    };
    for (const item of note.items.filter(isBilled)) add(item.codes, FURTHER);
    add(note.primary, 1);
    return { id: note.id, words: wordsOf(note.text), families };
  });
}

/** The text of knowledge/weights/profiles.tsv. */
export function profilesFrom(lessons: readonly ProfileLesson[]): string {
  const notesWith = new Map<string, number>();
  const told = new Map<string, { mass: number; words: Map<string, number> }>();
  for (const { words, families } of lessons) {
    for (const word of words) notesWith.set(word, (notesWith.get(word) ?? 0) + 1);
    for (const [family, weight] of families) {
      const own = told.get(family) ?? { mass: 0, words: new Map<string, number>() };
      told.set(family, own);
      own.mass += weight;
      for (const word of words) own.words.set(word, (own.words.get(word) ?? 0) + weight);
    }
  }
  const families = [...told].sort(([a], [b]) => (a < b ? -1 : 1));
  const tells = new Map<string, string[]>();
  for (const [place, [, { mass, words }]] of families.entries()) {
    const rated = [...words].flatMap(([word, count]) => {
      const notes = notesWith.get(word) ?? 0;
      const usual = notes / lessons.length;
      const share = (count + PRIOR * usual) / (mass + PRIOR);
      const gain = Math.log(share / usual);
      if (notes < LEAST_NOTES || gain <= 0) return [];
      return [{ word, gain: gain * Math.min(1, -Math.log(usual) / WHOLE), expected: share * gain }];
    });
    rated.sort((a, b) => b.expected - a.expected || (a.word < b.word ? -1 : 1));
    const kept = rated.slice(0, MOST_WORDS);
    const size = Math.sqrt(kept.reduce((sum, { expected }) => sum + expected, SMOOTH));
    for (const { word, gain } of kept) {
      const entry = `${place}:${Math.round((PARTS * gain) / size)}`;
      const known = tells.get(word);
      if (known === undefined) tells.set(word, [entry]);
      else known.push(entry);
    }
  }
  const known = families.map(([family, { mass }]) => `${family}\t${Math.round(mass)}\n`);
  const words = [...tells].sort(([a], [b]) => (a < b ? -1 : 1)).map(([word, entries]) => `${word}\t${entries.join(' ')}\n`);
  return `${known.join('')}\n${words.join('')}`;
}

/**
 * For every note the codes with profiles that do not know it: our own notes are told by those of other folds, all others by all of ours.
 * @returns by the id of a note, also of one in brief, unnamed or broken off
 */
export function profileSpaces(space: CodeSpace, lessons: readonly ProfileLesson[]): (id: string) => CodeSpace {
  const withOut = (left: ReadonlySet<number>): CodeSpace => ({
    ...space,
    profiles: new Profiles(profilesFrom(lessons.filter((_, at) => !left.has(at % FOLDS)))),
  });
  const whole = withOut(new Set());
  const folds = Array.from({ length: FOLDS }, (_, fold) => withOut(new Set([fold])));
  const foldOf = new Map(lessons.map(({ id }, at) => [id, at % FOLDS]));
  return (id) => folds[foldOf.get(id.replace(/ (in brief|unnamed|broken off)$/, '')) ?? -1] ?? whole;
}

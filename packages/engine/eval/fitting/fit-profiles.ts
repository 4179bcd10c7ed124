import { readKnowing } from '../../src/3-codes/ranking/analysis.ts';
import type { CodeSpace } from '../../src/3-codes/catalogue/code-space.ts';
import { PARTS, Profiles, reasonWords, tellingWords } from '../../src/3-codes/catalogue/profiles.ts';
import { readBodies, readDiagnoses, readGoldNotes, type NotePart } from '../gold-set.ts';
import { isBilled } from '../claims.ts';
import type { LabelledNote } from '../labelled-notes.ts';
import { fitSoftmax, type Telling } from './fit-softmax.ts';
import { assignFolds } from './folds.ts';

/** What a note, body or diagnosis says, and the families that it bills. */
export type ProfileLesson = {
  readonly id: string;
  readonly words: ReadonlySet<string>;
  /** Family to how much the note is about it. */
  readonly families: ReadonlyMap<string, number>;
  /** Written for this project, as all are that words are taken from. */
  readonly ours: boolean;
  /** Of a note that weights may be fitted on, the fold with which it is held back from its own profiles. */
  readonly fold: number | undefined;
};

const FOLDS = 4;
/** Words that a family is told by. */
const MOST_WORDS = 400;
/** Notes that say a word of any family; a word of one or two is chance. */
const LEAST_NOTES = 3;
/** So many notes of all families stand beside a family's own. */
const PRIOR = 1;
/** A word that one note in fifty has counts whole, one that is in every second hardly. */
const WHOLE = 4;
/** Keeps families with few words from being told by them alone. */
const SMOOTH = 20;
/** So much counts how much oftener a family says a word, beside what tells it from the other families. */
const OFTENER = 5;
/** Less than this tells nothing. */
const LEAST_WEIGHT = 0.5;
/** A further item tells of its family as well, among what is told of the main one. */
const FURTHER = 0.25;
/** What real notes say they were done for counts so much beside one of ours: they are few, and say it as notes do. */
const REAL = 2;
const weightOf = ({ ours }: ProfileLesson): number => (ours ? 1 : REAL);

/**
 * Our own notes, the bodies and diagnoses written for this, and what real notes were done for: nothing of these last is in a profile but how much
 * words of ours tell.
 */
export function profileLessons(space: CodeSpace, real: readonly LabelledNote[] = []): ProfileLesson[] {
  const familyOf = new Map(space.index.documents.map(({ code, knowledge }) => [code, knowledge?.family]));
  const lessonsOf = (
    notes: readonly NotePart[],
    wordsOf: typeof tellingWords,
    ours: boolean,
    foldOf: (at: number) => number | undefined,
  ): ProfileLesson[] =>
    notes.map((note, at) => {
      const families = new Map<string, number>();
      const add = (codes: readonly string[], share: number): void => {
        for (const family of new Set(codes.map((code) => familyOf.get(code))))
          if (family !== undefined) families.set(family, Math.max(share, families.get(family) ?? 0));
      };
      if (ours) for (const item of note.items.filter(isBilled)) add(item.codes, FURTHER);
      add(note.primary, 1);
      return { id: note.id, words: wordsOf(readKnowing(note.text, space), space.lexicon), families, ours, fold: foldOf(at) };
    });
  const realFolds = assignFolds(real, FOLDS);
  return [
    ...lessonsOf(readGoldNotes(), tellingWords, true, (at) => at % FOLDS),
    ...lessonsOf([...readBodies(), ...readDiagnoses()], tellingWords, true, () => undefined),
    ...lessonsOf(real, reasonWords, false, (at) => realFolds[at]).filter(({ words }) => words.size > 0),
  ];
}

/**
 * The text of knowledge/weights/profiles.tsv. A family's words are those that its notes say oftener than others; what each weighs is how much
 * oftener, and what tells the families from each other, fitted over all of them at once: the former knows of rare words, the latter that
 * words come together.
 */
export function profilesFrom(lessons: readonly ProfileLesson[]): string {
  const families = familiesOf(lessons);
  const oftener = oftenerSaid(lessons, families);
  const words = [...oftener.keys()].sort((a, b) => (a < b ? -1 : 1));
  const entries = words.map((word) => oftener.get(word) ?? []);
  const starts = new Int32Array(words.length + 1);
  for (const [at, own] of entries.entries()) starts[at + 1] = (starts[at] ?? 0) + own.length;
  const support = { starts, classes: Uint16Array.from(entries.flatMap((own) => own.map(({ place }) => place))) };
  const fitted = fitSoftmax(tellingsOf(lessons, families, words), support, families.size);
  const lines = words.flatMap((word, at) => {
    const told = (entries[at] ?? []).flatMap(({ place, gain }, own) => {
      const weight = OFTENER * gain + (fitted[(starts[at] ?? 0) + own] ?? 0);
      return Math.abs(weight) < LEAST_WEIGHT ? [] : [`${place}:${Math.round(PARTS * weight)}`];
    });
    return told.length === 0 ? [] : [`${word}\t${told.join(' ')}\n`];
  });
  const known = [...families].map(([family, { mass }]) => `${family}\t${Math.round(mass)}\n`);
  return `${known.join('')}\n${lines.join('')}`;
}

type Families = ReadonlyMap<
  string,
  { readonly place: number; readonly mass: number; readonly words: ReadonlyMap<string, number> }
>;

/** By name, sorted: of how much of the notes each family is, and how often it says which words. */
function familiesOf(lessons: readonly ProfileLesson[]): Families {
  const told = new Map<string, { place: number; mass: number; words: Map<string, number> }>();
  for (const lesson of lessons)
    for (const [family, share] of lesson.families) {
      const weight = share * weightOf(lesson);
      const own = told.get(family) ?? { place: 0, mass: 0, words: new Map<string, number>() };
      told.set(family, own);
      own.mass += weight;
      for (const word of lesson.words) own.words.set(word, (own.words.get(word) ?? 0) + weight);
    }
  const sorted = [...told].sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [place, [, own]] of sorted.entries()) own.place = place;
  return new Map(sorted);
}

/** By word, the families that say it oftener than all notes do, and by how much. */
function oftenerSaid(lessons: readonly ProfileLesson[], families: Families): Map<string, { place: number; gain: number }[]> {
  const notesWith = new Map<string, number>();
  for (const lesson of lessons)
    for (const word of lesson.words) notesWith.set(word, (notesWith.get(word) ?? 0) + weightOf(lesson));
  const known = new Set(lessons.flatMap(({ words, ours }) => (ours ? [...words] : [])));
  const all = lessons.reduce((sum, lesson) => sum + weightOf(lesson), 0);
  const tells = new Map<string, { place: number; gain: number }[]>();
  for (const { place, mass, words } of families.values()) {
    const rated = [...words].flatMap(([word, count]) => {
      const notes = notesWith.get(word) ?? 0;
      const usual = notes / all;
      const share = (count + PRIOR * usual) / (mass + PRIOR);
      const gain = Math.log(share / usual);
      if (notes < LEAST_NOTES || gain <= 0 || !known.has(word)) return [];
      return [{ word, gain: gain * Math.min(1, -Math.log(usual) / WHOLE), expected: share * gain }];
    });
    rated.sort((a, b) => b.expected - a.expected || (a.word < b.word ? -1 : 1));
    const kept = rated.slice(0, MOST_WORDS);
    const size = Math.sqrt(kept.reduce((sum, { expected }) => sum + expected, SMOOTH));
    for (const { word, gain } of kept) {
      const known = tells.get(word);
      const entry = { place, gain: gain / size };
      if (known === undefined) tells.set(word, [entry]);
      else known.push(entry);
    }
  }
  return tells;
}

/** The same lessons by the numbers of words and the places of families. */
function tellingsOf(lessons: readonly ProfileLesson[], families: Families, words: readonly string[]): Telling[] {
  const numberOf = new Map(words.map((word, at) => [word, at]));
  return lessons.flatMap((lesson) => {
    const sum = [...lesson.families.values()].reduce((all, weight) => all + weight, 0);
    if (sum === 0) return [];
    const about = [...lesson.families].map(([family, weight]) => [families.get(family)?.place ?? 0, weight / sum] as const);
    return [
      { words: Int32Array.from([...lesson.words].flatMap((word) => numberOf.get(word) ?? [])), about, weight: weightOf(lesson) },
    ];
  });
}

/**
 * For every note the codes with profiles that do not know it: a note that is in them is told by those without its fold, all others by all.
 * @returns by the id of a note, also of one in brief or unnamed
 */
export function profileSpaces(space: CodeSpace, lessons: readonly ProfileLesson[]): (id: string) => CodeSpace {
  const foldOf = new Map(lessons.map(({ id, fold }) => [id, fold]));
  const withOut = (left: number | undefined): CodeSpace => ({
    ...space,
    profiles: new Profiles(profilesFrom(lessons.filter(({ fold }) => left === undefined || fold !== left))),
  });
  const whole = withOut(undefined);
  const folds = Array.from({ length: FOLDS }, (_, fold) => withOut(fold));
  return (id) => folds[foldOf.get(id.replace(/ (in brief|unnamed)$/, '')) ?? -1] ?? whole;
}

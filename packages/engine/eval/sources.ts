import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CodeSpace } from '../src/3-codes/catalogue/code-space.ts';
import { briefly, unnamed } from './fitting/restyled.ts';
import { readLessons } from './gold-set.ts';
import { readLabelledNotes, type LabelledNote } from './labelled-notes.ts';

/** Notes of one origin; figures are told by source and never mixed. */
export type Source = {
  readonly name: string;
  /** Notes with something to bill, whose labels are sure enough to score. */
  readonly notes: readonly LabelledNote[];
  /** Documents that hold nothing to bill, of the same origin. */
  readonly documents: readonly { readonly id: string; readonly text: string }[];
};

export type SourceFiles = {
  readonly notes: string | undefined;
  readonly other: string | undefined;
  readonly 'not-operative': string | undefined;
};

const NAMES = { notes: 'notes-labelled.jsonl', other: 'notes-other.jsonl', 'not-operative': 'not-operative.jsonl' } as const;

/**
 * The sources there are: files given by path, or else those of the folder that INCISIVE_EVAL_DATA names. Labels of low confidence are
 * left out where the labels were read once only.
 */
export function readSources(given: Partial<SourceFiles> = {}): Source[] {
  const folder = process.env['INCISIVE_EVAL_DATA'];
  const explicit = Object.values(given).some((file) => file !== undefined);
  const fileOf = (key: keyof SourceFiles): string | undefined => {
    if (explicit || folder === undefined) return given[key];
    return existsSync(join(folder, NAMES[key])) ? join(folder, NAMES[key]) : undefined;
  };
  const read = (key: keyof SourceFiles): LabelledNote[] => {
    const file = fileOf(key);
    return file === undefined ? [] : readLabelledNotes(file);
  };
  const [labelled, other] = [read('notes'), read('other')];
  return [
    {
      name: LABELLED,
      notes: labelled.filter((note) => hasItems(note) && note.confidence !== 'low'),
      documents: readDocuments(fileOf('not-operative')),
    },
    { name: 'other', notes: other.filter(hasItems), documents: other.filter((note) => !hasItems(note)) },
  ].filter((source) => source.notes.length + source.documents.length > 0);
}

function hasItems(note: LabelledNote): boolean {
  return note.items.length > 0;
}

function readDocuments(file: string | undefined): { id: string; text: string }[] {
  if (file === undefined) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as { id: string; text: string });
}

const LABELLED = 'labelled';

/** The real notes that profiles learn from. */
export const labelledNotes = (sources: readonly Source[]): readonly LabelledNote[] =>
  sources.find(({ name }) => name === LABELLED)?.notes ?? [];

/** The name of what was written for this project. */
export const OURS = 'ours';

/** The name of what a source's notes would be in brief. */
export const inBrief = (name: string): string => `${name} in brief`;

/** The name of what is left of a source's notes without their headings. */
export const withoutNames = (name: string): string => `${name} unnamed`;

/** The sources, and beside them the notes of our own that the fitting learns from, and all of these in brief and without headings. */
export const withLessons = (sources: readonly Source[], space: CodeSpace): Source[] => {
  const told = [...sources, { name: OURS, notes: readLessons(), documents: [] }];
  const restyled = (nameOf: (name: string) => string, restyle: (note: LabelledNote) => LabelledNote | undefined): Source[] =>
    told.map(({ name, notes }) => ({ name: nameOf(name), notes: notes.flatMap((note) => restyle(note) ?? []), documents: [] }));
  return [...told, ...restyled(inBrief, (note) => briefly(note, space)), ...restyled(withoutNames, unnamed)];
};

/**
 * How much a note counts in the fitting: the few notes of other origins, and our own, would pull the ranking more than they can tell of it.
 * Ours bill all that was done, which the labelled ones often do not.
 */
export const fittingWeight = (source: string): number => {
  if (source.endsWith(inBrief(''))) return 0.12;
  if (source.endsWith(withoutNames(''))) return source.startsWith(LABELLED) ? 0.15 : 0.06;
  if (source === OURS) return 0.4;
  return source === LABELLED ? 1 : 0.5;
};

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Engine } from '../src/index.ts';
import { readLabelledNotes, type LabelledNote } from './labelled-notes.ts';
import { scoreNote, type NoteScore } from './metrics.ts';

const folder = fileURLToPath(new URL('./gold/', import.meta.url));
const bodies = fileURLToPath(new URL('./bodies/', import.meta.url));
const diagnoses = fileURLToPath(new URL('./diagnoses/', import.meta.url));

/** The notes written for this project, all specialties, in a fixed order. */
export function readGoldNotes(): LabelledNote[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .flatMap((name) => readLabelledNotes(folder + name));
}

/**
 * Those of them that the fitting learns from beside the notes of the sources, which hardly have such: they tell an act without naming it,
 * have a heading that says little, or bill several codes. Of the latter every third is left out, to measure with.
 */
export const readLessons = (): LabelledNote[] =>
  readGoldNotes().filter(({ id }) => LESSONS.test(id) || (id.startsWith('several-') && !isKeptApart(id)));
const LESSONS = /^(narrative|hard|mixed|short)-/;

const isKeptApart = (id: string): boolean => Number(/\d+$/.exec(id)?.[0]) % 3 === 0;

/** A part of a note of one operation, and the code of that. */
export type NotePart = Pick<LabelledNote, 'id' | 'text' | 'primary' | 'items'>;

/** Bodies of notes, more of families that are often reported: they tell what such bodies say, and nothing is measured with them. */
export const readBodies = (): NotePart[] => readParts(bodies);

/** Diagnoses and indications of notes, likewise: they tell what operations are done for. */
export const readDiagnoses = (): NotePart[] => readParts(diagnoses);

function readParts(of: string): NotePart[] {
  return readdirSync(of)
    .sort()
    .flatMap((name) => readFileSync(of + name, 'utf8').split('\n'))
    .filter((line) => line !== '')
    .map((line) => {
      const { id, codes, text } = JSON.parse(line) as { id: string; codes: string[]; text: string };
      return { id, text, primary: codes, items: [] };
    });
}

export type GoldScore = NoteScore & { note: LabelledNote; codes: string[] };

/** The first ten suggestions of every gold note, scored. */
export function scoreGoldNotes(notes: readonly LabelledNote[], engine: Pick<Engine, 'suggest'>): GoldScore[] {
  return notes.map((note) => {
    const codes = engine.suggest(note.text).suggestions.map((row) => row.code);
    return { ...scoreNote(note, codes), note, codes };
  });
}

/** Counts, not shares, so that the ratchet is exact: notes with the main code among the first 1, 5, 10, and items found. */
export function countHits(scores: readonly GoldScore[]): Ratchet {
  const within = (limit: number): number => scores.filter((score) => (score.rank ?? Infinity) <= limit).length;
  return {
    notes: scores.length,
    hit1: within(1),
    hit5: within(5),
    hit10: within(10),
    itemsFound: scores.reduce((sum, score) => sum + score.itemsFound, 0),
  };
}

export type Ratchet = { notes: number; hit1: number; hit5: number; hit10: number; itemsFound: number };

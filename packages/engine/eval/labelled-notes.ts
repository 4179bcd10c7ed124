import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One billable item of a labelled note: any of `codes` is right, best first. */
export type LabelledItem = { codes: string[]; primary: boolean; addon: boolean; minor: boolean; agreed: boolean };

export type LabelledNote = {
  id: string;
  specialty: string;
  confidence: string;
  primary: string[];
  items: LabelledItem[];
  text: string;
};

type RawNote = Omit<LabelledNote, 'specialty'> & { specialty: string | string[] };

/** Reads JSON lines of labelled notes; `specialty` lists are reduced to their most telling entry. */
export function readLabelledNotes(file: string): LabelledNote[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as RawNote)
    .map((raw) => ({ ...raw, specialty: specialtyOf(raw.specialty) }));
}

function specialtyOf(specialty: string | string[]): string {
  if (typeof specialty === 'string') return specialty;
  return specialty.find((name) => name !== 'Surgery') ?? specialty[0] ?? 'Unknown';
}

/** The folder that INCISIVE_EVAL_DATA names, or undefined after saying so. */
export function evalData(): string | undefined {
  const folder = process.env['INCISIVE_EVAL_DATA'];
  if (folder !== undefined && existsSync(join(folder, 'notes-labelled.jsonl'))) return folder;
  process.stderr.write('INCISIVE_EVAL_DATA does not name a folder with notes-labelled.jsonl: nothing to measure with.\n');
  return undefined;
}

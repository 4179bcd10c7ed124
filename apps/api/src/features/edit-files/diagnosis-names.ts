import { readFileSync } from 'node:fs';
import path from 'node:path';
import { paths } from '../../paths.ts';
import { plainWords, spelledOut, stem } from './diagnosis-words.ts';

/** A wording of a diagnosis: its words, and the stems of the codes that it is coded to, best first. */
export interface DiagnosisName {
  readonly words: readonly string[];
  readonly stems: readonly string[];
}

/** The words of a diagnosis as names are compared by: digits and single letters tell one disc, grade or side from another. */
export const namingWords = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .replaceAll('disk', 'disc')
    .split(/[^a-z0-9]+/)
    .flatMap((word) => (word.length > 1 ? spelledOut(word).split(/[ -]/) : [word]))
    .map(stem)
    .filter((word) => word !== '' && !plainWords.has(word));

/** @param text lines of `knowledge/diagnoses.tsv`: wordings, a tab, stems */
export function parseDiagnosisNames(text: string): DiagnosisName[] {
  const lines = text.split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('#'));
  return lines.slice(1).flatMap((line) => {
    const [wordings = '', stems = ''] = line.split('\t');
    const read = wordings.split(' | ').map((wording) => [...new Set(namingWords(wording))]);
    // A plural is the same name.
    const own = new Map(read.map((words) => [words.toSorted().join(' '), words]));
    return [...own.values()].map((words) => ({ words, stems: stems.split(' ') }));
  });
}

let known: readonly DiagnosisName[] | undefined;

/** The names that come with the product, read once a process. */
export function diagnosisNames(): readonly DiagnosisName[] {
  known ??= parseDiagnosisNames(readFileSync(path.join(paths.knowledgeFolder, 'diagnoses.tsv'), 'utf8'));
  return known;
}

/** The names that a diagnosis has in it, as they come in it; a name all of whose words longer ones have said is left out. */
export function namesIn(phrase: readonly string[], names: readonly DiagnosisName[]): DiagnosisName[] {
  const said = new Set(phrase);
  const told = new Set<string>();
  return names
    .filter(({ words }) => words.every((word) => said.has(word)))
    .toSorted((a, b) => b.words.length - a.words.length)
    .filter(({ words }) => {
      if (words.every((word) => told.has(word))) return false;
      for (const word of words) told.add(word);
      return true;
    })
    .toSorted((a, b) => beginningOf(a, phrase) - beginningOf(b, phrase));
}

const beginningOf = ({ words }: DiagnosisName, phrase: readonly string[]): number =>
  Math.min(...words.map((word) => phrase.indexOf(word)));

import { Lexicon } from '../1-text/lexicon.ts';
import { readNote, type NoteFindings } from '../2-findings/note.ts';
import { findCandidates, type Candidates } from './candidates.ts';
import type { CatalogueEntry } from './catalogue-file.ts';
import { compileFacts, type CodeFacts } from './code-facts.ts';
import { buildCodeIndex, type CodeIndex } from './code-index.ts';
import { describeCandidates, type FeatureMatrix } from './features.ts';
import type { Knowledge } from './knowledge.ts';
import { viewNote, type NoteView } from './note-view.ts';

/** Everything found about one note before any fitted weight comes in. */
export type Analysis = {
  readonly note: NoteFindings;
  readonly view: NoteView;
  readonly candidates: Candidates;
  readonly matrix: FeatureMatrix;
};

/** The codes, compiled once: what a note is compared with. */
export type CodeSpace = { readonly lexicon: Lexicon; readonly index: CodeIndex; readonly facts: readonly CodeFacts[] };

/** Compiles a catalogue (default: all codes of the knowledge). */
export function compileCodes(knowledge: Knowledge, catalogue?: readonly CatalogueEntry[]): CodeSpace {
  const lexicon = new Lexicon({
    synonyms: knowledge.files['synonyms.txt'] ?? '',
    morphology: knowledge.files['morphology.tsv'] ?? '',
  });
  const index = buildCodeIndex(knowledge, catalogue, lexicon);
  return { lexicon, index, facts: compileFacts(index, lexicon) };
}

/** Reads a note and describes its candidate codes. */
export function analyze(text: string, space: CodeSpace): Analysis {
  const note = readNote(text, space.lexicon);
  const view = viewNote(note, space.lexicon.size);
  const candidates = findCandidates(note, space.index);
  return { note, view, candidates, matrix: describeCandidates(candidates, view, space.index, space.facts) };
}

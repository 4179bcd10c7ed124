import { findSections } from './1-text/sections.ts';
import { Lexicon } from './1-text/lexicon.ts';
import { readNote, type NoteFindings } from './2-findings/note.ts';
import type { CatalogueEntry } from './3-codes/catalogue-file.ts';
import { buildCodeIndex, type CodeIndex } from './3-codes/code-index.ts';
import type { Knowledge } from './3-codes/knowledge.ts';
import { scoreCodes, topCodes } from './3-codes/retrieval.ts';
import type { LearnerState } from './4-learning/learner.ts';

export const ENGINE_VERSION = '0.1.0';

/** One suggested code. Offsets are UTF-16 code units of the text as given, `end` exclusive, sorted, not overlapping. */
export type Suggestion = {
  code: string;
  description: string;
  /** From 1. */
  rank: number;
  /** Larger is better; comparable within one answer only. */
  score: number;
  /** Calibrated chance, 0 to 1, that the code belongs on this note. */
  confidence: number;
  tier: 'likely' | 'look';
  /** One plain sentence. */
  why: string;
  evidence: { start: number; end: number }[];
};

export type Suggestions = { suggestions: Suggestion[]; engineVersion: string; knowledgeVersion: string };

export type SuggestOptions = {
  /** Most codes to answer, 1 to 50; default 10. */
  size?: number;
  /** Codes not to suggest. */
  exclude?: readonly string[];
  /** What the tenant's settled notes taught. */
  learner?: LearnerState;
};

export interface Engine {
  /** The codes that a note most likely bills, best first, each procedure of the note covered before alternatives. Never throws. */
  suggest(text: string, options?: SuggestOptions): Suggestions;
  /** The sections of a note. Never throws. */
  sections(text: string): { kind: string; label: string; start: number; end: number }[];
  /** What is known to tell this code from its neighbours (`approach`, `site`, ...); empty for unknown codes. */
  attributesOf(code: string): Record<string, string[]>;
}

/**
 * Builds an engine: about a second for 10,000 codes; reuse it.
 * @param options.catalogue the codes to suggest from; default: every code of the knowledge
 * @example createEngine({ knowledge }).suggest("PROCEDURE: Laparoscopic appendectomy.").suggestions[0]?.code
 */
export function createEngine(options: { knowledge: Knowledge; catalogue?: readonly CatalogueEntry[] }): Engine {
  const { knowledge } = options;
  const lexicon = new Lexicon({
    synonyms: knowledge.files['synonyms.txt'] ?? '',
    morphology: knowledge.files['morphology.tsv'] ?? '',
  });
  const index = buildCodeIndex(knowledge, options.catalogue, lexicon);
  const byCode = new Map(index.documents.map((document) => [document.code, document]));
  return {
    suggest: (text, request = {}) => ({
      suggestions: suggestCodes(text, request, lexicon, index),
      engineVersion: ENGINE_VERSION,
      knowledgeVersion: knowledge.version,
    }),
    sections: (text) => findSections(text).map(({ kind, label, start, end }) => ({ kind, label, start, end })),
    attributesOf: (code) => {
      const attributes = byCode.get(code)?.knowledge?.attributes ?? {};
      return Object.fromEntries(Object.entries(attributes).map(([key, values]) => [key, [...values]]));
    },
  };
}

/** Every code of the knowledge with our own sentence. */
export function starterCatalogue(knowledge: Knowledge): CatalogueEntry[] {
  return knowledge.codes.map((entry) => ({ code: entry.code, description: entry.sentence }));
}

function suggestCodes(text: string, request: SuggestOptions, lexicon: Lexicon, index: CodeIndex): Suggestion[] {
  const size = Math.min(50, Math.max(1, Math.floor(request.size ?? 10)));
  const excluded = new Set(request.exclude ?? []);
  const note = readNote(text, lexicon);
  const scores = scoreCodes(note, index);
  const best = topCodes(scores, size + excluded.size).filter((id) => !excluded.has(index.documents[id]?.code ?? ''));
  return best.slice(0, size).map((id, at) => describe(id, at + 1, scores[id] ?? 0, note, index));
}

function describe(id: number, rank: number, score: number, note: NoteFindings, index: CodeIndex): Suggestion {
  const document = index.documents[id];
  const terms = new Set(document?.core);
  const confidence = Math.min(0.95, score / (score + 20));
  const evidence = note.occurrences
    .filter((entry) => entry.channel === 0 && terms.has(entry.term))
    .map((entry) => ({ start: entry.token.start, end: entry.to.end }))
    .sort((a, b) => a.start - b.start || b.end - a.end);
  const merged: { start: number; end: number }[] = [];
  for (const range of evidence) {
    const last = merged[merged.length - 1];
    if (last !== undefined && range.start <= last.end + 1) last.end = Math.max(last.end, range.end);
    else merged.push({ ...range });
  }
  return {
    code: document?.code ?? '',
    description: document?.description ?? '',
    rank,
    score,
    confidence,
    tier: confidence >= 0.5 ? 'likely' : 'look',
    why: "The note's words match this code.",
    evidence: merged,
  };
}

import { findSections } from './1-text/sections.ts';
import { analyze, compileCodes, type CodeSpace } from './3-codes/analysis.ts';
import type { CatalogueEntry } from './3-codes/catalogue-file.ts';
import { chooseCodes } from './3-codes/choose.ts';
import { evidenceOf, whyOf } from './3-codes/explain.ts';
import type { Knowledge } from './3-codes/knowledge.ts';
import { parseWeights, type Weights } from './3-codes/weights.ts';
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
  const space = compileCodes(knowledge, options.catalogue);
  const weights = parseWeights(knowledge.files['weights/ranking.json']);
  const byCode = new Map(space.index.documents.map((document) => [document.code, document]));
  return {
    suggest: (text, request = {}) => ({
      suggestions: suggestCodes(text, request, space, weights),
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

/** A suggestion at or above this calibrated chance is likely; below, it is worth a look. */
export const LIKELY = 0.5;

function suggestCodes(text: string, request: SuggestOptions, space: CodeSpace, weights: Weights): Suggestion[] {
  const size = Math.min(50, Math.max(1, Math.floor(request.size ?? 10)));
  const excluded = new Set(request.exclude ?? []);
  const analysis = analyze(text, space);
  const chosen = chooseCodes(analysis, space, weights, size, (id) => !excluded.has(space.index.documents[id]?.code ?? ''));
  return chosen.map(({ id, score, confidence }, at) => {
    const document = space.index.documents[id];
    const evidence = evidenceOf(id, analysis, space);
    return {
      code: document?.code ?? '',
      description: document?.description ?? '',
      rank: at + 1,
      score,
      confidence,
      tier: confidence >= LIKELY ? 'likely' : 'look',
      why: whyOf(id, analysis, space, evidence),
      evidence,
    };
  });
}

import { withoutQuestions } from './1-text/asked.ts';
import { withoutLongBlanks } from './1-text/long-blanks.ts';
import { originalRange } from './1-text/normalize.ts';
import { findSections } from './1-text/sections.ts';
import { readDocument, type Reading, type ReadingKind } from './2-findings/reading.ts';
import { analyze, matchStrength, type Analysis } from './3-codes/ranking/analysis.ts';
import { compileCodes, type CodeSpace } from './3-codes/catalogue/code-space.ts';
import type { CatalogueEntry } from './3-codes/catalogue/catalogue-file.ts';
import { accountOf, type CodeAccount } from './3-codes/catalogue/code-account.ts';
import { chooseCodes, LIKELY, plainChances } from './3-codes/ranking/choose.ts';
import type { ClaimContext, ClaimReading } from './3-codes/billing/claim-types.ts';
import { createClaimReader, type CodeBilling } from './3-codes/billing/claim-reader.ts';
import type { NoteReading } from './3-codes/billing/note-reading.ts';
import type { NoteFindings } from './2-findings/note.ts';
import { explain, placesOfTerms, type PlacesOfTerms } from './3-codes/ranking/explain.ts';
import type { Knowledge } from './3-codes/catalogue/knowledge.ts';
import { parseWeights, type Weights } from './3-codes/catalogue/weights.ts';
import { reasonsOf, type CodeReasons } from './3-codes/ranking/reasons.ts';
import type { Assessment } from './4-learning/learned-chances.ts';
import { assessmentOf, lessonsFor } from './4-learning/lessons.ts';
import { marksOf, type NoteMarks } from './4-learning/marks.ts';
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
  /** Which of the note's procedures the code is a reading of, from 0. */
  group: number;
  /** The procedure's leading code, when this is another reading of it: one of them is billed. */
  alternativeTo: string | null;
  /** The leading code of another procedure that includes this one. */
  partOf: string | null;
  /** One plain sentence, and one more where the code is part of one above or was learned. */
  why: string;
  evidence: { start: number; end: number }[];
};

/** What the document is; where nothing was done no code is likely. `why` says so, `evidence` are the words with what each tells. */
export type DocumentReading = {
  kind: ReadingKind;
  why: string;
  evidence: { start: number; end: number; says: string }[];
};

export type Suggestions = {
  suggestions: Suggestion[];
  reading: DocumentReading;
  engineVersion: string;
  knowledgeVersion: string;
};

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
  /** Why each code that `suggest` answers stands where it does. Never throws. */
  explain(text: string, options?: SuggestOptions): CodeReasons[];
  /** What is known of a code: what tells it from its neighbors, these, and the coding rules about it; empty for unknown codes. */
  describe(code: string): CodeAccount;
  /** What the plain engine makes of a note, for the learner. Never throws. */
  assess(text: string): Assessment;
  /** What the note is about, to find notes like it. Never throws. */
  marks(text: string): NoteMarks;
  /** Lines of a claim for codes that are settled (without any: those that the engine is sure of), with proposals and questions. Never throws. */
  claimLines(text: string, codes?: readonly string[], context?: ClaimContext): ClaimReading;
  /** How codes stand to each other on a claim, as far as the knowledge says. */
  readonly billing: CodeBilling;
  /** The procedures that a note names, with site, side, sizes and their words. Never throws. */
  read(text: string): NoteReading;
}

/**
 * Builds an engine: about a second for 10,000 codes; reuse it. What only some codes need is read when a note first comes near them.
 * @param options.catalogue the codes to suggest from; default: every code of the knowledge
 * @example createEngine({ knowledge }).suggest("PROCEDURE: Laparoscopic appendectomy.").suggestions[0]?.code
 */
export function createEngine(options: { knowledge: Knowledge; catalogue?: readonly CatalogueEntry[] }): Engine {
  const { knowledge } = options;
  const space = compileCodes(knowledge, options.catalogue);
  const weights = parseWeights(knowledge.files['weights/ranking.json']);
  const analysisOf = keepingLast((text) => analyze(withoutQuestions(text), space));
  const claims = createClaimReader(knowledge, space, (text, size) => {
    const { suggestions, matched } = suggestCodes(analysisOf(text), { size }, space, weights);
    return suggestions.map((row, at) => ({ ...row, evidence: matched[at] ?? [] }));
  });
  return {
    billing: claims.billing,
    claimLines: (original, codes, context) => {
      const { text, placed } = withoutLongBlanks(withoutQuestions(original));
      return placed(claims.lines(text, codes, context));
    },
    read: (original) => {
      const { text, placed } = withoutLongBlanks(withoutQuestions(original));
      return placed(claims.read(text));
    },
    suggest: (text, request = {}) => {
      const { suggestions, reading } = suggestCodes(analysisOf(text), request, space, weights);
      return { suggestions, reading, engineVersion: ENGINE_VERSION, knowledgeVersion: knowledge.version };
    },
    sections: (text) => findSections(text).map(({ kind, label, start, end }) => ({ kind, label, start, end })),
    explain: (text, request = {}) => suggestCodes(analysisOf(text), request, space, weights).reasons(),
    describe: (code) => accountOf(code, space),
    assess: (text) => {
      const analysis = analysisOf(text);
      return assessmentOf(analysis, plainChances(analysis, weights), space);
    },
    marks: (text) => {
      const analysis = analysisOf(text);
      return marksOf(analysis.note, assessmentOf(analysis, plainChances(analysis, weights), space), space);
    },
  };
}

/** Every code of the knowledge with our own sentence. */
export function starterCatalogue(knowledge: Knowledge): CatalogueEntry[] {
  return knowledge.codes.map((entry) => ({ code: entry.code, description: entry.sentence }));
}

/** Of a note that is asked for again at once, with another model or for another question, nothing is read twice. */
function keepingLast(read: (text: string) => Analysis): (text: string) => Analysis {
  let last: { readonly text: string; readonly analysis: Analysis } | undefined;
  return (text) => {
    if (last?.text !== text) last = { text, analysis: read(text) };
    return last.analysis;
  };
}

function suggestCodes(
  analysis: Analysis,
  request: SuggestOptions,
  space: CodeSpace,
  weights: Weights,
): Pick<Suggestions, 'suggestions' | 'reading'> & {
  readonly matched: Suggestion['evidence'][];
  readonly reasons: () => CodeReasons[];
} {
  const size = Math.min(50, Math.max(1, Math.floor(request.size ?? 10)));
  const excluded = new Set(request.exclude ?? []);
  const reading = readDocument(analysis.note, matchStrength(analysis), space.cues);
  const share = shareOf(reading);
  const lessons = lessonsFor(analysis, space, request.learner);
  const chosen = chooseCodes(
    analysis,
    space,
    weights,
    size,
    (id) => !excluded.has(space.index.documents[id]?.code ?? ''),
    lessons.apply,
  );
  const known = new Map<NoteFindings, PlacesOfTerms>();
  const placesIn = (note: NoteFindings): PlacesOfTerms => {
    const places = known.get(note) ?? placesOfTerms(note);
    known.set(note, places);
    return places;
  };
  const matched: Suggestion['evidence'][] = [];
  const codeOf = (id: number): string => space.index.documents[id]?.code ?? '';
  const suggestions = chosen.map(({ row, id, score, confidence, likely, group, alternativeTo, partOf }, at): Suggestion => {
    const document = space.index.documents[id];
    const explanation = explain({ row, id, likely }, analysis, space, placesIn);
    matched.push(explanation.matched);
    return {
      code: document?.code ?? '',
      description: document?.description ?? '',
      rank: at + 1,
      score,
      confidence: confidence * share,
      tier: likely && share === 1 ? 'likely' : 'look',
      group,
      alternativeTo: alternativeTo === undefined ? null : codeOf(alternativeTo),
      partOf: partOf === undefined ? null : codeOf(partOf),
      why: [
        explanation.why,
        ...(partOf === undefined ? [] : [`Included in ${codeOf(partOf)}. Report only one.`]),
        ...(lessons.raised(document?.code ?? '') ? [LEARNED] : []),
      ].join(' '),
      evidence: explanation.evidence,
    };
  });
  const evidence = reading.evidence.map(({ says, ...range }) => ({ ...originalRange(range, analysis.note.offsets), says }));
  return {
    suggestions,
    matched,
    reading: { kind: reading.kind, why: reading.why, evidence },
    reasons: () => reasonsOf(chosen, analysis, space),
  };
}

/** Where nothing was done a code's chance is that of the note being misread as well. */
function shareOf({ kind, chance }: Reading): number {
  return kind === 'operative' ? 1 : Math.min(LIKELY, chance);
}

const LEARNED = 'Your team used this code on similar notes.';

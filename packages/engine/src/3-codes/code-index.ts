import type { Lexicon, TermHit } from '../1-text/lexicon.ts';
import { tokenize, type Token } from '../1-text/tokens.ts';
import type { CatalogueEntry } from './catalogue-file.ts';
import type { CodeKnowledge, Knowledge } from './knowledge.ts';

/** A wording of a code (sentence, phrase, plain, catalogue text) with its terms. */
export type Wording = {
  readonly code: number;
  readonly field: 'sentence' | 'phrase' | 'plain' | 'catalogue';
  readonly terms: readonly WeightedTerm[];
  readonly mass: number;
};
export type WeightedTerm = { readonly term: number; readonly weight: number };

/** A code as the engine compares it with notes. */
export type CodeDocument = {
  readonly code: string;
  readonly description: string;
  readonly knowledge: CodeKnowledge | undefined;
  /** Terms of the leading wording (own words and catalogue text), each once, own tokens only. */
  readonly core: readonly number[];
  /** Terms of neighbouring words of all wordings but the plain one. */
  readonly pairs: readonly number[];
};

/** Lists of (id, weight) by term: those of term t stand from `starts[t]` to `starts[t + 1]`. */
export type Postings = { readonly starts: Int32Array; readonly ids: Int32Array; readonly weights: Float32Array };

export type CodeIndex = {
  readonly documents: readonly CodeDocument[];
  readonly wordings: readonly Wording[];
  /** Wordings of code c stand from `wordingStarts[c]` to `wordingStarts[c + 1]`. */
  readonly wordingStarts: Int32Array;
  readonly idf: Float32Array;
  /** Term to codes with BM25 impact. */
  readonly codePostings: Postings;
  /** Term to wordings with weight. */
  readonly wordingPostings: Postings;
};

const K1 = 1.2;
const B = 0.5;
const FIELD_WEIGHT = { sentence: 1, phrase: 0.6, plain: 0.5, catalogue: 1 } as const;
const ATTRIBUTE_WEIGHT = 0.3;
/** What stands after these words in a descriptor is not part of the procedure, or only perhaps. */
const ASIDE =
  /\b(without|not including|excluding|except|other than|with or without|when performed|if performed|includes? any)\b/i;

type Draft = {
  document: { code: string; description: string; knowledge: CodeKnowledge | undefined };
  bag: Map<number, number>;
  length: number;
  core: number[];
  pairs: number[];
};

/** Builds the two inverted indexes (codes, wordings). Codes in the order of the catalogue sorted by code, so line order never matters. */
export function buildCodeIndex(
  knowledge: Knowledge,
  catalogue: readonly CatalogueEntry[] | undefined,
  lexicon: Lexicon,
): CodeIndex {
  const known = new Map(knowledge.codes.map((entry) => [entry.code, entry]));
  const entries = catalogue ?? knowledge.codes.map((entry) => ({ code: entry.code, description: entry.sentence }));
  const unique = new Map(entries.map((entry) => [entry.code, entry]));
  const sorted = [...unique.values()].sort((a, b) => (a.code < b.code ? -1 : 1));
  const drafts: Draft[] = [];
  const rawWordings: { code: number; field: Wording['field']; hits: TermHit[] }[] = [];
  for (const entry of sorted) draftOf(entry, known.get(entry.code), lexicon, drafts, rawWordings);
  const idf = inverseFrequencies(drafts, lexicon.size);
  const wordings = rawWordings.map(({ code, field, hits }) => wordingOf(code, field, hits, idf));
  return {
    documents: drafts.map((draft) => ({ ...draft.document, core: draft.core, pairs: draft.pairs })),
    wordings,
    wordingStarts: startsOf(wordings, drafts.length),
    idf,
    codePostings: postCodes(drafts, idf),
    wordingPostings: postWordings(wordings, lexicon.size),
  };
}

function draftOf(
  entry: CatalogueEntry,
  knowledge: CodeKnowledge | undefined,
  lexicon: Lexicon,
  drafts: Draft[],
  rawWordings: { code: number; field: Wording['field']; hits: TermHit[] }[],
): void {
  const code = drafts.length;
  const bag = new Map<number, number>();
  const core = new Set<number>();
  const pairs = new Set<number>();
  let length = 0;
  const add = (field: Wording['field'], text: string): void => {
    const { main, aside } = splitAside(text);
    const hits = lexicon.termsOf(main, true);
    rawWordings.push({ code, field, hits });
    for (const hit of hits) {
      const weight = FIELD_WEIGHT[field] * hit.weight;
      if (field === 'phrase') bag.set(hit.term, Math.max(bag.get(hit.term) ?? 0, weight));
      else bag.set(hit.term, (bag.get(hit.term) ?? 0) + weight);
      if (field !== 'plain' && lexicon.isPair(hit.term)) pairs.add(hit.term);
      if (hit.weight === 1 && (field === 'sentence' || field === 'catalogue')) core.add(hit.term);
    }
    length += main.length * FIELD_WEIGHT[field];
    for (const hit of lexicon.termsOf(aside, true)) if (!bag.has(hit.term)) bag.set(hit.term, 0.15 * hit.weight);
  };
  if (knowledge !== undefined) {
    add('sentence', knowledge.sentence);
    for (const phrase of knowledge.phrases) add('phrase', phrase);
    if (knowledge.plain !== '') add('plain', knowledge.plain);
    for (const [key, values] of Object.entries(knowledge.attributes)) {
      for (const hit of lexicon.termsOf(tokenize(values.join(' ')), true)) {
        if (key !== 'without' && !bag.has(hit.term)) bag.set(hit.term, ATTRIBUTE_WEIGHT * hit.weight);
      }
    }
  }
  if (knowledge === undefined || entry.description !== knowledge.sentence) add('catalogue', entry.description);
  drafts.push({
    document: { code: entry.code, description: entry.description, knowledge },
    bag,
    length,
    core: [...core],
    pairs: [...pairs],
  });
}

function startsOf(wordings: readonly Wording[], codes: number): Int32Array {
  const starts = new Int32Array(codes + 1);
  for (const wording of wordings) starts[wording.code + 1] = (starts[wording.code + 1] ?? 0) + 1;
  for (let code = 0; code < codes; code++) starts[code + 1] = (starts[code + 1] ?? 0) + (starts[code] ?? 0);
  return starts;
}

function splitAside(text: string): { main: Token[]; aside: Token[] } {
  const main: Token[] = [];
  const aside: Token[] = [];
  for (const clause of text.split(/(?<=[,;()])/)) {
    const match = ASIDE.exec(clause);
    if (match === null) main.push(...tokenize(clause));
    else {
      main.push(...tokenize(clause.slice(0, match.index)));
      aside.push(...tokenize(clause.slice(match.index + match[0].length)));
    }
  }
  return { main, aside };
}

function inverseFrequencies(drafts: readonly Draft[], terms: number): Float32Array {
  const frequency = new Float32Array(terms);
  for (const draft of drafts)
    for (const [term, weight] of draft.bag) if (weight >= 0.3) frequency[term] = (frequency[term] ?? 0) + 1;
  return frequency.map((count) => Math.log(1 + (drafts.length - count + 0.5) / (count + 0.5)));
}

function wordingOf(code: number, field: Wording['field'], hits: readonly TermHit[], idf: Float32Array): Wording {
  const best = new Map<number, number>();
  let mass = 0;
  for (const hit of hits) {
    const before = best.get(hit.term) ?? 0;
    if (hit.weight === 1 && before < 1) mass += idf[hit.term] ?? 0;
    best.set(hit.term, Math.max(before, hit.weight));
  }
  return { code, field, terms: [...best].map(([term, weight]) => ({ term, weight })), mass };
}

function postCodes(drafts: readonly Draft[], idf: Float32Array): Postings {
  const average = drafts.reduce((sum, draft) => sum + draft.length, 0) / Math.max(1, drafts.length);
  const norms = drafts.map((draft) => K1 * (1 - B + (B * draft.length) / Math.max(1, average)));
  return pack(idf.length, (post) => {
    drafts.forEach((draft, code) => {
      const norm = norms[code] ?? K1;
      for (const [term, frequency] of draft.bag) post(term, code, ((idf[term] ?? 0) * frequency * (K1 + 1)) / (frequency + norm));
    });
  });
}

function postWordings(wordings: readonly Wording[], terms: number): Postings {
  return pack(terms, (post) => {
    wordings.forEach((wording, id) => {
      for (const { term, weight } of wording.terms) post(term, id, weight);
    });
  });
}

/** Two passes, count then fill: three flat arrays hold a hundred thousand lists. */
function pack(terms: number, each: (post: (term: number, id: number, weight: number) => void) => void): Postings {
  const starts = new Int32Array(terms + 1);
  each((term) => {
    starts[term + 1] = (starts[term + 1] ?? 0) + 1;
  });
  for (let term = 0; term < terms; term++) starts[term + 1] = (starts[term + 1] ?? 0) + (starts[term] ?? 0);
  const next = starts.slice(0, terms);
  const ids = new Int32Array(starts[terms] ?? 0);
  const weights = new Float32Array(starts[terms] ?? 0);
  each((term, id, weight) => {
    const at = next[term] ?? 0;
    ids[at] = id;
    weights[at] = weight;
    next[term] = at + 1;
  });
  return { starts, ids, weights };
}

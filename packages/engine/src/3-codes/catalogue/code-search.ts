import { lowerBound } from '../../1-text/lower-bound.ts';
import { nearestWord } from '../../1-text/spelling.ts';
import { tokenize } from '../../1-text/tokens.ts';
import { Lexicon, type TermHit } from '../../1-text/lexicon.ts';
import type { CatalogueEntry } from './catalogue-file.ts';
import { buildCodeIndex, ownersOf, type CodeIndex, type Postings } from './code-index.ts';
import { LineMatcher } from '../ranking/line-match.ts';
import { splitList, type Knowledge } from './knowledge.ts';

/** Search over a catalogue for the Add CPT Code dialog and the catalogue pages. */
export interface CodeSearch {
  /**
   * Codes for a typed query: an exact code first, then codes that start with it, then codes whose words all appear in any
   * order, through synonyms, abbreviations and close spellings; best first.
   * @param limit most rows to answer
   */
  search(query: string, limit: number): CatalogueEntry[];
}

/** Builds the search; needs no note. @example createCodeSearch(starterCatalogue(k), k).search("lap chole", 10) */
export function createCodeSearch(entries: readonly CatalogueEntry[], knowledge: Knowledge): CodeSearch {
  const lexicon = new Lexicon({
    synonyms: knowledge.files['synonyms.txt'] ?? '',
    morphology: knowledge.files['morphology.tsv'] ?? '',
  });
  const index = buildCodeIndex(withSearchNames(knowledge), entries, lexicon);
  const words = new WordList(index, lexicon);
  const matcher = new LineMatcher(index);
  return {
    search(query, limit) {
      const codes = searchByCode(query, index, limit);
      const seen = new Set(codes.map((entry) => entry.code));
      const byWords = searchByWords(query, { index, lexicon, words, matcher }, limit + seen.size).filter(
        (entry) => !seen.has(entry.code),
      );
      return [...codes, ...byWords].slice(0, Math.max(0, limit));
    },
  };
}

/** A name that people type counts as a phrase of its code here; among the phrases that read notes it would shift what these weigh. */
function withSearchNames(knowledge: Knowledge): Knowledge {
  const names = new Map(
    (knowledge.files['search-names.tsv'] ?? '').split(/\r?\n/).map((line) => {
      const [code = '', typed = ''] = line.split('\t');
      return [code, splitList(typed, '|')] as const;
    }),
  );
  const codes = knowledge.codes.map((entry) => ({ ...entry, phrases: [...entry.phrases, ...(names.get(entry.code) ?? [])] }));
  return { ...knowledge, codes };
}

function searchByCode(query: string, index: CodeIndex, limit: number): CatalogueEntry[] {
  const prefix = query.trim().toUpperCase();
  if (!/^[0-9A-Z]\d{0,3}[0-9A-Z]?$/.test(prefix) || !/\d/.test(prefix)) return [];
  const found: CatalogueEntry[] = [];
  // The documents stand in the order of their codes.
  for (
    let at = lowerBound(index.documents.length, (row) => (index.documents[row]?.code ?? '') < prefix);
    at < index.documents.length && found.length < limit;
    at++
  ) {
    const document = index.documents[at];
    if (!document?.code.startsWith(prefix)) break;
    found.push(entryOf(document));
  }
  return found;
}

function entryOf(document: { code: string; description: string }): CatalogueEntry {
  return { code: document.code, description: document.description };
}

type Searched = { readonly index: CodeIndex; readonly lexicon: Lexicon; readonly words: WordList; readonly matcher: LineMatcher };

function searchByWords(query: string, { index, lexicon, words, matcher }: Searched, limit: number): CatalogueEntry[] {
  const tokens = tokenize(query.slice(0, 300)).map((token) => ({ ...token, word: words.closest(token.word) }));
  const hits = lexicon.termsOf(tokens);
  if (hits.length === 0) return [];
  const codes = index.documents.length;
  const scores = new Float32Array(codes);
  const covered = new Uint16Array(codes);
  const best = new Float32Array(codes);
  const touched: number[] = [];
  let most = 0;
  for (let at = 0; at < tokens.length; at++) {
    touched.length = 0;
    for (const hit of hits) if (hit.from <= at && hit.to > at) raise(hit, index.codePostings, best, touched);
    for (const id of touched) {
      scores[id] = (scores[id] ?? 0) + (best[id] ?? 0);
      best[id] = 0;
      const now = (covered[id] ?? 0) + 1;
      covered[id] = now;
      if (now > most) most = now;
    }
  }
  if (most === 0) return [];
  const met = wordingsMet(hits, index, matcher);
  const owners = new Set(ownersOf(tokens, lexicon, index));
  const found: { readonly id: number; readonly rank: number }[] = [];
  for (let id = 0; id < codes; id++) {
    if (covered[id] !== most) continue;
    const worded = 1 + WORDED * (met[id] ?? 0);
    found.push({ id, rank: rankOf(id, scores, index) * worded * (owners.has(id) ? OWNED : 1) });
  }
  found.sort((a, b) => b.rank - a.rank || a.id - b.id);
  return found.slice(0, limit).flatMap(({ id }) => {
    const document = index.documents[id];
    return document === undefined ? [] : [entryOf(document)];
  });
}

/** Lifts each code of a term to the term's weight for it, when that is more than what it has; codes seen first are noted down. */
function raise(hit: TermHit, postings: Postings, best: Float32Array, touched: number[]): void {
  const { starts, ids, weights } = postings;
  const end = starts[hit.term + 1] ?? 0;
  for (let place = starts[hit.term] ?? end; place < end; place++) {
    const id = ids[place] ?? 0;
    const weight = hit.weight * (weights[place] ?? 0);
    const before = best[id] ?? 0;
    if (before === 0 && weight > 0) touched.push(id);
    if (weight > before) best[id] = weight;
  }
}

/** What a query that is one of a code's own wordings weighs: people type the name that they write. */
const WORDED = 4;
/** And where the query is that wording, word for word. */
const OWNED = 1.5;

/** By code, how well the query and its best wording cover each other. */
function wordingsMet(hits: readonly TermHit[], index: CodeIndex, matcher: LineMatcher): Float32Array {
  const terms = new Map<number, number>();
  for (const { term, weight } of hits) terms.set(term, Math.max(weight, terms.get(term) ?? 0));
  const { codes, f } = matcher.match({ terms });
  const met = new Float32Array(index.documents.length);
  codes.forEach((id, at) => {
    met[id] = f[at] ?? 0;
  });
  return met;
}

/** All codes found say all words: how rare those are decides less than which code is meant most often. Where nothing is said the default of a family is meant, and an add-on is asked for by name. */
const ROLE_SHARE = { default: 1.25, alone: 1.1, marked: 1, addon: 0.9 } as const;
const COMMON_SHARE = 0.2;

function rankOf(id: number, scores: Float32Array, index: CodeIndex): number {
  const { common = 1, role = 'marked' } = index.documents[id]?.knowledge ?? {};
  return Math.sqrt(scores[id] ?? 0) * (1 + COMMON_SHARE * common) * ROLE_SHARE[role];
}

/** The words of the catalogue, to mend slips: one edit for words of four letters, two from eight. */
class WordList {
  readonly #byLength = new Map<number, string[]>();
  readonly #known = new Set<string>();
  readonly #lexicon: Lexicon;
  readonly #mended = new Map<string, string>();

  constructor(index: CodeIndex, lexicon: Lexicon) {
    this.#lexicon = lexicon;
    for (const document of index.documents) {
      const texts = [document.description, document.knowledge?.sentence ?? '', ...(document.knowledge?.phrases ?? [])];
      for (const text of texts) for (const token of tokenize(text)) this.#add(token.word);
    }
  }

  #add(word: string): void {
    if (this.#known.has(word)) return;
    this.#known.add(word);
    const group = this.#byLength.get(word.length);
    if (group === undefined) this.#byLength.set(word.length, [word]);
    else group.push(word);
  }

  closest(word: string): string {
    if (word.length < 4 || this.#known.has(word) || this.#lexicon.idOf(this.#lexicon.stemOf(word)) !== undefined) return word;
    const kept = this.#mended.get(word);
    if (kept !== undefined) return kept;
    const mended = this.#completion(word) ?? this.#mend(word);
    if (this.#mended.size < 5000) this.#mended.set(word, mended);
    return mended;
  }

  /** A word still being typed: "cholecystec" stands for the shortest word that it begins. */
  #completion(word: string): string | undefined {
    for (let length = word.length + 1; length <= word.length + 8; length++) {
      const whole = this.#byLength.get(length)?.find((candidate) => candidate.startsWith(word));
      if (whole !== undefined) return whole;
    }
    return undefined;
  }

  #mend(word: string): string {
    const most = word.length >= 8 ? 2 : 1;
    const alike = (candidate: string): boolean => most > 1 || candidate.charCodeAt(0) === word.charCodeAt(0);
    return nearestWord(word, most, (length) => this.#byLength.get(length)?.filter(alike)) ?? word;
  }
}

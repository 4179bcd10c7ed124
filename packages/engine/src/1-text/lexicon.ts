import { stem } from './stem.ts';
import { STOP_WORDS } from './stop-words.ts';
import { Spelling } from './spelling.ts';
import { tokenize, type Token } from './tokens.ts';
import { WordParts } from './word-parts.ts';

/** A term that a stretch of tokens stands for; `weight` 1 for the word itself, less for words added by a table. */
export type TermHit = { readonly term: number; readonly weight: number; readonly from: number; readonly to: number };

const SYNONYM_WEIGHT = 0.6;
const MORPHOLOGY_WEIGHT = 0.4;
/** Two words together say more than both alone, but must not outweigh them. */
const PAIR_WEIGHT = 0.5;
/** Code units between neighbours: a blank, "of the". */
const MAX_GAP = 8;
const MAX_PHRASE = 7;
const CACHE_LIMIT = 50_000;

type PhraseNode = { readonly next: Map<string, PhraseNode>; added: readonly { stem: string; weight: number }[] | undefined };

/** Turns words into numbered terms, adding what the synonym and word-part tables know. Terms are numbered in order of first `learn`. */
export class Lexicon {
  readonly #terms = new Map<string, number>();
  readonly #stems = new Map<string, string>();
  readonly #pieces = new Map<string, readonly string[]>();
  readonly #phrases: PhraseNode = { next: new Map(), added: undefined };
  readonly #pairs = new Set<number>();
  readonly #parts: WordParts;
  readonly #spelling = new Spelling();

  constructor(tables: { readonly synonyms: string; readonly morphology: string }) {
    this.#parts = new WordParts(tables.morphology, (word) => this.stemOf(word));
    this.#readSynonyms(tables.synonyms);
  }

  get size(): number {
    return this.#terms.size;
  }

  stemOf(word: string): string {
    const known = this.#stems.get(word);
    if (known !== undefined) return known;
    const folded = stem(word);
    if (this.#stems.size < CACHE_LIMIT) this.#stems.set(word, folded);
    return folded;
  }

  /** The number of a stem, or undefined when no code speaks of it. */
  idOf(stemmed: string): number | undefined {
    return this.#terms.get(stemmed);
  }

  /** Terms of the tokens, known ones only; with `learn`, unknown stems are given a number (while the index is built). */
  termsOf(tokens: readonly Token[], learn = false): TermHit[] {
    const hits: TermHit[] = [];
    let previous = -1;
    for (let at = 0; at < tokens.length; at++) {
      const word = tokens[at]?.word ?? '';
      const content = !STOP_WORDS.has(word) && isTermWord(word);
      if (content) {
        if (learn) this.#spelling.add(word);
        this.#push(hits, this.stemOf(word), 1, at, at + 1, learn);
        if (previous >= 0 && at - previous <= 2) this.#pushPair(hits, tokens, previous, at, learn);
        previous = at;
      }
      const longest = this.#longestPhrase(tokens, at);
      if (longest !== undefined) {
        for (const added of longest.added) this.#push(hits, added.stem, added.weight, at, longest.to, learn);
      }
      for (const piece of this.#piecesOf(word)) this.#push(hits, piece, MORPHOLOGY_WEIGHT, at, at + 1, learn);
    }
    return hits;
  }

  /** True for words of English prose and of medicine. */
  knows(word: string): boolean {
    return STOP_WORDS.has(word) || this.#terms.has(this.stemOf(word)) || this.#piecesOf(word).length > 0;
  }

  /** True for the term of two neighbouring words. */
  isPair(term: number): boolean {
    return this.#pairs.has(term);
  }

  /** The tokens with slips mended: a word that no code, phrase or word part explains becomes the nearest known one. */
  mend(tokens: readonly Token[]): Token[] {
    return tokens.map((token) => {
      const { word } = token;
      if (word.length < 7 || this.#terms.has(this.stemOf(word)) || this.#piecesOf(word).length > 0) return token;
      const mended = this.#spelling.mend(word);
      return mended === undefined ? token : { ...token, word: mended };
    });
  }

  /** Neighbours, in either order, so that "gallbladder removal" meets "removal of gallbladder". */
  #pushPair(hits: TermHit[], tokens: readonly Token[], from: number, to: number, learn: boolean): void {
    const first = tokens[from];
    const second = tokens[to];
    if (first === undefined || second === undefined || second.start - first.end > MAX_GAP) return;
    const a = this.stemOf(first.word);
    const b = this.stemOf(second.word);
    const before = this.#terms.size;
    this.#push(hits, a < b ? `${a} ${b}` : `${b} ${a}`, PAIR_WEIGHT, from, to + 1, learn);
    if (this.#terms.size > before) this.#pairs.add(before);
  }

  #push(hits: TermHit[], stemmed: string, weight: number, from: number, to: number, learn: boolean): void {
    let term = this.#terms.get(stemmed);
    if (term === undefined) {
      if (!learn) return;
      term = this.#terms.size;
      this.#terms.set(stemmed, term);
    }
    hits.push({ term, weight, from, to });
  }

  #longestPhrase(
    tokens: readonly Token[],
    at: number,
  ): { added: readonly { stem: string; weight: number }[]; to: number } | undefined {
    let node: PhraseNode | undefined = this.#phrases;
    let best: { added: readonly { stem: string; weight: number }[]; to: number } | undefined;
    for (let to = at; to < tokens.length && to - at < MAX_PHRASE; to++) {
      node = node.next.get(this.stemOf(tokens[to]?.word ?? ''));
      if (node === undefined) break;
      if (node.added !== undefined) best = { added: node.added, to: to + 1 };
    }
    return best;
  }

  #readSynonyms(table: string): void {
    for (const line of table.split(/\r?\n/)) {
      if (line.startsWith('#') || line.trim() === '') continue;
      const weak = line.includes('=>');
      const [left = '', right = ''] = line.split(weak ? '=>' : '=');
      const weight = weak ? SYNONYM_WEIGHT : 1;
      for (const wording of left.split('|')) this.#addPhrase(wording, right, weight);
    }
  }

  #addPhrase(wording: string, words: string, weight: number): void {
    const tokens = tokenize(wording);
    if (tokens.length === 0 || tokens.length > MAX_PHRASE) return;
    let node = this.#phrases;
    for (const token of tokens) {
      const key = this.stemOf(token.word);
      let next = node.next.get(key);
      if (next === undefined) {
        next = { next: new Map(), added: undefined };
        node.next.set(key, next);
      }
      node = next;
    }
    const stems = new Map((node.added ?? []).map((entry) => [entry.stem, entry.weight]));
    for (const token of tokenize(words)) {
      if (STOP_WORDS.has(token.word)) continue;
      const stemmed = this.stemOf(token.word);
      stems.set(stemmed, Math.max(weight, stems.get(stemmed) ?? 0));
    }
    node.added = [...stems].map(([entry, strength]) => ({ stem: entry, weight: strength }));
  }

  #piecesOf(word: string): readonly string[] {
    const known = this.#pieces.get(word);
    if (known !== undefined) return known;
    const pieces = this.#parts.of(word);
    if (this.#pieces.size < CACHE_LIMIT) this.#pieces.set(word, pieces);
    return pieces;
  }
}

function isTermWord(word: string): boolean {
  if (word.length > 1) return true;
  const code = word.charCodeAt(0);
  return code >= 49 && code <= 57;
}

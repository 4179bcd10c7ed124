import { stem } from './stem.ts';
import { STOP_WORDS } from './stop-words.ts';
import { tokenize, type Token } from './tokens.ts';

/** A term that a stretch of tokens stands for; `weight` 1 for the word itself, less for words added by a table. */
export type TermHit = { readonly term: number; readonly weight: number; readonly from: number; readonly to: number };

const SYNONYM_WEIGHT = 0.6;
const MORPHOLOGY_WEIGHT = 0.4;
const MAX_PHRASE = 7;
const CACHE_LIMIT = 50_000;

type PhraseNode = { readonly next: Map<string, PhraseNode>; added: readonly { stem: string; weight: number }[] | undefined };

/** Turns words into numbered terms, adding what the synonym and word-part tables know. Terms are numbered in order of first `learn`. */
export class Lexicon {
  readonly #terms = new Map<string, number>();
  readonly #stems = new Map<string, string>();
  readonly #pieces = new Map<string, readonly string[]>();
  readonly #phrases: PhraseNode = { next: new Map(), added: undefined };
  readonly #roots = new Map<string, readonly string[]>();
  readonly #suffixes: (readonly [string, readonly string[]])[] = [];

  constructor(tables: { readonly synonyms: string; readonly morphology: string }) {
    this.#readMorphology(tables.morphology);
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
    for (let at = 0; at < tokens.length; at++) {
      const word = tokens[at]?.word ?? '';
      const stemmed = this.stemOf(word);
      if (!STOP_WORDS.has(word) && isTermWord(word)) this.#push(hits, stemmed, 1, at, at + 1, learn);
      const longest = this.#longestPhrase(tokens, at);
      if (longest !== undefined) {
        for (const added of longest.added) this.#push(hits, added.stem, added.weight, at, longest.to, learn);
      }
      for (const piece of this.#piecesOf(word)) this.#push(hits, piece, MORPHOLOGY_WEIGHT, at, at + 1, learn);
    }
    return hits;
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

  #readMorphology(table: string): void {
    for (const line of table.split(/\r?\n/)) {
      const [kind, form, words] = line.split('\t');
      if (form === undefined || words === undefined) continue;
      const stems = words.split(' ').map((word) => this.stemOf(word));
      if (kind === 'root') this.#roots.set(form, stems);
      else if (kind === 'suffix') this.#suffixes.push([form, stems]);
    }
    this.#suffixes.sort((a, b) => b[0].length - a[0].length);
  }

  #piecesOf(word: string): readonly string[] {
    const known = this.#pieces.get(word);
    if (known !== undefined) return known;
    const pieces = word.length >= 7 ? this.#split(word) : [];
    if (this.#pieces.size < CACHE_LIMIT) this.#pieces.set(word, pieces);
    return pieces;
  }

  /** Roots then one ending: "esophagogastroduodenoscopy", "cholecystectomy". No ending or an unknown root: no pieces. */
  #split(word: string): readonly string[] {
    for (const [suffix, meaning] of this.#suffixes) {
      if (!word.endsWith(suffix) || word.length - suffix.length < 2) continue;
      const roots = this.#rootsOf(word.slice(0, word.length - suffix.length));
      if (roots !== undefined) return [...new Set([...roots, ...meaning])];
    }
    return [];
  }

  #rootsOf(part: string): readonly string[] | undefined {
    const found: string[] = [];
    let rest = part;
    while (rest.length > 0) {
      let length = Math.min(rest.length, 12);
      while (length > 1 && !this.#roots.has(rest.slice(0, length))) length--;
      if (length <= 1) {
        if (rest === 'o' || rest === 'i') break;
        if (rest.startsWith('o') && rest.length > 2) {
          rest = rest.slice(1);
          continue;
        }
        return undefined;
      }
      found.push(...(this.#roots.get(rest.slice(0, length)) ?? []));
      rest = rest.slice(length);
    }
    return found.length > 0 ? found : undefined;
  }
}

function isTermWord(word: string): boolean {
  if (word.length > 1) return true;
  const code = word.charCodeAt(0);
  return code >= 49 && code <= 57;
}

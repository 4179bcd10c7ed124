import { keptWord } from './kept-word.ts';
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

type PhraseNode = {
  readonly next: Map<Stem, PhraseNode>;
  added: readonly { readonly stem: Stem; readonly weight: number }[] | undefined;
};

/** A folded word. */
type Stem = {
  readonly text: string;
  /** -1 until some code speaks of it. */
  term: number;
  /** Phrases of the tables that begin with it. */
  phrases: PhraseNode | undefined;
  /** By the larger of two terms, the term of both together; with the stem of the smaller. */
  pairs: Map<number, number> | undefined;
};

/** What a word is, looked up once. `content`: it can be a term; `listed`: the index has met it. */
type Word = { readonly stem: Stem; readonly content: boolean; readonly pieces: readonly Stem[]; listed: boolean };

/** Turns words into numbered terms, adding what the synonym and word-part tables know. Terms are numbered in order of first `learn`. */
export class Lexicon {
  readonly #stems = new Map<string, Stem>();
  readonly #words = new Map<string, Word>();
  readonly #isPair: boolean[] = [];
  readonly #parts: WordParts;
  readonly #spelling = new Spelling();
  #size = 0;

  constructor(tables: { readonly synonyms: string; readonly morphology: string }) {
    this.#parts = new WordParts(tables.morphology, stem);
    this.#readSynonyms(tables.synonyms);
  }

  get size(): number {
    return this.#size;
  }

  stemOf(word: string): string {
    return this.#wordOf(word).stem.text;
  }

  /** The number of a stem, or undefined when no code speaks of it. */
  idOf(stemmed: string): number | undefined {
    const term = this.#stems.get(stemmed)?.term ?? -1;
    return term < 0 ? undefined : term;
  }

  /** Terms of the tokens, known ones only; with `learn`, unknown stems are given a number (while the index is built). */
  termsOf(tokens: readonly Token[], learn = false): TermHit[] {
    const hits: TermHit[] = [];
    this.eachTerm(tokens, learn, (term, weight, from, to) => hits.push({ term, weight, from, to }));
    return hits;
  }

  /** {@link termsOf} without a list: while the index is built, a million hits would be made only to be read once. */
  eachTerm(
    tokens: readonly Token[],
    learn: boolean,
    visit: (term: number, weight: number, from: number, to: number) => void,
  ): void {
    const words = tokens.map((token) => this.#wordOf(token.word, learn || undefined));
    let previous = -1;
    for (let at = 0; at < words.length; at++) {
      const word = words[at];
      if (word === undefined) continue;
      if (word.content) {
        if (learn && !word.listed) this.#list(word, tokens[at]?.word ?? '');
        const own = this.#termOf(word.stem, learn);
        if (own >= 0) visit(own, 1, at, at + 1);
        const before = words[previous];
        if (before !== undefined && at - previous <= 2 && isNear(tokens[previous], tokens[at])) {
          const pair = this.#pairOf(before.stem, word.stem, learn);
          if (pair >= 0) visit(pair, PAIR_WEIGHT, previous, at + 1);
        }
        previous = at;
      }
      const longest = longestPhrase(words, at);
      for (const added of longest?.added ?? []) {
        const term = this.#termOf(added.stem, learn);
        if (term >= 0) visit(term, added.weight, at, longest?.to ?? at + 1);
      }
      for (const piece of word.pieces) {
        const term = this.#termOf(piece, learn);
        if (term >= 0) visit(term, MORPHOLOGY_WEIGHT, at, at + 1);
      }
    }
  }

  /** True for words of English prose and of medicine. */
  knows(text: string): boolean {
    const word = this.#wordOf(text);
    return STOP_WORDS.has(text) || word.stem.term >= 0 || word.pieces.length > 0;
  }

  /** True for the term of two neighbouring words. */
  isPair(term: number): boolean {
    return this.#isPair[term] ?? false;
  }

  /** The tokens with slips mended: a word that no code, phrase or word part explains becomes the nearest known one. */
  mend(tokens: readonly Token[]): Token[] {
    return tokens.map((token) => {
      if (token.word.length < 7 || STOP_WORDS.has(token.word)) return token;
      const word = this.#wordOf(token.word);
      if (word.stem.term >= 0 || word.pieces.length > 0) return token;
      const mended = this.#spelling.mend(token.word);
      return mended === undefined ? token : { ...token, word: mended };
    });
  }

  #list(word: Word, text: string): void {
    word.listed = true;
    this.#spelling.add(text);
  }

  #termOf(stemmed: Stem, learn: boolean): number {
    if (stemmed.term < 0 && learn) stemmed.term = this.#size++;
    return stemmed.term;
  }

  /** Neighbours, in either order, so that "gallbladder removal" meets "removal of gallbladder". */
  #pairOf(one: Stem, other: Stem, learn: boolean): number {
    if (one.term < 0 || other.term < 0) return -1;
    const [first, second] = one.term < other.term ? [one, other] : [other, one];
    const known = first.pairs?.get(second.term);
    if (known !== undefined || !learn) return known ?? -1;
    const term = this.#size++;
    (first.pairs ??= new Map()).set(second.term, term);
    this.#isPair[term] = true;
    return term;
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
    const [opening, ...rest] = tokens.map((token) => this.#wordOf(token.word, true).stem);
    if (opening === undefined) return;
    let node = (opening.phrases ??= { next: new Map(), added: undefined });
    for (const key of rest) {
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
      const { stem: stemmed } = this.#wordOf(token.word, true);
      stems.set(stemmed, Math.max(weight, stems.get(stemmed) ?? 0));
    }
    node.added = [...stems].map(([entry, strength]) => ({ stem: entry, weight: strength }));
  }

  /**
   * Words of codes and tables are always kept, those of notes up to a limit, so that a stream of nonsense fills no memory. Numbers of notes are not:
   * dates and record numbers do not come again, and would leave no room for words that do.
   */
  #wordOf(met: string, keep = this.#words.size < CACHE_LIMIT && !isNumber(met)): Word {
    const known = this.#words.get(met);
    if (known !== undefined) return known;
    const text = keep ? keptWord(met) : met;
    const word = {
      stem: this.#stemFor(stem(text), keep),
      content: !STOP_WORDS.has(text) && isTermWord(text),
      pieces: this.#parts.of(text).map((piece) => this.#stemFor(piece, keep)),
      listed: false,
    };
    if (keep) this.#words.set(text, word);
    return word;
  }

  #stemFor(text: string, keep: boolean): Stem {
    const known = this.#stems.get(text);
    if (known !== undefined) return known;
    const made: Stem = { text, term: -1, phrases: undefined, pairs: undefined };
    if (keep) this.#stems.set(text, made);
    return made;
  }
}

/** The longest phrase of the tables that begins at a word. */
function longestPhrase(words: readonly Word[], at: number): { added: NonNullable<PhraseNode['added']>; to: number } | undefined {
  let node = words[at]?.stem.phrases;
  let added: PhraseNode['added'];
  let end = at;
  for (let to = at + 1; node !== undefined; to++) {
    if (node.added !== undefined) {
      added = node.added;
      end = to;
    }
    const next = words[to];
    node = next === undefined || to - at >= MAX_PHRASE ? undefined : node.next.get(next.stem);
  }
  return added === undefined ? undefined : { added, to: end };
}

function isNear(first: Token | undefined, second: Token | undefined): boolean {
  return first !== undefined && second !== undefined && second.start - first.end <= MAX_GAP;
}

function isNumber(word: string): boolean {
  const code = word.charCodeAt(0);
  return code >= 48 && code <= 57;
}

function isTermWord(word: string): boolean {
  if (word.length > 1) return true;
  const code = word.charCodeAt(0);
  return code >= 49 && code <= 57;
}

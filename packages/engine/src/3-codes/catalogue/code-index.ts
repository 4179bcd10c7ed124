import type { Lexicon } from '../../1-text/lexicon.ts';
import { STOP_WORDS } from '../../1-text/stop-words.ts';
import { tokenize, type Token } from '../../1-text/tokens.ts';
import type { CatalogueEntry } from './catalogue-file.ts';
import type { CodeKnowledge, Knowledge } from './knowledge.ts';
import { TermLists, type TermTable } from './term-lists.ts';

/** Where a wording of a code is from. */
type Field = 'sentence' | 'phrase' | 'plain' | 'catalogue';

/** A code as the engine compares it with notes. */
export type CodeDocument = {
  readonly code: string;
  readonly description: string;
  readonly knowledge: CodeKnowledge | undefined;
};

/** Lists of (id, weight) by term: those of term t stand from `starts[t]` to `starts[t + 1]`. */
export type Postings = { readonly starts: Int32Array; readonly ids: Int32Array; readonly weights: Float32Array };

export type CodeIndex = {
  readonly documents: readonly CodeDocument[];
  /** By code, the terms of the leading wording (own words and catalogue text), each once, own tokens only. */
  readonly cores: TermTable;
  /** By code, the terms of neighbouring words of all wordings but the plain one. */
  readonly pairs: TermTable;
  /** The terms of each wording of a code (sentence, phrase, plain, catalogue text), with weights. */
  readonly wordings: TermTable;
  readonly wordingCodes: Int32Array;
  /** Rarity of the wording's own words. */
  readonly wordingMasses: Float64Array;
  /** Phrases are what surgeons write in headings; a patient's wording is looser. */
  readonly wordingTrust: Float64Array;
  /** Wordings of code c stand from `wordingStarts[c]` to `wordingStarts[c + 1]`. */
  readonly wordingStarts: Int32Array;
  /** Codes by the {@link titleKeys} of their phrases, without sides and with them. */
  readonly phraseOwners: ReadonlyMap<string, readonly number[]>;
  readonly sidedOwners: ReadonlyMap<string, readonly number[]>;
  readonly idf: Float32Array;
  /** Term to codes with BM25 impact. */
  readonly codePostings: Postings;
  /** Term to wordings with weight. */
  readonly wordingPostings: Postings;
};

const K1 = 1.2;
const B = 0.5;
const FIELD_TRUST = { sentence: 1, phrase: 1, plain: 0.85, catalogue: 1 } as const;
const FIELD_WEIGHT = { sentence: 1, phrase: 0.6, plain: 0.5, catalogue: 1 } as const;
const ATTRIBUTE_WEIGHT = 0.3;
/** What is said less than this (in an aside) does not count as said; a little below the attributes' weight, as they are rounded. */
const LEAST_COUNTED = 0.29;
/** What stands after these words in a descriptor is not part of the procedure, or only perhaps. */
const ASIDE =
  /\b(without|not including|excluding|except|other than|with or without|when performed|if performed|includes? any)\b/i;

/** What is gathered while the codes are read, in their order. */
type Drafts = {
  readonly documents: CodeDocument[];
  readonly lengths: number[];
  readonly bags: TermLists;
  readonly cores: TermLists;
  readonly pairs: TermLists;
  /** By wording. */
  readonly codes: number[];
  readonly fields: Field[];
  readonly wordingTerms: TermLists;
  readonly phraseOwners: Map<string, number[]>;
  readonly sidedOwners: Map<string, number[]>;
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
  const drafts: Drafts = {
    documents: [],
    lengths: [],
    bags: new TermLists(),
    cores: new TermLists(),
    pairs: new TermLists(),
    codes: [],
    fields: [],
    wordingTerms: new TermLists(),
    phraseOwners: new Map(),
    sidedOwners: new Map(),
  };
  for (const entry of sorted) draftCode(entry, known.get(entry.code), lexicon, drafts);
  const bags = drafts.bags.table();
  const wordings = drafts.wordingTerms.table();
  const idf = inverseFrequencies(bags, lexicon.size);
  return {
    documents: drafts.documents,
    cores: drafts.cores.table(),
    pairs: drafts.pairs.table(),
    wordings,
    wordingCodes: Int32Array.from(drafts.codes),
    wordingMasses: Float64Array.from(drafts.codes.map((_, at) => massOf(wordings, at, idf))),
    wordingTrust: Float64Array.from(drafts.fields.map((field) => FIELD_TRUST[field])),
    wordingStarts: startsOf(drafts.codes, drafts.documents.length),
    phraseOwners: drafts.phraseOwners,
    sidedOwners: drafts.sidedOwners,
    idf,
    codePostings: postCodes(bags, drafts.lengths, idf),
    wordingPostings: postWordings(wordings, lexicon.size),
  };
}

function draftCode(entry: CatalogueEntry, knowledge: CodeKnowledge | undefined, lexicon: Lexicon, drafts: Drafts): void {
  const { bags, cores, pairs, wordingTerms } = drafts;
  const code = drafts.documents.length;
  let length = 0;
  const add = (field: Field, text: string, { main, aside } = splitAside(text)): void => {
    const share = FIELD_WEIGHT[field];
    const leading = field === 'sentence' || field === 'catalogue';
    lexicon.eachTerm(main, true, (term, strength) => {
      wordingTerms.set(term, Math.max(wordingTerms.get(term), strength));
      const weight = share * strength;
      bags.set(term, field === 'phrase' ? Math.max(bags.get(term), weight) : bags.get(term) + weight);
      if (field !== 'plain' && lexicon.isPair(term)) pairs.set(term, 1);
      if (strength === 1 && leading) cores.set(term, 1);
    });
    wordingTerms.close();
    drafts.codes.push(code);
    drafts.fields.push(field);
    length += main.length * share;
    lexicon.eachTerm(aside, true, (term, strength) => {
      if (bags.get(term) === 0) bags.set(term, 0.15 * strength);
    });
  };
  if (knowledge !== undefined) {
    add('sentence', knowledge.sentence);
    for (const phrase of knowledge.phrases) {
      const parts = splitAside(phrase);
      add('phrase', phrase, parts);
      const { unsided, sided } = titleKeys(parts.aside.length === 0 ? parts.main : tokenize(phrase), lexicon);
      addOwner(drafts.phraseOwners, unsided, code);
      addOwner(drafts.sidedOwners, sided, code);
    }
    if (knowledge.plain !== '') add('plain', knowledge.plain);
    for (const [key, values] of Object.entries(knowledge.attributes)) {
      lexicon.eachTerm(tokenize(values.join(' ')), true, (term, strength) => {
        if (key !== 'without' && bags.get(term) === 0) bags.set(term, ATTRIBUTE_WEIGHT * strength);
      });
    }
  }
  if (knowledge === undefined || entry.description !== knowledge.sentence) add('catalogue', entry.description);
  for (const lists of [bags, cores, pairs]) lists.close();
  drafts.documents.push({ code: entry.code, description: entry.description, knowledge });
  drafts.lengths.push(length);
}

function addOwner(owners: Map<string, number[]>, key: string, code: number): void {
  if (key === '') return;
  const known = owners.get(key);
  if (known === undefined) owners.set(key, [code]);
  else if (!known.includes(code)) known.push(code);
}

/** Stop words that say something in a title. */
const KEPT_OF_STOP_WORDS: ReadonlySet<string> = new Set(['out', 'off', 'up', 'down', 'over', 'both', 'one', 'so', 'mr']);
const SIDES: Readonly<Record<string, string>> = {
  left: 'left',
  l: 'left',
  lt: 'left',
  right: 'right',
  r: 'right',
  rt: 'right',
  bilateral: 'bilateral',
  bilat: 'bilateral',
  bil: 'bilateral',
  bl: 'bilateral',
  b: 'bilateral',
};

/** Whether a word says nothing in a title: "out", "up" and "both" do. */
export const isSilent = (word: string): boolean => word === 'w' || (STOP_WORDS.has(word) && !KEPT_OF_STOP_WORDS.has(word));

/** What a title says, without its sides and with them, however they are written. */
type TitleKeys = { readonly unsided: string; readonly sided: string };

/** Whatever the order of its words: two titles with one key are the same words. "RNY to sleeve" and "sleeve to RNY" are not. */
function titleKeys(tokens: readonly Token[], lexicon: Lexicon): TitleKeys {
  const words: string[] = [];
  const sides: string[] = [];
  const inOrder = tokens.some(({ word }) => word === 'to');
  let sidedInOrder = '';
  for (let at = 0; at < tokens.length; at++) {
    const word = tokens[at]?.word ?? '';
    const side = SIDES[word];
    // "b/l" is one side.
    if (word === 'l' && tokens[at - 1]?.word === 'b') continue;
    if (side !== undefined) sides.push(side);
    else if (!isSilent(word)) words.push(lexicon.stemOf(word));
    else continue;
    if (inOrder) sidedInOrder += `${sidedInOrder === '' ? '' : ' '}${side ?? words.at(-1)}`;
  }
  const unsided = (inOrder ? words : words.sort()).join(' ');
  if (sides.length === 0) return { unsided, sided: unsided };
  return { unsided, sided: inOrder ? sidedInOrder : [...words, ...sides].sort().join(' ') };
}

/** Codes that have a title among their phrases; with its sides, if a phrase has them: "R/LHC" is of both hearts. */
export function ownersOf(
  tokens: readonly Token[],
  lexicon: Lexicon,
  { phraseOwners, sidedOwners }: CodeIndex,
): readonly number[] {
  const { unsided, sided } = titleKeys(tokens, lexicon);
  return sidedOwners.get(sided) ?? phraseOwners.get(unsided) ?? [];
}

function startsOf(codeOf: readonly number[], codes: number): Int32Array {
  const starts = new Int32Array(codes + 1);
  for (const code of codeOf) starts[code + 1] = (starts[code + 1] ?? 0) + 1;
  for (let code = 0; code < codes; code++) starts[code + 1] = (starts[code + 1] ?? 0) + (starts[code] ?? 0);
  return starts;
}

function splitAside(text: string): { main: Token[]; aside: Token[] } {
  if (!ASIDE.test(text)) return { main: tokenize(text), aside: [] };
  const main: Token[] = [];
  const aside: Token[] = [];
  let from = 0;
  for (const clause of text.split(/(?<=[,;()])/)) {
    const to = from + clause.length;
    const match = ASIDE.exec(clause);
    const turn = match === null ? to : from + match.index;
    main.push(...tokenize(text, from, turn));
    if (match !== null) aside.push(...tokenize(text, turn + match[0].length, to));
    from = to;
  }
  return { main, aside };
}

function inverseFrequencies(bags: TermTable, terms: number): Float32Array {
  const frequency = new Float32Array(terms);
  for (let at = 0; at < bags.terms.length; at++) {
    const term = bags.terms[at] ?? 0;
    if ((bags.weights[at] ?? 0) >= LEAST_COUNTED) frequency[term] = (frequency[term] ?? 0) + 1;
  }
  const codes = bags.starts.length - 1;
  return frequency.map((count) => Math.log(1 + (codes - count + 0.5) / (count + 0.5)));
}

function massOf({ starts, terms, weights }: TermTable, wording: number, idf: Float32Array): number {
  let mass = 0;
  for (let at = starts[wording] ?? 0; at < (starts[wording + 1] ?? 0); at++)
    if (weights[at] === 1) mass += idf[terms[at] ?? 0] ?? 0;
  return mass;
}

function postCodes(bags: TermTable, lengths: readonly number[], idf: Float32Array): Postings {
  const average = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length);
  return pack(idf.length, bags, (code, term, frequency) => {
    const norm = K1 * (1 - B + (B * (lengths[code] ?? 0)) / Math.max(1, average));
    return ((idf[term] ?? 0) * frequency * (K1 + 1)) / (frequency + norm);
  });
}

function postWordings(wordings: TermTable, terms: number): Postings {
  return pack(terms, wordings, (_, __, weight) => weight);
}

/** Turns lists of terms by id into lists of ids by term: count, then fill. */
function pack(terms: number, lists: TermTable, worth: (id: number, term: number, weight: number) => number): Postings {
  const starts = new Int32Array(terms + 1);
  for (let at = 0; at < lists.terms.length; at++) {
    const term = lists.terms[at] ?? 0;
    starts[term + 1] = (starts[term + 1] ?? 0) + 1;
  }
  for (let term = 0; term < terms; term++) starts[term + 1] = (starts[term + 1] ?? 0) + (starts[term] ?? 0);
  const next = starts.slice(0, terms);
  const ids = new Int32Array(lists.terms.length);
  const weights = new Float32Array(lists.terms.length);
  for (let id = 0; id < lists.starts.length - 1; id++) {
    for (let at = lists.starts[id] ?? 0; at < (lists.starts[id + 1] ?? 0); at++) {
      const term = lists.terms[at] ?? 0;
      const place = next[term] ?? 0;
      ids[place] = id;
      weights[place] = worth(id, term, lists.weights[at] ?? 0);
      next[term] = place + 1;
    }
  }
  return { starts, ids, weights };
}

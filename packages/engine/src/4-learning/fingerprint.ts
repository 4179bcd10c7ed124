import type { SectionKind } from '../1-text/headings.ts';
import { STOP_WORDS } from '../1-text/stop-words.ts';
import type { Token } from '../1-text/tokens.ts';
import { DONE } from '../2-findings/assertion.ts';
import type { NoteFindings } from '../2-findings/note.ts';
import type { CodeSpace } from '../3-codes/catalogue/code-space.ts';

/** Hashed words with their weight, in pairs: hash, thousandths, hash, thousandths ... No text can be read back in order. */
export type WeightedWords = readonly number[];

/** What marks a note: how its procedures are named, and the words that are its clinic's own, by how near to that name they stand. */
export type Fingerprint = { readonly name: WeightedWords; readonly own: WeightedWords };

const KEPT = 30;
/** What no code speaks of is as rare as can be. */
const UNKNOWN_IDF = 8;
/** From here on a word is a clinic's own, unless it is one of everybody's. */
const OWN_IDF = 6;
/** Two words together: a name of the house is often made of ordinary ones. */
const PAIR_SHARE = 0.7;
/** The first line names the procedure; the ones after it do so less and less. */
const NEXT_LINE = 0.6;
const LAST_LINE = 0.25;
/** A word of the narrative is worth less the more such words there are: in a long note any may stand by chance. */
const TOLD = 0.6;
const SIDES: ReadonlySet<string> = new Set(['left', 'right', 'bilateral', 'lt', 'rt', 'side', 'both']);
const NARRATIVE: ReadonlySet<SectionKind> = new Set<SectionKind>([
  'procedure',
  'postdx',
  'predx',
  'indications',
  'findings',
  'description',
  'specimens',
  'implants',
  'other',
  'preamble',
]);

type Bag = Map<string, number>;

/** The words that mark this note. */
export function fingerprintOf(note: NoteFindings, space: CodeSpace): Fingerprint {
  const { lexicon } = space;
  const name: Bag = new Map();
  const own: Bag = new Map();
  let near = note.pseudo ? NEXT_LINE : 1;
  for (const { tokens } of note.lines) {
    let before: string | undefined;
    for (const { word } of tokens.filter(isTelling)) {
      const stemmed = lexicon.stemOf(word);
      raise(name, stemmed, near * rarity(stemmed, space));
      if (isOwn(stemmed, space)) raise(own, stemmed, near);
      if (before !== undefined) {
        const both = (rarity(before, space) + rarity(stemmed, space)) / 2;
        raise(name, `${before} ${stemmed}`, near * PAIR_SHARE * both);
      }
      before = stemmed;
    }
    near = Math.max(LAST_LINE, near * NEXT_LINE);
  }
  const told = new Set(
    wordsTold(note)
      .filter(isTelling)
      .map(({ word }) => lexicon.stemOf(word))
      .filter((stemmed) => isOwn(stemmed, space)),
  );
  for (const stemmed of told) raise(own, stemmed, Math.min(TOLD, 1 / Math.sqrt(told.size)));
  return { name: hashed(name, lengthOf), own: hashed(own, () => 1) };
}

/** How much a word tells of codes. */
export function rarity(stemmed: string, { lexicon, index }: CodeSpace): number {
  const id = lexicon.idOf(stemmed);
  return id === undefined ? UNKNOWN_IDF : (index.idf[id] ?? UNKNOWN_IDF);
}

function isOwn(stemmed: string, space: CodeSpace): boolean {
  return rarity(stemmed, space) >= OWN_IDF && !space.ordinary.has(stemmed);
}

/** Whether a word can mark anything: numbers, sides and words of every sentence cannot. */
export function isTelling({ word }: Token): boolean {
  return word.length > 1 && !/^\d/.test(word) && !STOP_WORDS.has(word) && !SIDES.has(word);
}

/** Words that are meant as done, outside the sections about staff, anesthesia and plans. */
function wordsTold({ words, assertions, sections }: NoteFindings): Token[] {
  const told = sections.filter(({ kind }) => NARRATIVE.has(kind));
  return words.filter(
    ({ start, end }, at) =>
      assertions[at] === DONE && told.some((section) => start >= section.contentStart && end <= section.end),
  );
}

function raise(bag: Bag, key: string, weight: number): void {
  if (weight > (bag.get(key) ?? 0)) bag.set(key, weight);
}

/** The heaviest words, in parts of a whole. */
function hashed(bag: Bag, wholeOf: (weights: readonly number[]) => number): number[] {
  const kept = [...bag]
    .map(([word, weight]) => [fnv1a(word), weight] as const)
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .slice(0, KEPT);
  const whole = wholeOf(kept.map(([, weight]) => weight));
  return kept.flatMap(([word, weight]) => [word, Math.round((1000 * weight) / whole)]);
}

function lengthOf(weights: readonly number[]): number {
  return Math.sqrt(weights.reduce((sum, weight) => sum + weight * weight, 0));
}

/** FNV-1a. */
export function fnv1a(text: string): number {
  let value = 2166136261;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 16777619);
  return value >>> 0;
}

/** Weighted words laid out for many comparisons. */
export function spreadWords(words: WeightedWords): ReadonlyMap<number, number> {
  const spread = new Map<number, number>();
  for (let at = 0; at + 1 < words.length; at += 2) spread.set(words[at] ?? 0, (words[at + 1] ?? 0) / 1000);
  return spread;
}

/** Cosine of the names of two notes, 0 to 1. */
export function cosine(spread: ReadonlyMap<number, number>, other: WeightedWords): number {
  let sum = 0;
  eachShared(spread, other, (one, two) => (sum += one * two));
  return Math.min(1, sum);
}

/** How near to the names of both stands a word of their own that two notes share, 0 without one. */
export function ownInCommon(spread: ReadonlyMap<number, number>, other: WeightedWords): number {
  let most = 0;
  eachShared(spread, other, (one, two) => (most = Math.max(most, Math.sqrt(one * two))));
  return most;
}

function eachShared(spread: ReadonlyMap<number, number>, other: WeightedWords, visit: (one: number, two: number) => void): void {
  for (let at = 0; at + 1 < other.length; at += 2) {
    const weight = spread.get(other[at] ?? 0);
    if (weight !== undefined) visit(weight, (other[at + 1] ?? 0) / 1000);
  }
}

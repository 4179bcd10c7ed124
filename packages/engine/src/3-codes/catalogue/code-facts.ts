import type { Lexicon } from '../../1-text/lexicon.ts';
import { STOP_WORDS } from '../../1-text/stop-words.ts';
import { tokenize } from '../../1-text/tokens.ts';
import { parseAgeBand, parseCountBand, parseSizeBand, type Band, type SizeBand } from '../../2-findings/bands.ts';
import { actionsIn } from '../../2-findings/actions.ts';
import { approachBit, levelBit } from '../../2-findings/cues.ts';
import { readDescriptor } from '../../2-findings/grammar.ts';
import type { BandOf } from '../../2-findings/sizes.ts';
import { magnitudeOf, type Magnitudes } from './magnitude.ts';
import type { CodeDocument, CodeIndex } from './code-index.ts';
import { termsAt } from './term-lists.ts';

/** Attribute keys whose values are looked for as words; the others are compared as bits or bands. */
export const WORD_KEYS = ['site', 'with', 'without', 'device', 'diagnosis', 'method', 'state', 'scope', 'course'] as const;
export type WordKey = (typeof WORD_KEYS)[number];

/** The terms of an attribute's value; values with the same terms are the same list. */
export type Value = readonly number[];

/** What tells a code from its neighbours, compiled for comparison with a note. */
export type CodeFacts = {
  readonly words: Readonly<Record<WordKey, readonly Value[]>>;
  /**
   * The same end to end, since every candidate of every note is compared by it: for each key that has values its place in
   * {@link WORD_KEYS} and how many there are, then of each value how many terms it has, and these.
   */
  readonly keyed: readonly number[];
  readonly approach: number;
  readonly level: number;
  readonly ages: readonly Band[];
  readonly sizes: readonly SizeBand[];
  readonly sizeOf: BandOf;
  readonly counts: readonly Band[];
  readonly eachAdditional: boolean;
  /** 0 not said, 1 unilateral, 2 bilateral. */
  readonly side: number;
  readonly common: number;
  readonly role: number;
  readonly family: number;
  /** First digit of the code, 1 to 9; letters 0. */
  readonly chapter: number;
  readonly unlisted: boolean;
  /** Terms that fewer than half of the family's codes have, with weight. */
  readonly markers: WeighedTerms;
  readonly markerMass: number;
  /**
   * Attribute values that at most half of the family has: the components that a coder looks for in the body. Of each how many terms it
   * has, and these.
   */
  readonly distinct: readonly number[];
  /** Rarity of the terms of the leading wording. */
  readonly coreMass: number;
  /** What is done, as bits; see actions.ts. */
  readonly actions: number;
  /** Size of the procedure, logarithmic, estimated from its words. */
  readonly magnitude: number;
};

/** Terms, and how much each counts, in the same order. */
export type WeighedTerms = { readonly terms: readonly number[]; readonly weights: readonly number[] };

const noWords = (): Record<WordKey, Value[]> => ({
  site: [],
  with: [],
  without: [],
  device: [],
  diagnosis: [],
  method: [],
  state: [],
  scope: [],
  course: [],
});
const ROLE_NUMBER = { alone: 0, default: 1, marked: 2, addon: 3 } as const;

const UNLISTED = /no specific code|unlisted|not otherwise (listed|classified)|without (its|a) own code/i;

/**
 * The facts of every code, compiled family by family when a note first comes near it: most codes of a catalogue are never asked
 * for between two starts.
 */
export class CatalogueFacts {
  readonly #index: CodeIndex;
  readonly #magnitudes: Magnitudes;
  readonly #lexicon: Lexicon;
  readonly #families: readonly (readonly number[])[];
  readonly #numbers = new Map<string, number>();
  readonly #familyOf: readonly number[];
  readonly #termsOf: (value: string) => Value;
  readonly #made: (CodeFacts | undefined)[];

  constructor(index: CodeIndex, lexicon: Lexicon, magnitudes: Magnitudes) {
    this.#index = index;
    this.#magnitudes = magnitudes;
    this.#lexicon = lexicon;
    this.#termsOf = valueReader(lexicon);
    const families: number[][] = [];
    this.#familyOf = index.documents.map((document, id) => {
      const name = document.knowledge?.family ?? document.code;
      const family = this.#numbers.get(name) ?? this.#numbers.size;
      this.#numbers.set(name, family);
      (families[family] ??= []).push(id);
      return family;
    });
    this.#families = families;
    this.#made = index.documents.map(() => undefined);
  }

  /** @param id place in the index */
  of(id: number): CodeFacts | undefined {
    if (this.#made[id] === undefined) this.#compile(this.#familyOf[id] ?? -1);
    return this.#made[id];
  }

  /** Places in the index of a family's codes. */
  idsOf(family: string): readonly number[] {
    return this.#families[this.#numbers.get(family) ?? -1] ?? [];
  }

  #compile(family: number): void {
    const ids = this.#families[family] ?? [];
    const members = ids.flatMap((id) => this.#index.documents[id] ?? []);
    const words = members.map((document) => compileWords(document, this.#termsOf));
    const markers = compileMarkers(ids, words, this.#index);
    const counts = countValues(words);
    members.forEach((document, at) => {
      const said = words[at] ?? noWords();
      const own = markers[at] ?? { terms: [], weights: [] };
      const id = ids[at] ?? -1;
      this.#made[id] = {
        ...bandsOf(document),
        words: said,
        keyed: keyedOf(said),
        family,
        chapter: Number(document.code[0]) || 0,
        unlisted: UNLISTED.test(document.knowledge?.sentence ?? document.description),
        markers: own,
        markerMass: massOf(own),
        distinct: distinctOf(said, members.length, counts),
        coreMass: termsAt(this.#index.cores, id).reduce((sum, term) => sum + (this.#index.idf[term] ?? 0), 0),
        actions: actionsOf(document),
        magnitude: magnitudeOf(magnitudeTerms(document, this.#lexicon), this.#magnitudes),
      };
    });
  }
}

function massOf({ weights }: WeighedTerms): number {
  return weights.reduce((sum, weight) => sum + weight, 0);
}

function keyedOf(words: CodeFacts['words']): CodeFacts['keyed'] {
  return WORD_KEYS.flatMap((name, key) => {
    const values = words[name];
    return values.length === 0 ? [] : [key, values.length, ...endToEnd(values)];
  });
}

function endToEnd(values: readonly Value[]): number[] {
  return values.flatMap((terms) => [terms.length, ...terms]);
}

/** The terms of an attribute's value; the same ones come back again and again, and are then the same list. */
function valueReader(lexicon: Lexicon): (value: string) => Value {
  const known = new Map<string, Value>();
  const byTerms = new Map<string, Value>();
  return (value) => {
    const before = known.get(value);
    if (before !== undefined) return before;
    const terms = [...new Set(lexicon.termsOf(tokenize(value)).flatMap((hit) => (hit.weight === 1 ? [hit.term] : [])))];
    const key = terms.join(' ');
    const read = byTerms.get(key) ?? terms;
    byTerms.set(key, read);
    known.set(value, read);
    return read;
  };
}

function compileWords(document: CodeDocument, termsOf: (value: string) => Value): CodeFacts['words'] {
  const compiled = noWords();
  const attributes: Readonly<Record<string, readonly string[]>> =
    document.knowledge?.attributes ?? descriptorWords(document.description);
  for (const key of WORD_KEYS) {
    for (const value of attributes[key] ?? []) {
      const terms = termsOf(value);
      if (terms.length > 0) compiled[key].push(terms);
    }
  }
  return compiled;
}

function descriptorWords(description: string): Record<'with' | 'without', readonly string[]> {
  const read = readDescriptor(description);
  return { with: read.with, without: read.without };
}

/** What the magnitude regression sees: words of the sentence, each and with the next, values of attributes marked by key, role and chapter. */
export function magnitudeTerms(document: CodeDocument, lexicon: Lexicon): string[] {
  const words = tokenize(document.knowledge?.sentence ?? document.description).map(({ word }) => word);
  const stems = words.map((word) => lexicon.stemOf(word));
  const alone = stems.filter((_, at) => !STOP_WORDS.has(words[at] ?? ''));
  const pairs = stems.slice(1).map((stem, at) => `${stems[at]}_${stem}`);
  const attributes = Object.entries(document.knowledge?.attributes ?? {}).flatMap(([key, values]) =>
    values.map((value) => `${key}=${value}`),
  );
  const role = document.knowledge?.role === 'addon' ? ['role=addon'] : [];
  return [...alone, ...pairs, ...attributes, ...role, `chapter=${document.code.slice(0, 1)}`];
}

const HEAD_END = /[,;:(]|\b(?:with|without|including|after|following)\b/;

/** Actions of the head of the wording ("Excision of ... with repair": excision first) and of the method attribute. */
function actionsOf(document: CodeDocument): number {
  const sentence = document.knowledge?.sentence ?? document.description;
  const end = sentence.search(HEAD_END);
  const head = end < 0 ? sentence : sentence.slice(0, end);
  const methods = (document.knowledge?.attributes['method'] ?? []).join(', ');
  return actionsIn(`${head}, ${methods}`) || actionsIn(sentence);
}

const MARKING = WORD_KEYS.filter((key) => key !== 'without');

/** For each code of a family the terms that at most half of it has; a code without siblings has nothing to be told from. */
function compileMarkers(
  members: readonly number[],
  words: readonly CodeFacts['words'][],
  { cores, pairs, idf }: CodeIndex,
): WeighedTerms[] {
  if (members.length < 2) return [];
  const marks = members.map((id, at) => {
    const terms = new Set([...termsAt(cores, id), ...termsAt(pairs, id)]);
    for (const key of MARKING) for (const value of words[at]?.[key] ?? []) for (const term of value) terms.add(term);
    return terms;
  });
  const counts = new Map<number, number>();
  for (const terms of marks) for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return marks.map((terms) => {
    const markers = { terms: new Array<number>(), weights: new Array<number>() };
    for (const term of terms) {
      const share = (counts.get(term) ?? 0) / members.length;
      if (share > 0.5) continue;
      markers.terms.push(term);
      markers.weights.push((idf[term] ?? 0) * (1 - share));
    }
    return markers;
  });
}

const COMPONENT_KEYS = ['with', 'method', 'device', 'diagnosis', 'state'] as const;

/** In how many codes of a family a value is a component. */
function countValues(words: readonly CodeFacts['words'][]): ReadonlyMap<Value, number> {
  const counts = new Map<Value, number>();
  for (const compiled of words) {
    const seen = new Set(COMPONENT_KEYS.flatMap((key) => compiled[key]));
    for (const value of seen) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return counts;
}

function distinctOf(words: CodeFacts['words'], members: number, counts: ReadonlyMap<Value, number>): number[] {
  const distinct: number[] = [];
  if (members < 2) return distinct;
  for (const key of COMPONENT_KEYS)
    for (const value of words[key]) if ((counts.get(value) ?? 0) <= members / 2) distinct.push(...endToEnd([value]));
  return distinct;
}

/** What the sizes of a code measure, by the first of these that its wording names. */
function subjectOfBand(text: string): BandOf {
  if (/\bhernias?\b|\bgrafts?\b|\bflaps?\b|tissue transfer|debridement/i.test(text)) return 'opening';
  if (/^\W*(simple|intermediate|complex|superficial|layered)?\W*\(?(layered)?\)?\W*(closure|repair)|\blacerations?\b/i.test(text))
    return 'closure';
  return /\bexcision|destruction|shav|lesion|tumou?r|mass\b|cyst/i.test(text) ? 'lesion' : undefined;
}

function bandsOf(
  document: CodeDocument,
): Pick<
  CodeFacts,
  'approach' | 'level' | 'ages' | 'sizes' | 'sizeOf' | 'counts' | 'eachAdditional' | 'side' | 'common' | 'role'
> {
  const attributes = document.knowledge?.attributes ?? {};
  const read = readDescriptor(document.knowledge?.sentence ?? document.description);
  const present = <T>(values: readonly (T | undefined)[]): T[] => values.filter((value): value is T => value !== undefined);
  const approach = (attributes['approach'] ?? []).reduce((mask, name) => mask | approachBit(name), 0);
  const level = (attributes['level'] ?? []).reduce((mask, name) => mask | levelBit(name), 0);
  const ages = present((attributes['age'] ?? []).map(parseAgeBand));
  const told = present((attributes['size'] ?? []).map(parseSizeBand));
  const sizes = told.length > 0 ? told : read.sizes;
  const side = (attributes['side'] ?? []).includes('bilateral') ? 2 : (attributes['side'] ?? []).includes('unilateral') ? 1 : 0;
  return {
    approach: approach || read.approach,
    level: level || read.level,
    ages: ages.length > 0 ? ages : read.ages,
    sizes,
    sizeOf: sizes.length > 0 ? subjectOfBand(document.knowledge?.sentence ?? document.description) : undefined,
    counts: present((attributes['count'] ?? []).map(parseCountBand)),
    eachAdditional: (attributes['count'] ?? []).includes('each-additional') || read.eachAdditional,
    side: side || read.side,
    common: document.knowledge?.common ?? 1,
    role: ROLE_NUMBER[document.knowledge?.role ?? 'alone'],
  };
}

import type { Lexicon } from '../1-text/lexicon.ts';
import { STOP_WORDS } from '../1-text/stop-words.ts';
import { tokenize } from '../1-text/tokens.ts';
import { parseAgeBand, parseCountBand, parseSizeBand, type Band, type SizeBand } from '../2-findings/bands.ts';
import { actionsIn } from '../2-findings/actions.ts';
import { approachBit, levelBit } from '../2-findings/cues.ts';
import { readDescriptor } from '../2-findings/grammar.ts';
import type { BandOf } from '../2-findings/sizes.ts';
import { magnitudeOf, type Magnitudes } from './magnitude.ts';
import type { CodeDocument, CodeIndex } from './code-index.ts';
import { TermLists } from './term-lists.ts';

/** Attribute keys whose values are looked for as words; the others are compared as bits or bands. */
export const WORD_KEYS = ['site', 'with', 'without', 'device', 'diagnosis', 'method', 'state', 'scope', 'course'] as const;
export type WordKey = (typeof WORD_KEYS)[number];

/** What tells a code from its neighbours, compiled for comparison with a note. */
export type CodeFacts = {
  readonly words: Readonly<Record<WordKey, readonly (readonly number[])[]>>;
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
  readonly markers: Markers;
  readonly markerMass: number;
  /** Attribute values that at most half of the family has: the components that a coder looks for in the body. */
  readonly distinct: readonly (readonly number[])[];
  readonly coreMass: number;
  /** What is done, as bits; see actions.ts. */
  readonly actions: number;
  /** Size of the procedure, logarithmic, estimated from its words. */
  readonly magnitude: number;
};

/** Terms, and how much each counts, in the same order. */
export type Markers = { readonly terms: readonly number[]; readonly weights: readonly number[] };

const noWords = (): Record<WordKey, (readonly number[])[]> => ({
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
const NO_WORDS: CodeFacts['words'] = noWords();
const NO_MARKERS: Markers = { terms: [], weights: [] };
const ROLE_NUMBER = { alone: 0, default: 1, marked: 2, addon: 3 } as const;

/** Compiles the attributes of all codes; family markers need the whole index. */
export function compileFacts(index: CodeIndex, lexicon: Lexicon, magnitudes: Magnitudes): CodeFacts[] {
  const families = new Map<string, number>();
  const members = new Map<number, number>();
  const familyOf = index.documents.map((document) => {
    const name = document.knowledge?.family ?? document.code;
    const family = families.get(name) ?? families.size;
    families.set(name, family);
    members.set(family, (members.get(family) ?? 0) + 1);
    return family;
  });
  const words = index.documents.map((document) => compileWords(document, lexicon));
  const markers = compileMarkers(index, familyOf, members, words);
  const valueCounts = countValues(familyOf, words);
  return index.documents.map((document, id) => {
    const family = familyOf[id] ?? 0;
    const own = markers[id] ?? NO_MARKERS;
    return {
      ...bandsOf(document),
      words: words[id] ?? NO_WORDS,
      family,
      chapter: Number(document.code[0]) || 0,
      unlisted: /no specific code|unlisted|not otherwise (listed|classified)|without (its|a) own code/i.test(
        document.knowledge?.sentence ?? document.description,
      ),
      markers: own,
      distinct: distinctOf(words[id] ?? NO_WORDS, members.get(family) ?? 1, valueCounts[family]),
      markerMass: own.weights.reduce((sum, weight) => sum + weight, 0),
      actions: actionsOf(document),
      magnitude: magnitudeOf(magnitudeStems(document, lexicon), magnitudes),
      coreMass: document.core.reduce((sum, term) => sum + (index.idf[term] ?? 0), 0),
    };
  });
}

function compileWords(document: CodeDocument, lexicon: Lexicon): Record<WordKey, readonly (readonly number[])[]> {
  const compiled = noWords();
  const read = document.knowledge === undefined ? readDescriptor(document.description) : undefined;
  for (const key of WORD_KEYS) {
    const parsed = key === 'with' ? read?.with : key === 'without' ? read?.without : undefined;
    for (const value of document.knowledge?.attributes[key] ?? parsed ?? []) {
      const terms = lexicon
        .termsOf(tokenize(value))
        .filter((hit) => hit.weight === 1)
        .map((hit) => hit.term);
      if (terms.length > 0) compiled[key].push([...new Set(terms)]);
    }
  }
  return compiled;
}

/** The words that the magnitude regression sees: sentence, family-free, plus attribute values marked by key. */
export function magnitudeStems(document: CodeDocument, lexicon: Lexicon): string[] {
  const text = document.knowledge?.sentence ?? document.description;
  const stems = tokenize(text)
    .filter((token) => !STOP_WORDS.has(token.word))
    .map((token) => lexicon.stemOf(token.word));
  for (const [key, values] of Object.entries(document.knowledge?.attributes ?? {})) {
    if (key === 'approach' || key === 'scope' || key === 'method') for (const value of values) stems.push(`${key}=${value}`);
  }
  if (document.knowledge?.role === 'addon') stems.push('role=addon');
  stems.push(`chapter=${document.code.slice(0, 1)}`);
  return stems;
}

/** Actions of the head of the wording ("Excision of ... with repair": excision first) and of the method attribute. */
function actionsOf(document: CodeDocument): number {
  const sentence = document.knowledge?.sentence ?? document.description;
  const head = sentence.split(/[,;:(]|\b(?:with|without|including|after|following)\b/)[0] ?? sentence;
  const methods = (document.knowledge?.attributes['method'] ?? []).join(', ');
  return actionsIn(`${head}, ${methods}`) || actionsIn(sentence);
}

function markingTerms(words: Readonly<Record<WordKey, readonly (readonly number[])[]>>): number[] {
  return (['site', 'with', 'device', 'diagnosis', 'method', 'state', 'scope', 'course'] as const).flatMap((key) =>
    words[key].flat(),
  );
}

/** For each code the terms that at most half of its family has; a code without siblings has nothing to be told from. */
function compileMarkers(
  index: CodeIndex,
  familyOf: readonly number[],
  members: ReadonlyMap<number, number>,
  words: readonly CodeFacts['words'][],
): Markers[] {
  const gathered = new TermLists();
  const families: number[][] = [];
  index.documents.forEach((document, id) => {
    const family = familyOf[id] ?? 0;
    if ((members.get(family) ?? 1) > 1) {
      for (const terms of [document.core, document.pairs, markingTerms(words[id] ?? NO_WORDS)])
        for (const term of terms) gathered.set(term, 1);
      (families[family] ??= []).push(id);
    }
    gathered.close();
  });
  const marks = gathered.lists();
  const counts = new Int32Array(index.idf.length);
  const markers = index.documents.map(() => ({ terms: new Array<number>(), weights: new Array<number>() }));
  for (const ids of families) {
    if (ids === undefined) continue;
    for (const id of ids) for (const term of marks[id]?.terms ?? []) counts[term] = (counts[term] ?? 0) + 1;
    for (const id of ids) {
      for (const term of marks[id]?.terms ?? []) {
        const share = (counts[term] ?? 0) / ids.length;
        if (share > 0.5) continue;
        markers[id]?.terms.push(term);
        markers[id]?.weights.push((index.idf[term] ?? 0) * (1 - share));
      }
    }
    for (const id of ids) for (const term of marks[id]?.terms ?? []) counts[term] = 0;
  }
  return markers;
}

const COMPONENT_KEYS = ['with', 'method', 'device', 'diagnosis', 'state'] as const;

function countValues(familyOf: readonly number[], words: readonly CodeFacts['words'][]): Map<string, number>[] {
  const counts: Map<string, number>[] = [];
  words.forEach((compiled, id) => {
    const group = (counts[familyOf[id] ?? 0] ??= new Map<string, number>());
    for (const value of new Set(COMPONENT_KEYS.flatMap((key) => compiled[key].map((terms) => terms.join(' '))))) {
      group.set(value, (group.get(value) ?? 0) + 1);
    }
  });
  return counts;
}

function distinctOf(
  words: CodeFacts['words'],
  members: number,
  counts: ReadonlyMap<string, number> | undefined,
): (readonly number[])[] {
  if (members < 2) return [];
  return COMPONENT_KEYS.flatMap((key) => words[key].filter((terms) => (counts?.get(terms.join(' ')) ?? 0) <= members / 2));
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
  const sizes = present((attributes['size'] ?? []).map(parseSizeBand));
  const side = (attributes['side'] ?? []).includes('bilateral') ? 2 : (attributes['side'] ?? []).includes('unilateral') ? 1 : 0;
  return {
    approach: approach || read.approach,
    level: level || read.level,
    ages: ages.length > 0 ? ages : read.ages,
    sizes: sizes.length > 0 ? sizes : read.sizes,
    sizeOf: subjectOfBand(document.knowledge?.sentence ?? document.description),
    counts: present((attributes['count'] ?? []).map(parseCountBand)),
    eachAdditional: (attributes['count'] ?? []).includes('each-additional') || read.eachAdditional,
    side: side || read.side,
    common: document.knowledge?.common ?? 1,
    role: ROLE_NUMBER[document.knowledge?.role ?? 'alone'],
  };
}

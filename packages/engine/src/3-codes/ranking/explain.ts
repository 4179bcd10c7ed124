import { originalRange } from '../../1-text/normalize.ts';
import type { Token } from '../../1-text/tokens.ts';
import { inBand } from '../../2-findings/bands.ts';
import { BODY, FINDINGS, type NoteFindings } from '../../2-findings/note.ts';
import { sizesFor } from '../../2-findings/sizes.ts';
import type { Analysis } from './analysis.ts';
import type { CodeSpace } from '../catalogue/code-space.ts';
import { answeredLine } from './by-lines.ts';
import type { Chosen } from './choose.ts';
import { WORD_KEYS, type WeighedTerms } from '../catalogue/code-facts.ts';
import { termsAt } from '../catalogue/term-lists.ts';

type Range = { start: number; end: number };
type Occurrence = NoteFindings['occurrences'][number];

/** Why a code is suggested; ranges are places of the text as given, sorted and apart. */
export type Explanation = {
  /** The whole item that names the procedure, a sentence that tells it was done, and what decides between siblings. */
  readonly evidence: Range[];
  /** Only the words that the code shares with its line, and what decides. */
  readonly matched: Range[];
  /** One plain sentence; what it says of the note stands in the evidence. */
  readonly why: string;
};

const MAX_RANGES = 12;
const NEAR = 3;
/** A line is a code's own when it is answered so well, in itself and against the line's best. */
const ITEM_F = 0.2;
const ITEM_SHARE = 0.5;
/** Longer items and sentences are shown from the first word that counts to the last. */
const LONGEST = 220;
const QUOTED = 90;
const MOST_DECIDING = 3;
const MOST_SHARED = 6;
/** A weaker mark ("removed") tells no sibling from another. */
const TELLING = 2.5;
/** Words of one value stand so close together, or they speak of different things. */
const TOGETHER = 60;

/** Where a note says each term well enough to show it, and where its sentences end. */
export type PlacesOfTerms = {
  readonly byTerm: ReadonlyMap<number, readonly Occurrence[]>;
  /** Number of the sentence at a place, and the sentence. */
  readonly sentenceAt: (place: number) => number;
  readonly sentences: readonly Range[];
};

const SENTENCE_END = /(?<=[.!?])\s+|[;\n]/g;

/** Goes through the words of a note once, for the evidence of all its codes. */
export function placesOfTerms({ occurrences, text, sections }: NoteFindings): PlacesOfTerms {
  const byTerm = new Map<number, Occurrence[]>();
  for (const occurrence of occurrences) {
    if (occurrence.weight < 0.6) continue;
    const known = byTerm.get(occurrence.term);
    if (known === undefined) byTerm.set(occurrence.term, [occurrence]);
    else known.push(occurrence);
  }
  const opens = new Set([0, ...sections.flatMap(({ start, contentStart }) => [start, contentStart])]);
  for (const { 0: gap, index } of text.matchAll(SENTENCE_END)) opens.add(index + gap.length);
  const starts = [...opens].sort((a, b) => a - b);
  const sentences = starts.map((start, at) => ({ start, end: starts[at + 1] ?? text.length }));
  const sentenceAt = (place: number): number => {
    let low = 0;
    let high = sentences.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((sentences[middle]?.start ?? 0) <= place) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  return { byTerm, sentenceAt, sentences };
}

/** Says why a code is suggested, from the words of the note that counted. */
export function explain(
  chosen: Pick<Chosen, 'row' | 'id' | 'likely'>,
  analysis: Analysis,
  space: CodeSpace,
  placesIn: (note: NoteFindings) => PlacesOfTerms,
): Explanation {
  const { candidates } = analysis;
  const { note, view } = analysis.readingOf(chosen.id);
  const places = placesIn(note);
  const line = answeredLine(candidates.byLines, chosen.row);
  const hits = lineRanges(chosen, line, analysis, space);
  const item = itemOf(chosen, line, hits, analysis);
  const named = item === undefined ? hits.slice(0, MOST_SHARED) : [item];
  const told = sentenceOf(chosen.id, named, note, space, places);
  const deciding = decidingRanges(chosen.id, named, { note, view }, space, places);
  const shown = [...named, ...(told === undefined ? [] : [told]), ...deciding];
  if (shown.length === 0) shown.push(...wordRanges(termsAt(space.index.cores, chosen.id), [], places, 5));
  const markers = wordRanges(markersOf(chosen.id, space), linesOwn(line, note), places, 5);
  const core = line < 0 ? wordRanges(termsAt(space.index.cores, chosen.id), [], places, 5) : [];
  const placed = (ranges: readonly Range[]): Range[] =>
    mergeRanges(ranges.slice(0, MAX_RANGES), note.text).map((range) => originalRange(range, note.offsets));
  return {
    evidence: placed(shown),
    matched: placed([...hits, ...markers, ...core.slice(0, Math.max(0, 5 - markers.length))]),
    why: whyOf(named.length > 0, item ?? hits[0] ?? told ?? shown[0], deciding, note),
  };
}

function linesOwn(line: number, note: NoteFindings): Range[] {
  const own = note.lines[line]?.line;
  return own === undefined ? [] : [own];
}

/** Terms of all of a code's wordings. */
function termsOfCode(id: number, space: CodeSpace): Set<number> {
  const terms = new Set(termsAt(space.index.cores, id));
  for (const term of space.facts.of(id)?.markers.terms ?? []) terms.add(term);
  return terms;
}

function lineRanges({ row, id }: Pick<Chosen, 'row' | 'id'>, line: number, analysis: Analysis, space: CodeSpace): Range[] {
  const noteLine = analysis.note.lines[line];
  if (noteLine === undefined) return [];
  const { entry, matches } = analysis.candidates.lines[line] ?? {};
  const wording = matches?.wording[entry?.[row] ?? -1] ?? -1;
  const terms = termsOfCode(id, space);
  for (const term of termsAt(space.index.wordings, wording)) terms.add(term);
  return noteLine.hits.flatMap((hit) => {
    const from = noteLine.tokens[hit.from];
    const to = noteLine.tokens[hit.to - 1];
    return terms.has(hit.term) && from !== undefined && to !== undefined ? [{ start: from.start, end: to.end }] : [];
  });
}

/** The whole item of the heading that names the code's procedure. */
function itemOf(
  { row, likely }: Pick<Chosen, 'row' | 'likely'>,
  line: number,
  hits: readonly Range[],
  { note, candidates }: Analysis,
): Range | undefined {
  const own = note.lines[line]?.line;
  const f = candidates.lines[line]?.f[row] ?? 0;
  if (own === undefined || hits.length === 0) return undefined;
  if (!likely && (f < ITEM_F || f < ITEM_SHARE * (candidates.byLines.lineBest[line] ?? 1))) return undefined;
  return bounded(note.text, own, hits);
}

const EDGE = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;

/** A stretch from its first to its last word; where it is too long, from the first of the words that count to the last within reach. */
function bounded(text: string, { start, end }: Range, counted: readonly Range[]): Range {
  if (end - start > LONGEST) {
    const first = Math.min(...counted.map((range) => range.start));
    const within = counted.filter((range) => range.end <= first + LONGEST);
    return { start: first, end: Math.max(...within.map((range) => range.end), first + 1) };
  }
  const own = text.slice(start, end);
  const lead = /^[^\p{L}\p{N}]*/u.exec(own)?.[0].length ?? 0;
  return wholeBrackets(text, { start: start + lead, end: start + lead + own.replaceAll(EDGE, '').length });
}

/** A letter or number of a list and its bracket go; a bracket that the stretch opens is closed where the text closes it at once. */
function wholeBrackets(text: string, { start, end }: Range): Range {
  const own = text.slice(start, end);
  const label = /^[\p{L}\p{N}]{1,2}\)\s*(?=[\p{L}\p{N}])/u.exec(own)?.[0].length ?? 0;
  const opened = own.split('(').length - own.split(')').length + (label > 0 ? 1 : 0);
  return { start: start + label, end: opened > 0 && text[end] === ')' ? end + 1 : end };
}

/** What a sentence has to say of a code's words before it bears the code out. */
const LEAST_TOLD = 7;
const LEAST_WORDS = 2;

/** The sentence of the narrative that says most of a code's words. */
function sentenceOf(
  id: number,
  named: readonly Range[],
  note: NoteFindings,
  space: CodeSpace,
  { byTerm, sentenceAt, sentences }: PlacesOfTerms,
): Range | undefined {
  const said = new Map<number, { score: number; words: Map<number, Range> }>();
  for (const term of termsOfCode(id, space)) {
    const counted = new Set<number>();
    for (const { token, to, channel } of byTerm.get(term) ?? []) {
      if ((channel !== BODY && channel !== FINDINGS) || isWithin(token, named)) continue;
      const number = sentenceAt(token.start);
      const own = said.get(number) ?? { score: 0, words: new Map<number, Range>() };
      if (!counted.has(number)) own.score += space.index.idf[term] ?? 0;
      counted.add(number);
      own.words.set(token.start, { start: token.start, end: to.end });
      said.set(number, own);
    }
  }
  let best: number | undefined;
  for (const [number, { score, words }] of said) {
    if (score < LEAST_TOLD || words.size < LEAST_WORDS) continue;
    const most = best === undefined ? -1 : (said.get(best)?.score ?? 0);
    if (score > most || (score === most && number < (best ?? 0))) best = number;
  }
  const sentence = best === undefined ? undefined : sentences[best];
  return sentence === undefined ? undefined : bounded(note.text, sentence, [...(said.get(best ?? -1)?.words.values() ?? [])]);
}

const isWithin = ({ start, end }: Range, ranges: readonly Range[]): boolean =>
  ranges.some((range) => start >= range.start && end <= range.end);

/** What decides between siblings and stands nowhere else: values whose words stand together, a size in the band, single marks. */
function decidingRanges(
  id: number,
  shown: readonly Range[],
  { note, view }: Pick<Analysis, 'note' | 'view'>,
  space: CodeSpace,
  places: PlacesOfTerms,
): Range[] {
  const facts = space.facts.of(id);
  if (facts === undefined) return [];
  const markers = markersOf(id, space, (term, weight) => weight >= TELLING && places.byTerm.has(term));
  const weightOf = new Map(markers.map((term, at) => [term, markers.length - at]));
  const values = WORD_KEYS.flatMap((key) => facts.words[key])
    .map((terms) => ({ terms, weight: terms.reduce((sum, term) => sum + (weightOf.get(term) ?? 0), 0) }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight);
  const ranges: Range[] = [];
  const settled = new Set<number>();
  const isShown = (range: Range): boolean => isWithin(range, [...shown, ...ranges]);
  for (const { terms } of values) {
    for (const term of terms) settled.add(term);
    const range = togetherAt(terms, places);
    if (range !== undefined && !isShown(range) && !saysAll(terms, [...shown, ...ranges], places)) ranges.push(range);
    if (ranges.length >= MOST_DECIDING) return ranges;
  }
  const size =
    facts.sizes.length === 0
      ? undefined
      : sizesFor(view.sizesAnywhere(), facts.sizeOf).find((own) =>
          facts.sizes.some((band) => band.unit === own.unit && inBand(own.value, band)),
        );
  const measure = size === undefined ? undefined : MEASURED.exec(note.text.slice(size.start, size.start + 40));
  if (size !== undefined && measure?.[0] !== undefined) {
    const range = { start: size.start, end: size.start + measure[0].length };
    if (!isShown(range)) ranges.push(range);
  }
  const single = markers.filter((term) => !settled.has(term) && !saysAll([term], [...shown, ...ranges], places));
  return [...ranges, ...wordRanges(single, [...shown, ...ranges], places, MOST_DECIDING - ranges.length)].slice(0, MOST_DECIDING);
}

const MEASURED = /^[^\n;()]{1,30}?(?:cm2?|mm|centimeters?|millimeters?|grams?|gms?|g|inch(?:es)?)\b/;

/** Whether what is shown already says every one of the terms. */
function saysAll(terms: readonly number[], shown: readonly Range[], { byTerm }: PlacesOfTerms): boolean {
  return terms.every((term) =>
    (byTerm.get(term) ?? []).some(({ token, to }) => isWithin({ start: token.start, end: to.end }, shown)),
  );
}

/** Where all words of a value stand together in one sentence. */
function togetherAt(terms: readonly number[], { byTerm, sentenceAt }: PlacesOfTerms): Range | undefined {
  const [first, ...rest] = terms;
  if (first === undefined) return undefined;
  for (const { token, to } of byTerm.get(first) ?? []) {
    const range = { start: token.start, end: to.end };
    const sentence = sentenceAt(token.start);
    const found = rest.every((term) => {
      const near = (byTerm.get(term) ?? []).find(
        (other) => sentenceAt(other.token.start) === sentence && Math.abs(other.token.start - token.start) <= TOGETHER,
      );
      if (near === undefined) return false;
      range.start = Math.min(range.start, near.token.start);
      range.end = Math.max(range.end, near.to.end);
      return true;
    });
    if (found) return range;
  }
  return undefined;
}

/** One place for each term, where it is said first outside of what is given. */
function wordRanges(terms: Iterable<number>, outside: readonly Range[], { byTerm }: PlacesOfTerms, most: number): Range[] {
  const ranges: Range[] = [];
  for (const term of new Set(terms)) {
    if (ranges.length >= most) break;
    const place = byTerm
      .get(term)
      ?.find(({ token, to }) => !isBareNumber(token, to) && !isWithin({ start: token.start, end: to.end }, outside));
    if (place !== undefined) ranges.push({ start: place.token.start, end: place.to.end });
  }
  return ranges;
}

/** "5" alone bears nothing out: of the age that a code names it is found in "L4-5" as well. */
const isBareNumber = (token: Token, to: Token): boolean => token === to && /^\d+$/.test(token.word);

/** The terms that tell a code from its siblings, the strongest first. @param counts which are asked for */
function markersOf(id: number, space: CodeSpace, counts: (term: number, weight: number) => boolean = () => true): number[] {
  const { terms, weights }: WeighedTerms = space.facts.of(id)?.markers ?? { terms: [], weights: [] };
  return terms
    .map((term, at) => ({ term, weight: weights[at] ?? 0 }))
    .filter(({ term, weight }) => counts(term, weight))
    .sort((a, b) => b.weight - a.weight || a.term - b.term)
    .slice(0, 8)
    .map((marker) => marker.term);
}

/** Sorted, not overlapping; neighbours with only blanks or punctuation between them become one phrase. */
function mergeRanges(ranges: readonly Range[], text: string): Range[] {
  const sorted = [...ranges].sort((a, b) => a.start - b.start || b.end - a.end);
  const merged: Range[] = [];
  for (const range of sorted) {
    const last = merged[merged.length - 1];
    const joins =
      last !== undefined &&
      (range.start <= last.end || (range.start - last.end <= NEAR && /^[\s\-/&]*$/.test(text.slice(last.end, range.start))));
    if (joins) last.end = Math.max(last.end, range.end);
    else merged.push({ ...range });
  }
  return merged;
}

function whyOf(isNamed: boolean, first: Range | undefined, deciding: readonly Range[], note: NoteFindings): string {
  if (first === undefined) return 'The note as a whole resembles what this code stands for.';
  const where = isNamed && !note.pseudo ? 'The procedure heading names' : 'The note describes';
  const quoted = (range: Range): string => {
    const { start, end } = originalRange(range, note.offsets);
    const own = note.original.slice(start, end).replace(/\s+/g, ' ');
    return own.length <= QUOTED ? `"${own}"` : `"${own.slice(0, QUOTED).replace(/\s+\S*$/, '')} …"`;
  };
  const lead = quoted(first);
  const further = [...new Map(deciding.map((range) => [quoted(range).toLowerCase(), quoted(range)])).values()].filter(
    (own) => !lead.toLowerCase().includes(own.toLowerCase().slice(1, -1)),
  );
  return `${where} ${lead}${further.length > 0 ? `, and the note says ${listed(further)}` : ''}.`;
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words[words.length - 1]}`;
}

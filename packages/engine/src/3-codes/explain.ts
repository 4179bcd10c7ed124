import { originalRange } from '../1-text/normalize.ts';
import type { NoteFindings } from '../2-findings/note.ts';
import type { Analysis } from './analysis.ts';
import type { CodeSpace } from './code-space.ts';
import { answeredLine } from './by-lines.ts';
import type { Chosen } from './choose.ts';
import type { WeighedTerms } from './code-facts.ts';
import { saidAnywhere } from './said-terms.ts';
import { termsAt } from './term-lists.ts';

type Range = { start: number; end: number };

const MAX_RANGES = 12;
const NEAR = 3;

/** Where a note says each term well enough to show it, in the order of the text's sections. */
export type PlacesOfTerms = ReadonlyMap<number, readonly NoteFindings['occurrences'][number][]>;

/** Goes through the words of a note once, for the evidence of all its codes. */
export function placesOfTerms({ occurrences }: NoteFindings): PlacesOfTerms {
  const places = new Map<number, NoteFindings['occurrences'][number][]>();
  for (const occurrence of occurrences) {
    if (occurrence.weight < 0.6) continue;
    const known = places.get(occurrence.term);
    if (known === undefined) places.set(occurrence.term, [occurrence]);
    else known.push(occurrence);
  }
  return places;
}

/** Where the note says it: the best line's words that the code shares, then the words elsewhere that tell it from its neighbours. */
export function evidenceOf(
  chosen: Pick<Chosen, 'row' | 'id'>,
  analysis: Analysis,
  space: CodeSpace,
  places: PlacesOfTerms,
): Range[] {
  const ranges = [...lineRanges(chosen, analysis, space), ...decidingRanges(chosen, analysis, space, places)];
  return mergeRanges(ranges.slice(0, MAX_RANGES), analysis.note.text).map((range) => originalRange(range, analysis.note.offsets));
}

/** Terms of all of a code's wordings. */
function termsOfCode(id: number, space: CodeSpace): Set<number> {
  const terms = new Set(space.index.documents[id]?.core);
  for (const term of space.facts.of(id)?.markers.terms ?? []) terms.add(term);
  return terms;
}

function lineRanges({ row, id }: Pick<Chosen, 'row' | 'id'>, analysis: Analysis, space: CodeSpace): Range[] {
  const line = answeredLine(analysis.candidates.byLines, row);
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

/** Deciding words outside the line: one place for each marker, where it is said first, the strongest markers first. */
function decidingRanges(
  { row, id }: Pick<Chosen, 'row' | 'id'>,
  analysis: Analysis,
  space: CodeSpace,
  places: PlacesOfTerms,
): Range[] {
  const line = analysis.note.lines[answeredLine(analysis.candidates.byLines, row)]?.line;
  const facts = space.facts.of(id);
  const wanted = strongest(facts?.markers);
  if (line === undefined) wanted.push(...(space.index.documents[id]?.core ?? []));
  const ranges: Range[] = [];
  for (const term of new Set(wanted)) {
    const place = places
      .get(term)
      ?.find((entry) => !(line !== undefined && entry.token.start >= line.start && entry.token.end <= line.end));
    if (place !== undefined) ranges.push({ start: place.token.start, end: place.to.end });
    if (ranges.length >= 5) break;
  }
  return ranges;
}

function strongest({ terms, weights }: WeighedTerms = { terms: [], weights: [] }): number[] {
  return terms
    .map((term, at) => ({ term, weight: weights[at] ?? 0 }))
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

/** One plain sentence: where the procedure is named, and which of its marks the note bears out. */
export function whyOf(
  { row, id }: Pick<Chosen, 'row' | 'id'>,
  analysis: Analysis,
  space: CodeSpace,
  evidence: readonly Range[],
): string {
  const read = analysis.note.lines[answeredLine(analysis.candidates.byLines, row)]?.line;
  const line = read === undefined ? undefined : originalRange(read, analysis.note.offsets);
  const first = evidence.find((range) => line !== undefined && range.start >= line.start && range.end <= line.end) ?? evidence[0];
  if (first === undefined) return 'The note as a whole resembles what this code stands for.';
  const where = line === undefined || analysis.note.pseudo ? 'The note describes' : 'The procedure heading names';
  const words = analysis.note.original.slice(first.start, first.end).replace(/\s+/g, ' ');
  const marks = marksOf(id, analysis, space);
  return `${where} "${words}"${marks.length > 0 ? `, and the note supports ${listed(marks)}` : ''}.`;
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words[words.length - 1]}`;
}

const TELLING = ['approach', 'site', 'level', 'with', 'method', 'device', 'diagnosis', 'size', 'age'] as const;

/** Attribute values of the code that the note says word for word, at most three. */
function marksOf(id: number, analysis: Analysis, space: CodeSpace): string[] {
  const attributes = space.index.documents[id]?.knowledge?.attributes ?? {};
  const facts = space.facts.of(id);
  const marks: string[] = [];
  for (const key of TELLING) {
    if (marks.length >= 3) break;
    if (key === 'site' || key === 'with' || key === 'method' || key === 'device' || key === 'diagnosis') {
      const at =
        facts?.words[key].findIndex((terms) => terms.every((term) => saidAnywhere(term, analysis.view.said) >= 0.6)) ?? -1;
      const value = (attributes[key] ?? [])[at];
      if (value !== undefined && !marks.some((mark) => mark.endsWith(value)))
        marks.push(key === 'with' ? `with ${value}` : value);
    }
  }
  return marks;
}

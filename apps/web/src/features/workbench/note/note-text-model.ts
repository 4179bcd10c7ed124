import type { NoteDetail } from '@incisive/contract/notes';

type Section = NoteDetail['sections'][number];

/** A stretch of the note in UTF-16 code units, `end` exclusive. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** A heading with the text under it, as it stands; stretches of all blocks together cover the whole note exactly once. */
export interface NoteBlock {
  readonly heading: Stretch | null;
  readonly body: Stretch;
}

/** The words that led to a code. */
export interface CodeEvidence {
  readonly code: string;
  readonly ranges: readonly Stretch[];
  /** On a claim: words of the line that is looked at, of its modifier, or of a line that a finding names beside it. */
  readonly kind?: 'words' | 'modifier' | 'other';
}

/** A run of text with the same codes and the same find hit all along. */
export interface TextPiece extends Stretch {
  readonly codes: readonly string[];
  /** Which find hit this belongs to, counted from 0; null for none. */
  readonly hit: number | null;
}

const headingTail = /[ \t*_]*(?::|,|[-–—]{1,2}(?=\s))?[ \t]*(?:\r?\n)?/y;
const farthestLabel = 24;

/** Where a section's heading ends: after its label, the colon and one line end. Null when the label is not at the start. */
function headingOf(text: string, section: Section, limit: number): Stretch | null {
  if (section.label === '') return null;
  const at = text.indexOf(section.label, section.start);
  if (at < 0 || at > section.start + farthestLabel) return null;
  headingTail.lastIndex = at + section.label.length;
  const end = headingTail.exec(text) ? headingTail.lastIndex : at + section.label.length;
  return end <= limit ? { start: section.start, end } : null;
}

/** Lays the note out as headings and text; sections that overlap or lie outside are cut to what is left. */
export function layOut(text: string, sections: readonly Section[]): NoteBlock[] {
  const blocks: NoteBlock[] = [];
  let at = 0;
  for (const section of sections.toSorted((a, b) => a.start - b.start)) {
    const start = Math.min(section.start, text.length);
    if (start < at) continue;
    if (start > at) blocks.push({ heading: null, body: { start: at, end: start } });
    const end = Math.min(Math.max(section.end, start), text.length);
    const heading = headingOf(text, section, end);
    blocks.push({ heading, body: { start: heading?.end ?? start, end } });
    at = end;
  }
  if (at < text.length || blocks.length === 0) blocks.push({ heading: null, body: { start: at, end: text.length } });
  return blocks;
}

const overlaps = (a: Stretch, b: Stretch): boolean => a.start < b.end && b.start < a.end;

/** Cuts a stretch wherever a code's evidence or a find hit begins or ends; overlapping evidence keeps all its codes. */
export function cutPieces(stretch: Stretch, evidence: readonly CodeEvidence[], hits: readonly Stretch[]): TextPiece[] {
  if (stretch.start >= stretch.end) return [];
  const marks = evidence.flatMap(({ code, ranges }) =>
    ranges.filter((range) => overlaps(range, stretch)).map((range) => ({ ...range, code })),
  );
  const found = hits.map((hit, index) => ({ ...hit, index })).filter((hit) => overlaps(hit, stretch));
  const cuts = new Set([stretch.start, stretch.end]);
  for (const { start, end } of [...marks, ...found]) {
    if (start > stretch.start) cuts.add(start);
    if (end < stretch.end) cuts.add(end);
  }
  const edges = [...cuts].toSorted((a, b) => a - b);
  return edges.slice(0, -1).map((start, index) => {
    const piece = { start, end: edges[index + 1] ?? stretch.end };
    return {
      ...piece,
      codes: [...new Set(marks.filter((mark) => overlaps(mark, piece)).map((mark) => mark.code))],
      hit: found.find((hit) => overlaps(hit, piece))?.index ?? null,
    };
  });
}

/** More hits than this are counted as "500+": marking them all would help nobody. */
export const mostHits = 500;

/** Where a phrase occurs, ignoring case; any run of blanks in it matches any run of blanks and line ends. */
export function findInText(text: string, phrase: string): Stretch[] {
  const words = phrase.trim().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const pattern = new RegExp(words.map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('\\s+'), 'giu');
  const hits: Stretch[] = [];
  for (const match of text.matchAll(pattern)) {
    hits.push({ start: match.index, end: match.index + match[0].length });
    if (hits.length >= mostHits) break;
  }
  return hits;
}

/**
 * The code to go to when a mark is clicked: its first, or the one after the current when that is among them, so that repeated
 * clicks visit every code of overlapping evidence.
 */
export function codeOfMark(codes: readonly string[], current: string | null): string | null {
  const at = current === null ? -1 : codes.indexOf(current);
  return codes[(at + 1) % codes.length] ?? null;
}

import { lowerBound } from '../../1-text/lower-bound.ts';

/** Codes from one to another, both included; a single code is a range of itself. */
export type CodeRange = { readonly from: string; readonly to: string };

/** Reads codes and ranges such as `44140` and `22551-22554`; empty parts are left out. */
export function parseRanges(parts: readonly string[]): CodeRange[] {
  return parts.flatMap((part) => {
    const [from = '', to = from] = part.trim().split('-');
    return from === '' ? [] : [{ from, to }];
  });
}

/** Codes, and the codes that they stand in one relation to. */
export interface RangePair {
  readonly whole: readonly CodeRange[];
  readonly part: readonly CodeRange[];
}

/** Reads a table of tab-separated pairs of codes and ranges; comments and lines without a second column are left out. */
export function parseRangePairs(table: string | undefined): RangePair[] {
  return (table ?? '').split(/\r?\n/).flatMap((line): RangePair[] => {
    const [whole = '', part = ''] = line.split('\t');
    return line.startsWith('#') || part === ''
      ? []
      : [{ whole: parseRanges(whole.split(',')), part: parseRanges(part.split(',')) }];
  });
}

export function inRanges(code: string, ranges: readonly CodeRange[]): boolean {
  return ranges.some(({ from, to }) => code >= from && code <= to);
}

/** Places of the codes in the ranges, each once, in order. @param codes sorted */
export function placesIn(ranges: readonly CodeRange[], codes: readonly string[]): number[] {
  const places = new Set<number>();
  for (const { from, to } of ranges)
    for (
      let place = lowerBound(codes.length, (at) => (codes[at] ?? '') < from);
      place < codes.length && (codes[place] ?? '') <= to;
      place++
    )
      places.add(place);
  return [...places].sort((a, b) => a - b);
}

import type { PairEdit } from './tables.ts';

/** Of one edit: the column 2 code (5), the indicator (1), first and last day in force (8 and 8, 99999999 while open). */
const WIDTH = 22;
const OPEN = '99999999';

export interface PtpRow {
  column1: string;
  column2: string;
  indicator: string;
  /** YYYYMMDD. */
  from: string;
  /** YYYYMMDD, the last day in force; null while it is open. */
  to: string | null;
}

/** The edits of one column 1 code as one string of rows of equal width, sorted: 22 characters a pair, found by halving. */
export function packColumn(rows: readonly Omit<PtpRow, 'column1'>[]): string {
  const packed = rows.map(({ column2, indicator, from, to }) => {
    const row = column2 + indicator + from + (to ?? OPEN);
    if (row.length !== WIDTH) throw new RangeError(`An edit does not fit ${WIDTH} characters: ${row}`);
    return row;
  });
  return packed.toSorted().join('');
}

/** The indicator of the edit that is in force on a day (YYYYMMDD); 9, which never applies, is none. Pairs may repeat. */
export function findInColumn(column: string, code: string, day: string): '0' | '1' | undefined {
  let low = 0;
  let high = column.length / WIDTH;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (column.slice(middle * WIDTH, middle * WIDTH + 5) < code) low = middle + 1;
    else high = middle;
  }
  for (let at = low * WIDTH; column.startsWith(code, at); at += WIDTH) {
    const indicator = column[at + 5];
    const inForce = column.slice(at + 6, at + 14) <= day && day <= column.slice(at + 14, at + WIDTH);
    if (inForce && (indicator === '0' || indicator === '1')) return indicator;
  }
  return undefined;
}

/** The edit of two codes that is in force on an ISO date, whichever of them stands in column 1. */
export function findPair(
  columnOf: (code: string) => string | undefined,
  first: string,
  second: string,
  date: string,
): PairEdit | undefined {
  const day = date.replaceAll('-', '');
  for (const [column1, column2] of [
    [first, second],
    [second, first],
  ] as const) {
    const column = columnOf(column1);
    const indicator = column === undefined ? undefined : findInColumn(column, column2, day);
    if (indicator !== undefined) return { column1, column2, indicator };
  }
  return undefined;
}

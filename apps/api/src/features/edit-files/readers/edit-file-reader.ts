import type { EditKind } from '@incisive/contract/edit-files';

/** A file that cannot be taken: the message says what it is and what to do. */
export class EditFileError extends Error {
  override readonly name = 'EditFileError';
}

/** Which file of which release it is, and the days that it speaks of. */
export interface FileFacts {
  readonly kind: EditKind;
  readonly release: string;
  readonly part: number;
  readonly from: string;
  readonly to: string;
}

/** Rows of one table of the database, as its columns. */
export interface ReadRows {
  readonly table: 'ptp_columns' | 'mue_values' | 'addon_codes' | 'fees' | 'icd_codes' | 'hcpcs_codes';
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** Lines of the file behind them. */
  readonly lines: number;
  readonly refused: number;
}

/** Lines as they come out of the file, some hundreds at a time. */
export type LineStream = AsyncIterable<readonly string[]>;

export interface EditFileReader {
  /** What the name tells; null when it is not a file of this kind. */
  facts(filename: string): FileFacts | null;
  /** @throws EditFileError when the layout is not the published one */
  read(lines: LineStream, facts: FileFacts): AsyncGenerator<ReadRows>;
}

/** First and last day of a quarter, 1 to 4. */
export function quarter(year: number, number: number): { from: string; to: string } {
  const first = String(number * 3 - 2).padStart(2, '0');
  const last = new Date(Date.UTC(year, number * 3, 0)).toISOString().slice(0, 10);
  return { from: `${year}-${first}-01`, to: last };
}

export const fullYear = (year: string): number => (year.length === 2 ? 2000 + Number(year) : Number(year));

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
/** The quarter of an English month's first three letters; 0 when they are none. */
export const quarterOfMonth = (letters: string): number => Math.ceil((months.indexOf(letters.toUpperCase()) + 1) / 3);

export const codePattern = /^[0-9A-Z]{5}$/;

/** YYYYMMDD as an ISO date; null for anything else. */
export const isoDay = (digits: string): string | null =>
  /^\d{8}$/.test(digits) ? `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}` : null;

const captions = (cells: readonly string[]): string[] => cells.map((cell) => cell.replace(/\s+/g, ' ').trim().toUpperCase());

/** Where each wanted column stands, by its caption. @throws EditFileError that names the columns which are not there */
export function columnsByCaption<const Name extends string>(
  what: string,
  given: readonly string[],
  wanted: Readonly<Record<Name, RegExp>>,
): Record<Name, number> {
  const captionsGiven = captions(given);
  const found = Object.entries(wanted).map(([name, pattern]) => {
    const matching = captionsGiven.flatMap((caption, at) => ((pattern as RegExp).test(caption) ? [at] : []));
    return [name, matching.length === 1 ? matching[0]! : -1] as const;
  });
  const missing = found.filter(([, at]) => at < 0).map(([name]) => name);
  if (missing.length > 0)
    throw new EditFileError(
      `This is not the layout of ${what}: no column says ${missing.join(', ')}. Its publisher may have changed it, or another program saved it. Send the file as it was downloaded.`,
    );
  return Object.fromEntries(found) as Record<Name, number>;
}

/** What a file that ends in the middle says. */
export const cutShort = (line: number): EditFileError =>
  new EditFileError(`The file ends in the middle of line ${line.toLocaleString('en-US')}: it was cut. Download it again.`);

/** More bad lines than good ones: it is some other file. */
export function refuseForeign(what: string, good: number, refused: number): void {
  if (good === 0) throw new EditFileError(`The file holds no row of ${what}. Send the file as it was downloaded.`);
  if (refused > good / 10)
    throw new EditFileError(
      `${refused.toLocaleString('en-US')} lines are not rows of ${what}, beside ${good.toLocaleString('en-US')} that are. Send the file as it was downloaded.`,
    );
}

import { setImmediate as letOthers } from 'node:timers/promises';
import { EditFileError, type LineStream, cutShort } from './edit-file-reader.ts';

/** More than any published file holds when it is unpacked. */
const mostBytes = 600_000_000;
const longestLine = 1_000_000;

/**
 * Splits bytes into lines as they come, some hundreds at a time, with a turn for everybody else in between. Published files are Latin-1;
 * UTF-8 is told by its mark. The last element is the rest after the last line break: an empty string when the file ends with one.
 */
export async function* linesOf(bytes: AsyncIterable<Uint8Array>): LineStream & AsyncGenerator<readonly string[]> {
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  let rest = '';
  let total = 0;
  for await (const piece of bytes) {
    decoder ??= new TextDecoder(piece[0] === 0xef && piece[1] === 0xbb ? 'utf-8' : 'latin1');
    for (let from = 0; from < piece.length; from += 65_536) {
      const part = piece.subarray(from, from + 65_536);
      total += part.length;
      if (total > mostBytes)
        throw new EditFileError('The file is larger than any that is published. Send it as it was downloaded.');
      const lines = (rest + decoder.decode(part, { stream: true })).split(/\r?\n/);
      rest = lines.pop() ?? '';
      if (rest.length > longestLine)
        throw new EditFileError('This is not a text file of lines. Send the file as it was downloaded.');
      yield lines;
      await letOthers();
    }
  }
  yield [rest];
}

interface NumberedLine {
  readonly line: string;
  readonly number: number;
}

/** Lines that are not blank, with their numbers, as many at a time as come. @throws EditFileError when the last one is not whole */
export async function* wholeLines(lines: LineStream, isWhole: (line: string) => boolean): AsyncGenerator<NumberedLine[]> {
  let number = 0;
  let last = '';
  for await (const some of lines) {
    const numbered: NumberedLine[] = [];
    for (const line of some) {
      number += 1;
      last = line;
      if (line.trim() !== '') numbered.push({ line, number });
    }
    yield numbered;
  }
  if (last !== '' && !isWhole(last)) throw cutShort(number);
}

/** The cells of CSV records; a record goes on over line breaks inside quotes. @throws EditFileError when the file ends inside them */
export async function* csvRecords(lines: LineStream): AsyncGenerator<{ cells: string[]; line: number; ended: boolean }> {
  let open = '';
  let line = 0;
  let last: { cells: string[]; line: number } | undefined;
  for await (const some of lines) {
    for (const text of some) {
      line += 1;
      const record = open === '' ? text : `${open}\n${text}`;
      if ((record.split('"').length - 1) % 2 === 1) {
        open = record;
        if (open.length > longestLine) throw new EditFileError('A quotation mark in this file is never closed.');
        continue;
      }
      open = '';
      if (last) yield { ...last, ended: false };
      last = record === '' ? undefined : { cells: cellsOf(record), line };
    }
  }
  if (open !== '') throw new EditFileError(`The file ends inside a quotation that begins before line ${line}: it was cut.`);
  if (last) yield { ...last, ended: true };
}

function cellsOf(record: string): string[] {
  if (!record.includes('"')) return record.split(',');
  const cells: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^,]*))(,|$)/gy;
  for (;;) {
    const match = cell.exec(record);
    if (!match) return cells;
    cells.push(match[1] === undefined ? (match[2] ?? '') : match[1].replaceAll('""', '"'));
    if (match[3] === '') return cells;
  }
}

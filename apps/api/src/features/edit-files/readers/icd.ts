import { type EditFileReader, EditFileError, refuseForeign } from './edit-file-reader.ts';
import { wholeLines } from './text-lines.ts';

const rowsAtOnce = 5000;
const layout = /^(\d{5}) ([A-Z][0-9A-Z]{2,6}) *([01]) (.{60}) (.+)$/;

/** Diagnosis codes in their order: fixed columns, numbered lines. The year of a file begins on October 1 of the year before. */
export const icdReader: EditFileReader = {
  facts(filename) {
    const match = /^icd10cm[-_]order[-_](?:\w+[-_])?(20\d{2})\.txt$/i.exec(filename);
    if (!match) return null;
    const year = Number(match[1]);
    const april = /april/i.test(filename);
    return {
      kind: 'icd',
      release: april ? `${year} April` : String(year),
      part: 0,
      from: april ? `${year}-04-01` : `${year - 1}-10-01`,
      to: `${year}-09-30`,
    };
  },
  async *read(lines) {
    let rows: Record<string, unknown>[] = [];
    let good = 0;
    let refused = 0;
    const seen = new Set<string>();
    for await (const some of wholeLines(lines, (line) => layout.test(line))) {
      for (const { line, number } of some) {
        const match = layout.exec(line);
        if (!match || seen.has(match[2]!)) {
          refused += 1;
          continue;
        }
        good += 1;
        // Lines are numbered from 1 without a gap.
        if (Number(match[1]) !== good + refused) throw outOfOrder(number);
        seen.add(match[2]!);
        rows.push({ code: match[2], billable: match[3] === '1', description: match[5]!.trim() });
      }
      if (rows.length >= rowsAtOnce) {
        yield { table: 'icd_codes', rows, lines: rows.length, refused: 0 };
        rows = [];
      }
    }
    refuseForeign('diagnosis codes', good, refused);
    yield { table: 'icd_codes', rows, lines: rows.length, refused };
  },
};

const outOfOrder = (line: number): EditFileError =>
  new EditFileError(
    `Line ${line.toLocaleString('en-US')} does not have the number that follows: lines are missing, or were sorted. Download the file again.`,
  );

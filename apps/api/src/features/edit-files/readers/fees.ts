import type { FeeRow } from '@incisive/rules';
import {
  codePattern,
  columnsByCaption,
  cutShort,
  type EditFileReader,
  EditFileError,
  fullYear,
  quarter,
  quarterOfMonth,
  refuseForeign,
} from './edit-file-reader.ts';
import { csvRecords } from './text-lines.ts';

const rowsAtOnce = 2000;
/** By the words above a column, joined over all rows of captions: the columns' order is not the same every year. */
const wanted = {
  code: /HCPCS$/,
  modifier: /\bMOD$/,
  status: /STATUS CODE$/,
  nonfacilityTotal: /NON-FACILITY TOTAL$/,
  facilityTotal: /(?<!NON-)FACILITY TOTAL$/,
  pctcInd: /PCTC IND$/,
  globalDays: /GLOB DAYS$/,
  multProc: /MULT PROC$/,
  bilatSurg: /BILAT SURG$/,
  asstSurg: /ASST SURG$/,
  coSurg: /CO- ?SURG$/,
  teamSurg: /TEAM SURG$/,
  endoBase: /ENDO BASE$/,
} as const;

/** The physician fee schedule with its rows by modifier. The descriptions are the AMA's and are dropped while reading. */
export const feeReader: EditFileReader = {
  facts(filename) {
    const match = /^PPRRVU(\d{4}|\d{2})_([A-Za-z]{3})\w*\.csv$/.exec(filename);
    const number = quarterOfMonth(match?.[2] ?? '');
    if (!match || number === 0) return null;
    const year = fullYear(match[1]!);
    return { kind: 'mpfs', release: `${year} Q${number}`, part: 0, ...quarter(year, number) };
  },
  async *read(lines) {
    const above: string[] = [];
    let at: Record<keyof typeof wanted, number> | undefined;
    let rows: Record<string, unknown>[] = [];
    const seen = new Set<string>();
    let refused = 0;
    for await (const { cells, line, ended } of csvRecords(lines)) {
      if (!at) {
        // Notices stand in the first column of their own lines.
        if (cells.filter((cell) => cell.trim() !== '').length > 1)
          for (const [n, cell] of cells.entries()) above[n] = `${above[n] ?? ''} ${cell}`.trim();
        if (/^\W*HCPCS\W*$/i.test(cells[0] ?? '')) at = columnsByCaption('the fee schedule', above, wanted);
        else if (line > 100) break;
        continue;
      }
      const cell = (name: keyof typeof wanted): string => (cells[at![name]] ?? '').trim();
      if (ended && cells.length <= Math.max(...Object.values(at))) throw cutShort(line);
      const [code, modifier] = [cell('code'), cell('modifier')];
      const [nonfacilityTotal, facilityTotal] = [Number(cell('nonfacilityTotal')), Number(cell('facilityTotal'))];
      const key = `${code} ${modifier}`;
      const valid = codePattern.test(code) && /^(26|TC|53)?$/.test(modifier) && /^[A-Z]$/.test(cell('status'));
      if (!valid || Number.isNaN(nonfacilityTotal) || Number.isNaN(facilityTotal) || seen.has(key)) {
        refused += 1;
        continue;
      }
      seen.add(key);
      const row: FeeRow = {
        status: cell('status'),
        globalDays: cell('globalDays'),
        multProc: cell('multProc'),
        bilatSurg: cell('bilatSurg'),
        asstSurg: cell('asstSurg'),
        coSurg: cell('coSurg'),
        teamSurg: cell('teamSurg'),
        endoBase: cell('endoBase'),
        pctcInd: cell('pctcInd'),
        facilityTotal,
        nonfacilityTotal,
      };
      rows.push({ code, modifier, columns: row });
      if (rows.length === rowsAtOnce) {
        yield { table: 'fees', rows, lines: rows.length, refused: 0 };
        rows = [];
      }
    }
    if (!at) throw new EditFileError('No line of the file names its columns: this is not the fee schedule.');
    refuseForeign('the fee schedule', seen.size, refused);
    yield { table: 'fees', rows, lines: rows.length, refused };
  },
};

import {
  codePattern,
  columnsByCaption,
  cutShort,
  type EditFileReader,
  EditFileError,
  quarter,
  refuseForeign,
} from './edit-file-reader.ts';
import { csvRecords } from './text-lines.ts';

const rowsAtOnce = 2000;

/** Unit limits: a quoted notice over several lines, then the header, then rows. A snapshot of one quarter. */
export const mueReader: EditFileReader = {
  facts(filename) {
    const match = /^MCR_MUE_PractitionerServices_Eff_(\d{2})-\d{2}-(\d{4})\.csv$/i.exec(filename);
    if (!match) return null;
    const number = Math.ceil(Number(match[1]) / 3);
    return { kind: 'mue', release: `${match[2]} Q${number}`, part: 0, ...quarter(Number(match[2]), number) };
  },
  async *read(lines) {
    let at: Record<'code' | 'value' | 'mai', number> | undefined;
    let rows: Record<string, unknown>[] = [];
    const seen = new Set<string>();
    let refused = 0;
    for await (const { cells, line, ended } of csvRecords(lines)) {
      if (!at) {
        if (/^\W*HCPCS/i.test(cells[0] ?? ''))
          at = columnsByCaption('unit limits', cells, { code: /HCPCS/, value: /MUE VALUES?$/, mai: /ADJUDICATION/ });
        else if (line > 100) break;
        continue;
      }
      const code = (cells[at.code] ?? '').trim();
      const value = Number((cells[at.value] ?? '').trim() || Number.NaN);
      const mai = Number(/^\s*([123])\b/.exec(cells[at.mai] ?? '')?.[1] ?? Number.NaN);
      if (ended && cells.length <= Math.max(at.value, at.mai)) throw cutShort(line);
      if (!codePattern.test(code) || !Number.isInteger(value) || value < 0 || Number.isNaN(mai) || seen.has(code)) {
        refused += 1;
        continue;
      }
      seen.add(code);
      rows.push({ code, value, mai });
      if (rows.length === rowsAtOnce) {
        yield { table: 'mue_values', rows, lines: rows.length, refused: 0 };
        rows = [];
      }
    }
    if (!at) throw new EditFileError('No line of the file names its columns: this is not the file of unit limits.');
    refuseForeign('unit limits', seen.size, refused);
    yield { table: 'mue_values', rows, lines: rows.length, refused };
  },
};

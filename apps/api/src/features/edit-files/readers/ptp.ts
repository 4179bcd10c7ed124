import { packColumn } from '@incisive/rules';
import { codePattern, type EditFileReader, EditFileError, quarter, refuseForeign } from './edit-file-reader.ts';
import { wholeLines } from './text-lines.ts';

interface Edit {
  column2: string;
  indicator: string;
  from: string;
  to: string | null;
}

const columnsAtOnce = 500;
/** The first edits are of that day. The file holds all of its history. */
const firstEdits = '1996-01-01';

/** Pairs of procedures: tabs, a notice and a wrapped header first. Release 30.2 is the third quarter of 2024. */
export const ptpReader: EditFileReader = {
  facts(filename) {
    const match = /^ccipra-v(\d{2})(\d)r\d+(?:-f(\d))?\.txt$/i.exec(filename);
    if (!match || Number(match[2]) > 3) return null;
    const { to } = quarter(1994 + Number(match[1]), Number(match[2]) + 1);
    return { kind: 'ptp', release: `v${match[1]}.${match[2]}`, part: Number(match[3] ?? 0), from: firstEdits, to };
  },
  async *read(lines) {
    const columns = new Map<string, Edit[]>();
    let header = '';
    let good = 0;
    let refused = 0;
    for await (const some of wholeLines(lines, (line) => line.split('\t').length >= 6)) {
      for (const { line, number } of some) {
        const [column1 = '', column2 = '', , from = '', to = '', indicator = ''] = line.split('\t').map((cell) => cell.trim());
        if (good === 0 && !codePattern.test(column1)) {
          header += ` ${line}`;
          if (number > 100) throw foreign();
          continue;
        }
        if (good === 0) checkHeader(header);
        const dates = /^\d{8}$/.test(from) && (/^\d{8}$/.test(to) || to === '*');
        if (!codePattern.test(column1) || !codePattern.test(column2) || !dates || !/^[019]$/.test(indicator)) {
          refused += 1;
          continue;
        }
        good += 1;
        const edit = { column2, indicator, from, to: to === '*' ? null : to };
        const column = columns.get(column1);
        if (column) column.push(edit);
        else columns.set(column1, [edit]);
      }
    }
    refuseForeign('procedure pairs', good, refused);
    const packed = [...columns];
    for (let from = 0; from < packed.length; from += columnsAtOnce) {
      const some = packed.slice(from, from + columnsAtOnce);
      yield {
        table: 'ptp_columns',
        rows: some.map(([code, edits]) => ({ code, edits: packColumn(edits) })),
        lines: some.reduce((sum, [, edits]) => sum + edits.length, 0),
        refused: from === 0 ? refused : 0,
      };
    }
  },
};

const foreign = (): EditFileError =>
  new EditFileError('This is not a file of procedure pairs, though its name says so. Send the file as it was downloaded.');

/** The captions in their order: the columns have no other names. */
function checkHeader(header: string): void {
  const words = header.replace(/["\s]+/g, ' ').toLowerCase();
  const order = ['column 1', 'column 2', 'effective', 'deletion', 'modifier'].map((caption) => words.indexOf(caption));
  if (order.includes(-1) || order.some((at, n) => n > 0 && at < order[n - 1]!))
    throw new EditFileError(
      'The columns are not those of procedure pairs: column 1, column 2, effective date, deletion date, modifier. Send the file as it was downloaded.',
    );
}

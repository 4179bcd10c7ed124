import { codePattern, type EditFileReader, EditFileError, quarter, refuseForeign } from './edit-file-reader.ts';
import { wholeLines } from './text-lines.ts';

/** YYYYDDD, a day of a year. */
function dayOfYear(digits: string): string | null {
  if (!/^\d{7}$/.test(digits) || digits.endsWith('000')) return null;
  return new Date(Date.UTC(Number(digits.slice(0, 4)), 0, Number(digits.slice(4)))).toISOString().slice(0, 10);
}

interface Primary {
  code: string;
  type: number;
  from: string;
  to: string | null;
}

/** Add-on codes with their primaries: `CCCCC` stands for whatever the payer says. */
export const addOnReader: EditFileReader = {
  facts(filename) {
    const match = /^AOC_V(\d{4})Q([1-4])-MCR\.txt$/i.exec(filename);
    if (!match) return null;
    const [year, number] = [Number(match[1]), Number(match[2])];
    return { kind: 'addon', release: `${year} Q${number}`, part: 0, ...quarter(year, number) };
  },
  async *read(lines) {
    const addOns = new Map<string, Primary[]>();
    let good = 0;
    let refused = 0;
    let captions = '';
    for await (const some of wholeLines(lines, (line) => line.split('\t').length >= 4)) {
      for (const { line, number } of some) {
        const cells = line.split('\t').map((cell) => cell.replaceAll('"', '').trim());
        const at = cells.findIndex((cell) => codePattern.test(cell) && /\d/.test(cell));
        const type = Number(/^(?:type\s*)?([123])$/i.exec(cells[0] ?? '')?.[1] ?? Number.NaN);
        if (good === 0 && Number.isNaN(type)) {
          captions += ` ${line}`;
          if (number > 100) throw new EditFileError('This is not the file of add-on codes, though its name says so.');
          continue;
        }
        const days = cells.map(dayOfYear).filter((day) => day !== null);
        const primary = cells.slice(at + 1).find((cell) => codePattern.test(cell)) ?? '';
        if (Number.isNaN(type) || at !== 1 || !codePattern.test(primary) || days.length === 0) {
          refused += 1;
          continue;
        }
        good += 1;
        const entry = { code: primary, type, from: days[0]!, to: days[1] ?? null };
        const code = cells[at]!;
        addOns.set(code, [...(addOns.get(code) ?? []), entry]);
      }
    }
    const words = captions.toLowerCase();
    if (good > 0 && words.includes('primary') && words.indexOf('primary') < words.indexOf('add'))
      throw new EditFileError(
        'The columns are not in their order: type, add-on code, primary code. Send the file as it was downloaded.',
      );
    refuseForeign('add-on codes', good, refused);
    const rows = [...addOns].map(([code, primaries]) => ({ code, primaries }));
    yield { table: 'addon_codes', rows, lines: good, refused };
  },
};

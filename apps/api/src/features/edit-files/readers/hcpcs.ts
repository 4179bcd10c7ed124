import { type EditFileReader, fullYear, isoDay, quarter, quarterOfMonth, refuseForeign } from './edit-file-reader.ts';
import { wholeLines } from './text-lines.ts';

/** HCPCS Level II: records of 320 columns; a long description goes on in records of kind 4. */
export const hcpcsReader: EditFileReader = {
  facts(filename) {
    const match = /^HCPC(\d{4})_([A-Za-z]{3})\w*_ANWEB\w*\.txt$/i.exec(filename);
    const number = quarterOfMonth(match?.[2] ?? '');
    if (!match || number === 0) return null;
    const year = fullYear(match[1]!);
    return { kind: 'hcpcs', release: `${year} Q${number}`, part: 0, ...quarter(year, number) };
  },
  async *read(lines) {
    const codes = new Map<string, { code: string; description: string; valid_from: string | null; valid_to: string | null }>();
    let refused = 0;
    for await (const some of wholeLines(lines, (line) => line.length >= 276)) {
      for (const { line } of some) {
        const [code, kind, words] = [line.slice(0, 5), line[10], line.slice(11, 91).trim()];
        // Modifiers, kinds 7 and 8, are two signs; those that rules know are their own list.
        if (kind === '7' || kind === '8') continue;
        const before = codes.get(code);
        if (kind === '4' && before) before.description += ` ${words}`;
        else if (kind === '3' && /^[A-Z]\d{4}$/.test(code) && !before && line.length >= 276)
          codes.set(code, {
            code,
            description: words,
            valid_from: isoDay(line.slice(268, 276)),
            valid_to: isoDay(line.slice(284, 292)),
          });
        else refused += 1;
      }
    }
    refuseForeign('HCPCS Level II codes', codes.size, refused);
    yield { table: 'hcpcs_codes', rows: [...codes.values()], lines: codes.size, refused };
  },
};

import { finding, readFrom, type Finding } from '../finding.ts';
import { daysOf, isWholeUnits, type Rule } from './rule.ts';

export const unitLimitRule: Rule = (claim, tables) => {
  const found: Finding[] = [];
  const codes = [...new Set(claim.lines.map((line) => line.code))].toSorted();
  for (const date of daysOf(claim.lines)) {
    if (!tables.covers('mue', date)) continue;
    for (const code of codes) {
      const lines = claim.lines.filter((line) => line.code === code && line.date === date);
      const row = tables.unitLimit(code, date);
      if (lines.length === 0 || row === undefined) continue;
      const { limit, mai } = row;
      const source = readFrom(tables, 'mue', date, 'MUE Values', 'MUE Adjudication Indicator');
      const counted = lines.filter((line) => isWholeUnits(line.units));
      const units = counted.reduce((sum, line) => sum + line.units, 0);
      const removed = lines.map((line) => ({ do: 'remove-line', line: line.id }) as const);
      if (limit === 0) {
        found.push(finding('mue.zero', 'error', lines, { facts: { code, mai }, source, fixes: removed }));
      } else if (mai === 1) {
        for (const line of counted.filter((each) => each.units > limit)) {
          found.push(
            finding('mue.line', 'error', [line], {
              facts: { code, limit, units: line.units },
              source,
              fixes: [
                { do: 'split-units', line: line.id, units: limit },
                { do: 'set-units', line: line.id, units: limit },
              ],
            }),
          );
        }
      } else if (units > limit) {
        const facts = { code, limit, units };
        const sides = ['LT', 'RT'].every((side) => lines.some((line) => line.modifiers.includes(side)));
        const merge = sides ? [{ do: 'merge-to-50', lines: lines.map((line) => line.id) } as const] : [];
        const reduce =
          lines.length === 1
            ? lines.map((line) => ({ do: 'set-units', line: line.id, units: limit }) as const)
            : removed.slice(limit);
        found.push(
          mai === 2
            ? finding('mue.day-policy', 'error', lines, { facts, source, fixes: [...merge, ...reduce] })
            : finding('mue.day-clinical', 'warning', lines, { facts, source, fixes: [...merge, { do: 'say-why' }, ...reduce] }),
        );
      }
    }
  }
  return found;
};

import { finding, readFrom, type Fix, type Reason, type Severity } from '../finding.ts';
import { feeOf, isWholeUnits, type Rule } from './rule.ts';

const STATUS: ReadonlyMap<string, readonly [Reason, Severity]> = new Map([
  ['I', ['code.not-valid', 'error']],
  ['M', ['code.not-valid', 'error']],
  ['B', ['code.bundled', 'error']],
  ['X', ['code.excluded', 'error']],
  ['E', ['code.excluded', 'error']],
  ['N', ['code.not-covered', 'warning']],
  ['C', ['code.carrier-priced', 'info']],
  ['R', ['code.restricted', 'info']],
  ['T', ['code.restricted', 'info']],
  ['J', ['code.anesthesia', 'info']],
]);

export const codeRule: Rule = (claim, tables) =>
  claim.lines.flatMap((line) => {
    if (!tables.covers('mpfs', line.date ?? '')) return [];
    const { code } = line;
    const source = readFrom(tables, 'mpfs', line.date, 'STATUS');
    const remove: Fix = { do: 'remove-line', line: line.id };
    const row = feeOf(tables, line);
    if (row === undefined) return [finding('code.unknown', 'error', [line], { facts: { code }, source, fixes: [remove] })];
    const meaning = STATUS.get(row.status);
    if (meaning === undefined) return [];
    const [reason, severity] = meaning;
    // Status is Medicare's; others pay some of these.
    const told = severity === 'error' && claim.profile.payer !== 'medicare' ? 'warning' : severity;
    const fixes: Fix[] =
      reason === 'code.carrier-priced' ? [{ do: 'attach-note', line: line.id }] : severity === 'info' ? [] : [remove];
    return [finding(reason, told, [line], { facts: { code, status: row.status }, source, fixes })];
  });

export const unitsRule: Rule = (claim) =>
  claim.lines
    .filter((line) => !isWholeUnits(line.units))
    .map((line) =>
      finding('units.invalid', 'error', [line], {
        facts: { units: line.units },
        fixes: [{ do: 'set-units', line: line.id, units: 1 }],
      }),
    );

export const duplicateRule: Rule = (claim) => {
  const seen = new Map<string, (typeof claim.lines)[number][]>();
  const found = [];
  for (const line of claim.lines) {
    const key = JSON.stringify([line.code, line.date, line.modifiers.toSorted()]);
    const same = seen.get(key) ?? [];
    for (const earlier of same) {
      found.push(
        finding('dup.line', 'error', [line, earlier], {
          facts: { code: line.code },
          fixes: [
            { do: 'merge-lines', lines: [earlier.id, line.id] },
            { do: 'remove-line', line: line.id },
            { do: 'say-place', line: line.id },
          ],
        }),
      );
    }
    seen.set(key, [...same, line]);
  }
  return found;
};

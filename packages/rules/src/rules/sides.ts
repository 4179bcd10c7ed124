import type { Claim, ClaimLine } from '../claim.ts';
import { finding, readFrom, type Finding, type Fix } from '../finding.ts';
import { inOrder, sitesOf, withoutModifiers } from '../modifiers.ts';
import type { ClaimTables } from '../tables.ts';
import { daysOf, feeInForce, type Rule } from './rule.ts';

const columns = (tables: ClaimTables, line: ClaimLine) => readFrom(tables, 'mpfs', line.date, 'BILAT SURG');

function ofLine(claim: Claim, tables: ClaimTables, line: ClaimLine): Finding[] {
  const indicator = feeInForce(tables, line)?.bilatSurg;
  if (indicator === undefined) return [];
  const source = columns(tables, line);
  const facts = { indicator };
  if (line.modifiers.includes('50')) {
    const drop: Fix = { do: 'set-modifiers', line: line.id, modifiers: withoutModifiers(line, new Set(['50'])) };
    if (indicator === '0' || indicator === '9')
      return [finding('bilat.not-allowed', 'error', [line], { facts, source, fixes: [drop] })];
    if (indicator === '2') return [finding('bilat.already', 'error', [line], { facts, source, fixes: [drop] })];
    const found: Finding[] = [];
    if (line.units !== 1) {
      const fixes: Fix[] = [{ do: 'set-units', line: line.id, units: 1 }];
      found.push(finding('bilat.units', 'error', [line], { facts: { indicator, units: line.units }, source, fixes }));
    }
    if (claim.profile.bilateral === 'two-lines') {
      found.push(
        finding('bilat.use-two-lines', 'warning', [line], { facts, source, fixes: [{ do: 'split-by-side', line: line.id }] }),
      );
    }
    return found;
  }
  if (indicator !== '1' || sitesOf(line).length > 0) return [];
  const sides = ['50', 'LT', 'RT'].map(
    (side) => ({ do: 'set-modifiers', line: line.id, modifiers: inOrder([...line.modifiers, side]) }) as const,
  );
  if (line.units === 2)
    return [finding('bilat.two-units', 'warning', [line], { facts, source, fixes: [...sides, { do: 'say-why' }] })];
  return [finding('side.missing', 'info', [line], { source, fixes: [{ do: 'say-place', line: line.id }, { do: 'ask' }] })];
}

/** One code of one day on a line for each side. */
function ofBothSides(claim: Claim, tables: ClaimTables, lines: readonly ClaimLine[]): Finding[] {
  const only = (side: string, other: string) =>
    lines.find((line) => line.modifiers.includes(side) && !line.modifiers.includes(other));
  const left = only('LT', 'RT');
  const right = only('RT', 'LT');
  if (left === undefined || right === undefined) return [];
  const indicator = feeInForce(tables, left)?.bilatSurg;
  const pair = claim.lines.indexOf(left) < claim.lines.indexOf(right) ? [left, right] : [right, left];
  const details = { facts: { indicator }, source: columns(tables, left) };
  const ids = pair.map((line) => line.id);
  if (indicator === '1' && claim.profile.bilateral === 'one-line') {
    return [
      finding('bilat.use-50', 'warning', pair, { ...details, fixes: [{ do: 'merge-to-50', lines: ids }, { do: 'say-why' }] }),
    ];
  }
  const fixes: Fix[] = ids.slice(1).map((line) => ({ do: 'remove-line', line }));
  if (indicator === '2') return [finding('bilat.already', 'error', pair, { ...details, fixes })];
  if (indicator === '0')
    return [finding('bilat.paid-once', 'warning', pair, { ...details, fixes: [...fixes, { do: 'say-why' }] })];
  return [];
}

export const sideRule: Rule = (claim, tables) => {
  const found = claim.lines.flatMap((line) => ofLine(claim, tables, line));
  const codes = [...new Set(claim.lines.map((line) => line.code))].toSorted();
  for (const date of daysOf(claim.lines)) {
    for (const code of codes) {
      const lines = claim.lines.filter((line) => line.code === code && line.date === date);
      found.push(...ofBothSides(claim, tables, lines));
    }
  }
  return found;
};

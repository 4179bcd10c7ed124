import { isVisit, type Claim, type ClaimLine } from './claim.ts';
import { feeOf, isAddOn } from './rules/rule.ts';
import { round4, totalOf, unitValue } from './sequence.ts';
import type { ClaimTables } from './tables.ts';

/** Procedures from here on are paid by report: no share can be told. */
const BY_REPORT_FROM = 5;

/** What ranks as one procedure: a unit of a line, or a family of endoscopies with the share of each line. */
type Ranked = readonly { line: ClaimLine; share: number }[];

const total = (ranked: Ranked): number => ranked.reduce((sum, { share }) => sum + share, 0);

/** Endoscopies of one family: the highest in full, the others less the value of the base. */
function family(claim: Claim, tables: ClaimTables, base: string, members: readonly (readonly [ClaimLine, number])[]): Ranked {
  const sorted = members.toSorted(([a, x], [b, y]) => y - x || (a.code < b.code ? -1 : a.code > b.code ? 1 : 0));
  const row = tables.fee(base, sorted[0]?.[0].date ?? '');
  const less = row === undefined ? 0 : totalOf(claim, row);
  return sorted.map(([line, value], n) => ({ line, share: n === 0 ? value : Math.max(0, value - less) }));
}

/**
 * Relative value of each line after Medicare's multiple-procedure rules (indicators 2 and 3), for ranking and display only:
 * first 100 %, second to fifth 50 %, later ones by report (null). Every unit of a line ranks for itself.
 */
export function lineValues(claim: Claim, tables: ClaimTables): Record<string, number | null> {
  const values: Record<string, number | null> = {};
  const families = new Map<string, (readonly [ClaimLine, number])[]>();
  for (const line of claim.lines) {
    const value = unitValue(claim, tables, line);
    const row = feeOf(tables, line);
    const multProc = row?.multProc ?? '';
    if (isVisit(line.code) || isAddOn(tables, line) || (multProc !== '2' && multProc !== '3')) {
      values[line.id] = round4(value * line.units);
    } else {
      const key = multProc === '3' ? (row?.endoBase ?? '') : line.code;
      families.set(key, [...(families.get(key) ?? []), [line, value]]);
    }
  }
  const ranked: Ranked[] = [];
  for (const [base, members] of families) {
    if (members.length > 1 && members.some(([line]) => feeOf(tables, line)?.endoBase === base)) {
      ranked.push(family(claim, tables, base, members));
      continue;
    }
    for (const [line, value] of members) {
      // Whatever ranks after the fifth is by report: more units than that say nothing new.
      const units = Math.min(Math.floor(line.units), BY_REPORT_FROM + 1);
      for (let n = 0; n < units; n++) ranked.push([{ line, share: value }]);
    }
  }
  const position = new Map(claim.lines.map((line, n) => [line, n]));
  const positionOf = (entry: Ranked) => (entry[0] === undefined ? 0 : (position.get(entry[0].line) ?? 0));
  for (const [n, entry] of ranked.toSorted((a, b) => total(b) - total(a) || positionOf(a) - positionOf(b)).entries()) {
    for (const { line, share } of entry) {
      const before = values[line.id];
      if (n >= BY_REPORT_FROM || before === null) values[line.id] = null;
      else values[line.id] = round4((before ?? 0) + share * (n === 0 ? 1 : 0.5));
    }
  }
  return values;
}

/**
 * How much of its full value each line is counted with, from 0 to 1, for display only; lines that count whole or by report are left out.
 * @param values as `lineValues` gives them
 */
export function lineShares(
  claim: Claim,
  tables: ClaimTables,
  values: Readonly<Record<string, number | null>>,
): Record<string, number> {
  return Object.fromEntries(
    claim.lines.flatMap((line) => {
      const full = unitValue(claim, tables, line) * line.units;
      const value = values[line.id] ?? null;
      const share = value === null || full <= 0 ? 1 : Number((value / full).toFixed(2));
      return share < 1 ? [[line.id, share] as const] : [];
    }),
  );
}

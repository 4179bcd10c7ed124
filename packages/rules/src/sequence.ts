import { inFacility, isVisit, type Claim, type ClaimLine } from './claim.ts';
import { isAddOn } from './rules/rule.ts';
import type { ClaimTables, FeeRow } from './tables.ts';

/** Money and values have four places here; beyond them are only rounding errors of sums. */
export const round4 = (value: number): number => Number(value.toFixed(4));

export const totalOf = (claim: Claim, row: FeeRow): number => (inFacility(claim) ? row.facilityTotal : row.nonfacilityTotal);

/** Relative value of one unit as billed: by place of service, by the component that is billed, for both sides. */
export function unitValue(claim: Claim, tables: ClaimTables, line: ClaimLine): number {
  const date = line.date ?? '';
  const component = (['26', 'TC', '53'] as const).find((modifier) => line.modifiers.includes(modifier));
  const row = (component && tables.fee(line.code, date, component)) ?? tables.fee(line.code, date);
  if (row === undefined) return 0;
  const sides = line.modifiers.includes('50') ? (row.bilatSurg === '1' ? 1.5 : row.bilatSurg === '3' ? 2 : 1) : 1;
  return round4(totalOf(claim, row) * sides);
}

/** Highest value first, but an add-on to another add-on behind that one: the third level behind the second. */
function chained(group: readonly ClaimLine[], tables: ClaimTables): ClaimLine[] {
  const left = [...group];
  const done: ClaimLine[] = [];
  while (left.length > 0) {
    const waits = (line: ClaimLine) => {
      const primaries = tables.addOn(line.code, line.date ?? '')?.primaries;
      return primaries !== undefined && left.some((other) => other.code !== line.code && primaries.has(other.code));
    };
    const free = left.findIndex((line) => !waits(line));
    done.push(...left.splice(Math.max(free, 0), 1));
  }
  return done;
}

/** Lines in billing order: highest value first, each add-on behind the first of its primaries, visits last. */
export function billingOrder(claim: Claim, tables: ClaimTables): ClaimLine[] {
  const value = new Map(claim.lines.map((line) => [line, unitValue(claim, tables, line)]));
  const byValue = (a: ClaimLine, b: ClaimLine) =>
    (value.get(b) ?? 0) - (value.get(a) ?? 0) || (a.code < b.code ? -1 : a.code > b.code ? 1 : 0);
  const visits = claim.lines.filter((line) => isVisit(line.code));
  const procedures = claim.lines.filter((line) => !isVisit(line.code));
  const mains = procedures.filter((line) => !isAddOn(tables, line)).toSorted(byValue);
  const behind = new Map<ClaimLine | undefined, ClaimLine[]>();
  for (const line of procedures.filter((each) => isAddOn(tables, each)).toSorted(byValue)) {
    const primaries = tables.addOn(line.code, line.date ?? '')?.primaries;
    const host = mains.find((main) => primaries?.has(main.code)) ?? mains[0];
    behind.set(host, [...(behind.get(host) ?? []), line]);
  }
  const hosted = [...mains, undefined].flatMap((main) => [...(main ? [main] : []), ...chained(behind.get(main) ?? [], tables)]);
  return [...hosted, ...visits];
}

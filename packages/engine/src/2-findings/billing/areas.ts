import { matchesIn, type Mention, type Range } from './clauses.ts';

export type MeasureUnit = 'cm' | 'sqcm' | 'cc';

/** A measured number with its unit; `total`: the note says that it is a sum. */
export type Measure = { readonly amount: number; readonly unit: MeasureUnit; readonly total: boolean };

const MEASURE =
  /\b(\d+(?:\.\d+)?|\.\d+)\s*-?\s*(?:(?:cm|mm)\s*)?(?:(?:x|by|×)\s*(\d+(?:\.\d+)?)\s*-?\s*)?(?:(?:cm|mm)\s*)?(?:(?:x|by|×)\s*(\d+(?:\.\d+)?)\s*-?\s*)?(sq(?:uare)?\.?\s*(?:cm|centimeters?)|cm2|cm²|cm\^2|cm\s+sq(?:uared?)?|centimeters?|cm\b|millimeters?|mm\b|cc\b|ml\b)/gi;
const TOTAL = /\b(total(?:l?ing|s|ed)?|altogether|combined|in aggregate|sum)\b[^.;]{0,40}$/i;
const TOTAL_AFTER = /^[^.;,]{0,12}\b(in )?(total|altogether|combined)\b/i;
const MARGIN = /^\s*(?:[a-z-]+\s+){0,2}?margins?\b/i;
const MARGIN_VERB = /\b(was|were|with|and)\b/i;

/** Lengths, areas and volumes in a clause; margins are left out. */
export function measuresIn(text: string, scope: Range): Mention<Measure>[] {
  return matchesIn(text, scope, MEASURE).flatMap((match): Mention<Measure>[] => {
    const [first, second, , unit = ''] = match.groups;
    const before = text.slice(Math.max(scope.start, match.start - 50), match.start);
    const after = text.slice(match.end, Math.min(scope.end, match.end + 25));
    const ofMargin = MARGIN.exec(after);
    if ((ofMargin !== null && !MARGIN_VERB.test(ofMargin[0])) || /\bmargins? (of|was|were)\s+$/i.test(before)) return [];
    const total = TOTAL.test(before) || TOTAL_AFTER.test(after);
    const range = { start: match.start, end: match.end };
    const name = unit.toLowerCase();
    const a = Number(first);
    const b = second === undefined ? undefined : Number(second);
    if (name.startsWith('sq') || /2|²|\ssq/.test(name))
      return [{ ...range, value: { amount: b === undefined ? a : a * b, unit: 'sqcm' as const, total } }];
    if (name === 'cc' || name === 'ml') return [{ ...range, value: { amount: a, unit: 'cc' as const, total } }];
    const scale = name.startsWith('mm') || name.startsWith('milli') ? 0.1 : 1;
    const length = { ...range, value: { amount: Math.max(a, b ?? 0) * scale, unit: 'cm' as const, total } };
    return b === undefined
      ? [length]
      : [length, { ...range, value: { amount: a * b * scale * scale, unit: 'sqcm' as const, total } }];
  });
}

/** Rounds away what is only the error of adding decimals. */
export const tidy = (amount: number): number => Math.round(amount * 1000) / 1000;

/** The whole of what is measured in some clauses: what the note calls the total, else the sum of what it names. */
export function wholeOf(
  measures: readonly Mention<Measure>[],
): { amount: number; from: readonly Mention<Measure>[] } | undefined {
  const totals = measures.filter((measure) => measure.value.total);
  const [total] = totals;
  if (total !== undefined) return { amount: tidy(Math.max(...totals.map((each) => each.value.amount))), from: measures };
  if (measures.length === 0) return undefined;
  return { amount: tidy(measures.reduce((sum, measure) => sum + measure.value.amount, 0)), from: measures };
}

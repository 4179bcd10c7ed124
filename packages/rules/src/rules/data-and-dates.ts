import { finding } from '../finding.ts';
import type { TableKind } from '../tables.ts';
import { daysOf, type Rule } from './rule.ts';

const KINDS: readonly TableKind[] = ['mpfs', 'ptp', 'mue', 'addon'];

/** A rule that has no table for the date of service says so instead of passing. */
export const dataRule: Rule = (claim, tables) =>
  daysOf(claim.lines).flatMap((date) => {
    const kinds = KINDS.filter((kind) => !tables.covers(kind, date));
    if (kinds.length === 0) return [];
    const lines = claim.lines.filter((line) => line.date === date);
    return [finding('data.not-covered', 'warning', lines, { facts: { date, kinds }, fixes: [{ do: 'import', kinds }] })];
  });

export const dateRule: Rule = (claim) =>
  claim.lines.flatMap((line) => {
    const fixes = [{ do: 'say-date', line: line.id } as const, { do: 'ask' } as const];
    if (line.date === null || line.date === '') return [finding('date.missing', 'error', [line], { fixes })];
    return line.date > claim.today ? [finding('date.future', 'error', [line], { facts: { date: line.date }, fixes })] : [];
  });

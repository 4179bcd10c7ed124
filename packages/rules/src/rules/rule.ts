import type { Claim, ClaimLine } from '../claim.ts';
import type { Finding } from '../finding.ts';
import type { ClaimTables, FeeRow } from '../tables.ts';

/** One family of rules: everything it has to say of a claim. */
export type Rule = (claim: Claim, tables: ClaimTables) => Finding[];

export const feeOf = (tables: ClaimTables, line: ClaimLine): FeeRow | undefined => tables.fee(line.code, line.date ?? '');

export const globalDaysOf = (tables: ClaimTables, line: ClaimLine): string => feeOf(tables, line)?.globalDays ?? '';

/** The fee schedule's row where one is in force on the line's date. */
export const feeInForce = (tables: ClaimTables, line: ClaimLine): FeeRow | undefined =>
  tables.covers('mpfs', line.date ?? '') ? feeOf(tables, line) : undefined;

export const isAddOn = (tables: ClaimTables, line: ClaimLine): boolean =>
  tables.addOn(line.code, line.date ?? '') !== undefined || globalDaysOf(tables, line) === 'ZZZ';

/** The days of the claim's lines, each once, in order. */
export const daysOf = (lines: readonly ClaimLine[]): string[] =>
  [...new Set(lines.flatMap((line) => (line.date === null || line.date === '' ? [] : [line.date])))].toSorted();

export const isWholeUnits = (units: number): boolean => Number.isInteger(units) && units >= 1;

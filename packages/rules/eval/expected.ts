import { isDeepStrictEqual } from 'node:util';
import { readCase, withRows, type ClaimCase } from '../cli/claim-case.ts';
import { object, textOr } from '../cli/case-shape.ts';
import { checkClaim } from '../src/check-claim.ts';
import { memoryTables, type MemoryTables } from '../src/memory-tables.ts';

/** What a case expects: findings are a set, values are told where they matter. */
export interface Expected {
  findings: readonly Readonly<Record<string, unknown>>[];
  sequence: readonly string[];
  values?: Readonly<Record<string, number | null>>;
}

export interface ExpectedCase extends ClaimCase {
  title: string;
  expect: Expected;
}

export function readExpectedCase(value: unknown): ExpectedCase {
  const given = object(value, 'a case');
  return {
    ...readCase(value),
    title: `${textOr(given['id'], 'id', '')} ${textOr(given['title'], 'title', '')}`,
    expect: given['expect'] as Expected,
  };
}

const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .map(([key, each]): [string, unknown] => [key, sorted(each)])
            .toSorted(([a], [b]) => (a < b ? -1 : 1)),
        )
      : value;

/** Findings as comparable texts, in one order. */
export const asSet = (findings: readonly Readonly<Record<string, unknown>>[]): string[] =>
  findings
    .map(({ rule, reason, severity, lines, facts }) => JSON.stringify(sorted({ rule, reason, severity, lines, facts })))
    .toSorted();

/** What a case gives against the tables, in the shape of what it expects. */
export function given(
  held: MemoryTables,
  each: ClaimCase,
  withValues: boolean,
): { findings: string[]; sequence: string[]; values?: unknown } {
  const { findings, sequence, values } = checkClaim(each.claim, memoryTables(withRows(held, each.rows)));
  return { findings: asSet(findings as unknown as Record<string, unknown>[]), sequence, ...(withValues ? { values } : {}) };
}

export const wanted = (expect: Expected) => ({
  findings: asSet(expect.findings),
  sequence: expect.sequence,
  ...(expect.values === undefined ? {} : { values: expect.values }),
});

export const agrees = (held: MemoryTables, each: ExpectedCase): boolean =>
  isDeepStrictEqual(given(held, each, each.expect.values !== undefined), wanted(each.expect));

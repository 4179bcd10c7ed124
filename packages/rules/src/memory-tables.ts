import { findPair, packColumn, type PtpRow } from './ptp-columns.ts';
import type { AddOn, ClaimTables, Diagnosis, FeeRow, TableKind, TableSource, UnitLimit } from './tables.ts';

type Span = readonly [from: string, to: string];

/** Tables of one release held in memory. Rows do not depend on the date, edits of pairs do. */
export interface MemoryTables {
  covers: Partial<Record<TableKind, Span>>;
  sources?: Partial<Record<TableKind, TableSource>>;
  fees: ReadonlyMap<string, FeeRow>;
  unitLimits: ReadonlyMap<string, UnitLimit>;
  addOns: ReadonlyMap<string, AddOn>;
  /** Column 1 code to its packed edits. */
  ptpColumns: ReadonlyMap<string, string>;
  diagnoses: ReadonlyMap<string, Diagnosis>;
}

/** Packs edits by column 1 code. */
export function packColumns(rows: readonly PtpRow[]): Map<string, string> {
  const byColumn = new Map<string, PtpRow[]>();
  for (const row of rows) {
    const column = byColumn.get(row.column1);
    if (column === undefined) byColumn.set(row.column1, [row]);
    else column.push(row);
  }
  return new Map([...byColumn].map(([column1, column]) => [column1, packColumn(column)]));
}

/** Answers rules out of tables in memory. */
export function memoryTables(held: MemoryTables): ClaimTables {
  const covers = (kind: TableKind, date: string): boolean => {
    const span = held.covers[kind];
    return span !== undefined && span[0] <= date && date <= span[1];
  };
  return {
    covers,
    holds: (kind) => held.covers[kind] !== undefined,
    source: (kind, date) => (covers(kind, date) ? (held.sources?.[kind] ?? null) : null),
    fee: (code, _date, modifier) => (modifier === undefined ? held.fees.get(code) : held.fees.get(`${code}-${modifier}`)),
    pair: (first, second, date) => findPair((code) => held.ptpColumns.get(code), first, second, date),
    unitLimit: (code) => held.unitLimits.get(code),
    addOn: (code) => held.addOns.get(code),
    diagnosis: (code) => held.diagnoses.get(code),
  };
}

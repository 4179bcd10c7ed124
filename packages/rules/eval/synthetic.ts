import { readFileSync } from 'node:fs';
import { feeRow, unitLimit } from '../cli/claim-case.ts';
import { packColumns, type MemoryTables } from '../src/memory-tables.ts';
import { readExpectedCase, type ExpectedCase } from './expected.ts';

type Quarter = [string, string];

interface Synthetic {
  tables: {
    covers: { mpfs: Quarter; ptp: Quarter; mue: Quarter; addon: Quarter };
    mpfs: Record<string, string>[];
    mue: [string, number, number][];
    addon: [string, number, string[]][];
    ptp: [string, string, string][];
  };
  cases: unknown[];
}

/** Claims of made-up codes with the table rows that they need. */
export function readSynthetic(): { held: MemoryTables; cases: ExpectedCase[] } {
  const { tables, cases } = JSON.parse(readFileSync(new URL('fixtures/synthetic.json', import.meta.url), 'utf8')) as Synthetic;
  const pairs = tables.ptp.map(([column1, column2, indicator]) => ({ column1, column2, indicator, from: '00010101', to: null }));
  return {
    held: {
      covers: tables.covers,
      fees: new Map(tables.mpfs.map((row) => [row['code'] ?? '', feeRow(row)])),
      unitLimits: new Map(tables.mue.map(([code, limit, mai]) => [code, unitLimit(limit, mai)])),
      addOns: new Map(tables.addon.map(([code, type, primaries]) => [code, { type, primaries: new Set(primaries) }])),
      ptpColumns: packColumns(pairs),
      diagnoses: new Map(),
    },
    cases: cases.map(readExpectedCase),
  };
}

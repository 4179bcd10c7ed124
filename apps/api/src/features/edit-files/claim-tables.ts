import type { AddOn, ClaimTables, Diagnosis, FeeRow, TableKind, TableSource, UnitLimit } from '@incisive/rules';
import { findPair, sideOfDescription } from '@incisive/rules';
import { sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
import { activeFiles, type EditFileRow, filesOf } from './edit-files.store.ts';
import { completeRelease } from './releases.ts';

/** The tables as far as one claim asks them, with the files that they were read from. */
export interface LoadedTables {
  readonly tables: ClaimTables;
  /** The file of each kind that covers a day; kinds without one are left out. */
  readonly sourcesOn: (date: string) => Partial<Record<TableKind, TableSource & { sha256: string | null }>>;
}

interface Primary {
  code: string;
  type: number;
  from: string;
  to: string | null;
}

const kinds: readonly TableKind[] = ['mpfs', 'ptp', 'mue', 'addon', 'icd'];

async function rowsOf<T>(
  tx: Tx,
  table: string,
  columns: string,
  files: readonly string[],
  codes: readonly string[],
): Promise<T[]> {
  if (files.length === 0 || codes.length === 0) return [];
  const { rows } = await sql<T>`select ${sql.raw(columns)} from ${sql.table(`app.${table}`)}
    where file_id = any (${[...files]}::uuid[]) and code = any (${[...codes]}::text[])`.execute(tx);
  return rows;
}

const plainIcd = (code: string): string => code.replace('.', '').toUpperCase();

interface Asked {
  readonly codes: readonly string[] | Promise<readonly string[]>;
  readonly icd: readonly string[];
  /** Other files than those in force. */
  readonly files?: readonly string[] | undefined;
}

/** What the published files say of these codes, by file: the rules then ask without a database. */
export async function claimTables(tx: Tx, asked: Asked): Promise<LoadedTables> {
  const active = asked.files ? await filesOf(tx, asked.files) : await activeFiles(tx);
  const byKind = new Map(kinds.map((kind) => [kind, completeRelease(active.filter((file) => file.kind === kind))]));
  const idsOf = (kind: TableKind): string[] => (byKind.get(kind) ?? []).map((file) => file.id);
  const codes = [...new Set(await asked.codes)];
  const icd = [...new Set(asked.icd.map(plainIcd))];
  type Fee = { file_id: string; code: string; modifier: string; columns: FeeRow };
  const readFees = (of: readonly string[]) => rowsOf<Fee>(tx, 'fees', 'file_id, code, modifier, columns', idsOf('mpfs'), of);
  const [feeRows, unitRows, addOnRows, pairRows, icdRows] = await Promise.all([
    readFees(codes),
    rowsOf<{ file_id: string; code: string; value: number; mai: 1 | 2 | 3 }>(
      tx,
      'mue_values',
      'file_id, code, value, mai',
      idsOf('mue'),
      codes,
    ),
    rowsOf<{ file_id: string; code: string; primaries: Primary[] }>(
      tx,
      'addon_codes',
      'file_id, code, primaries',
      idsOf('addon'),
      codes,
    ),
    rowsOf<{ code: string; edits: string }>(tx, 'ptp_columns', 'code, edits', idsOf('ptp'), codes),
    rowsOf<{ file_id: string; code: string; billable: boolean; description: string }>(
      tx,
      'icd_codes',
      'file_id, code, billable, description',
      idsOf('icd'),
      icd,
    ),
  ]);
  const bases = [...new Set(feeRows.map((row) => row.columns.endoBase).filter((code) => code !== '' && !codes.includes(code)))];
  const fees = new Map(
    [...feeRows, ...(await readFees(bases))].map((row) => [`${row.file_id} ${row.code} ${row.modifier}`, row.columns]),
  );
  const limits = new Map<string, UnitLimit>(
    unitRows.map((row) => [`${row.file_id} ${row.code}`, { limit: row.value, mai: row.mai }]),
  );
  const addOns = new Map(addOnRows.map((row) => [`${row.file_id} ${row.code}`, row.primaries]));
  const columns = new Map(pairRows.map((row) => [row.code, row.edits]));
  const diagnoses = new Map<string, Diagnosis>(
    icdRows.map((row) => [`${row.file_id} ${row.code}`, { billable: row.billable, side: sideOfDescription(row.description) }]),
  );

  const fileOn = (kind: TableKind, date: string): EditFileRow | undefined =>
    (byKind.get(kind) ?? []).find((file) => file.valid_from! <= date && date <= file.valid_to!);
  const keyOf = (kind: TableKind, date: string, code: string): string => `${fileOn(kind, date)?.id ?? ''} ${code}`;
  const sourceOf = (file: EditFileRow | undefined): TableSource | null =>
    file ? { file: file.filename, version: file.release ?? '' } : null;
  const addOn = (code: string, date: string): AddOn | undefined => {
    const primaries = (addOns.get(keyOf('addon', date, code)) ?? []).filter(
      (primary) => primary.from <= date && (primary.to === null || date <= primary.to),
    );
    return primaries.length === 0
      ? undefined
      : { type: primaries[0]!.type, primaries: new Set(primaries.map(({ code: one }) => one)) };
  };
  return {
    tables: {
      covers: (kind, date) => fileOn(kind, date) !== undefined,
      holds: (kind) => (byKind.get(kind) ?? []).length > 0,
      source: (kind, date) => sourceOf(fileOn(kind, date)),
      fee: (code, date, modifier) => fees.get(`${keyOf('mpfs', date, code)} ${modifier ?? ''}`),
      pair: (first, second, date) => findPair((code) => columns.get(code), first, second, date),
      unitLimit: (code, date) => limits.get(keyOf('mue', date, code)),
      addOn,
      diagnosis: (code, date) => diagnoses.get(keyOf('icd', date, plainIcd(code))),
    },
    sourcesOn: (date) =>
      Object.fromEntries(
        kinds.flatMap((kind) => {
          const file = fileOn(kind, date);
          return file ? [[kind, { ...sourceOf(file)!, sha256: file.sha256 }]] : [];
        }),
      ),
  };
}

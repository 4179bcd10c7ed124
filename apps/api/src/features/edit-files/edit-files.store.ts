import type { EditFile, EditKind } from '@incisive/contract/edit-files';
import { type Selectable, sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
import type { EditFilesTable } from '../../db/edit-file-tables.ts';

export type EditFileRow = Selectable<EditFilesTable>;

const selectFiles = (tx: Tx) => tx.selectFrom('app.edit_files').selectAll();

export const listEditFiles = (tx: Tx): Promise<EditFileRow[]> =>
  selectFiles(tx).where('state', '<>', 'sending').orderBy('created_at', 'desc').limit(200).execute();

export const getEditFile = (tx: Tx, id: string): Promise<EditFileRow | undefined> =>
  selectFiles(tx).where('id', '=', id).executeTakeFirst();

export const lockEditFile = (tx: Tx, id: string): Promise<EditFileRow | undefined> =>
  selectFiles(tx).where('id', '=', id).forUpdate().executeTakeFirst();

/** Files by their ids, the newest release first. */
export const filesOf = (tx: Tx, ids: readonly string[]): Promise<EditFileRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : selectFiles(tx)
        .where('id', 'in', [...ids])
        .orderBy('valid_from', 'desc')
        .orderBy('valid_to', 'desc')
        .execute();

/** Files in force of some kind, the newest release first. */
export const activeFiles = (tx: Tx, kind?: EditKind): Promise<EditFileRow[]> =>
  selectFiles(tx)
    .where('state', '=', 'active')
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind!))
    .orderBy('valid_from', 'desc')
    .orderBy('valid_to', 'desc')
    .execute();

export const rowTables = ['ptp_columns', 'mue_values', 'addon_codes', 'fees', 'icd_codes', 'hcpcs_codes'] as const;
export type RowTable = (typeof rowTables)[number];
export const tableOf: Readonly<Record<EditKind, RowTable>> = {
  ptp: 'ptp_columns',
  mue: 'mue_values',
  addon: 'addon_codes',
  mpfs: 'fees',
  icd: 'icd_codes',
  hcpcs: 'hcpcs_codes',
};

/** Others have taken the place of these files. Their rows stay until the claims were checked by what is new. */
export async function replaceFiles(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable('app.edit_files')
    .set({ state: 'replaced' })
    .where('id', 'in', [...ids])
    .execute();
}

/** A file that was replaced stays as a record, without its rows. */
export async function dropReplacedRows(tx: Tx, ids: readonly string[]): Promise<void> {
  for (const { id, kind, state } of await filesOf(tx, ids))
    if (kind !== null && state === 'replaced')
      await sql`delete from ${sql.table(`app.${tableOf[kind]}`)} where file_id = ${id}`.execute(tx);
}

export const toEditFile = (row: EditFileRow): EditFile => ({
  id: row.id,
  kind: row.kind,
  release: row.release,
  part: row.part,
  valid_from: row.valid_from,
  valid_to: row.valid_to,
  filename: row.filename,
  sha256: row.sha256,
  bytes: row.bytes,
  rows: row.rows,
  refused: row.refused,
  seconds: row.seconds,
  state: row.state === 'sending' ? 'waiting' : row.state,
  progress: row.progress,
  failure: row.failure,
  // Files that were read earlier name no claims.
  preview: row.preview
    ? { cases_changed: 0, cases: [], ...(row.preview as Omit<NonNullable<EditFile['preview']>, 'cases' | 'cases_changed'>) }
    : null,
  created_by: row.created_by,
  created_at: row.created_at.toISOString(),
});

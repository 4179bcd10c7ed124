import type { DropFile, DropFolder } from '@incisive/contract/drop-folders';
import { limits } from '@incisive/contract/limits';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
import { AppError } from '../../http/app-error.ts';

interface FolderRow {
  readonly id: string;
  readonly tenant_id: string;
  readonly tenant_name: string;
  readonly active: boolean;
  readonly changed_by: string;
  readonly changed_at: Date;
  readonly looked_at: Date | null;
  readonly problem: string | null;
  readonly last_file: DropFolder['last_file'];
  readonly last_error: DropFolder['last_error'];
}

/** By which a note knows the file that it was made of: the fingerprint of its bytes. */
export const dropSystem = 'urn:incisive:drop-folder';

const at = sql`'at', to_char(d.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const files = sql`from app.drop_files d where d.tenant_id = f.tenant_id and d.folder_id = f.id`;
const newest = sql`order by d.created_at desc, d.id desc limit 1`;

async function foldersWhere(tx: Tx, condition: RawBuilder<unknown>): Promise<DropFolder[]> {
  const { rows } = await sql<FolderRow>`
    select f.id, f.tenant_id, t.name as tenant_name, f.active, f.changed_by, f.changed_at, f.looked_at, f.problem,
           (select json_build_object(${at}, 'outcome', d.outcome) ${files} ${newest}) as last_file,
           (select json_build_object(${at}, 'reason', d.reason) ${files} and d.outcome = 'refused' ${newest}) as last_error
      from app.drop_folders f join app.tenants t on t.id = f.tenant_id
     where ${condition} order by not f.active, t.name, f.id limit 200`.execute(tx);
  return rows.map(({ tenant_id, tenant_name, ...row }) => ({
    ...row,
    tenant: { id: tenant_id, name: tenant_name },
    folder: tenant_id,
    changed_at: row.changed_at.toISOString(),
    looked_at: row.looked_at?.toISOString() ?? null,
  }));
}

/** Those that are read come first. */
export const listFolders = (tx: Tx): Promise<DropFolder[]> => foldersWhere(tx, sql`true`);

/** @throws AppError `not-found` for a foreign and an unknown id alike */
export async function getFolder(tx: Tx, id: string): Promise<DropFolder> {
  const [folder] = await foldersWhere(tx, sql`f.id = ${id}`);
  if (!folder) throw new AppError('not-found');
  return folder;
}

/** The last files of a folder, newest first. */
export async function listFiles(tx: Tx, folderId: string): Promise<DropFile[]> {
  const { rows } = await sql<Omit<DropFile, 'at'> & { created_at: Date }>`
    select d.id, d.created_at, d.outcome, d.reason, d.note_id, d.sha256 from app.drop_files d
     where d.folder_id = ${folderId} order by d.created_at desc, d.id desc limit ${limits.integrationMessages}`.execute(tx);
  return rows.map(({ created_at, ...row }) => ({ ...row, at: created_at.toISOString() }));
}

interface Outcome {
  readonly tenantId: string;
  readonly folderId: string;
  readonly outcome: DropFile['outcome'];
  readonly reason?: string;
  readonly noteId?: string;
  readonly sha256: string | null;
}

/** Writes down what became of a file; the log keeps the last thousand. */
export async function saveOutcome(tx: Tx, { tenantId, folderId, outcome, reason, noteId, sha256 }: Outcome): Promise<void> {
  await tx
    .insertInto('app.drop_files')
    .values({ tenant_id: tenantId, folder_id: folderId, outcome, reason: reason ?? null, note_id: noteId ?? null, sha256 })
    .execute();
  await sql`delete from app.drop_files where id in (
    select d.id from app.drop_files d where d.tenant_id = ${tenantId} and d.folder_id = ${folderId}
     order by d.created_at desc, d.id desc offset ${limits.integrationMessages})`.execute(tx);
}

import { createHash } from 'node:crypto';
import type { AuditEventName } from '@incisive/contract/audit-events';
import type { ClaimFormat } from '@incisive/contract/cases';
import type { NoteExport } from '@incisive/contract/exports';
import { limits } from '@incisive/contract/limits';
import { can } from '@incisive/contract/roles';
import type { NoteKind } from '@incisive/contract/notes';
import { sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
import { enqueue } from '../../jobs/job-queue.ts';
import { type Actor, withSession } from '../../db/tenant.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../http/app-error.ts';
import type { AuditTrail, FileAnswer } from '../../http/context.ts';
import { rowLimit, zipAnswer } from './word-files.service.ts';
import { getNotes } from '../notes/notes.service.ts';

const hour = 3_600_000;
const notReadyWords = 'The export is not ready yet. Wait until its state is ready, then try again.';
const failedWords = 'The export failed. Select the notes and export them again.';

/** What an export takes of finished claims: those who have them give it in. */
export interface ClaimSource<Claim extends { readonly tenantId: string } = { readonly tenantId: string }> {
  /** The newest version of a claim that is finished; null while it is open. @throws AppError `not-found` for a note out of reach */
  readonly read: (tx: Tx, noteId: string) => Promise<Claim | null>;
  readonly files: (claims: readonly Claim[], format: ClaimFormat) => { name: string; text: string }[];
  /** They were handed over. */
  readonly handedOver: (tx: Tx, actor: Actor, noteIds: readonly string[]) => Promise<void>;
}

/** How the audit log names what leaves. */
export const disclosureOf = (format: NoteExport['format']): { type: AuditEventName; detail: string } =>
  format === 'docx' ? { type: 'note_export', detail: 'zip' } : { type: 'case_export', detail: `claims ${format}` };

/** The sum that a piece is stored with, and has to have when it is handed out. */
export const sumOf = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();

/** The actor's own exports that are not past their time: the second wall hides everybody else's. */
const ownExports = (tx: Tx) =>
  tx.selectFrom('app.exports').where('created_at', '>', new Date(Date.now() - limits.exportHours * hour));

const shownColumns = ['id', 'kind', 'format', 'state', 'done', 'left_out', 'note_ids', 'created_at'] as const;

function shownExport(row: {
  id: string;
  kind: NoteKind;
  format: NoteExport['format'];
  state: NoteExport['state'];
  done: number;
  left_out: number;
  note_ids: string[];
  created_at: Date;
}): NoteExport {
  const { id, kind, format, state, done, left_out, note_ids, created_at } = row;
  const expires = new Date(created_at.getTime() + limits.exportHours * hour);
  return {
    id,
    kind,
    format,
    state,
    done,
    left_out,
    total: note_ids.length,
    created_at: created_at.toISOString(),
    expires_at: expires.toISOString(),
  };
}

/** Orders the zip: its job comes to be with the caller's COMMIT, or not at all. A note out of reach refuses the whole list. */
export async function beginExport(
  tx: Tx,
  actor: Actor,
  order: { kind: NoteKind; ids: readonly string[]; limit: string | undefined },
  audit: AuditTrail,
): Promise<{ export_id: string }> {
  const { kind, ids, limit } = order;
  return begin(tx, actor, { kind, ids, format: 'docx', limit: rowLimit(limit) }, audit);
}

/** The same of finished claims: one file of charges, or a bundle each. */
export const beginClaimExport = (
  tx: Tx,
  actor: Actor,
  order: { ids: readonly string[]; format: ClaimFormat },
  audit: AuditTrail,
): Promise<{ export_id: string }> => begin(tx, actor, { kind: 'op', limit: rowLimit(undefined), ...order }, audit);

async function begin(
  tx: Tx,
  actor: Actor,
  order: { kind: NoteKind; ids: readonly string[]; format: NoteExport['format']; limit: number },
  audit: AuditTrail,
): Promise<{ export_id: string }> {
  const { kind, ids, format, limit } = order;
  await getNotes(tx, kind, ids);
  const { id } = await tx
    .insertInto('app.exports')
    .values({ tenant_id: actor.tenantId, user_id: actor.userId, kind, format, row_limit: limit, note_ids: [...ids] })
    .returning('id')
    .executeTakeFirstOrThrow();
  const kept = await tx.selectFrom('app.exports').select('id').orderBy('created_at', 'desc').limit(limits.exportsKept).execute();
  await tx
    .deleteFrom('app.exports')
    .where(
      'id',
      'not in',
      kept.map((row) => row.id),
    )
    .execute();
  await enqueue(tx, 'export', { tenant_id: actor.tenantId, export_id: id });
  audit.entity(`export:${id}`);
  audit.detail(`${disclosureOf(format).detail} of ${ids.length} asked for`);
  return { export_id: id };
}

export async function listExports(tx: Tx): Promise<{ results: NoteExport[] }> {
  const rows = await ownExports(tx).select(shownColumns).orderBy('created_at', 'desc').execute();
  return { results: rows.map(shownExport) };
}

/** @throws AppError `not-found` for another person's, an expired or an unknown one alike. */
export async function getExport(tx: Tx, id: string): Promise<NoteExport> {
  const row = await ownExports(tx).select(shownColumns).where('id', '=', id).executeTakeFirst();
  if (!row) throw new AppError('not-found');
  return shownExport(row);
}

export async function removeExport(tx: Tx, id: string): Promise<void> {
  const { numDeletedRows } = await tx.deleteFrom('app.exports').where('id', '=', id).executeTakeFirst();
  if (numDeletedRows === 0n) throw new AppError('not-found');
}

/** The finished file, one chunk in memory at a time; that each of its notes leaves is recorded before the first byte does. */
export async function downloadExport(
  deps: Deps,
  actor: Actor,
  id: string,
  handedOver: ClaimSource['handedOver'],
  audit: AuditTrail,
): Promise<FileAnswer> {
  const row = await withSession(deps.database, actor, (tx) =>
    ownExports(tx)
      .select(['state', 'kind', 'format', 'included', 'included_tenants', 'bytes'])
      .where('id', '=', id)
      .executeTakeFirst(),
  );
  if (!row) throw new AppError('not-found');
  if (row.state !== 'ready') throw new AppError('conflict', { detail: row.state === 'failed' ? failedWords : notReadyWords });
  if (row.format !== 'docx') {
    if (!can(actor.role, 'claims.export')) throw new AppError('forbidden');
    await withSession(deps.database, actor, (tx) => handedOver(tx, actor, row.included));
  }
  if (row.included.length === 0) audit.entity(`export:${id}`);
  else
    audit.each(
      row.included.map((note, index) => ({
        entity: [`note:${note}`],
        tenantId: row.included_tenants[index]!,
        ...disclosureOf(row.format),
      })),
    );
  const answer = zipAnswer(row.kind, chunksOf(deps, actor, id, row.bytes));
  return row.format === 'docx' ? answer : { ...answer, filename: 'Claims.zip' };
}

async function* chunksOf(deps: Deps, actor: Actor, id: string, total: number): AsyncGenerator<Uint8Array> {
  let sent = 0;
  for (let number = 0; sent < total; number += 1) {
    const chunk = await withSession(deps.database, actor, (tx) =>
      tx
        .selectFrom('app.export_chunks')
        .select(['bytes', 'sha256'])
        .where('export_id', '=', id)
        .where('number', '=', number)
        .executeTakeFirst(),
    );
    // Dropped meanwhile: a file that breaks off is not taken for whole.
    if (!chunk) throw new AppError('not-found');
    if (chunk.sha256 && !chunk.sha256.equals(sumOf(chunk.bytes)))
      throw new AppError('internal', { cause: new Error('A piece of an export was changed.') });
    sent += chunk.bytes.length;
    yield chunk.bytes;
  }
}

/** Deletes exports past their time, file and all. */
export async function purgeExports(tx: Tx): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('app.exports')
    .where('created_at', '<', sql<Date>`now() - make_interval(hours => ${limits.exportHours})`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

import type { NoteKind, SameNote } from '@incisive/contract/notes';
import { sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
import { lockOf } from '../../db/locks.ts';
import type { Actor } from '../../db/tenant.ts';
import { meanwhile } from '../../db/transaction.ts';
import { AppError } from '../../http/app-error.ts';
import type { NoteHead, StoredNote } from './notes.policy.ts';

const headColumns = ['n.id', 'n.tenant_id', 'n.version', 'n.created_by', 'n.created_at', 'n.updated_by', 'n.updated_at'] as const;

const selectHead = (tx: Tx, kind: NoteKind, id: string) =>
  tx.selectFrom('app.notes as n').select(headColumns).where('n.kind', '=', kind).where('n.id', '=', id);

async function found<Row>(query: { executeTakeFirst(): Promise<Row | undefined> }): Promise<Row> {
  const note = await query.executeTakeFirst();
  if (!note) throw new AppError('not-found');
  return note;
}

/** @throws AppError `not-found` for a foreign, hidden, deleted or unknown id alike. */
export function getNote(tx: Tx, kind: NoteKind, id: string, options: { lock?: boolean } = {}): Promise<StoredNote> {
  const query = selectHead(tx, kind, id)
    .innerJoin('app.tenants as t', 't.id', 'n.tenant_id')
    .select([
      't.name as tenant_name',
      'n.kind',
      'n.text',
      'n.text_length',
      'n.filename',
      'n.type',
      'n.approved_codes',
      'n.state',
      'n.left_out',
    ]);
  return found(options.lock ? query.forUpdate('n') : query);
}

/** Whose note it is and who wrote it when, for what does not need its text: that may be two megabytes. @throws AppError `not-found` */
export const getNoteHead = (tx: Tx, kind: NoteKind, id: string): Promise<NoteHead> => found(selectHead(tx, kind, id));

/** The same, held until the transaction ends: what people do to one note happens in an order. @throws AppError `not-found` */
export const lockNote = (tx: Tx, kind: NoteKind, id: string): Promise<NoteHead> => found(selectHead(tx, kind, id).forUpdate('n'));

/** The same for what reads the note next, without a trip of its own: what is read behind it is read when the lock is held. */
export const lockAhead = (tx: Tx, kind: NoteKind, id: string): void =>
  meanwhile(tx, sql`select from app.notes where kind = ${kind} and id = ${id} for update`);

/** All notes of a bulk list, in the order asked; one that the actor may not see refuses the whole list. */
export async function getNotes(tx: Tx, kind: NoteKind, ids: readonly string[]): Promise<Pick<StoredNote, 'id' | 'tenant_id'>[]> {
  const rows = await tx
    .selectFrom('app.notes')
    .select(['id', 'tenant_id'])
    .where('kind', '=', kind)
    .where('id', 'in', [...ids])
    .execute();
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => {
    const row = found.get(id);
    if (!row) throw new AppError('not-found');
    return row;
  });
}

export interface NewNote {
  readonly kind: NoteKind;
  readonly tenantId: string;
  readonly text: string;
  readonly filename: string | null;
  readonly type: StoredNote['type'];
  readonly leftOut: readonly string[];
  /** Of the file it was made of. */
  readonly fileSha256: Buffer | null;
}

export async function insertNote(tx: Tx, actor: Actor, note: NewNote): Promise<string> {
  const row = await tx
    .insertInto('app.notes')
    .values({
      tenant_id: note.tenantId,
      kind: note.kind,
      text: note.text,
      filename: note.filename,
      type: note.type,
      left_out: [...note.leftOut],
      file_sha256: note.fileSha256,
      created_by: actor.username,
      created_by_id: actor.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

const sameNoteDays = 30;

/** The first note of the last days that was made of the same bytes or has the same text; one that comes at this moment is waited for. */
export async function findSameNote(tx: Tx, note: NewNote): Promise<SameNote | null> {
  const { tenantId, kind, text, fileSha256 } = note;
  for (const of of [text, ...(fileSha256 ? [fileSha256.toString('hex')] : [])])
    await sql`select pg_advisory_xact_lock(${lockOf('sameNote', `${tenantId} ${kind} ${of}`)})`.execute(tx);
  const recent = sql`n.tenant_id = ${tenantId}::uuid and n.kind = ${kind} and n.deleted_at is null
    and n.created_at > now() - make_interval(days => ${sameNoteDays})`;
  const { rows } = await sql<{ id: string; filename: string | null; created_at: Date }>`
    select * from (
      select n.id, n.filename, n.created_at from app.notes n
       where ${recent} and n.text_key = hashtextextended(${text}, 0) and n.text = ${text}
      union all
      select n.id, n.filename, n.created_at from app.notes n where ${recent} and n.file_sha256 = ${fileSha256}::bytea) same
    order by created_at, id limit 1`.execute(tx);
  const [first] = rows;
  return first ? { ...first, created_at: first.created_at.toISOString() } : null;
}

/** Puts a new text in place and keeps the one before as a version. */
export function replaceText(tx: Tx, actor: Actor, before: StoredNote, text: string): void {
  const kept = tx.insertInto('app.note_versions').values({
    tenant_id: before.tenant_id,
    note_id: before.id,
    version: before.version,
    text: before.text,
    saved_by: before.updated_by ?? before.created_by,
    saved_at: before.updated_at,
  });
  meanwhile(tx, kept);
  const replaced = tx
    .updateTable('app.notes')
    // The clock may have jumped back; the order of edits must not.
    .set({
      text,
      version: before.version + 1,
      updated_by: actor.username,
      updated_at: sql<Date>`greatest(clock_timestamp(), updated_at + interval '1 millisecond')`,
    })
    .where('id', '=', before.id);
  meanwhile(tx, replaced);
}

export async function deleteNotes(tx: Tx, actor: Actor, kind: NoteKind, ids: readonly string[]): Promise<void> {
  await sql`select app.delete_notes(${kind}, ${[...ids]}::uuid[], ${actor.username})`.execute(tx);
  await sql`select app.forget_answers(${[...ids]}::uuid[])`.execute(tx);
}

export async function hasActedCodes(tx: Tx, noteId: string): Promise<boolean> {
  const row = await tx.selectFrom('app.code_links').select('code').where('note_id', '=', noteId).limit(1).executeTakeFirst();
  return row !== undefined;
}

/** Who saved which version when, newest first; without the texts. */
export async function listSaves(tx: Tx, noteId: string) {
  return tx
    .selectFrom('app.note_versions')
    .select(['version', 'saved_by', 'saved_at'])
    .where('note_id', '=', noteId)
    .orderBy('version', 'desc')
    .execute();
}

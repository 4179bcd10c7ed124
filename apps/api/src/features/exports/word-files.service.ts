import type { NoteKind } from '@incisive/contract/notes';
import { amaNotice } from '@incisive/contract/cpt-codes';
import { limits } from '@incisive/contract/limits';
import { type ZipEntry, noteToDocx, zipStream } from '@incisive/documents';
import type { Deps } from '../../deps.ts';
import type { Tx } from '../../db/client.ts';
import { type Actor, readWithSession, withSession } from '../../db/tenant.ts';
import type { AuditTrail, FileAnswer } from '../../http/context.ts';
import { describeCodes, listLinks, isInList } from '../codes/codes.service.ts';
import { type StoredNote, getNote, getNotes } from '../notes/notes.service.ts';
import { madeInOrder } from './made-in-order.ts';

export const docxType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

interface Exported {
  readonly note: StoredNote;
  readonly codes: { code: string; description: string }[] | undefined;
}

/** A note with its approved codes, read in one short transaction. */
export async function readForExport(tx: Tx, kind: NoteKind, id: string): Promise<Exported> {
  const note = await getNote(tx, kind, id);
  if (kind === 'ed') return { note, codes: undefined };
  const approved = (await listLinks(tx, id))
    .filter((link) => isInList(link, 'APPROVED'))
    .toSorted((a, b) => (a.approved_at?.getTime() ?? 0) - (b.approved_at?.getTime() ?? 0));
  const described = await describeCodes(
    tx,
    approved.map((link) => link.code),
  );
  return { note, codes: approved.map((link) => ({ code: link.code, description: described.get(link.code)?.description ?? '' })) };
}

/** The Word file of a note: its approved codes up to the row limit, its text, and the notice. */
export async function wordFile(exported: Exported, limit: number): Promise<Uint8Array> {
  const { note, codes } = exported;
  return noteToDocx({
    id: note.id,
    text: note.text,
    ...(codes ? { codes: codes.slice(0, limit), totalApproved: codes.length, notice: amaNotice } : {}),
  });
}

export const rowLimit = (limit: string | undefined): number => (limit ? Number(limit) : limits.defaultSuggestionSize);

export async function exportNote(
  deps: Deps,
  actor: Actor,
  kind: NoteKind,
  id: string,
  limit: string | undefined,
  audit: AuditTrail,
): Promise<FileAnswer> {
  const exported = await readWithSession(deps.database, actor, (tx) => readForExport(tx, kind, id));
  audit.each([{ entity: [`note:${id}`], tenantId: exported.note.tenant_id, detail: 'docx' }]);
  return {
    filename: kind === 'op' ? 'OpNotes.docx' : 'EdNotes.docx',
    contentType: docxType,
    body: await wordFile(exported, rowLimit(limit)),
  };
}

/**
 * Several notes as Word files in a zip that is made while it is sent: a few notes are in memory at a time. All ids are checked, and the
 * disclosure of each note is recorded, before the first byte leaves.
 */
export async function exportNotes(
  deps: Deps,
  actor: Actor,
  kind: NoteKind,
  ids: readonly string[],
  limit: string | undefined,
  audit: AuditTrail,
): Promise<FileAnswer> {
  const notes = await withSession(deps.database, actor, (tx) => getNotes(tx, kind, ids));
  audit.each(notes.map((note) => ({ entity: [`note:${note.id}`], tenantId: note.tenant_id, detail: 'zip' })));
  const entries = madeInOrder(ids, async (id): Promise<ZipEntry> => {
    const exported = await readWithSession(deps.database, actor, (tx) => readForExport(tx, kind, id));
    return { name: `${id}.docx`, bytes: await wordFile(exported, rowLimit(limit)) };
  });
  return zipAnswer(kind, zipStream(entries));
}

/** A zip of notes as it is handed over, made just now or before. */
export const zipAnswer = (kind: NoteKind, body: FileAnswer['body']): FileAnswer => ({
  filename: kind === 'op' ? 'OpNotes.zip' : 'EdNotes.zip',
  contentType: 'application/zip',
  body,
});

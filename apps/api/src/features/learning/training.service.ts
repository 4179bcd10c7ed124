import type { Tx } from '../../db/client.ts';
import type { Actor } from '../../db/tenant.ts';
import { AppError } from '../../http/app-error.ts';
import type { AuditTrail } from '../../http/context.ts';
import { standsIn } from '../codes/codes.policy.ts';
import { listLinks } from '../codes/codes.store.ts';
import { getNote } from '../notes/notes.store.ts';
import { cachedSuggestions } from '../suggestions/suggestions.store.ts';

interface Submitted {
  readonly message: 'Submitted';
  readonly changed: null;
  readonly training_id: string;
}

/** Settles a note with its approved codes: an example of the note's tenant, whoever presses Train. */
export async function submitNote(
  tx: Tx,
  actor: Actor,
  noteId: string,
  codes: readonly string[],
  audit: AuditTrail,
): Promise<Submitted> {
  const note = await getNote(tx, 'op', noteId, { lock: true });
  const links = await listLinks(tx, noteId);
  const approved = new Set(links.filter((link) => standsIn(link, 'APPROVED')).map((link) => link.code));
  const wrong = codes.filter((code) => !approved.has(code));
  if (wrong.length > 0)
    throw new AppError('validation', {
      fields: [{ path: 'cpt_codes', message: `Not approved on this note: ${wrong.join(', ')}` }],
    });
  const suggested = [...(await cachedSuggestions(tx, note)).values()].toSorted((a, b) => a.rank - b.rank).map((row) => row.code);
  const example = await tx
    .insertInto('app.training_examples')
    .values({
      tenant_id: note.tenant_id,
      note_id: noteId,
      codes: [...codes],
      rejected: links.filter((link) => link.state === 'REJECTED').map((link) => link.code),
      suggested,
      created_by: actor.username,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  audit.entity(`note:${noteId}`, `training:${example.id}`);
  audit.tenant(note.tenant_id);
  return { message: 'Submitted', changed: null, training_id: example.id };
}

/** Takes a training step back; the example stays in the record, marked. */
export async function undoTraining(
  tx: Tx,
  actor: Actor,
  noteId: string,
  trainingId: string,
  audit: AuditTrail,
): Promise<{ message: 'Undone' }> {
  const note = await getNote(tx, 'op', noteId);
  const undone = await tx
    .updateTable('app.training_examples')
    .set({ undone_at: new Date(), undone_by: actor.username })
    .where('id', '=', trainingId)
    .where('note_id', '=', noteId)
    .where('undone_at', 'is', null)
    .executeTakeFirst();
  if (undone.numUpdatedRows === 0n) throw new AppError('not-found');
  audit.entity(`note:${noteId}`, `training:${trainingId}`);
  audit.tenant(note.tenant_id);
  return { message: 'Undone' };
}

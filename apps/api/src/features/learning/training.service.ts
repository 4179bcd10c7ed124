import { firmReasons } from '@incisive/contract/reject-reasons';
import type { OpNotesSubmitted } from './training.measure.ts';
import { type Actor, platformTenantId, withSession, withTenant } from '../../db/tenant.ts';
import { enqueue } from '../../jobs/job-queue.ts';
import type { Tx } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../http/app-error.ts';
import type { AuditTrail } from '../../http/context.ts';
import { listLinks, isInList } from '../codes/codes.service.ts';
import { getNote, getNoteHead } from '../notes/notes.service.ts';
import { followSettled } from '../precedents/precedents.service.ts';
import { suggestionsOf } from '../suggestions/suggestions.service.ts';
import { type MeasureInput, measureInput, measureStep } from './training.measure.ts';

/** Settles a note with its approved codes: an example of the note's tenant, whoever presses Train. */
export async function submitNote(
  deps: Deps,
  actor: Actor,
  noteId: string,
  codes: readonly string[],
  audit: AuditTrail,
): Promise<OpNotesSubmitted> {
  // What was suggested before anybody learned from this note is what acceptance is measured by.
  const { suggestions } = await suggestionsOf(deps, actor, noteId);
  const suggested = suggestions.toSorted((a, b) => a.rank - b.rank).map((row) => row.code);
  const settled = await withSession(deps.database, actor, (tx) => settle(tx, actor, { noteId, codes, suggested }, audit));
  const changed = settled.input ? await measured(deps, settled.input) : null;
  if (changed) {
    await withTenant(deps.database, actor, (tx) =>
      tx
        .updateTable('app.training_examples')
        .set({ changed: JSON.stringify(changed) })
        .where('id', '=', settled.id)
        .execute(),
    );
  }
  return { message: 'Submitted', changed: changed ?? settled.changed, training_id: settled.id };
}

/** The note is settled already: figures that cannot be had now are not worth a failure. */
async function measured(deps: Deps, input: MeasureInput): Promise<OpNotesSubmitted['changed']> {
  try {
    return await measureStep(deps.suggester, input);
  } catch (error) {
    deps.log.warn({ reason: error instanceof Error ? error.name : 'failed' }, 'a training step could not be measured');
    return null;
  }
}

interface Settling {
  readonly noteId: string;
  readonly codes: readonly string[];
  readonly suggested: readonly string[];
}

interface Settled {
  readonly id: string;
  readonly input: MeasureInput | null;
  readonly changed: OpNotesSubmitted['changed'];
}

interface Decided {
  readonly codes: readonly string[];
  readonly rejected: readonly string[];
  readonly firmly: readonly string[];
}

/** The note's last Train, when nothing has changed since: pressed again, or twenty times at once, it is one example. */
async function sameStep(
  tx: Tx,
  note: { readonly id: string; readonly updated_at: Date },
  step: Decided,
): Promise<Settled | null> {
  const last = await tx
    .selectFrom('app.training_examples')
    .select(['id', 'codes', 'rejected', 'firmly', 'changed', 'created_at'])
    .where('note_id', '=', note.id)
    .where('kind', '=', 'submitted')
    .where('undone_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const same = (a: readonly string[], b: readonly string[]): boolean => a.toSorted().join() === b.toSorted().join();
  if (!last || note.updated_at > last.created_at) return null;
  if (!same(last.codes, step.codes) || !same(last.rejected, step.rejected) || !same(last.firmly, step.firmly)) return null;
  return { id: last.id, input: null, changed: last.changed as Settled['changed'] };
}

async function settle(tx: Tx, actor: Actor, { noteId, codes, suggested }: Settling, audit: AuditTrail): Promise<Settled> {
  const note = await getNote(tx, 'op', noteId, { lock: true });
  const links = await listLinks(tx, noteId);
  const approved = new Set(links.filter((link) => isInList(link, 'APPROVED')).map((link) => link.code));
  const wrong = codes.filter((code) => !approved.has(code));
  if (wrong.length > 0)
    throw new AppError('validation', {
      fields: [{ path: 'cpt_codes', message: `Not approved on this note: ${wrong.join(', ')}` }],
    });
  const rejected = links.filter((link) => link.state === 'REJECTED').map((link) => link.code);
  const firmly = links
    .filter((link) => link.state === 'REJECTED' && link.reject_reason !== null && firmReasons.includes(link.reject_reason))
    .map((link) => link.code);
  const before = await sameStep(tx, note, { codes, rejected, firmly });
  if (before) {
    audit.none();
    return before;
  }
  const example = await tx
    .insertInto('app.training_examples')
    .values({
      tenant_id: note.tenant_id,
      note_id: noteId,
      codes: [...codes],
      rejected,
      firmly,
      suggested: [...suggested],
      created_by: actor.username,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  audit.entity(`note:${noteId}`, `training:${example.id}`);
  audit.tenant(note.tenant_id);
  await audit.writeIn(tx);
  // Notes without a tenant are suggested by the plain engine: there is nobody to learn for.
  if (note.tenant_id === platformTenantId) return { id: example.id, input: null, changed: null };
  await enqueue(tx, 'learn', { tenant_id: note.tenant_id });
  await followSettled(tx, note.tenant_id);
  return { id: example.id, input: await measureInput(tx, note, { approved: codes, rejected, firmly }), changed: null };
}

/** Takes a training step back; the example stays in the record, marked, and the tenant's model is rebuilt without it. */
export async function undoTraining(
  tx: Tx,
  actor: Actor,
  noteId: string,
  trainingId: string,
  audit: AuditTrail,
): Promise<{ message: 'Undone' }> {
  const note = await getNoteHead(tx, 'op', noteId);
  const undone = await tx
    .updateTable('app.training_examples')
    .set({ undone_at: new Date(), undone_by: actor.username })
    .where('id', '=', trainingId)
    .where('note_id', '=', noteId)
    .where('kind', '=', 'submitted')
    .where('undone_at', 'is', null)
    .executeTakeFirst();
  if (undone.numUpdatedRows === 0n) throw new AppError('not-found');
  if (note.tenant_id !== platformTenantId) await enqueue(tx, 'learn', { tenant_id: note.tenant_id });
  await followSettled(tx, note.tenant_id);
  audit.entity(`note:${noteId}`, `training:${trainingId}`);
  audit.tenant(note.tenant_id);
  return { message: 'Undone' };
}

import type { Feedback } from '@incisive/contract/feedbacks';
import type { Tx } from '../../db/client.ts';
import type { Actor } from '../../db/tenant.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../http/app-error.ts';
import type { AuditTrail } from '../../http/context.ts';
import { letters } from '../../mail/templates.ts';
import { getNoteHead } from '../notes/notes.service.ts';
import { deleteFeedbacks, insertFeedback, lockFeedbacks, markFeedbacksDone, shownFeedback } from './feedbacks.store.ts';

interface FeedbackGiven {
  readonly subject?: string | undefined;
  readonly message?: string | undefined;
  readonly opnote_id?: string | null | undefined;
}

/** Keeps feedback and tells the team by a link, in the same transaction. @throws AppError `not-found` for a note out of sight. */
export async function createFeedback(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  given: FeedbackGiven,
  audit: AuditTrail,
): Promise<Feedback> {
  const note = given.opnote_id ? await getNoteHead(tx, 'op', given.opnote_id) : null;
  const row = await insertFeedback(tx, actor, { subject: given.subject ?? '', message: given.message ?? '', note });
  audit.entity(`feedback:${row.id}`, ...(note ? [`note:${note.id}`] : []));
  const team = deps.config.TEAM_EMAIL;
  if (team) await deps.mailer.queue(tx, team, letters.feedback({ url: `${deps.config.publicUrl}/feedbacks` }));
  return shownFeedback(row);
}

async function lockAll(tx: Tx, ids: readonly string[]) {
  const rows = await lockFeedbacks(tx, ids);
  if (rows.length !== ids.length) throw new AppError('not-found');
  return rows;
}

const auditEach = (audit: AuditTrail, rows: readonly { id: string; tenant_id: string }[]): void =>
  audit.each(rows.map((row) => ({ entity: [`feedback:${row.id}`], tenantId: row.tenant_id })));

/** Marks feedback as done, all or none; what is done already stays so. */
export async function finishFeedbacks(
  tx: Tx,
  actor: Actor,
  ids: readonly string[],
  audit: AuditTrail,
): Promise<{ count: number }> {
  const rows = await lockAll(tx, ids);
  await markFeedbacksDone(tx, actor, ids);
  const changed = rows.filter((row) => row.status !== 'Done');
  if (changed.length === 0) audit.none();
  else auditEach(audit, changed);
  return { count: ids.length };
}

export async function removeFeedbacks(tx: Tx, ids: readonly string[], audit: AuditTrail): Promise<{ count: number }> {
  auditEach(audit, await lockAll(tx, ids));
  await deleteFeedbacks(tx, ids);
  return { count: ids.length };
}

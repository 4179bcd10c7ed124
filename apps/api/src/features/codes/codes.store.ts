import type { CodeAction } from '@incisive/contract/code-links';
import type { CodeState } from '@incisive/contract/roles';
import type { Selectable } from 'kysely';
import type { Tx } from '../../db/client.ts';
import type { CodeLinksTable } from '../../db/schema.ts';
import type { Actor } from '../../db/tenant.ts';

export type LinkRow = Selectable<CodeLinksTable>;

/** The part of a link that actions change; what undo puts back. */
export type LinkState = Pick<
  LinkRow,
  | 'state'
  | 'approved_by'
  | 'approved_at'
  | 'assigned_by'
  | 'assigned_at'
  | 'coded_by'
  | 'coded_at'
  | 'rejected_by'
  | 'rejected_at'
>;

export const linkState = (row: LinkState): LinkState => ({
  state: row.state,
  approved_by: row.approved_by,
  approved_at: row.approved_at,
  assigned_by: row.assigned_by,
  assigned_at: row.assigned_at,
  coded_by: row.coded_by,
  coded_at: row.coded_at,
  rejected_by: row.rejected_by,
  rejected_at: row.rejected_at,
});

export async function lockLinks(tx: Tx, noteId: string, codes: readonly string[]): Promise<Map<string, LinkRow>> {
  const rows = await tx
    .selectFrom('app.code_links')
    .selectAll()
    .where('note_id', '=', noteId)
    .where('code', 'in', [...codes])
    .orderBy('code')
    .forUpdate()
    .execute();
  return new Map(rows.map((row) => [row.code, row]));
}

export function listLinks(tx: Tx, noteId: string): Promise<LinkRow[]> {
  return tx
    .selectFrom('app.code_links')
    .selectAll()
    .where('note_id', '=', noteId)
    .orderBy('created_at')
    .orderBy('code')
    .execute();
}

export async function putLink(tx: Tx, tenantId: string, noteId: string, code: string, state: LinkState): Promise<void> {
  await tx
    .insertInto('app.code_links')
    .values({ tenant_id: tenantId, note_id: noteId, code, ...state })
    .onConflict((conflict) => conflict.columns(['note_id', 'code']).doUpdateSet(state))
    .execute();
}

export async function removeLink(tx: Tx, noteId: string, code: string): Promise<void> {
  await tx.deleteFrom('app.code_links').where('note_id', '=', noteId).where('code', '=', code).execute();
}

interface Transition {
  readonly tenantId: string;
  readonly noteId: string;
  readonly code: string;
  readonly action: CodeAction | 'undo';
  readonly from: CodeState;
  readonly to: CodeState;
  readonly before: LinkState | null;
}

export async function recordTransition(tx: Tx, actor: Actor, step: Transition): Promise<void> {
  await tx
    .insertInto('app.code_history')
    .values({
      tenant_id: step.tenantId,
      note_id: step.noteId,
      code: step.code,
      action: step.action,
      from_state: step.from,
      to_state: step.to,
      acted_by: actor.username,
      acted_by_id: actor.userId,
      before: step.before ? JSON.stringify(step.before) : null,
    })
    .execute();
}

/** The newest act on a code that is still in force: an undo takes the act before it out, so that undoing goes back step by step. */
export async function lastActInForce(tx: Tx, noteId: string, code: string) {
  const transitions = await tx
    .selectFrom('app.code_history')
    .select(['action', 'acted_by_id', 'before'])
    .where('note_id', '=', noteId)
    .where('code', '=', code)
    .orderBy('id', 'desc')
    .execute();
  let undone = 0;
  for (const transition of transitions) {
    if (transition.action === 'undo') undone += 1;
    else if (undone === 0) return transition;
    else undone -= 1;
  }
  return undefined;
}

export async function listTransitions(tx: Tx, noteId: string) {
  return tx.selectFrom('app.code_history').selectAll().where('note_id', '=', noteId).orderBy('id', 'desc').limit(1000).execute();
}

/** Descriptions of codes, retired ones included. */
export async function describeCodes(
  tx: Tx,
  codes: readonly string[],
): Promise<Map<string, { description: string; retired: boolean }>> {
  if (codes.length === 0) return new Map();
  const rows = await tx
    .selectFrom('app.cpt_codes')
    .select(['code', 'description', 'retired_at'])
    .where('code', 'in', [...codes])
    .execute();
  return new Map(rows.map((row) => [row.code, { description: row.description, retired: row.retired_at !== null }]));
}

import type { CodeAction } from '@incisive/contract/code-links';
import type { RejectReason } from '@incisive/contract/reject-reasons';
import type { CodeState } from '@incisive/contract/roles';
import { type Selectable, sql } from 'kysely';
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
  | 'reject_reason'
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
  reject_reason: row.reject_reason,
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

/** One code's change: its link before and after, null where there is none, as the history keeps it. */
export interface Step {
  readonly code: string;
  readonly action: CodeAction | 'undo' | 'reason';
  readonly from: CodeState;
  readonly to: CodeState;
  readonly before: LinkState | null;
  readonly after: LinkState | null;
  readonly reason?: RejectReason | null;
}

const whoAndWhen = ['approved', 'assigned', 'coded', 'rejected'].flatMap((state) => [`${state}_by`, `${state}_at`]);
const changedColumns = ['state', ...whoAndWhen, 'reject_reason'];
const columnsOf = (write: (column: string) => string) => sql.raw(changedColumns.map(write).join(', '));

/** Brings links to their new state and writes the history, for all codes of an act in one statement. */
export async function writeSteps(
  tx: Tx,
  actor: Actor,
  note: { id: string; tenant_id: string },
  steps: readonly Step[],
): Promise<void> {
  if (steps.length === 0) return;
  await sql`
    with step as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(steps)}::jsonb)
        as s(code text, action text, "from" text, "to" text, before jsonb, after jsonb, reason text)),
    removed as (
      delete from app.code_links l using step s where l.note_id = ${note.id}::uuid and l.code = s.code and s.after is null),
    put as (
      insert into app.code_links (tenant_id, note_id, code, ${columnsOf((column) => column)})
      select ${note.tenant_id}::uuid, ${note.id}::uuid, s.code, ${columnsOf((column) => `l.${column}`)}
        from step s cross join lateral jsonb_populate_record(null::app.code_links, s.after) l
       where s.after is not null order by s.code
      on conflict (note_id, code) do update set ${columnsOf((column) => `${column} = excluded.${column}`)})
    insert into app.code_history (tenant_id, note_id, code, action, from_state, to_state, acted_by, acted_by_id, before, reason)
    select ${note.tenant_id}::uuid, ${note.id}::uuid, s.code, s.action, s."from", s."to", ${actor.username}, ${actor.userId}::uuid, s.before, s.reason
      from step s order by s.code`.execute(tx);
}

interface Act {
  readonly action: string;
  readonly acted_by_id: string;
  readonly before: unknown;
}

/** The newest act on each code that is still in force; why it was done is part of it, not an act: an undo takes the act before it out, so that undoing goes back step by step. */
export async function lastActsInForce(tx: Tx, noteId: string, codes: readonly string[]): Promise<Map<string, Act>> {
  const rows = await tx
    .selectFrom('app.code_history')
    .select(['code', 'action', 'acted_by_id', 'before'])
    .where('note_id', '=', noteId)
    .where('code', 'in', [...codes])
    .where('action', '<>', 'reason')
    .orderBy('id', 'desc')
    .execute();
  const undone = new Map<string, number>();
  const acts = new Map<string, Act>();
  for (const row of rows) {
    if (acts.has(row.code)) continue;
    const skip = undone.get(row.code) ?? 0;
    if (row.action === 'undo') undone.set(row.code, skip + 1);
    else if (skip === 0) acts.set(row.code, row);
    else undone.set(row.code, skip - 1);
  }
  return acts;
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

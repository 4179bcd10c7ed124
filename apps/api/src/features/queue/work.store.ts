import type { HoldReason, WorkAct, WorkState } from '@incisive/contract/work-state';
import { leaseMinutes, stretchSeconds } from '@incisive/contract/work-state';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
import type { Actor } from '../../db/tenant.ts';
import { meanwhile } from '../../db/transaction.ts';

/** The lease `l` lives: its session did something lately. */
export const leaseLives = sql`app.session_seen(l.session_id) > now() - make_interval(mins => ${leaseMinutes})`;

export interface WorkRow {
  readonly id: string;
  readonly tenant_id: string;
  readonly note_id: string;
  readonly work_state: Exclude<WorkState, 'claimed'>;
  readonly work_reason: string | null;
  readonly work_since: Date;
  readonly due_on: string;
  readonly coder_id: string | null;
  readonly answer_for: string | null;
  readonly holder_id: string | null;
  readonly holder: string | null;
  readonly holder_minutes: number | null;
  readonly open_comments: number;
  /** A review before billing that is not settled. */
  readonly review: string | null;
  /** A question that is not answered. */
  readonly question: string | null;
}

/** The case of a note that the caller may see, with who has it; its row is locked when it is to change. */
export async function readWork(tx: Tx, noteId: string, lock = false): Promise<WorkRow | null> {
  if (lock) meanwhile(tx, sql`select from app.cases where note_id = ${noteId} and performer = 'surgeon' for update`);
  const { rows } = await sql<WorkRow>`
    select c.id, c.tenant_id, c.note_id, c.work_state, c.work_reason, c.work_since, c.due_on::text as due_on, c.coder_id, c.answer_for,
           l.user_id as holder_id, l.username as holder,
           greatest(0, floor(extract(epoch from clock_timestamp() - l.taken_at) / 60))::int as holder_minutes,
           (select count(*)::int from app.case_comments k where k.note_id = c.note_id and k.resolved_at is null) as open_comments,
           (select r.id from app.reviews r where r.case_id = c.id and r.kind = 'before-billing' and (r.state = 'open' or r.state = 'coded')) as review,
           (select q.id from app.queries q where q.note_id = c.note_id and q.tenant_id = c.tenant_id and q.state = 'sent' order by q.sent_at limit 1) as question
      from app.cases c left join app.case_leases l on l.case_id = c.id and ${leaseLives}
     where c.note_id = ${noteId} and c.performer = 'surgeon'`.execute(tx);
  return rows[0] ?? null;
}

/** State, reason, the tenant's hold reasons, and how much newly imported files find on the open claim. */
export type Stand = readonly [WorkRow['work_state'], string | null, readonly HoldReason[] | null, number];

/** Where the case of a listed note `n` stands. */
export const standColumn = sql<Stand | null>`(
  select jsonb_build_array(c.work_state, c.work_reason, s.hold_reasons, coalesce(jsonb_array_length(c.recheck->'keys'), 0))
    from app.cases c left join app.queue_settings s on s.tenant_id = c.tenant_id where c.note_id = n.id and c.performer = 'surgeon')`;

/** Gives the case to the actor unless somebody's lease lives: their own keeps its beginning, or counts as taken where they want another. */
export async function takeLease(
  tx: Tx,
  actor: Actor,
  row: { id: string; tenant_id: string },
  own: 'keep' | 'taken' = 'keep',
): Promise<boolean> {
  const { rows } = await sql`
    insert into app.case_leases as l (case_id, tenant_id, user_id, username, session_id)
    values (${row.id}, ${row.tenant_id}, ${actor.userId}, ${actor.username}, ${actor.sessionId})
    on conflict (case_id) do update set user_id = excluded.user_id, username = excluded.username, session_id = excluded.session_id,
      taken_at = case when l.user_id = excluded.user_id and coalesce(${leaseLives}, false) then l.taken_at else excluded.taken_at end
      where ${own === 'keep'} and l.user_id = excluded.user_id or not coalesce(${leaseLives}, false)
    returning l.case_id`.execute(tx);
  return rows.length > 0;
}

export const endLease = (tx: Tx, caseId: string): void =>
  meanwhile(tx, sql`delete from app.case_leases where case_id = ${caseId}`);

/** Adds this moment to the work of the case's holder: to the stretch that goes on, or as the beginning of one. */
export const addActivity = (tx: Tx, actor: Pick<Actor, 'userId'>, noteId: string): Promise<unknown> =>
  sql`
    with mine as (
      select c.id, c.tenant_id from app.cases c join app.case_leases l on l.case_id = c.id and ${leaseLives}
       where c.note_id = ${noteId} and c.performer = 'surgeon' and l.user_id = ${actor.userId}),
    longer as (
      update app.activity_stretches s set ended_at = clock_timestamp() where s.id = (
        select x.id from app.activity_stretches x join mine on mine.id = x.case_id
         where x.user_id = ${actor.userId} and x.ended_at > clock_timestamp() - make_interval(secs => ${stretchSeconds})
         order by x.ended_at desc limit 1) returning 1)
    insert into app.activity_stretches (tenant_id, case_id, user_id)
      select tenant_id, id, ${actor.userId} from mine where not exists (select from longer)`.execute(tx);

/** Where a claimed case falls back to: what it waits for does not end because somebody looked at it. */
export const restingOf = (stored: WorkRow['work_state']): 'new' | 'returned' | 'queried' =>
  stored === 'returned' || stored === 'queried' ? stored : 'new';

export interface WorkChange {
  readonly act: WorkAct;
  readonly from: WorkState;
  readonly to: WorkState;
  readonly reason?: string | null;
  readonly words?: string | null;
  readonly dueInDays?: number | null;
  readonly answerFor?: string | null;
}

/** Puts the case where the act leads, and adds the act to what was done with it. */
export function writeWork(tx: Tx, actor: Pick<Actor, 'userId' | 'username'>, row: WorkRow, change: WorkChange): void {
  const write = (statement: RawBuilder<unknown>): void => meanwhile(tx, statement);
  const { act, from, to, reason = null, words = null, dueInDays = null, answerFor = null } = change;
  // Claimed is told by the lease: what is stored is what the case falls back to.
  const waited = act === 'answer' || act === 'resume';
  const stored = to !== 'claimed' ? to : waited ? 'new' : restingOf(row.work_state);
  // Whoever held it or asked about it works on it, as who finished it did: it is told as theirs.
  const codes = act === 'finish' || act === 'hold' || act === 'query';
  const due = dueInDays === null ? sql`due_on` : sql`(now() at time zone 'UTC')::date + ${dueInDays}::int`;
  write(sql`update app.cases set work_state = ${stored}, due_on = ${due},
      work_reason = ${stored === row.work_state && reason === null ? row.work_reason : reason},
      work_since = case when work_state = ${stored} then work_since else clock_timestamp() end,
      answer_for = ${answerFor},
      coder_id = ${codes ? actor.userId : row.coder_id}, coder = case when ${codes} then ${actor.username} else coder end
     where id = ${row.id}`);
  write(sql`insert into app.case_acts (tenant_id, case_id, act, from_state, to_state, reason, words, due_on, acted_by, acted_by_id)
    select c.tenant_id, c.id, ${act}, ${from}, ${to}, ${reason}, ${words}, ${dueInDays === null ? null : sql`c.due_on`}, ${actor.username}, ${actor.userId}
      from app.cases c where c.id = ${row.id}`);
  if (returnedWords[act]) write(sql`select app.tell_returned(${row.id}::uuid, ${returnedWords[act]})`);
}

/** What whoever finished a case hears when it comes back to them. */
const returnedWords: Partial<Record<WorkAct, string>> = {
  'note-changed': 'The note of a case that you finished has changed',
  return: 'A case that you finished came back from its review',
};

export interface QueueSettings {
  readonly hold_reasons: readonly HoldReason[];
  readonly auto_load_forced: boolean;
}

export async function readSettings(tx: Tx, tenantId: string): Promise<QueueSettings | null> {
  const { rows } = await sql<QueueSettings>`
    select hold_reasons, auto_load_forced from app.queue_settings where tenant_id = ${tenantId}`.execute(tx);
  return rows[0] ?? null;
}

import type { QueryOutcome, QueryShow, QueryState, SurgeonQuery } from '@incisive/contract/queries';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
import type { Actor } from '../../db/tenant.ts';
import { answering, renderingOf } from '../queue/work.service.ts';

/** What was asked, as it was sent. */
export type AskedContent = Pick<SurgeonQuery, 'subject' | 'form' | 'heading' | 'question' | 'quotes' | 'choices'>;

export interface QueryRow {
  readonly id: string;
  readonly tenant_id: string;
  readonly case_id: string;
  readonly note_id: string;
  readonly state: QueryState;
  readonly outcome: QueryOutcome | null;
  readonly to_id: string;
  readonly to_username: string;
  readonly asked_by: string;
  readonly asked_by_id: string;
  readonly sent_at: Date;
  readonly due_on: string;
  readonly asked: AskedContent;
  readonly answer: string | null;
  readonly answered_at: Date | null;
}

// A query is there while its note is.
const from = sql`app.queries q join app.notes n on n.id = q.note_id
  join app.query_versions s on s.query_id = q.id and s.act = 'send'
  left join app.query_versions a on a.query_id = q.id and a.act = 'answer'`;
const columns = sql`q.id, q.tenant_id, q.case_id, q.note_id, q.state, q.outcome, q.to_id, q.to_username, q.asked_by, q.asked_by_id, q.sent_at,
  q.due_on::text as due_on, s.content as asked, a.content ->> 'answer' as answer, a.acted_at as answered_at`;

async function select(tx: Tx, where: RawBuilder<unknown>, limit = 200): Promise<QueryRow[]> {
  const { rows } = await sql<QueryRow>`select ${columns} from ${from} where ${where}
    order by q.state <> 'sent', q.sent_at desc, q.id limit ${limit}`.execute(tx);
  return rows;
}

export async function readQuery(tx: Tx, id: string, lock = false): Promise<QueryRow | null> {
  if (lock) await sql`select from app.queries where id = ${id} for update`.execute(tx);
  return (await select(tx, sql`q.id = ${id}::uuid`))[0] ?? null;
}

export const queriesOfNote = (tx: Tx, noteId: string): Promise<QueryRow[]> => select(tx, sql`q.note_id = ${noteId}::uuid`);

const whose = (show: QueryShow, userId: string): RawBuilder<unknown> =>
  show === 'for-me' ? sql`q.to_id = ${userId}::uuid` : sql`q.asked_by_id = ${userId}::uuid`;

export const queriesOfPerson = (tx: Tx, userId: string, show: QueryShow, all: boolean): Promise<QueryRow[]> =>
  select(tx, sql`${whose(show, userId)} and (${all} or q.state = 'sent' or ${show === 'by-me'} and q.state = 'answered')`);

/** What is open: what waits for the person's answer, and what the person asked and has not closed. */
export async function countOpen(tx: Tx, userId: string): Promise<{ for_me: number; by_me: number }> {
  const { rows } = await sql<{ for_me: number; by_me: number }>`
    select count(*) filter (where q.to_id = ${userId}::uuid and q.state = 'sent')::int as for_me,
           count(*) filter (where q.asked_by_id = ${userId}::uuid)::int as by_me
      from app.queries q join app.notes n on n.id = q.note_id
     where q.state in ('sent', 'answered') and (q.to_id = ${userId}::uuid or q.asked_by_id = ${userId}::uuid)`.execute(tx);
  return rows[0]!;
}

export async function waitsForMore(tx: Tx, caseId: string, but: string): Promise<boolean> {
  const { rows } =
    await sql`select from app.queries where case_id = ${caseId} and state = 'sent' and id <> ${but} limit 1`.execute(tx);
  return rows.length > 0;
}

export async function insertQuery(
  tx: Tx,
  actor: Actor,
  of: { id: string; tenant_id: string; note_id: string; due_on: string },
  to: { id: string; username: string },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into app.queries (tenant_id, case_id, note_id, to_id, to_username, asked_by_id, asked_by, due_on)
    values (${of.tenant_id}, ${of.id}, ${of.note_id}, ${to.id}, ${to.username}, ${actor.userId}, ${actor.username}, ${of.due_on})
    returning id`.execute(tx);
  return rows[0]!.id;
}

/** Adds what was done to what was said of the query, and puts it where that leads; who did it need not be told of it any more. */
export async function writeQuery(
  tx: Tx,
  actor: Actor,
  query: { id: string; tenant_id: string },
  done: {
    act: 'send' | 'answer' | 'close' | 'withdraw';
    state: QueryState;
    outcome?: QueryOutcome;
    noteVersion: number;
    content: object;
  },
): Promise<void> {
  await sql`insert into app.query_versions (tenant_id, query_id, act, note_version, content, acted_by, acted_by_id)
    values (${query.tenant_id}, ${query.id}, ${done.act}, ${done.noteVersion}, ${JSON.stringify(done.content)}::jsonb,
      ${actor.username}, ${actor.userId})`.execute(tx);
  await sql`with told as (update app.notices set read_at = now()
      where user_id = ${actor.userId} and link = ${`/queries/${query.id}`} and read_at is null)
    update app.queries set state = ${done.state}, outcome = coalesce(${done.outcome ?? null}, outcome)
    where id = ${query.id}`.execute(tx);
}

export interface Recipient {
  readonly id: string;
  readonly tenant_id: string;
  readonly username: string;
  readonly email: string;
  readonly name: string;
}

/** Who of the note's tenant may answer: the rendering provider first, then who entered the note; who asks comes last. */
export async function recipientsOf(
  tx: Tx,
  actor: Pick<Actor, 'userId'>,
  note: { id: string; tenant_id: string; created_by: string },
): Promise<Recipient[]> {
  const { rows } = await sql<Recipient>`
    select u.id, u.tenant_id, u.username, u.email, u.first_name || ' ' || u.last_name as name from app.users u
     where u.tenant_id = ${note.tenant_id} and u.role = any(${[...answering]}::text[]) and u.status = 'active' and u.deleted_at is null
     order by u.id = ${actor.userId}, not exists (
         select from app.cases c cross join lateral ${renderingOf} r where c.note_id = ${note.id} and c.performer = 'surgeon'
          and lower(r.first) = lower(btrim(u.first_name)) and lower(r.last) = lower(btrim(u.last_name))),
       u.username <> ${note.created_by}, u.role <> 'Approver', u.username limit 200`.execute(tx);
  return rows;
}

/** Whether the person showed who they are within these minutes. */
export async function signedInLately(tx: Tx, sessionId: string, minutes: number): Promise<boolean> {
  const { rows } = await sql<{ lately: boolean | null }>`
    select app.session_began(${sessionId}::uuid) > now() - make_interval(mins => ${minutes}) as lately`.execute(tx);
  return rows[0]?.lately ?? false;
}

export const tellAsker = (tx: Tx, queryId: string): Promise<unknown> => sql`select app.tell_asker(${queryId}::uuid)`.execute(tx);

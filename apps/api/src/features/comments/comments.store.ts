import { sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
import type { Actor } from '../../db/tenant.ts';

export interface CommentRow {
  readonly id: string;
  readonly tenant_id: string;
  readonly note_id: string;
  readonly text: string;
  readonly code: string | null;
  readonly words: string | null;
  readonly mentioned: string[];
  readonly author: string;
  readonly created_at: Date;
  readonly resolved_by: string | null;
  readonly resolved_at: Date | null;
}
const columns = sql`c.id, c.tenant_id, c.note_id, c.text, c.code, c.words, c.mentioned, c.author, c.created_at, c.resolved_by, c.resolved_at`;

export async function commentsOfNote(tx: Tx, noteId: string): Promise<CommentRow[]> {
  const { rows } = await sql<CommentRow>`
    select ${columns} from app.case_comments c where c.note_id = ${noteId} order by c.created_at, c.id limit 1000`.execute(tx);
  return rows;
}

export async function countOfNote(tx: Tx, noteId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from app.case_comments where note_id = ${noteId}`.execute(
    tx,
  );
  return rows[0]!.n;
}

/** A comment of a note that is there, locked. */
export async function readComment(tx: Tx, id: string): Promise<CommentRow | undefined> {
  const { rows } = await sql<CommentRow>`
    select ${columns} from app.case_comments c join app.notes n on n.id = c.note_id where c.id = ${id} for update of c`.execute(
    tx,
  );
  return rows[0];
}

export interface Person {
  readonly id: string;
  readonly username: string;
}

export async function peopleOf(tx: Tx, tenantId: string): Promise<Person[]> {
  const { rows } = await sql<Person>`select id, username from app.people_of_cases(${tenantId}::uuid)`.execute(tx);
  return rows;
}

/** Writes a comment on the case of a note and tells those whom it mentions; null where the note has no case. */
export async function insertComment(
  tx: Tx,
  actor: Actor,
  noteId: string,
  said: { text: string; code: string | null; words: string | null; mentioned: readonly Person[] },
): Promise<string | null> {
  const ids = said.mentioned.map((person) => person.id);
  const names = said.mentioned.map((person) => person.username);
  const { rows } = await sql<{ id: string }>`
    insert into app.case_comments (tenant_id, case_id, note_id, text, code, words, mentioned_ids, mentioned, author_id, author)
    select tenant_id, id, note_id, ${said.text}, ${said.code}, ${said.words}, ${ids}::uuid[], ${names}::text[], ${actor.userId}::uuid, ${actor.username}
      from app.cases where note_id = ${noteId} and performer = 'surgeon' returning id`.execute(tx);
  const made = rows[0]?.id ?? null;
  if (made !== null && ids.length > 0) await sql`select app.tell_mentioned(${made}::uuid)`.execute(tx);
  return made;
}

export const settle = (tx: Tx, id: string, by: string | null): Promise<unknown> =>
  sql`update app.case_comments set resolved_by = ${by}, resolved_at = case when ${by}::text is null then null else clock_timestamp() end
    where id = ${id}`.execute(tx);

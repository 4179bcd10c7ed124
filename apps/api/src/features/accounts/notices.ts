import type { Notice } from '@incisive/contract/accounts';
import { sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
import type { Actor } from '../../db/tenant.ts';
import { AppError } from '../../http/app-error.ts';
import { type Page, type PageQuery, cappedCount, listPage } from '../../http/paging.ts';

interface NoticeRow {
  id: string;
  message: string;
  link: string | null;
  created_at: Date;
  read_at: Date | null;
}

const from = sql`app.notices n`;

/** The actor's own notices, newest first, and how many of them are unread. */
export async function listNotices(
  tx: Tx,
  actor: Actor,
  query: PageQuery,
  url: string,
): Promise<Page<Notice> & { unread: number }> {
  const where = [sql`n.user_id = ${actor.userId}::uuid`];
  const page = await listPage<NoticeRow>(tx, {
    columns: sql`n.id, n.message, n.link, n.created_at, n.read_at`,
    from,
    where,
    id: sql`n.id`,
    sorts: { created_at: { by: sql`n.created_at`, cast: 'timestamptz' } },
    query,
    defaultOrdering: '-created_at',
    url,
  });
  const unread = await cappedCount(tx, from, [...where, sql`n.read_at is null`]);
  const results = page.results.map((row) => ({
    id: row.id,
    message: row.message,
    link: row.link,
    created_at: row.created_at.toISOString(),
    read: row.read_at !== null,
  }));
  return { ...page, results, unread: unread.count };
}

/** Marks the actor's own notices as read, and with `older` all that came before them; somebody else's do not exist. */
export async function readNotices(
  tx: Tx,
  actor: Actor,
  { notices, older }: { notices: readonly string[]; older: boolean },
): Promise<{ count: number }> {
  const ids = [...notices];
  const { rows } = await sql<{ named: number; count: number }>`
    with named as (select created_at, id from app.notices where user_id = ${actor.userId} and id = any (${ids}::uuid[])),
    read as (update app.notices n set read_at = now() where n.user_id = ${actor.userId} and n.read_at is null and (n.id = any (${ids}::uuid[])
      or ${older} and (n.created_at, n.id) < (select created_at, id from named order by created_at desc, id desc limit 1)) returning 1)
    select (select count(*)::int from named) as named, (select count(*)::int from read) as count`.execute(tx);
  const { named, count } = rows[0]!;
  if (named !== ids.length) throw new AppError('not-found');
  return { count: older ? count : named };
}

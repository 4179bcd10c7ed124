import { sql } from 'kysely';
import type { Database } from '../../db/client.ts';
import { withSystem } from '../../db/tenant.ts';
import type { Mailer } from '../../mail/mailer.ts';
import { letters } from '../../mail/templates.ts';

/** So many people in one transaction. */
const atOnce = 100;

interface Waiting {
  /** Null where no mail may be sent. */
  readonly email: string | null;
  readonly unread: number;
  readonly questions: number;
  readonly due: number;
}

/**
 * Mails whoever wishes it, once a day, how much waits for them: counts and an address, no word of any note. Where nothing waits nothing is
 * sent. The day is written down with the mail, so that a second process or a second run sends none.
 *
 * @param day YYYY-MM-DD of UTC
 */
export async function sendDigests(
  deps: { readonly database: Database; readonly mailer: Mailer; readonly publicUrl: string },
  day = new Date().toISOString().slice(0, 10),
): Promise<{ sent: number }> {
  let sent = 0;
  for (;;) {
    const told = await withSystem(deps.database, async (tx) => {
      const { rows } = await sql<Waiting>`
        with taken as (
          select d.user_id from app.digests d where d.told_on is distinct from ${day}::date and (d.told_on is null or d.told_on < ${day}::date)
           order by d.user_id limit ${atOnce} for update skip locked),
        marked as (update app.digests d set told_on = ${day}::date from taken where d.user_id = taken.user_id returning d.user_id)
        select u.email,
               (select count(*)::int from app.notices t where t.user_id = u.id and t.read_at is null) as unread,
               (select count(*)::int from app.queries q join app.notes n on n.id = q.note_id and n.deleted_at is null
                 where q.to_id = u.id and q.state = 'sent') as questions,
               (select count(*)::int from app.cases c join app.notes n on n.id = c.note_id and n.deleted_at is null
                 where c.coder_id = u.id and c.work_state in ('held', 'returned') and c.due_on <= ${day}::date) as due
          from marked left join app.users u
            on u.id = marked.user_id and u.status = 'active' and u.deleted_at is null and u.email_verified`.execute(tx);
      for (const { email, ...counts } of rows) {
        if (email === null || counts.unread + counts.questions + counts.due === 0) continue;
        await deps.mailer.queue(tx, email, letters.digest({ ...counts, url: deps.publicUrl }));
        sent += 1;
      }
      const { rows: left } =
        await sql`select from app.digests d where d.told_on is null or d.told_on < ${day}::date limit 1`.execute(tx);
      return { more: left.length > 0, any: rows.length > 0 };
    });
    // Those that another process has in hand are its own.
    if (!told.more || !told.any) return { sent };
  }
}

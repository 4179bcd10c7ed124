import { sql } from 'kysely';
import type { Database } from '../../db/client.ts';
import { giveNotices } from '../../db/give-notices.ts';
import { locks } from '../../db/locks.ts';
import { withSystem } from '../../db/tenant.ts';

const dueOn = (day: string): string => `due on ${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`;
const dueWords = (cases: number, day: string): string =>
  cases === 1 ? `A case that you hold is ${dueOn(day)}` : `${cases} cases that you hold are ${dueOn(day)}`;
const lateWords = 'A case was held past its day twice';

/** A held case of somebody who still works here, whose note was not deleted. */
const held = sql`app.cases c join app.notes n on n.id = c.note_id and n.deleted_at is null`;

/**
 * Tells each person once a day how many cases they hold that are due today, and the leads of a tenant, once for each hold, of a case that
 * was held past its day for the second time. However often it runs, and by however many processes, nobody is told twice.
 *
 * @param day YYYY-MM-DD; days of the work are those of UTC, as everywhere on the server
 */
export function remindHolds(database: Database, day = new Date().toISOString().slice(0, 10)): Promise<{ reminded: number }> {
  const today = sql`${day}::date`;
  return withSystem(database, async (tx) => {
    await sql`select pg_advisory_xact_lock(${locks.remindHolds})`.execute(tx);
    const due = await sql<{ id: string; tenant_id: string; cases: number }>`
      select u.id, u.tenant_id, count(*)::int as cases
        from ${held} join app.users u on u.id = c.coder_id and u.status = 'active' and u.deleted_at is null
       where c.work_state = 'held' and c.due_on = ${today}
         and not exists (select from app.notices t where t.user_id = u.id and t.link = '/queue' and t.message like ${`%${dueOn(day)}`})
       group by u.id, u.tenant_id`.execute(tx);
    for (const row of due.rows) await giveNotices(tx, [row], [{ message: dueWords(row.cases, day), link: '/queue' }]);

    const late = await sql<{ note_id: string; id: string; tenant_id: string }>`
      with acts as (
        select a.case_id, a.act, a.due_on, a.acted_at, lead(a.acted_at) over (partition by a.case_id order by a.id) as next_at
          from app.case_acts a join app.cases c on c.id = a.case_id and c.work_state = 'held' and c.due_on < ${today}),
      twice as (
        select case_id, max(acted_at) as held_at from acts
         where act = 'hold' and due_on < coalesce((next_at at time zone 'UTC')::date, ${today}) group by case_id having count(*) >= 2)
      select n.id as note_id, u.id, u.tenant_id
        from twice join ${held} on c.id = twice.case_id
             join app.users u on u.tenant_id = c.tenant_id and u.role = 'Admin' and u.status = 'active' and u.deleted_at is null
       where not exists (select from app.notices t where t.user_id = u.id and t.link = '/opnotes/' || n.id and t.message = ${lateWords}
         and t.created_at > twice.held_at)`.execute(tx);
    for (const { note_id, ...lead } of late.rows)
      await giveNotices(tx, [lead], [{ message: lateWords, link: `/opnotes/${note_id}` }]);
    return { reminded: due.rows.length + late.rows.length };
  });
}

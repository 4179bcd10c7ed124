import { sql } from 'kysely';
import type { Database } from '../../db/client.ts';
import { giveNotices } from '../../db/give-notices.ts';
import { withSystem } from '../../db/tenant.ts';

/** Days after sending on which who is asked is reminded, and then the leads of the tenant. */
const remindedOn = [2, 4] as const;
const leadsOn = 6;

interface Waiting {
  readonly id: string;
  readonly tenant_id: string;
  readonly to_id: string;
  readonly days: number;
}

/** Reminds of queries that nobody answered: each day of the list once, however often it runs. */
export function remindQueries(database: Database): Promise<{ reminded: number }> {
  return withSystem(database, async (tx) => {
    const { rows } = await sql<Waiting>`
      with due as (
        select q.id, (case when age >= ${leadsOn} then ${leadsOn} when age >= ${remindedOn[1]} then ${remindedOn[1]} else ${remindedOn[0]} end)::int as day
          from app.queries q join app.notes n on n.id = q.note_id and n.deleted_at is null,
               lateral (select extract(epoch from now() - q.sent_at) / 86400 as age) a
         where q.state = 'sent' and age >= ${remindedOn[0]} for update of q skip locked)
      update app.queries q set reminded = due.day from due where q.id = due.id and q.reminded < due.day
      returning q.id, q.tenant_id, q.to_id, due.day as days`.execute(tx);
    for (const row of rows) {
      const users = await sql<{ id: string; tenant_id: string }>`
        select u.id, u.tenant_id from app.users u where u.tenant_id = ${row.tenant_id} and u.status = 'active' and u.deleted_at is null
          and ${row.days < leadsOn ? sql`u.id = ${row.to_id}` : sql`u.role = 'Admin'`}`.execute(tx);
      const message =
        row.days < leadsOn
          ? `A question about an operative note has waited ${row.days} days for your answer`
          : `A question to a surgeon has waited ${row.days} days`;
      await giveNotices(tx, users.rows, [{ message, link: `/queries/${row.id}` }]);
    }
    return { reminded: rows.length };
  });
}

import { sql } from 'kysely';
import type { Tx } from '../db/client.ts';
import type { DemoWorld } from './seed-notes.ts';

interface Held {
  /** Which of the tenant's cases, from the newest. */
  readonly nth: number;
  readonly reason: string;
  readonly days: number;
  readonly by: string;
  readonly tenant: 0 | 1;
}
const held: readonly Held[] = [
  { nth: 3, reason: 'implant', days: 2, by: 'coder', tenant: 0 },
  { nth: 6, reason: 'pathology', days: 4, by: 'coder', tenant: 0 },
  { nth: 9, reason: 'second-note', days: 0, by: 'approver', tenant: 0 },
  { nth: 2, reason: 'page', days: 1, by: 'coder', tenant: 1 },
];

/** A clinic in the middle of its week: most cases wait, a few are late, some are held, and there are queues to take from. */
export async function seedWork(tx: Tx, world: DemoWorld): Promise<void> {
  // Due from two days ago until next week.
  await sql`update app.cases c set due_on = current_date + (-2 + (r.nth * 5 % 9))::int from (
      select n.id, row_number() over (order by n.created_at desc, n.id) as nth from app.notes n where n.kind = 'op') r
    where r.id = c.note_id`.execute(tx);
  for (const { nth, reason, days, by, tenant } of held) {
    const { rows } = await sql<{ id: string }>`select c.id from app.cases c join app.notes n on n.id = c.note_id
      where n.tenant_id = ${world.tenants[tenant]} order by n.created_at desc, n.id offset ${nth} limit 1`.execute(tx);
    if (!rows[0]) continue;
    const { id } = rows[0];
    await sql`update app.cases set work_state = 'held', work_reason = ${reason}, due_on = current_date + ${days}::int,
        work_since = now() - interval '1 day', coder = ${by}, coder_id = ${world.userId(by)} where id = ${id}`.execute(tx);
    await sql`insert into app.case_acts (tenant_id, case_id, act, from_state, to_state, reason, due_on, acted_by, acted_by_id, acted_at)
      select c.tenant_id, c.id, a.act, a.came, a.went, case when a.act = 'hold' then ${reason} end, case when a.act = 'hold' then c.due_on end,
             ${by}, ${world.userId(by)}, c.work_since + a.later * interval '6 minutes'
        from app.cases c, (values ('claim', 'new', 'claimed', -1), ('hold', 'claimed', 'held', 0)) a (act, came, went, later)
       where c.id = ${id} order by a.later`.execute(tx);
  }
  const queues = [
    { tenant: world.tenants[0], name: 'Over 14 days', filter: { min_age: 14 }, priority: 10, members: ['approver', 'admin'] },
    { tenant: world.tenants[0], name: 'This fortnight', filter: { max_age: 13 }, priority: 20, members: ['approver', 'admin'] },
  ];
  for (const one of queues) {
    const { rows } = await sql<{ id: string }>`insert into app.queues (tenant_id, name, filter, priority, created_by)
      values (${one.tenant}, ${one.name}, ${JSON.stringify(one.filter)}::jsonb, ${one.priority}, 'admin') returning id`.execute(
      tx,
    );
    for (const member of one.members)
      await sql`insert into app.queue_members (tenant_id, queue_id, user_id)
        values (${one.tenant}, ${rows[0]!.id}, ${world.userId(member)})`.execute(tx);
  }
}

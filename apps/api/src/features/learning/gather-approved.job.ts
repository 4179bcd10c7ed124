import { firmReasons } from '@incisive/contract/reject-reasons';
import { sql } from 'kysely';
import { enqueue } from '../../jobs/job-queue.ts';
import type { Database, Tx } from '../../db/client.ts';
import { withSystem } from '../../db/tenant.ts';
import { hasWork } from './settled-examples.ts';

/** A note counts as settled when nobody has acted on its codes or changed its text for so long. */
export const quietHours = 24;
/** Older actions were gathered long ago, or came from before this was learned at all. */
const lookBackDays = 30;
/** A model keeps so many corrections: more weak examples would only make its rebuilding slow. */
export const mostApproved = 1000;
/** Examples beyond the most are dropped in one go: each drop makes the model be rebuilt. */
const dropAtOnce = 250;

export interface Gathered {
  readonly gathered: number;
  readonly takenBack: number;
  /** Tenants whose model now has something to learn or to forget. */
  readonly tenants: number;
}

/** The newest action by its id: the newest by time would let the planner walk through the whole tenant's. */
const lastTouch = (note: string) =>
  sql`greatest(${sql.ref(`${note}.updated_at`)}, (select h.acted_at from app.code_history h
    where h.tenant_id = ${sql.ref(`${note}.tenant_id`)} and h.note_id = ${sql.ref(`${note}.id`)} order by h.id desc limit 1))`;

/**
 * Makes an example of each note whose codes were approved or rejected, that was never trained and that has come to rest; takes back those
 * whose note was touched since. Repeatable, also by two processes at once. Every tenant with work gets its learn job, so that one that was
 * lost with the queue is made up for.
 */
export async function gatherApproved(database: Database, now = new Date()): Promise<Gathered> {
  const tenants = await withSystem(database, (tx) =>
    tx.selectFrom('app.tenants').select('id').where('platform', '=', false).where('deleted_at', 'is', null).execute(),
  );
  const sum = { gathered: 0, takenBack: 0, tenants: 0 };
  for (const { id } of tenants) {
    const part = await withSystem(database, async (tx) => {
      const back = await takeBackTouched(tx, id);
      const gathered = await gather(tx, id, now);
      await dropOldest(tx, id);
      const work = await hasWork(tx, id);
      if (work) await enqueue(tx, 'learn', { tenant_id: id });
      return { back, gathered, work };
    });
    sum.gathered += part.gathered;
    sum.takenBack += part.back;
    if (part.work) sum.tenants += 1;
  }
  return sum;
}

async function takeBackTouched(tx: Tx, tenantId: string): Promise<number> {
  const { numAffectedRows } = await sql`
    update app.training_examples e set undone_at = clock_timestamp(), undone_by = 'system'
      from app.notes n
     where e.tenant_id = ${tenantId}::uuid and e.kind = 'approved' and e.undone_at is null and n.id = e.note_id
       and e.settled_at is distinct from ${lastTouch('n')}`.execute(tx);
  return Number(numAffectedRows ?? 0n);
}

async function gather(tx: Tx, tenantId: string, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    with acted as materialized (
      select distinct on (note_id) note_id, acted_at from app.code_history
       where tenant_id = ${tenantId}::uuid and acted_at > ${now}::timestamptz - make_interval(days => ${lookBackDays})
       order by note_id, id desc),
    -- One look-up by key for each, whatever the planner thinks of the tables' sizes.
    resting as materialized (
      select n.id, greatest(n.updated_at, a.acted_at) as settled_at from acted a cross join lateral (
        select * from app.notes where tenant_id = ${tenantId}::uuid and id = a.note_id offset 0) n
       where n.kind = 'op' and n.deleted_at is null
         and greatest(n.updated_at, a.acted_at) <= ${now}::timestamptz - make_interval(hours => ${quietHours})
         and greatest(n.updated_at, a.acted_at) > coalesce((
           select settled_at from app.training_examples where tenant_id = ${tenantId}::uuid and kind = 'approved' and undone_at is null
            order by settled_at desc offset ${mostApproved - 1} limit 1), '-infinity'))
    insert into app.training_examples (tenant_id, note_id, codes, rejected, firmly, created_by, kind, settled_at)
    select ${tenantId}::uuid, r.id, c.approved, c.rejected, c.firmly, 'system', 'approved', r.settled_at
      from resting r cross join lateral (
        select coalesce(array_agg(l.code order by l.approved_at, l.code) filter (where l.state = 'APPROVED'), '{}') as approved,
               coalesce(array_agg(l.code order by l.rejected_at, l.code) filter (where l.state = 'REJECTED'), '{}') as rejected,
               coalesce(array_agg(l.code order by l.rejected_at, l.code)
                 filter (where l.state = 'REJECTED' and l.reject_reason = any (${[...firmReasons]}::text[])), '{}') as firmly
          from app.code_links l where l.note_id = r.id) c
     where cardinality(c.approved) + cardinality(c.rejected) > 0
       and not exists (select from app.training_examples e where e.note_id = r.id and (e.kind = 'submitted' or e.undone_at is null))
     order by r.settled_at desc, r.id limit ${mostApproved}
    on conflict do nothing`.execute(tx);
  return Number(numAffectedRows ?? 0n);
}

async function dropOldest(tx: Tx, tenantId: string): Promise<void> {
  await sql`
    with ranked as (select id, row_number() over (order by settled_at desc, id) as position, count(*) over () as n from app.training_examples
      where tenant_id = ${tenantId}::uuid and kind = 'approved' and undone_at is null)
    update app.training_examples set undone_at = clock_timestamp(), undone_by = 'system'
     where id in (select id from ranked where n >= ${mostApproved + dropAtOnce} and position > ${mostApproved})`.execute(tx);
}

import type { QueueFilter, QueueGroup, QueueShow } from '@incisive/contract/queue';
import { skipMinutes } from '@incisive/contract/work-state';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
import type { Actor } from '../../db/tenant.ts';
import { and, anywhere } from '../../http/paging.ts';
import { surgeonColumn } from './surgeon.store.ts';
import { leaseLives } from './work.store.ts';

type Condition = RawBuilder<unknown>;

/** Days of the work are those of UTC, as everywhere on the server. */
const today = sql`(now() at time zone 'UTC')::date`;
const from = sql`app.cases c join app.notes n on n.id = c.note_id`;
const leased = (by: Condition): Condition =>
  sql`exists (select from app.case_leases l where l.case_id = c.id and ${leaseLives} and ${by})`;
/** Asked case by case: as a join it reads every lease once for each case until the tables are analyzed. */
const notLeased = (by: Condition): Condition =>
  sql`not coalesce((select ${leaseLives} and ${by} from app.case_leases l where l.case_id = c.id), false)`;
const toDo = sql`c.work_state in ('new', 'returned', 'held', 'queried')`;

/** The cases of a saved filter. */
export function matching(filter: QueueFilter): Condition {
  const where: Condition[] = [];
  if (filter.tenant) where.push(sql`c.tenant_id = ${filter.tenant}::uuid`);
  if (filter.surgeon) {
    const name = sql`lower(btrim(${filter.surgeon}::text))`;
    where.push(sql`(n.creator_key = ${name} or lower(${surgeonColumn}) = ${name})`);
  }
  if (filter.specialty)
    where.push(
      sql`exists (select from app.users u where u.id = n.created_by_id and lower(u.specialty) = lower(${filter.specialty}::text))`,
    );
  if (filter.filename) where.push(sql`n.filename_key like lower(${anywhere(filter.filename)}::text)`);
  if (filter.payer) where.push(sql`c.payer = ${filter.payer}`);
  if (filter.pos) where.push(sql`c.pos = ${filter.pos}`);
  if (filter.min_age !== undefined) where.push(sql`c.waits_from <= ${today} - ${filter.min_age}::int`);
  if (filter.max_age !== undefined) where.push(sql`c.waits_from >= ${today} - ${filter.max_age}::int`);
  return and(where);
}
export const anyOf = (filters: readonly QueueFilter[]): Condition =>
  filters.length === 0 ? sql`true` : sql`(${sql.join(filters.map(matching), sql` or `)})`;

/** The groups, in the order in which cases are taken; each case is in one. */
const groupConditions = (userId: string): Readonly<Record<QueueGroup, Condition>> => {
  const mine = sql`l.user_id = ${userId}`;
  const due = sql`c.due_on <= ${today}`;
  const back = sql`(c.work_state = 'returned' and c.coder_id = ${userId} or c.work_state = 'new' and c.answer_for = ${userId})`;
  return {
    yours: sql`${toDo} and ${leased(mine)}`,
    due: sql`${toDo} and ${due} and ${notLeased(mine)}`,
    back: sql`${back} and not ${due} and ${notLeased(mine)}`,
    // What came back to somebody else is theirs until it is late.
    waiting: sql`(c.work_state = 'new' or c.work_state = 'returned' and c.coder_id is null) and not ${due} and not coalesce(${back}, false) and ${notLeased(mine)}`,
    held: sql`c.work_state in ('held', 'queried') and not ${due} and ${notLeased(mine)}`,
  };
};
const order = sql`c.due_on, c.waits_from, c.created_at, c.id`;

const notSkipped = (userId: string): Condition =>
  sql`(select a.id from app.case_acts a where a.case_id = c.id and a.act = 'skip' and a.acted_by_id = ${userId}
    and a.acted_at > now() - make_interval(mins => ${skipMinutes}) limit 1) is null`;

/** What Next takes from, one after the other: a group, and which of its cases. */
export type Band = readonly [group: 'due' | 'back' | 'waiting', within: Condition];

const freeIn = (actor: Actor, [group, within]: Band): Condition => sql`c.performer = 'surgeon'
  and ${groupConditions(actor.userId)[group]} and ${within} and ${notLeased(sql`true`)} and ${notSkipped(actor.userId)}`;

/** The first case that nobody has, locked: whoever asks at the same moment gets another one. */
export async function firstFree(
  tx: Tx,
  actor: Actor,
  band: Band,
): Promise<{ id: string; tenant_id: string; note_id: string } | null> {
  const { rows } = await sql<{ id: string; tenant_id: string; note_id: string }>`
    select c.id, c.tenant_id, c.note_id from ${from} where ${freeIn(actor, band)}
     order by ${order} limit 1 for update of c skip locked`.execute(tx);
  return rows[0] ?? null;
}

/** The note whose case would be taken now; nothing is locked. */
export async function peekFree(tx: Tx, actor: Actor, bands: readonly Band[]): Promise<string | null> {
  if (bands.length === 0) return null;
  const firsts = bands.map(
    (band, at) => sql`(select ${at}::int as band, c.note_id from ${from} where ${freeIn(actor, band)} order by ${order} limit 1)`,
  );
  const { rows } = await sql<{ note_id: string }>`${sql.join(firsts, sql` union all `)} order by band limit 1`.execute(tx);
  return rows[0]?.note_id ?? null;
}

export interface ListedCase {
  readonly note_id: string;
  readonly tenant_id: string;
  readonly tenant: string;
  readonly work_state: 'new' | 'returned' | 'held' | 'queried';
  readonly work_reason: string | null;
  readonly work_since: Date;
  readonly due_on: string;
  readonly age_days: number;
  readonly text: string;
  readonly filename: string | null;
  readonly surgeon: string;
  readonly holder: string | null;
  readonly holder_id: string | null;
  readonly holder_minutes: number | null;
  readonly answered: boolean;
  readonly questions: number;
  readonly lines: number;
}

const shows = (show: QueueShow, userId: string): Condition =>
  show === 'returned'
    ? sql`c.work_state = 'returned' and c.coder_id = ${userId}`
    : show === 'answered'
      ? sql`c.answer_for = ${userId}`
      : show === 'held'
        ? sql`c.work_state in ('held', 'queried') and c.coder_id = ${userId}`
        : show === 'yours'
          ? leased(sql`l.user_id = ${userId}`)
          : sql`true`;

const countCap = 1000;

/** The first cases of a group, and how many there are. */
export async function listGroup(
  tx: Tx,
  actor: Actor,
  group: QueueGroup,
  options: { within: Condition; show: QueueShow; limit: number },
): Promise<{ rows: ListedCase[]; count: number; count_is_minimum: boolean }> {
  // What is the caller's own is theirs from whatever queue it came.
  const within = group === 'yours' || options.show !== 'all' ? sql`true` : options.within;
  const where = and([
    sql`c.performer = 'surgeon'`,
    groupConditions(actor.userId)[group],
    within,
    shows(options.show, actor.userId),
  ]);
  const { rows } = await sql<ListedCase>`
    select c.note_id, c.tenant_id, t.name as tenant, c.work_state, c.work_reason, c.work_since, c.due_on::text as due_on,
           ${today} - c.waits_from as age_days, n.excerpt as text, n.filename, ${surgeonColumn} as surgeon,
           l.username as holder, l.user_id as holder_id,
           greatest(0, floor(extract(epoch from clock_timestamp() - l.taken_at) / 60))::int as holder_minutes,
           c.answer_for is not distinct from ${actor.userId} as answered,
           coalesce(jsonb_array_length(c.reading -> 'questions'), 0) as questions,
           (select count(*)::int from app.case_lines i where i.case_id = c.id) as lines
      from ${from} join app.tenants t on t.id = c.tenant_id
           left join app.case_leases l on l.case_id = c.id and ${leaseLives}
     where ${where} order by ${order} limit ${options.limit}`.execute(tx);
  const n = rows.length < options.limit ? rows.length : await countCases(tx, where);
  return { rows, count: Math.min(n, countCap), count_is_minimum: n > countCap };
}

async function countCases(tx: Tx, where: Condition): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (select 1 from ${from} where ${where} limit ${countCap + 1}) found`.execute(tx);
  return rows[0]?.n ?? 0;
}

/** Open cases that wait for nothing, and how many of them are past their day; each up to the cap. */
export async function countQueue(tx: Tx, within: Condition): Promise<{ open: number; late: number }> {
  const open = and([
    sql`c.performer = 'surgeon'`,
    toDo,
    sql`(c.work_state in ('new', 'returned') or c.due_on <= ${today})`,
    within,
  ]);
  const [all, late] = [await countCases(tx, open), await countCases(tx, and([open, sql`c.due_on < ${today}`]))];
  return { open: Math.min(all, countCap), late: Math.min(late, countCap) };
}

export async function countMine(
  tx: Tx,
  actor: Actor,
): Promise<{ yours: number; returned: number; answered: number; held: number }> {
  const count = (show: QueueShow): Promise<number> =>
    countCases(tx, and([sql`c.performer = 'surgeon'`, toDo, shows(show, actor.userId)]));
  return {
    yours: await count('yours'),
    returned: await count('returned'),
    answered: await count('answered'),
    held: await count('held'),
  };
}

/** What the person finished since midnight. */
export async function finishedToday(tx: Tx, userId: string): Promise<{ cases: number; lines: number }> {
  const { rows } = await sql<{ cases: number; lines: number }>`
    select count(*)::int as cases, coalesce(sum((select count(*) from app.case_lines i where i.case_id = f.case_id)), 0)::int as lines
      from (select distinct a.case_id from app.case_acts a where a.acted_by_id = ${userId} and a.act = 'finish'
             and a.acted_at >= date_trunc('day', now() at time zone 'UTC') at time zone 'UTC') f`.execute(tx);
  return rows[0]!;
}

export async function nextReturn(tx: Tx, within: Condition): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select min(c.due_on)::text as day from ${from} where c.performer = 'surgeon' and c.work_state in ('held', 'queried')
      and c.due_on > ${today} and ${within}`.execute(tx);
  return rows[0]?.day ?? null;
}

export interface StoredQueue {
  readonly id: string;
  readonly tenant_id: string;
  readonly name: string;
  readonly filter: QueueFilter;
  readonly priority: number;
  readonly members: string[];
}

const queueColumns = sql`q.id, q.tenant_id, q.name, q.filter, q.priority,
  array(select u.username from app.queue_members m join app.users u on u.id = m.user_id where m.queue_id = q.id order by u.username) as members`;

/** The queues that a person takes from, the most urgent first. */
export async function queuesOf(tx: Tx, userId: string): Promise<StoredQueue[]> {
  const { rows } = await sql<StoredQueue>`select ${queueColumns} from app.queues q join app.queue_members me on me.queue_id = q.id
    where me.user_id = ${userId} order by q.priority, lower(q.name)`.execute(tx);
  return rows;
}

export async function listQueues(tx: Tx, tenantId: string, id?: string): Promise<StoredQueue[]> {
  const one = id === undefined ? sql`true` : sql`q.id = ${id}::uuid`;
  const { rows } = await sql<StoredQueue>`select ${queueColumns} from app.queues q where q.tenant_id = ${tenantId} and ${one}
    order by q.priority, lower(q.name)`.execute(tx);
  return rows;
}

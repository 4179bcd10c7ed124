import type { AgeBand, LagStep } from '@incisive/contract/quality';
import type { RejectReason } from '@incisive/contract/reject-reasons';
import { sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
import { and } from '../../http/paging.ts';
import {
  type Scope,
  askedOf,
  band,
  from,
  isLate,
  lagSteps,
  notFinal,
  rejectedSince,
  setConditions,
  since,
  today,
  unfilled,
  within,
} from './case-sets.ts';

/** Open cases that are alike in all that the overview tells apart. */
export interface OpenGroup {
  readonly state: 'new' | 'held' | 'queried' | 'coded' | 'in-review' | 'returned';
  readonly reason: string | null;
  /** Of what is returned: to whom; of what is queried: who was asked. */
  readonly who: string | null;
  readonly band: AgeBand;
  readonly late: boolean;
  /** Within the coming week; else null. */
  readonly due: string | null;
  readonly cases: number;
  /** Days since the one that is longest in its state came into it. */
  readonly oldest_days: number;
}

export const daysAhead = 7;

export async function readOpen(tx: Tx, scope: Scope): Promise<OpenGroup[]> {
  const { rows } = await sql<OpenGroup>`
    select c.work_state as state, c.work_reason as reason, case c.work_state when 'returned' then c.coder when 'queried' then ${askedOf} end as who, ${band} as band,
           ${isLate} as late, case when c.due_on between ${today} and ${today} + ${daysAhead - 1}::int then c.due_on::text end as due,
           count(*)::int as cases, max(greatest(0, extract(epoch from now() - c.work_since) / 86400))::float8 as oldest_days
      from ${from} where ${within(scope)} and ${notFinal}
     group by 1, 2, 3, 4, 5, 6`.execute(tx);
  return rows;
}

/** How many cases a set holds, and for how long the oldest has been in its state. */
export async function countSet(
  tx: Tx,
  scope: Scope,
  set: keyof ReturnType<typeof setConditions>,
): Promise<{ cases: number; oldest_days: number }> {
  const { rows } = await sql<{ cases: number; oldest_days: number }>`
    select count(*)::int as cases, coalesce(max(extract(epoch from now() - c.work_since) / 86400), 0)::float8 as oldest_days
      from ${from} where ${and([within(scope), setConditions(Number(scope.days))[set]])}`.execute(tx);
  return rows[0]!;
}

export const weeksBack = 8;
const historyDays = weeksBack * 7;

export interface DayCounts {
  /** YYYY-MM-DD */
  readonly day: string;
  readonly finished: number;
  readonly came: number;
  readonly ended: number;
  readonly reopened: number;
}

/** What came, was finished, ended and came back on each of the last 56 days; days without any are left out. */
export async function readDays(tx: Tx, scope: Scope): Promise<DayCounts[]> {
  const done = sql`('final', 'exported', 'void')`;
  const day = (at: string) => sql`(${sql.ref(at)} at time zone 'UTC')::date::text`;
  const acts = sql`app.case_acts a join app.cases c on c.id = a.case_id join app.notes n on n.id = c.note_id`;
  const recent = sql`${within(scope)} and a.acted_at >= ${since(historyDays)}`;
  const { rows } = await sql<DayCounts>`
    select day, sum(finished)::int as finished, sum(came)::int as came, sum(ended)::int as ended, sum(reopened)::int as reopened from (
      select ${day('a.acted_at')} as day, count(distinct a.case_id) as finished, 0 as came, 0 as ended, 0 as reopened
        from ${acts} where ${recent} and a.act = 'finish' group by 1
      union all
      select ${day('a.acted_at')}, 0, 0, count(*) filter (where a.to_state in ${done} and a.from_state not in ${done}),
             count(*) filter (where a.from_state in ${done} and a.to_state not in ${done})
        from ${acts} where ${recent} and (a.to_state in ${done}) <> (a.from_state in ${done}) group by 1
      union all
      select ${day('c.created_at')}, 0, count(*), 0, 0 from ${from} where ${within(scope)} and c.created_at >= ${since(historyDays)} group by 1) d
     group by day order by day`.execute(tx);
  return rows;
}

/** When somebody first finished a case here, within the days that are looked at. */
export async function firstFinish(tx: Tx, scope: Scope): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select min((a.acted_at at time zone 'UTC')::date)::text as day from app.case_acts a join app.cases c on c.id = a.case_id
     where ${within(scope)} and a.act = 'finish' and a.acted_at >= ${since(historyDays)}`.execute(tx);
  return rows[0]?.day ?? null;
}

export interface LagFigure {
  readonly step: LagStep;
  /** Of the period that is looked at, not of the one before it. */
  readonly current: boolean;
  readonly cases: number;
  readonly median: number;
  readonly nine_in_ten: number;
}

const medianOf = sql`percentile_cont(0.5) within group (order by l.days)::float8 as median`;

export async function readLag(tx: Tx, scope: Scope): Promise<LagFigure[]> {
  const days = Number(scope.days);
  const { rows } = await sql<LagFigure>`
    select l.step, l.ended >= ${since(days)} as current, count(*)::int as cases, ${medianOf},
           percentile_cont(0.9) within group (order by l.days)::float8 as nine_in_ten
      from (${lagSteps(scope, 2 * days)}) l group by 1, 2`.execute(tx);
  return rows;
}

/** The median of service to coded of each of the last weeks, 0 being the one that ends now. */
export async function readCodedWeeks(tx: Tx, scope: Scope): Promise<{ weeks_ago: number; median: number }[]> {
  const { rows } = await sql<{ weeks_ago: number; median: number }>`
    select floor(extract(epoch from now() - l.ended) / 604800)::int as weeks_ago, ${medianOf}
      from (${lagSteps(scope, historyDays)}) l where l.step = 'service-to-coded' group by 1`.execute(tx);
  return rows;
}

export interface FirstPass {
  readonly finished: number;
  readonly clean: number;
  readonly lines: number;
}

export async function readFirstPass(tx: Tx, scope: Scope): Promise<FirstPass> {
  const sets = setConditions(Number(scope.days));
  const { rows } = await sql<FirstPass>`
    select count(*)::int as finished, count(*) filter (where ${sets['first-pass']})::int as clean,
           coalesce(sum((select count(*) from app.case_lines i where i.case_id = c.id)), 0)::int as lines
      from ${from} where ${within(scope)} and ${sets.finished}`.execute(tx);
  return rows[0]!;
}

export interface ErrorMet {
  readonly reason: string;
  readonly cases: number;
  readonly overridden: number;
}

const reasonsShown = 8;

/** Errors that people met on claims that were finished, the commonest first. */
export async function readErrors(tx: Tx, scope: Scope): Promise<ErrorMet[]> {
  const { rows } = await sql<ErrorMet>`
    select m.reason, count(*)::int as cases,
           count(*) filter (where v.figures -> 'overrides' ? m.reason)::int as overridden
      from ${from} join app.case_met m on m.case_id = c.id and m.severity = 'error' and m.reason <> all (${[...unfilled]}::text[])
           left join app.case_versions v on v.case_id = c.id and v.version = c.claim_version
     where ${within(scope)} and ${setConditions(Number(scope.days)).finished}
     group by m.reason order by cases desc, m.reason limit ${reasonsShown}`.execute(tx);
  return rows;
}

export interface Rejected {
  readonly code: string;
  readonly reason: RejectReason;
  readonly cases: number;
}

/** What the engine suggested and people rejected with a reason, the commonest first. */
export async function readRejected(tx: Tx, scope: Scope): Promise<Rejected[]> {
  const { rows } = await sql<Rejected>`
    select l.code, l.reject_reason as reason, count(distinct c.id)::int as cases
      from ${from} join app.code_links l on l.note_id = c.note_id
     where ${within(scope)} and ${rejectedSince(Number(scope.days))}
     group by 1, 2 order by cases desc, l.code, l.reject_reason limit ${reasonsShown}`.execute(tx);
  return rows;
}

/** For how many days holds stood that ended in the period, by their reason; '' is all of them. */
export async function readHoldDays(tx: Tx, scope: Scope): Promise<Map<string, number>> {
  const { rows } = await sql<{ reason: string; median: number }>`
    select coalesce(l.reason, '') as reason, ${medianOf} from (
      select h.reason, extract(epoch from e.acted_at - h.acted_at) / 86400 as days
        from app.case_acts h join app.cases c on c.id = h.case_id
             join lateral (select x.acted_at from app.case_acts x where x.case_id = h.case_id and x.id > h.id order by x.id limit 1) e on true
       where ${within(scope)} and h.act = 'hold' and e.acted_at >= ${since(Number(scope.days))}) l
     group by grouping sets ((l.reason), ())`.execute(tx);
  return new Map(rows.map((row) => [row.reason, row.median]));
}

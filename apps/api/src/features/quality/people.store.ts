import { sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
import { and } from '../../http/paging.ts';
import { type Scope, askedSince, from, setConditions, within } from './case-sets.ts';
import type { TimedCase } from './expected-minutes.ts';

/** A finished case with the minutes that its coder was at work on it; 0 where nobody was seen at it. */
export interface FinishedCase extends TimedCase {
  readonly coder: string;
  readonly current: boolean;
}

/** Expected minutes are told from no more cases than these, the newest ones. */
const mostCases = 2000;
/** And from no older ones. */
const fitDays = 91;

/** Cases that were finished in the period, and as many older ones as tell how long a case takes. */
export async function readFinished(tx: Tx, scope: Scope): Promise<FinishedCase[]> {
  const days = Number(scope.days);
  const { rows } = await sql<FinishedCase>`
    select c.coder, ${setConditions(days).finished} as current, coalesce(w.minutes, 0)::float8 as minutes,
           case when w.minutes is null then 0 else length(n.text) / 1000.0 end::float8 as kchars,
           (select count(*)::int from app.case_lines i where i.case_id = c.id) as lines,
           (select count(*)::int from app.case_met m where m.case_id = c.id) as findings
      from ${from} left join lateral (
        select sum(extract(epoch from s.ended_at - s.began_at)) / 60 as minutes from app.activity_stretches s
         where s.tenant_id = c.tenant_id and s.case_id = c.id and s.user_id = c.coder_id) w on true
     where ${and([within(scope), setConditions(Math.max(days, fitDays)).finished])} and c.coder is not null
     order by c.work_since desc limit ${mostCases}`.execute(tx);
  return rows;
}

export interface Asked {
  readonly who: string;
  readonly asked: number;
  readonly answered: number;
  readonly median: number | null;
}

const peopleShown = 12;

/** Who was asked in the period about how many cases, how many of these they answered, and after how many days. */
export async function readAsked(tx: Tx, scope: Scope): Promise<Asked[]> {
  const { rows } = await sql<Asked>`
    select q.to_username as who, count(distinct c.id)::int as asked, count(distinct c.id) filter (where v.answered is not null)::int as answered,
           (percentile_cont(0.5) within group (order by extract(epoch from v.answered - q.sent_at) / 86400) filter (where v.answered is not null))::float8 as median
      from ${from} join app.queries q on q.case_id = c.id
           left join lateral (select min(x.acted_at) as answered from app.query_versions x where x.query_id = q.id and x.act = 'answer') v on true
     where ${within(scope)} and ${askedSince(Number(scope.days))}
     group by q.to_username order by asked desc, who limit ${peopleShown}`.execute(tx);
  return rows;
}

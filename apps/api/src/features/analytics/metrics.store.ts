import type { Metrics } from '@incisive/contract/analytics';
import { limits } from '@incisive/contract/limits';
import { sql } from 'kysely';
import type { Tx } from '../../db/client.ts';

const pathsShown = 50;

interface Point {
  label: string;
  value: number;
}

/** Seven whole days in the viewer's zone, the last of them `to` (today when not given). The database's policies set whose views count. */
export async function readMetrics(
  tx: Tx,
  query: { readonly to?: string | undefined; readonly tz?: string | undefined },
): Promise<Metrics> {
  const zone = query.tz ?? 'UTC';
  const { rows: range } = await sql<{ first: string; last: string }>`
    select (d - ${limits.chartDays - 1}::int)::text as first, d::text as last
      from (select coalesce(${query.to ?? null}::date, (now() at time zone ${zone})::date) as d) as day`.execute(tx);
  const { first, last } = range[0]!;
  const within = sql`v.viewed_at >= (${first}::date::timestamp at time zone ${zone}) and v.viewed_at < ((${last}::date + 1)::timestamp at time zone ${zone})`;
  const local = sql`(v.viewed_at at time zone ${zone})`;
  const points = async (query_: ReturnType<typeof sql<Point>>): Promise<Point[]> => (await query_.execute(tx)).rows;
  const days = sql`select generate_series(${first}::date, ${last}::date, interval '1 day')::date as day`;
  return {
    from: first,
    to: last,
    page_views: await points(sql<Point>`
      select v.path as label, count(*)::int as value from app.page_views v where ${within} group by 1 order by 2 desc, 1 limit ${pathsShown}`),
    sessions_by_date: await points(sql<Point>`
      select d.day::text as label, count(distinct v.sid)::int as value from (${days}) d
        left join app.page_views v on ${within} and ${local}::date = d.day group by 1 order by 1`),
    sessions_by_hour: await points(sql<Point>`
      select lpad(h::text, 2, '0') as label, count(distinct v.sid)::int as value from generate_series(0, 23) h
        left join app.page_views v on ${within} and extract(hour from ${local})::int = h group by 1 order by 1`),
    active_users: await points(sql<Point>`
      select d.day::text as label, count(distinct v.vid)::int as value from (${days}) d
        left join app.page_views v on ${within} and ${local}::date = d.day group by 1 order by 1`),
    regions: await points(sql<Point>`
      select v.region as label, count(distinct v.sid)::int as value from app.page_views v where ${within} group by 1 order by 2 desc, 1`),
  };
}

import type { AgeBand, CaseSet, LagStep, MeasuredCase, Period } from '@incisive/contract/quality';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
import { leaseLives, surgeonColumn } from '../queue/work.service.ts';
import { type Page, type PageQuery, type Sort, and, cappedCount, listPage } from '../../http/paging.ts';

export type Condition = RawBuilder<unknown>;

/** Days of the work are those of UTC, as everywhere on the server. */
export const today = sql`(now() at time zone 'UTC')::date`;
export const from = sql`app.cases c join app.notes n on n.id = c.note_id`;

export interface Scope {
  readonly tenant?: string | undefined;
  readonly days: Period;
}
export const since = (days: number): Condition => sql`(now() - make_interval(days => ${days}))`;

/** The cases that a reader asks about; row-level security has said which they may see. */
export const within = ({ tenant }: Scope): Condition =>
  and([sql`c.performer = 'surgeon'`, ...(tenant ? [sql`c.tenant_id = ${tenant}::uuid`] : [])]);

export const notFinal = sql`c.work_state in ('new', 'held', 'queried', 'coded', 'in-review', 'returned')`;
const toDo = sql`c.work_state in ('new', 'held', 'queried', 'returned')`;
/** What is coded waits for no coder any more: it is not late by its coding day. */
export const isLate = sql`(${toDo} and c.due_on < ${today})`;

const isLeased = sql`exists (select from app.case_leases l where l.case_id = c.id and ${leaseLives})`;
const acts = (where: Condition): Condition => sql`exists (select from app.case_acts a where a.case_id = c.id and ${where})`;
/** Holds that ran to their day: nothing was done with the case before it. */
const holdsRunOut = sql`(select count(*) from app.case_acts h where h.case_id = c.id and h.act = 'hold' and h.due_on < ${today}
  and not exists (select from app.case_acts x where x.case_id = c.id and x.id > h.id and (x.acted_at at time zone 'UTC')::date < h.due_on))`;

/** Who has not answered yet: where several were asked, the one who has had the question longest. */
export const askedOf = sql`(select q.to_username from app.queries q where q.case_id = c.id and q.state = 'sent' order by q.sent_at, q.id limit 1)`;
/** A lead hears of a question that nobody answered for so long. */
const answerDays = 6;

/** Errors that are no mistake: what every claim lacks until somebody has filled it in. */
export const unfilled: readonly string[] = ['date.missing', 'dx.missing'];
const isMistake = sql`m.severity = 'error' and m.reason <> all (${[...unfilled]}::text[])`;
const met = (where: Condition): Condition =>
  sql`exists (select from app.case_met m where m.case_id = c.id and ${isMistake} and ${where})`;

/** A code that people rejected since, saying why. */
export const rejectedSince = (days: number): Condition => sql`l.reject_reason is not null and l.rejected_at >= ${since(days)}`;
/** A question `q` that was sent since. */
export const askedSince = (days: number): Condition => sql`q.state <> 'withdrawn' and q.sent_at >= ${since(days)}`;
const asksSince = (days: number, who: string | undefined, answered: boolean): Condition =>
  sql`exists (select from app.queries q where q.case_id = c.id and ${askedSince(days)} and q.to_username = coalesce(${who ?? null}, q.to_username)
    ${answered ? sql`and exists (select from app.query_versions x where x.query_id = q.id and x.act = 'answer')` : sql``})`;
const finishedSince = (days: number): Condition => acts(sql`a.act = 'finish' and a.acted_at >= ${since(days)}`);

/** The conditions of the sets; the figures count by the same ones. */
export const setConditions = (
  days: number,
): Readonly<Record<Exclude<CaseSet, 'lag' | 'error-met' | 'rejected' | 'asked' | 'answered'>, Condition>> => ({
  'not-final': notFinal,
  'to-do': toDo,
  new: sql`c.work_state = 'new'`,
  held: sql`c.work_state = 'held'`,
  queried: sql`c.work_state = 'queried'`,
  'in-review': sql`c.work_state in ('coded', 'in-review')`,
  returned: sql`c.work_state = 'returned'`,
  'held-twice': sql`c.work_state = 'held' and c.due_on < ${today} and ${holdsRunOut} >= 2`,
  'query-late': sql`c.work_state = 'queried' and exists (select from app.queries q where q.case_id = c.id and q.state = 'sent'
    and q.sent_at < now() - make_interval(days => ${answerDays}))`,
  // Begun, let go or timed out, and nobody came back for more than a day.
  left: sql`c.work_state = 'new' and not ${isLeased}
    and (select a.act in ('claim', 'take-over', 'release') and a.acted_at < now() - interval '1 day'
           from app.case_acts a where a.case_id = c.id order by a.id desc limit 1)`,
  'note-changed': sql`c.work_state = 'returned' and c.work_reason = 'note-changed'`,
  skipped: sql`c.work_state = 'new' and (select count(distinct a.acted_by_id) from app.case_acts a where a.case_id = c.id and a.act = 'skip') >= 2`,
  // Where nobody exports, nothing waits for it.
  'not-exported': sql`c.work_state = 'final' and c.work_since < now() - interval '3 days'
    and exists (select from app.case_acts e where e.tenant_id = c.tenant_id and e.act = 'export' and e.acted_at >= ${since(91)})`,
  finished: finishedSince(days),
  'first-pass': sql`${finishedSince(days)} and not ${met(sql`true`)}`,
});

const bandEnds: Readonly<Record<AgeBand, readonly [number, number]>> = {
  '0-3': [0, 3],
  '4-7': [4, 7],
  '8-14': [8, 14],
  '15-30': [15, 30],
  '31+': [31, 100_000],
};
const inBand = (band: AgeBand): Condition => {
  const [least, most] = bandEnds[band];
  // A service in the future is a mistake in its date: it is of today.
  return least === 0
    ? sql`c.waits_from >= ${today} - ${most}::int`
    : sql`c.waits_from between ${today} - ${most}::int and ${today} - ${least}::int`;
};
export const band = sql<AgeBand>`case ${sql.join(
  Object.entries(bandEnds).map(([name, [, most]]) => sql`when ${today} - c.waits_from <= ${most}::int then ${name}`),
  sql` `,
)} end`;

/** How long each step of a case took, of steps that ended since then: each case by the first time that it took the step. */
export const lagSteps = (scope: Scope, days: number): Condition => sql`
  select c.id as case_id, s.step, s.ended, greatest(0, extract(epoch from s.ended - s.began) / 86400)::float8 as days
    from ${from}
    left join lateral (
      select min(a.acted_at) filter (where a.act in ('claim', 'take-over')) as claimed, min(a.acted_at) filter (where a.act = 'finish') as coded,
             min(a.acted_at) filter (where a.to_state = 'final') as final, min(a.acted_at) filter (where a.act = 'export') as exported
        from app.case_acts a where a.case_id = c.id) t on true
    cross join lateral (select c.service_date::timestamp at time zone 'UTC' as service) d
    cross join lateral (values
      ('service-to-note', d.service, c.created_at), ('note-to-claimed', c.created_at, t.claimed), ('claimed-to-coded', t.claimed, t.coded),
      ('coded-to-final', t.coded, t.final), ('final-to-exported', t.final, t.exported), ('service-to-coded', d.service, t.coded)) s (step, began, ended)
   where ${within(scope)} and s.began is not null and s.ended >= ${since(days)}
     and c.id in (select r.case_id from app.case_acts r where r.acted_at >= ${since(days)}
                  union all select r.id from app.cases r where r.created_at >= ${since(days)})`;

export interface CaseQuery extends Scope, PageQuery {
  readonly set: CaseSet;
  readonly age?: AgeBand | undefined;
  readonly late: boolean;
  readonly due?: string | undefined;
  readonly due_by?: string | undefined;
  readonly reason?: string | undefined;
  readonly code?: string | undefined;
  readonly coder?: string | undefined;
  readonly asked?: string | undefined;
  readonly step?: LagStep | undefined;
}

function conditionsOf(query: CaseQuery): Condition[] {
  const days = Number(query.days);
  const { set, reason } = query;
  const where: Condition[] = [within(query)];
  if (set === 'lag')
    // Asked once, not once a case.
    where.push(
      sql`c.id = any (array(select l.case_id from (${lagSteps(query, days)}) l where l.step = ${query.step ?? 'service-to-coded'}))`,
    );
  else if (set === 'error-met') where.push(finishedSince(days), met(sql`m.reason = ${reason ?? ''}`));
  else if (set === 'rejected')
    where.push(
      sql`exists (select from app.code_links l where l.note_id = c.note_id and ${rejectedSince(days)}
        and l.reject_reason = coalesce(${reason ?? null}, l.reject_reason) and l.code = coalesce(${query.code ?? null}, l.code))`,
    );
  else if (set === 'asked' || set === 'answered') where.push(asksSince(days, query.asked, set === 'answered'));
  else where.push(setConditions(days)[set]);
  if (query.age) where.push(inBand(query.age));
  if (query.late) where.push(isLate);
  if (query.due) where.push(sql`c.due_on = ${query.due}::date`);
  if (query.due_by) where.push(sql`c.due_on between ${today} and ${query.due_by}::date`);
  if (reason !== undefined && set !== 'error-met' && set !== 'rejected') where.push(sql`c.work_reason = ${reason}`);
  if (query.coder !== undefined) where.push(sql`c.coder = ${query.coder}`);
  if (query.asked !== undefined && set !== 'asked' && set !== 'answered') where.push(sql`${askedOf} = ${query.asked}`);
  return where;
}

export type MeasuredRow = Omit<MeasuredCase, 'since' | 'reason'> & { since: Date; reason: string | null; tenant_id: string };

const sorts: Readonly<Record<string, Sort>> = {
  due_on: { by: sql`(c.due_on - date '2000-01-01')::bigint`, cast: 'bigint' },
  age_days: { by: sql`(${today} - c.waits_from)::bigint`, cast: 'bigint' },
  since: { by: sql`c.work_since`, cast: 'timestamptz' },
};

/** The cases behind a figure, a page at a time. */
export function listMeasured(tx: Tx, query: CaseQuery, url: string): Promise<Page<MeasuredRow>> {
  const where = conditionsOf(query);
  return listPage<MeasuredRow>(tx, {
    columns: sql`c.id, c.note_id, c.tenant_id, n.excerpt as text, ${surgeonColumn} as surgeon, c.coder, t.name as tenant,
      case when ${isLeased} then 'claimed' else c.work_state end as state,
      c.work_reason as reason, c.work_since as since, c.due_on::text as due_on, greatest(0, ${today} - c.waits_from) as age_days`,
    from: sql`${from} join app.tenants t on t.id = c.tenant_id`,
    where,
    id: sql`c.id`,
    sorts,
    query,
    defaultOrdering: 'due_on',
    url,
    count: () => cappedCount(tx, from, where),
  });
}

import { fastLane } from '@incisive/contract/fast-lane';
import { answerDays, afterWorkingDays, monthlyDraw } from '@incisive/contract/review-plan';
import { mostDrawn } from '@incisive/contract/reviews';
import { can } from '@incisive/contract/roles';
import { sql } from 'kysely';
import type { Database, Tx } from '../../db/client.ts';
import { locks } from '../../db/locks.ts';
import { withSystem } from '../../db/tenant.ts';
import { drawAndGive, mostInPopulation } from './draws.service.ts';
import { type Finished, type Person, readPopulation, workersOf } from './draws.store.ts';
import { settleWhenDone } from './reviews.store.ts';

/** Three settled draws in a row with at least this share of opportunities without a mark show that somebody may be drawn less. */
const standard = 0.95;
const drawer = { username: 'Nightly draw', userId: null };

interface Coder {
  readonly coder_id: string;
  readonly coder: string;
  /** Cases finished in the month so far, and those of them that a blind review was drawn of. */
  readonly finished: number;
  readonly drawn: number;
  readonly proved: boolean;
}

/**
 * Draws for each clinic that wants it what the month asks of each of its coders, from what was finished before this day, and lets marks
 * that nobody answered in their time count. Run again on a day, or by another process, it finds nothing left to draw.
 *
 * @param today YYYY-MM-DD in UTC
 */
export function drawReviews(
  database: Database,
  today = new Date().toISOString().slice(0, 10),
): Promise<{ drawn: number; lapsed: number }> {
  return withSystem(database, async (tx) => {
    await sql`select pg_advisory_xact_lock(${locks.drawReviews})`.execute(tx);
    const { rows } = await sql<Plan>`
      select tenant_id, readers, nightly from app.review_plans where cardinality(readers) > 0 order by tenant_id`.execute(tx);
    let drawn = 0;
    for (const plan of rows) {
      drawn += await drawFastLane(tx, plan, today);
      if (plan.nightly) drawn += await drawForClinic(tx, plan, today);
    }
    return { drawn, lapsed: await lapseMarks(tx, today) };
  });
}

interface Plan {
  readonly tenant_id: string;
  readonly readers: string[];
  readonly nightly: boolean;
}

/** The month of the day before, up to that day. */
function monthBefore(today: string): { from: string; to: string } {
  const yesterday = new Date(Date.parse(today) - 86_400_000).toISOString().slice(0, 10);
  return { from: `${yesterday.slice(0, 7)}-01`, to: yesterday };
}

/** A tenth of what a month's fast lane finished is coded again, whatever else is drawn. */
async function drawFastLane(tx: Tx, plan: Plan, today: string): Promise<number> {
  const rule = { ...monthBefore(today), coder: null, fast: true as const };
  const { rows } = await sql<{ finished: number; drawn: number }>`
    select count(*)::int as finished, count(*) filter (where exists (
             select from app.reviews r where r.case_id = v.case_id and r.claim_version = v.version and r.kind = 'blind' and r.state <> 'withdrawn'))::int as drawn
      from app.case_versions v where v.tenant_id = ${plan.tenant_id} and (v.figures -> 'fast' ->> 'lane')::boolean
       and v.finished_at >= ${rule.from}::date::timestamp at time zone 'UTC' and v.finished_at < (${rule.to}::date + 1)::timestamp at time zone 'UTC'`.execute(
    tx,
  );
  const { finished, drawn } = rows[0]!;
  const size = Math.min(Math.ceil(finished / fastLane.oneBlindOf) - drawn, mostDrawn);
  const readers = size > 0 ? await readersNow(tx, plan) : [];
  if (readers.length === 0) return 0;
  const population = await readableBy(tx, readers, await readPopulation(tx, plan.tenant_id, rule, mostInPopulation));
  if (population.length === 0) return 0;
  return (await drawAndGive(tx, drawer, { tenantId: plan.tenant_id, rule, population, size, readers })).given;
}

async function drawForClinic(tx: Tx, plan: Plan, today: string): Promise<number> {
  const month = monthBefore(today);
  const readers = await readersNow(tx, plan);
  if (readers.length === 0) return 0;
  let drawn = 0;
  for (const one of await codersOf(tx, plan.tenant_id, month)) {
    const size = Math.min(monthlyDraw(one.finished, one.proved) - one.drawn, mostDrawn);
    if (size <= 0) continue;
    const rule = { ...month, coder: one.coder };
    const population = await readableBy(tx, readers, await readPopulation(tx, plan.tenant_id, rule, mostInPopulation));
    if (population.length === 0) continue;
    drawn += (await drawAndGive(tx, drawer, { tenantId: plan.tenant_id, rule, population, size, readers })).given;
  }
  return drawn;
}

/** The plan's readers who are still here and may still review. */
async function readersNow(tx: Tx, { readers }: Pick<Plan, 'readers'>): Promise<Person[]> {
  const { rows } = await sql<Person>`select id, tenant_id, username, role from app.users
    where id = any (${readers}::uuid[]) and status = 'active' and deleted_at is null order by username`.execute(tx);
  return rows.filter(({ role }) => can(role, 'reviews.do'));
}

/** Those cases that one of the readers never worked on. */
async function readableBy(tx: Tx, readers: readonly Person[], cases: readonly Finished[]): Promise<Finished[]> {
  const workers = await workersOf(
    tx,
    cases.map(({ id }) => id),
  );
  return cases.filter(({ id }) => readers.some((reader) => !workers.get(id)?.has(reader.id)));
}

async function codersOf(tx: Tx, tenantId: string, { from, to }: { from: string; to: string }): Promise<Coder[]> {
  const { rows } = await sql<Coder>`
    with finished as (
      select c.coder_id, max(c.coder) as coder, count(*)::int as finished
        from app.case_versions v join app.cases c on c.id = v.case_id and c.claim_version = v.version
       where v.tenant_id = ${tenantId} and c.finished_at is not null and c.coder_id is not null
         and v.finished_at >= ${from}::date::timestamp at time zone 'UTC' and v.finished_at < (${to}::date + 1)::timestamp at time zone 'UTC'
       group by c.coder_id)
    select f.coder_id, f.coder, f.finished,
           (select count(*)::int from app.reviews r join app.case_versions v on v.case_id = r.case_id and v.version = r.claim_version
             where r.tenant_id = ${tenantId} and r.coder_id = f.coder_id and r.kind = 'blind' and r.state <> 'withdrawn'
               and v.finished_at >= ${from}::date::timestamp at time zone 'UTC' and v.finished_at < (${to}::date + 1)::timestamp at time zone 'UTC') as drawn,
           (select count(*) = 3 and bool_and(d.stand <= (1 - ${standard}::float8) * d.opportunities) from (
             select coalesce(sum((r.figures ->> 'opportunities')::int), 0) as opportunities,
                    coalesce(sum((select count(*) from app.review_marks m join app.review_mark_acts a on a.mark_id = m.id
                                   where m.review_id = r.id and a.verdict = 'second')), 0) as stand
               from app.reviews r
              where r.tenant_id = ${tenantId} and r.coder_id = f.coder_id and r.kind = 'blind' and r.state <> 'withdrawn'
              group by r.draw_id having bool_and(r.state = 'settled') order by max(r.settled_at) desc limit 3) d) as proved
      from finished f order by f.coder`.execute(tx);
  return rows;
}

/** Marks of blind reviews past their working days: the second coding counts, and it is told that nobody answered. */
async function lapseMarks(tx: Tx, today: string): Promise<number> {
  const { rows } = await sql<{ id: string; coded_at: Date }>`
    select r.id, r.coded_at from app.reviews r
     where r.kind = 'blind' and r.state = 'coded' and r.coded_at < ${today}::date - make_interval(days => ${answerDays})`.execute(
    tx,
  );
  let lapsed = 0;
  for (const { id, coded_at } of rows) {
    if (afterWorkingDays(coded_at, answerDays) >= today) continue;
    const written = await sql`
      insert into app.review_mark_acts (tenant_id, mark_id, act, verdict, acted_by)
      select m.tenant_id, m.id, 'lapse', 'second', 'Nobody answered' from app.review_marks m
       where m.review_id = ${id} and not exists (select from app.review_mark_acts a where a.mark_id = m.id)`.execute(tx);
    lapsed += Number(written.numAffectedRows ?? 0n);
    await settleWhenDone(tx, id);
  }
  return lapsed;
}

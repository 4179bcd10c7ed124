import type { ReviewState } from '@incisive/contract/reviews';
import { type Role, superRoles } from '@incisive/contract/roles';
import { sql } from 'kysely';
import type { Tx } from '../../db/client.ts';

export interface Rule {
  readonly from: string;
  readonly to: string;
  readonly coder: string | null;
  /** Only what was finished in the fast lane. */
  readonly fast?: true;
}

export interface Person {
  readonly id: string;
  readonly tenant_id: string;
  readonly username: string;
  readonly role: Role;
}

export async function peopleNamed(tx: Tx, tenantId: string, usernames: readonly string[]): Promise<Person[]> {
  const { rows } = await sql<Person>`select id, tenant_id, username, role from app.users
    where username = any (${[...usernames]}::text[]) and deleted_at is null and status = 'active'
      and (only_tenants = '{}' or ${tenantId}::uuid = any (only_tenants)) and (tenant_id = ${tenantId} or role = any (${[...superRoles]}::text[]))`.execute(
    tx,
  );
  return rows;
}

export interface Finished {
  readonly id: string;
  readonly note_id: string;
  readonly claim_version: number;
  readonly service_date: string | null;
  readonly coder_id: string;
  readonly coder: string;
  /** The surgeon's specialty, and whether an error was passed by saying why. */
  readonly stratum: string;
}

/** Cases that stand finished, by whom and on which days, of which no version in force was drawn before. */
export async function readPopulation(tx: Tx, tenantId: string, rule: Rule, limit: number): Promise<Finished[]> {
  const { rows } = await sql<Finished>`
    select c.id, c.note_id, c.claim_version, c.service_date::text as service_date, c.coder_id, c.coder,
           coalesce(nullif(lower(btrim((select u.specialty from app.users u where u.id = n.created_by_id))), ''), 'no specialty')
             || case when coalesce(jsonb_array_length(v.figures -> 'overrides'), 0) > 0 then ', passed with a reason' else '' end as stratum
      from app.case_versions v join app.cases c on c.id = v.case_id and c.claim_version = v.version join app.notes n on n.id = c.note_id
     where v.tenant_id = ${tenantId} and v.finished_at >= ${rule.from}::date::timestamp at time zone 'UTC'
       and v.finished_at < (${rule.to}::date + 1)::timestamp at time zone 'UTC' and c.finished_at is not null and c.coder_id is not null
       and (${rule.coder}::text is null or c.coder = ${rule.coder})
       and (${rule.fast !== true} or (v.figures -> 'fast' ->> 'lane')::boolean)
        and not exists (select from app.reviews r where r.case_id = c.id and r.claim_version = c.claim_version and r.kind = 'blind' and r.state <> 'withdrawn')
     order by c.id limit ${limit}`.execute(tx);
  return rows;
}

/** Everybody who ever acted on these cases or on the codes of their notes. */
export async function workersOf(tx: Tx, caseIds: readonly string[]): Promise<Map<string, Set<string>>> {
  const ids = [...caseIds];
  const { rows } = await sql<{ case_id: string; user_id: string }>`
    select case_id, acted_by_id as user_id from app.case_acts where case_id = any (${ids}::uuid[])
     union select case_id, acted_by_id from app.case_history where case_id = any (${ids}::uuid[])
     union select c.id, h.acted_by_id from app.cases c join app.code_history h on h.note_id = c.note_id where c.id = any (${ids}::uuid[])`.execute(
    tx,
  );
  const found = new Map<string, Set<string>>();
  for (const { case_id, user_id } of rows) found.set(case_id, (found.get(case_id) ?? new Set()).add(user_id));
  return found;
}

export async function insertDraw(
  tx: Tx,
  actor: { readonly username: string; readonly userId: string | null },
  draw: { tenantId: string; seed: string; size: number; rule: Rule; population: readonly Pick<Finished, 'id' | 'stratum'>[] },
  given: readonly (Finished & { readonly reader: Person })[],
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into app.review_draws (tenant_id, seed, size, rule, population, strata, drawn_by, drawn_by_id)
    values (${draw.tenantId}, ${draw.seed}, ${draw.size}, ${JSON.stringify(draw.rule)}::jsonb, ${draw.population.map(({ id }) => id)}::uuid[],
      ${draw.population.map(({ stratum }) => stratum)}::text[],
      ${actor.username}, ${actor.userId}) returning id`.execute(tx);
  const { id } = rows[0]!;
  const reviews = given.map(({ reader, ...one }, at) => ({
    case_id: one.id,
    note_id: one.note_id,
    claim_version: one.claim_version,
    place: at + 1,
    service_date: one.service_date,
    coder_id: one.coder_id,
    coder: one.coder,
    reviewer_id: reader.id,
    reviewer: reader.username,
  }));
  await sql`insert into app.reviews (tenant_id, draw_id, case_id, note_id, claim_version, place, service_date, coder_id, coder, reviewer_id, reviewer)
    select ${draw.tenantId}::uuid, ${id}::uuid, o.case_id, o.note_id, o.claim_version, o.place, o.service_date, o.coder_id, o.coder, o.reviewer_id, o.reviewer
      from jsonb_to_recordset(${JSON.stringify(reviews)}::jsonb) as o (case_id uuid, note_id uuid, claim_version int, place int, service_date date,
        coder_id uuid, coder text, reviewer_id uuid, reviewer text)`.execute(tx);
  return id;
}

interface DrawFound {
  readonly id: string;
  readonly tenant_id: string;
  readonly seed: string;
  readonly size: number;
  readonly rule: Rule;
  readonly cases: string[];
  readonly strata: string[] | null;
  readonly drawn_by: string;
  readonly drawn_at: Date;
  readonly tenant: string | null;
  readonly reviews: Record<ReviewState, number>;
}

export async function readDraws(tx: Tx, id: string | null): Promise<DrawFound[]> {
  const { rows } = await sql<DrawFound>`
    select d.id, d.tenant_id, d.seed, d.size, d.rule, d.population as cases, d.strata, d.drawn_by, d.drawn_at, t.name as tenant,
           (select jsonb_build_object('open', count(*) filter (where r.state = 'open'), 'coded', count(*) filter (where r.state = 'coded'),
                     'settled', count(*) filter (where r.state = 'settled'), 'withdrawn', count(*) filter (where r.state = 'withdrawn'))
              from app.reviews r where r.draw_id = d.id) as reviews
      from app.review_draws d left join app.tenants t on t.id = d.tenant_id
     where ${id}::uuid is null or d.id = ${id}::uuid order by d.drawn_at desc, d.id limit 100`.execute(tx);
  return rows;
}

export async function readReaders(
  tx: Tx,
  drawId: string,
): Promise<{ review: string; case_id: string; reviewer: string; state: ReviewState }[]> {
  const { rows } = await sql<{ review: string; case_id: string; reviewer: string; state: ReviewState }>`
    select id as review, case_id, reviewer, state from app.reviews where draw_id = ${drawId} order by place`.execute(tx);
  return rows;
}

import type { Models } from '@incisive/contract/analytics';
import { sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
import { type Actor, platformTenantId } from '../../db/tenant.ts';
import { isSuperRole } from '@incisive/contract/roles';
import type { SubmittedCode } from './acceptance.ts';

const suggestionsTimed = 1000;
const suggestionsCharted = 20_000;
/** The newest submitted codes that acceptance is computed from; older ones are history. */
const submittedRead = 50_000;
const stepsShown = 100;

interface Totals {
  op_notes: number;
  cpt_codes: number;
  tenants: number;
  users: number;
  database_bytes: number;
}

export async function readTotals(tx: Tx, actor: Actor): Promise<Models['totals']> {
  const everything = isSuperRole(actor.role);
  const { rows } = await sql<Totals>`select
    pg_database_size(current_database())::float8 as database_bytes,
    (select coalesce(sum(n), 0)::int from app.note_counts where kind = 'op') as op_notes,
    (select count(*)::int from app.cpt_codes where retired_at is null) as cpt_codes,
    (select count(*)::int from app.tenants where not platform and deleted_at is null) as tenants,
    (select count(*)::int from app.users where deleted_at is null) as users`.execute(tx);
  const totals = rows[0]!;
  return everything ? totals : { ...totals, tenants: null, database_bytes: null };
}

/** Median and 95th percentile of the newest suggestions that were computed. */
export async function readSpeed(tx: Tx): Promise<Models['speed']> {
  const { rows } = await sql<{ n: number; median: number | null; p95: number | null }>`
    select count(*)::int as n, percentile_cont(0.5) within group (order by milliseconds) as median,
           percentile_cont(0.95) within group (order by milliseconds) as p95
      from (select milliseconds from app.suggestion_cache order by computed_at desc limit ${suggestionsTimed}) as newest`.execute(
    tx,
  );
  const row = rows[0];
  return row && row.n > 0 && row.median !== null && row.p95 !== null
    ? { median_ms: row.median, p95_ms: row.p95, n: row.n }
    : null;
}

/** The same day by day, over the last month and at most `suggestionsCharted` of the newest suggestions. */
export async function readSpeedByDay(tx: Tx): Promise<Models['speed_by_day']> {
  const { rows } = await sql<Models['speed_by_day'][number]>`
    select computed_at::date::text as day, count(*)::int as n,
           percentile_cont(0.5) within group (order by milliseconds) as median_ms,
           percentile_cont(0.95) within group (order by milliseconds) as p95_ms
      from (select computed_at at time zone 'UTC' as computed_at, milliseconds from app.suggestion_cache
             where computed_at > now() - interval '30 days' order by app.suggestion_cache.computed_at desc
             limit ${suggestionsCharted}) as newest
     group by 1 order by 1`.execute(tx);
  return rows;
}

/** Each submitted code with its rank among the suggestions of the note's first settling: a later one was helped by the first. */
export async function readSubmitted(tx: Tx): Promise<SubmittedCode[]> {
  const { rows } = await sql<Omit<SubmittedCode, 'tenant'> & { tenant: string; tenant_id: string }>`
    select e.note_id, n.id is not null as note_there, e.created_at as settled_at, c.code,
           array_position(e.suggested, c.code) as rank, date_trunc('week', e.created_at at time zone 'UTC')::date::text as week,
           t.name as tenant, e.tenant_id
      from (select distinct on (note_id) * from app.training_examples
             where kind = 'submitted' and undone_at is null order by note_id, created_at, id) e
      cross join lateral unnest(e.codes) as c (code) join app.tenants t on t.id = e.tenant_id
      left join app.notes n on n.id = e.note_id and n.deleted_at is null
     order by e.created_at desc, e.note_id, c.code limit ${submittedRead}`.execute(tx);
  return rows.map(({ tenant_id, tenant, ...row }) => ({ ...row, tenant: tenant_id === platformTenantId ? null : tenant }));
}

/** What training steps changed, newest first, where it was measured. */
export async function readTraining(tx: Tx): Promise<Models['training']> {
  const rows = await tx
    .selectFrom('app.training_examples')
    .select(['created_at', 'changed'])
    .where('changed', 'is not', null)
    .where('undone_at', 'is', null)
    .orderBy('created_at', 'desc')
    .limit(stepsShown)
    .execute();
  return rows.map((row) => ({
    ...(row.changed as Omit<Models['training'][number], 'at'>),
    at: row.created_at.toISOString(),
  }));
}

export async function readVersions(tx: Tx, actor: Actor): Promise<{ catalogue: number; database: string; model: number | null }> {
  const { rows } = await sql<{ catalogue: number; database: string; model: number | null }>`
    select (select version from app.catalogue_version) as catalogue, current_setting('server_version') as database,
           (select version from app.learned_models where tenant_id = ${actor.tenantId}::uuid) as model`.execute(tx);
  return rows[0]!;
}

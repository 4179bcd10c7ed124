import { fastLane, mayOpenLane } from '@incisive/contract/fast-lane';
import type { LaneState } from '@incisive/contract/lane';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
import type { Actor } from '../../db/tenant.ts';
import { fieldError } from '../../http/app-error.ts';
import type { AuditTrail } from '../../http/context.ts';
import { firstHoldReasons } from '@incisive/contract/work-state';

interface Calibration {
  readonly tenant_id: string;
  readonly of: number;
  readonly agreed: number;
}

/** How the first finished versions of a year agreed with what was suggested, of cases that the lane would have taken and did not. */
async function calibrations(tx: Tx, tenants: RawBuilder<unknown>): Promise<Calibration[]> {
  const { rows } = await sql<Calibration>`
    select v.tenant_id, count(*)::int as of, count(*) filter (where (v.figures -> 'fast' ->> 'agreed')::boolean)::int as agreed
      from app.case_versions v
     where v.tenant_id = any (${tenants}) and v.version = 1 and v.finished_at > now() - interval '1 year'
       and (v.figures -> 'fast' ->> 'eligible') = 'true' and not (v.figures -> 'fast' ->> 'lane')::boolean
     group by v.tenant_id`.execute(tx);
  return rows;
}

/** Tenants that the caller sees whose lane is open now: a lead opened it, and the calibration still holds. */
export async function openLanes(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ tenant_id: string }>`select tenant_id from app.queue_settings where fast_lane`.execute(tx);
  if (rows.length === 0) return [];
  const ids = rows.map(({ tenant_id }) => tenant_id);
  return (await calibrations(tx, sql`${ids}::uuid[]`)).filter(mayOpenLane).map(({ tenant_id }) => tenant_id);
}

export async function laneOf(tx: Tx, actor: Actor): Promise<LaneState> {
  const [own] = await calibrations(tx, sql`${[actor.tenantId]}::uuid[]`);
  const { rows } = await sql<{
    on: boolean;
  }>`select fast_lane as on from app.queue_settings where tenant_id = ${actor.tenantId}`.execute(tx);
  const [of, agreed, on] = [own?.of ?? 0, own?.agreed ?? 0, rows[0]?.on ?? false];
  return { on, of, agreed, may: mayOpenLane({ of, agreed }) };
}

/** Opens or closes the lane. @throws AppError on `on` while the calibration does not allow it, or nobody reads a tenth of it */
export async function saveLane(tx: Tx, actor: Actor, on: boolean, audit: AuditTrail): Promise<LaneState> {
  const { may } = await laneOf(tx, actor);
  if (on && !may)
    throw fieldError(
      'on',
      `It opens when ${fastLane.leastCases} cases were finished of which ${fastLane.leastAgreed * 100} % were as suggested.`,
    );
  const plan = await sql`select from app.review_plans where tenant_id = ${actor.tenantId} and cardinality(readers) > 0`.execute(
    tx,
  );
  if (on && plan.rows.length === 0)
    throw fieldError('on', 'A tenth of it is coded again, blind. Name who reads in the review plan first.');
  await sql`insert into app.queue_settings (tenant_id, hold_reasons, fast_lane)
    values (${actor.tenantId}, ${JSON.stringify(firstHoldReasons)}::jsonb, ${on})
    on conflict (tenant_id) do update set fast_lane = excluded.fast_lane`.execute(tx);
  audit.detail(`fast lane ${on ? 'open' : 'closed'}`);
  return laneOf(tx, actor);
}

/** Cases `c` with nothing settled whose first codes are all sure: of alternatives and parts, the leads alone count. */
export const looksSure = sql`not exists (select from app.code_links k where k.note_id = c.note_id) and exists (
  select from app.suggestion_cache s cross join lateral (
    select count(*) as n, min((x ->> 'confidence')::float8) as least from jsonb_array_elements(s.suggestions) x
     where x ->> 'tier' = 'likely' and x ->> 'alternativeTo' is null and x ->> 'partOf' is null) likely
   where s.note_id = c.note_id and likely.n > 0 and likely.least >= ${fastLane.leastConfidence}::float8)`;

import type { MarkKind } from '@incisive/contract/compare-claims';
import type { FocusReason } from '@incisive/contract/review-plan';
import type { PlanBody } from '@incisive/contract/reviews';
import { sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
import type { Actor } from '../../db/tenant.ts';

export interface StoredPlan {
  readonly tenant_id: string;
  readonly before_billing: boolean;
  readonly focus: FocusReason[];
  readonly share: number;
  readonly seed: string;
  readonly nightly: boolean;
  readonly readers: readonly string[];
  readonly weights: Partial<Record<MarkKind, number>>;
  readonly changed_by: string;
  readonly changed_at: Date;
}

export async function readPlan(tx: Tx, tenantId: string): Promise<StoredPlan | null> {
  const { rows } = await sql<StoredPlan>`
    select tenant_id, before_billing, focus, share, seed, nightly, readers, weights, changed_by, changed_at
      from app.review_plans where tenant_id = ${tenantId}`.execute(tx);
  return rows[0] ?? null;
}

export async function writePlan(
  tx: Tx,
  actor: Actor,
  tenantId: string,
  plan: PlanBody,
  readers: readonly string[],
): Promise<void> {
  await sql`
    insert into app.review_plans as p (tenant_id, before_billing, focus, share, nightly, readers, weights, changed_by)
    values (${tenantId}, ${plan.before_billing}, ${[...plan.focus]}::text[], ${plan.share}, ${plan.nightly}, ${[...readers]}::uuid[],
      ${JSON.stringify(plan.weights)}::jsonb, ${actor.username})
    on conflict (tenant_id) do update set before_billing = excluded.before_billing, focus = excluded.focus, share = excluded.share,
      nightly = excluded.nightly, readers = excluded.readers, weights = excluded.weights, changed_by = excluded.changed_by,
      changed_at = clock_timestamp()`.execute(tx);
}

/** Who may read cases of the clinic, those above clinics among them, whom its own people cannot see otherwise. */
export async function mayRead(tx: Tx, tenantId: string): Promise<{ id: string; username: string }[]> {
  const { rows } = await sql<{ id: string; username: string }>`
    select id, username from app.people_of_cases(${tenantId}::uuid)`.execute(tx);
  return rows;
}

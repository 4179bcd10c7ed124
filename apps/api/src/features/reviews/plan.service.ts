import { createHash } from 'node:crypto';
import type { PlanBody, ReviewPlan } from '@incisive/contract/reviews';
import { type ReviewReason, highValue, inShare, reasonsOf } from '@incisive/contract/review-plan';
import { sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
import type { Actor } from '../../db/tenant.ts';
import { fieldError } from '../../http/app-error.ts';
import type { AuditTrail } from '../../http/context.ts';
import { tenantOf } from './draws.service.ts';
import { type StoredPlan, mayRead, readPlan, writePlan } from './plan.store.ts';

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const none: ReviewPlan = {
  before_billing: false,
  focus: [],
  share: 0,
  seed: null,
  nightly: false,
  readers: [],
  weights: {},
  changed_by: null,
  changed_at: null,
};

async function shown(tx: Tx, plan: StoredPlan | null): Promise<ReviewPlan> {
  if (!plan) return none;
  const { tenant_id, changed_at, readers, ...rest } = plan;
  const people = await mayRead(tx, tenant_id);
  const names = people.filter(({ id }) => readers.includes(id)).map(({ username }) => username);
  return { ...rest, readers: names, changed_at: changed_at.toISOString() };
}

export async function getPlan(tx: Tx, actor: Actor, tenant: string, audit: AuditTrail): Promise<ReviewPlan> {
  const tenantId = await tenantOf(tx, actor, tenant);
  audit.tenant(tenantId);
  audit.detail('review plan');
  return shown(tx, await readPlan(tx, tenantId));
}

export async function savePlan(tx: Tx, actor: Actor, tenant: string, body: PlanBody, audit: AuditTrail): Promise<ReviewPlan> {
  const tenantId = await tenantOf(tx, actor, tenant);
  audit.tenant(tenantId);
  audit.detail('review plan');
  const people = await mayRead(tx, tenantId);
  const unknown = body.readers.filter((name) => !people.some(({ username }) => username === name));
  if (unknown.length > 0) throw fieldError('readers', `Nobody here reviews by the name of ${unknown.join(', ')}`);
  const readers = people.filter(({ username }) => body.readers.includes(username)).map(({ id }) => id);
  await writePlan(tx, actor, tenantId, body, readers);
  return shown(tx, await readPlan(tx, tenantId));
}

export interface Finished {
  readonly caseId: string;
  readonly tenantId: string;
  readonly lines: readonly { readonly code: string; readonly modifiers: readonly string[] }[];
  readonly overrides: readonly string[];
  /** The relative value of its lines together; null where none is known. */
  readonly value: number | null;
}

/** Somebody's first claim with one of these codes. */
async function usesFirst(tx: Tx, actor: Actor, { caseId, lines }: Finished): Promise<boolean> {
  const codes = [...new Set(lines.map((line) => line.code))];
  const { rows } = await sql<{ known: number }>`
    select count(*)::int as known from unnest(${codes}::text[]) as o (code)
     where exists (select from app.cases c join app.case_lines l on l.case_id = c.id
       where c.coder_id = ${actor.userId} and c.id <> ${caseId} and c.claim_version > 0 and l.code = o.code)`.execute(tx);
  return rows[0]!.known < codes.length;
}

/** Whether the value lies above that of nearly all other cases that the clinic finished, each by its newest version. */
async function isHighValue(tx: Tx, { caseId, tenantId, value }: Finished): Promise<boolean> {
  if (value === null) return false;
  const { rows } = await sql<{ cases: number; bound: number | null }>`
    select count(*)::int as cases, percentile_cont(${highValue.above}) within group (order by (v.figures ->> 'value')::float8) as bound
      from app.cases c join app.case_versions v on v.case_id = c.id and v.version = c.claim_version
     where c.tenant_id = ${tenantId} and c.id <> ${caseId} and c.claim_version > 0 and v.figures ->> 'value' is not null`.execute(
    tx,
  );
  const { cases, bound } = rows[0]!;
  return cases >= highValue.leastCases && bound !== null && value > bound;
}

/**
 * Gives a case that was just finished to a second reader, where the clinic's plan says so and there is one who never worked on it. Not one
 * whose marks were answered before: what came of them is not asked about again.
 * @returns whether it waits for its review now
 */
export async function reviewFinished(tx: Tx, actor: Actor, finished: Finished): Promise<boolean> {
  const plan = await readPlan(tx, finished.tenantId);
  if (!plan?.before_billing) return false;
  const { rows } =
    await sql`select from app.reviews where case_id = ${finished.caseId} and kind = 'before-billing' and state = 'settled'`.execute(
      tx,
    );
  if (rows.length > 0) return false;
  const firstUse = plan.focus.includes('first-use') && (await usesFirst(tx, actor, finished));
  const high = plan.focus.includes('high-value') && (await isHighValue(tx, finished));
  const why: ReviewReason[] = reasonsOf({ ...finished, firstUse, highValue: high }, plan.focus);
  if (inShare(sha256(`${plan.seed}:${finished.caseId}`), plan.share)) why.push('share');
  if (why.length === 0) return false;
  const assigned = await sql<{ review: string | null }>`
    select app.assign_review(${finished.caseId}::uuid, ${why}::text[]) as review`.execute(tx);
  return (assigned.rows[0]?.review ?? null) !== null;
}

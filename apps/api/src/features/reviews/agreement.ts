import type { MarkKind } from '@incisive/contract/compare-claims';
import type { Agreement, Scorecard } from '@incisive/contract/reviews';
import { can } from '@incisive/contract/roles';
import { sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
import type { Actor } from '../../db/tenant.ts';
import type { AuditTrail } from '../../http/context.ts';
import { pairsOf } from './counted.ts';
import { verdictOf } from './reviews.store.ts';

interface Counted {
  readonly coder: string | null;
  readonly pairs: number;
  readonly exact: number;
  readonly main: number;
  readonly alike: number;
  readonly lines: number;
  readonly opportunities: number;
  readonly stand: number;
  readonly weighted: number;
  readonly open: number;
}

/** A person's figures as they are shown. */
export const cardOf = (row: Omit<Counted, 'coder'>): Scorecard => ({
  pairs: row.pairs,
  exact: { right: row.exact, of: row.pairs },
  main: { right: row.main, of: row.pairs },
  lines: { right: row.alike, of: row.lines },
  opportunities: row.opportunities,
  stand: row.stand,
  weighted: row.weighted,
  open: row.open,
});
const nothing: Omit<Counted, 'coder'> = {
  pairs: 0,
  exact: 0,
  main: 0,
  alike: 0,
  lines: 0,
  opportunities: 0,
  stand: 0,
  weighted: 0,
  open: 0,
};

/** How first and second codings agreed in these days, over all that the actor may see and, for leads, by person. */
export async function agreement(tx: Tx, actor: Actor, days: string, audit: AuditTrail): Promise<Agreement> {
  audit.detail(`agreement ${days} days`);
  const where = pairsOf(actor, { days });
  const { rows } = await sql<Counted>`
    select r.coder, count(*)::int as pairs, count(*) filter (where (r.figures ->> 'exact')::boolean)::int as exact,
           count(*) filter (where (r.figures ->> 'main_same')::boolean)::int as main,
           coalesce(sum((r.figures ->> 'lines_alike')::int), 0)::int as alike, coalesce(sum((r.figures ->> 'lines_all')::int), 0)::int as lines,
           coalesce(sum((r.figures ->> 'opportunities')::int), 0)::int as opportunities, coalesce(sum(k.stand), 0)::int as stand,
           coalesce(sum(k.weighted), 0)::float as weighted, coalesce(sum(k.open), 0)::int as open
      from app.reviews r left join app.review_plans p on p.tenant_id = r.tenant_id cross join lateral (
        select count(*) filter (where v.verdict = 'second') as stand, count(*) filter (where v.verdict is null) as open,
               sum(coalesce((p.weights ->> v.kind)::numeric, 1)) filter (where v.verdict = 'second') as weighted
          from (select m.kind, ${verdictOf} as verdict from app.review_marks m where m.review_id = r.id) v) k
     where ${where} group by rollup (r.coder) order by r.coder nulls last`.execute(tx);
  const kinds = await sql<{ kind: MarkKind; stand: number }>`
    select m.kind, count(*)::int as stand from app.reviews r join app.review_marks m on m.review_id = r.id
     where ${where} and ${verdictOf} = 'second' group by m.kind order by stand desc, m.kind`.execute(tx);
  const topics = await sql<{ topic: string; cases: number }>`
    select min(r.coding ->> 'topic') as topic, count(*)::int as cases from app.reviews r
     where ${where} and r.coding ->> 'topic' is not null group by lower(r.coding ->> 'topic') order by cases desc, topic limit 20`.execute(
    tx,
  );
  return {
    all: cardOf(rows.find((row) => row.coder === null) ?? nothing),
    people: can(actor.role, 'queue.lead')
      ? rows.flatMap(({ coder, ...row }) => (coder === null ? [] : [{ coder, card: cardOf(row) }]))
      : [],
    kinds: kinds.rows,
    topics: topics.rows,
  };
}

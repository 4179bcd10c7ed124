import type { MarkKind } from '@incisive/contract/compare-claims';
import type { ReviewSet } from '@incisive/contract/reviews';
import { can } from '@incisive/contract/roles';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../db/tenant.ts';
import { isOpen, verdictOf } from './reviews.store.ts';

export interface CountedFilter {
  readonly set: ReviewSet;
  readonly days: string;
  readonly coder?: string | undefined;
  readonly kind?: MarkKind | undefined;
}

/** Pairs that the figures look at: both codings are in, the second one within these days; nobody sees a colleague's. */
export const pairsOf = (actor: Actor, { days, coder }: Pick<CountedFilter, 'days' | 'coder'>): RawBuilder<unknown> =>
  sql`r.kind = 'blind' and r.coded_at > now() - make_interval(days => ${Number(days)}) and r.state in ('coded', 'settled')
    and (${can(actor.role, 'queue.lead')} or r.coder_id = ${actor.userId}::uuid)
    and (${coder ?? null}::text is null or r.coder = ${coder ?? null})`;

const is = (name: 'exact' | 'main_same'): RawBuilder<unknown> => sql`(r.figures ->> ${name})::boolean`;
const sets: Readonly<Record<ReviewSet, RawBuilder<unknown>>> = {
  pairs: sql`true`,
  exact: is('exact'),
  'not-exact': sql`not ${is('exact')}`,
  'main-same': is('main_same'),
  'main-other': sql`not ${is('main_same')}`,
  waiting: sql`exists (select from app.review_marks m where m.review_id = r.id and ${isOpen})`,
  marked: sql`exists (select from app.review_marks m where m.review_id = r.id and ${verdictOf} = 'second')`,
};

/** The reviews behind a number. */
export const countedWhere = (actor: Actor, filter: CountedFilter): RawBuilder<unknown> =>
  sql`${pairsOf(actor, filter)} and ${sets[filter.set]} and (${filter.kind ?? null}::text is null or exists
    (select from app.review_marks m where m.review_id = r.id and m.kind = ${filter.kind ?? null} and ${verdictOf} = 'second'))`;

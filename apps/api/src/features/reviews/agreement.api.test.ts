import type { Coding } from '@incisive/contract/compare-claims';
import { cardOf } from './agreement.ts';
import type { Agreement, ReviewRow } from '@incisive/contract/reviews';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { withSystem } from '../../db/tenant.ts';
import { useTestApp } from '../../testing/build-test-app.ts';
import { reviewOf } from '../../testing/review.fixture.ts';
import { seededNumbers } from '../../testing/seeded-month.ts';

const t = await useTestApp();
const next = seededNumbers(4127);
const pick = <T>(of: readonly T[]): T => of[Math.floor(next() * of.length)]!;
const codes = ['47562', '47563', '49585', '27447', '44005', '29881'];

/** Lines of different codes, so that which ones face each other is beyond doubt. */
function someCoding(like?: Coding): Coding {
  const diagnoses = ['K8020', 'K429', 'M1711'].slice(0, 1 + Math.floor(next() * 3));
  const lines = codes
    .filter(() => next() < 0.4)
    .map((code) => ({
      code,
      modifiers: next() < 0.3 ? [pick(['59', '22', 'LT'])] : [],
      units: next() < 0.15 ? 2 : 1,
      dx: next() < 0.8 ? [1] : [],
    }));
  if (like && next() < 0.5) return like;
  return { lines: lines.length > 0 ? lines : [{ code: '47562', modifiers: [], units: 1, dx: [1] }], diagnoses };
}

beforeAll(async () => {
  await withSystem(t.database, (tx) =>
    sql`insert into app.review_plans (tenant_id, weights, changed_by) values (${t.tenants[0]}, '{"units": 0.5}', 'admin')`.execute(
      tx,
    ),
  );
  for (let at = 0; at < 60; at += 1) {
    const second = at % 4 === 3;
    const note = (
      await t.as(second ? 'dataentry2' : 'dataentry', 'POST', '/api/v1/op-notes/', { text: `PROCEDURE PERFORMED: Sample ${at}.` })
    ).json<{ id: string }>().id;
    const coder = t.users[second ? 'approver2' : pick(['approver', 'coder'])]!;
    const first = someCoding();
    const { review } = await reviewOf(t, note, { coder, reviewer: t.users['superapprover']!, first, second: someCoding(first) });
    await withSystem(t.database, async (tx) => {
      const { rows } = await sql<{
        id: string;
      }>`select id from app.review_marks where review_id = ${review} order by place`.execute(tx);
      const say = (mark: string, act: string, verdict: string | null) =>
        sql`insert into app.review_mark_acts (tenant_id, mark_id, act, verdict, acted_by, acted_by_id)
          select tenant_id, id, ${act}, ${verdict}, 'somebody', ${coder.id} from app.review_marks where id = ${mark}`.execute(tx);
      for (const { id } of rows) {
        const kind = next();
        if (kind < 0.4) await say(id, 'accept', 'second');
        else if (kind < 0.8) await say(id, 'rebut', null);
        if (kind >= 0.55 && kind < 0.8) await say(id, 'settle', pick(['first', 'second', 'both']));
      }
      await sql`update app.reviews set coded_at = now() - make_interval(days => ${Math.floor(next() * 40)}, mins => 5) where id = ${review}`.execute(
        tx,
      );
    });
  }
});

/** The same figures from the claims themselves, a line at a time: slow, and nothing of it is shared with what is tested. */
async function byHand(days: number, coder: string | null, tenant: string | null) {
  const { rows } = await withSystem(t.database, (tx) =>
    sql<Record<'pairs' | 'exact' | 'main' | 'alike' | 'lines' | 'opportunities' | 'stand' | 'weighted' | 'open', number>>`
    with pair as (
      select r.id, v.content::jsonb as a, r.coding as b from app.reviews r
        join app.case_versions v on v.case_id = r.case_id and v.version = r.claim_version
       where r.coding is not null and r.coded_at > now() - make_interval(days => ${days})
         and (${coder}::text is null or r.coder = ${coder}) and (${tenant}::uuid is null or r.tenant_id = ${tenant}::uuid)
    ), line as (
      select p.id, s.side, l.at, l.line ->> 'code' as code, (l.line ->> 'units')::int as units,
             (select coalesce(string_agg(m, ',' order by m), '') from jsonb_array_elements_text(l.line -> 'modifiers') m) as mods,
             jsonb_array_length(l.line -> 'modifiers') as many,
             (select coalesce(string_agg(s.claim -> 'diagnoses' ->> (d::int - 1), ',' order by n), '')
                from jsonb_array_elements_text(l.line -> 'dx') with ordinality as x (d, n)) as points
        from pair p cross join lateral (values ('a', p.a), ('b', p.b)) as s (side, claim)
        cross join lateral jsonb_array_elements(s.claim -> 'lines') with ordinality as l (line, at)
    ), one as (
      select p.id,
        (select count(*) from line x join line y on y.id = x.id and y.side = 'b' and (y.code, y.units, y.mods) = (x.code, x.units, x.mods)
          where x.id = p.id and x.side = 'a') as alike,
        (select count(*) from line x where x.id = p.id and x.side = 'a') as na, (select count(*) from line x where x.id = p.id and x.side = 'b') as nb,
        (select code from line x where x.id = p.id and x.side = 'a' and x.at = 1) = (select code from line x where x.id = p.id and x.side = 'b' and x.at = 1) as main,
        (select string_agg(code || mods || 'x' || units || '>' || points, ' ' order by at) from line x where x.id = p.id and x.side = 'a')
          = (select string_agg(code || mods || 'x' || units || '>' || points, ' ' order by at) from line x where x.id = p.id and x.side = 'b')
          and p.a -> 'diagnoses' @> (p.b -> 'diagnoses') and p.b -> 'diagnoses' @> (p.a -> 'diagnoses') as exact,
        greatest((select coalesce(sum(many), 0) from line x where x.id = p.id and x.side = 'a'), (select coalesce(sum(many), 0) from line x where x.id = p.id and x.side = 'b'))
          + greatest(jsonb_array_length(p.a -> 'diagnoses'), jsonb_array_length(p.b -> 'diagnoses')) + 1 as rest
        from pair p
    ), mark as (
      select m.id, bool_or(a.verdict = 'second') as stands, bool_and(a.verdict is null) is not false as open,
             case when m.kind = 'units' and m.tenant_id = ${t.tenants[0]}::uuid then 0.5 else 1 end as weight
        from app.review_marks m join pair p on p.id = m.review_id left join app.review_mark_acts a on a.mark_id = m.id group by m.id
    )
    select count(*)::int as pairs, count(*) filter (where exact)::int as exact, count(*) filter (where main)::int as main, coalesce(sum(alike), 0)::int as alike,
           coalesce(sum(na + nb - alike), 0)::int as lines, coalesce(sum(3 * greatest(na, nb) + rest), 0)::int as opportunities,
           (select count(*) from mark where stands)::int as stand,
           coalesce((select sum(weight) from mark where stands), 0)::float as weighted, (select count(*) from mark where open)::int as open from one`.execute(
      tx,
    ),
  );
  return cardOf(rows[0]!);
}

const figures = async (who: string, days: number): Promise<Agreement> =>
  (await t.as(who, 'GET', `/api/v1/quality/agreement/?days=${days}`)).json<Agreement>();

describe('agreement of a seeded month', () => {
  it.each([7, 28, 91])(
    'equals a slow query over the claims themselves: %i days, everybody, a clinic, each person',
    async (days) => {
      const all = await figures('superapprover', days);
      expect(all.all).toEqual(await byHand(days, null, null));
      const coders = await withSystem(t.database, (tx) =>
        sql<{
          coder: string;
        }>`select distinct coder from app.reviews where coded_at > now() - make_interval(days => ${days}) order by 1`.execute(tx),
      );
      expect(all.people.map(({ coder }) => coder)).toEqual(coders.rows.map(({ coder }) => coder));
      expect(all.people.length).toBeGreaterThan(1);
      for (const { coder, card } of all.people) expect([coder, card]).toEqual([coder, await byHand(days, coder, null)]);
      expect((await figures('admin', days)).all).toEqual(await byHand(days, null, t.tenants[0]));
      expect((await figures('admin2', days)).all).toEqual(await byHand(days, null, t.tenants[1]));
      expect(all.kinds.reduce((sum, one) => sum + one.stand, 0)).toBe(all.all.stand);
      expect(all.all.exact.right).toBeGreaterThan(0);
      expect(all.all.exact.right).toBeLessThan(all.all.pairs);
    },
  );

  it('a coder sees their own card and no colleague, in figures and in the rows behind them', async () => {
    const own = await figures('coder', 91);
    expect(own.people).toEqual([]);
    expect(own.all).toEqual(await byHand(91, 'coder', null));
    const behind = async (who: string, query: string) =>
      (await t.as(who, 'GET', `/api/v1/reviews/?show=counted&days=91&${query}`)).json<{ results: ReviewRow[] }>().results;
    expect(await behind('coder', 'set=pairs')).toHaveLength(own.all.pairs);
    expect(await behind('coder', 'set=pairs&coder=approver')).toEqual([]);
    expect((await t.as('dataentry', 'GET', '/api/v1/quality/agreement/')).statusCode).toBe(403);
  });

  it('each number opens as many reviews as it counts', async () => {
    const { all, kinds } = await figures('superapprover', 91);
    const count = async (query: string) =>
      (await t.as('superapprover', 'GET', `/api/v1/reviews/?show=counted&days=91&${query}`)).json<{ results: ReviewRow[] }>()
        .results.length;
    expect(await count('set=pairs')).toBe(all.pairs);
    expect(await count('set=exact')).toBe(all.exact.right);
    expect(await count('set=not-exact')).toBe(all.pairs - all.exact.right);
    expect(await count('set=main-same')).toBe(all.main.right);
    expect(await count('set=main-other')).toBe(all.pairs - all.main.right);
    // A review with several marks of one kind is one row.
    for (const { kind, stand } of kinds) {
      const rows = await count(`set=marked&kind=${kind}`);
      expect(rows).toBeGreaterThan(0);
      expect(rows).toBeLessThanOrEqual(stand);
    }
  });
});

import { createHash } from 'node:crypto';
import { drawCases, sharesOf } from '@incisive/contract/draw-cases';
import type { ClaimCase } from '@incisive/contract/cases';
import type { Draw, Review } from '@incisive/contract/reviews';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Actor, withSystem, withTenant } from '../../db/tenant.ts';
import { readyClaim } from '../../testing/ready-claim.ts';
import { finishedCase, otherCoding, reviewOf } from '../../testing/review.fixture.ts';
import { useTestApp } from '../../testing/build-test-app.ts';

const t = await useTestApp();
const user = (name: string) => t.users[name]!;
const today = new Date().toISOString().slice(0, 10);
const text = 'DATE OF SURGERY: 08/15/2024\nPROCEDURE PERFORMED: Laparoscopic cholecystectomy.\nThe gallbladder was removed.';
const newNote = async (): Promise<string> => (await t.as('dataentry', 'POST', '/api/v1/op-notes/', { text })).json<Review>().id;
const finish = async (): Promise<string> => {
  const id = await newNote();
  await readyClaim(t, id);
  const done = await t.as('approver', 'POST', `/api/v1/op-notes/${id}/case/finish/`, {});
  expect([done.statusCode, done.body]).toEqual([200, expect.any(String)]);
  return id;
};
const makeDraw = (who: string, more: object = {}) =>
  t.as(who, 'POST', '/api/v1/reviews/draws/', { from: today, to: today, reviewers: ['admin'], ...more });
const drawn = async (who: string, more: object = {}): Promise<Draw> => {
  const answer = await makeDraw(who, more);
  expect([answer.statusCode, answer.body]).toEqual([201, expect.any(String)]);
  return answer.json<Draw>();
};
const review = (who: string, id: string) => t.as(who, 'GET', `/api/v1/reviews/${id}/`);
const clear = () => withSystem(t.database, (tx) => sql`delete from app.review_draws`.execute(tx));
const waiting = async (who: string) =>
  (await t.as(who, 'GET', '/api/v1/reviews/')).json<{ waiting: Record<string, number>; results: { id: string }[] }>();

describe('a draw', () => {
  beforeAll(async () => {
    for (let at = 0; at < 12; at += 1) await finishedCase(t, await newNote(), user('coder'));
  });

  it('takes the first ones by the hash of seed and id, as a plain query of the database does, and says of how many', async () => {
    const draw = await drawn('admin', { seed: 'Autumn 1', size: 5 });
    expect(draw).toMatchObject({ seed: 'Autumn 1', size: 5, population: draw.cases.length, reviews: { open: 5 } });
    expect(draw.cases.length).toBeGreaterThanOrEqual(12);
    const { rows } = await withSystem(t.database, (tx) =>
      sql<{ id: string }>`select p as id from unnest(${draw.cases}::uuid[]) as p
        order by encode(sha256(convert_to('Autumn 1:' || p::text, 'UTF8')), 'hex') limit 5`.execute(tx),
    );
    expect(draw.drawn).toEqual(rows.map(({ id }) => id));
    // What was drawn once is not drawn again.
    const second = await drawn('admin', { seed: 'Autumn 1', size: 50 });
    expect(second.cases).toHaveLength(draw.cases.length - 5);
    expect(second.drawn.filter((id) => draw.drawn.includes(id))).toEqual([]);
    expect((await makeDraw('admin')).json()).toMatchObject({ errors: [{ path: 'from' }] });
    await clear();
  });

  it('K: takes of each specialty, and of what was passed with a reason, its share; and keeps what each case belonged to', async () => {
    const urologist = user('approver');
    await withSystem(t.database, (tx) => sql`update app.users set specialty = ' Urology' where id = ${urologist.id}`.execute(tx));
    for (let at = 0; at < 4; at += 1) {
      const note = (await t.as('approver', 'POST', '/api/v1/op-notes/', { text })).json<Review>().id;
      const id = await finishedCase(t, note, user('coder'));
      if (at === 0)
        await withSystem(t.database, (tx) =>
          sql`update app.case_versions set figures = '{"overrides": ["ptp"]}' where case_id = ${id}`.execute(tx),
        );
    }
    const draw = await drawn('admin', { seed: 'Shares', size: 8 });
    const kinds = new Map(draw.cases.map((id, at) => [id, draw.strata![at]!]));
    const count = (ids: readonly string[], kind: string) => ids.filter((id) => kinds.get(id) === kind).length;
    expect([count(draw.cases, 'urology'), count(draw.cases, 'urology, passed with a reason')]).toEqual([3, 1]);
    const shares = sharesOf(new Map([...new Set(kinds.values())].map((kind) => [kind, count(draw.cases, kind)])), 8);
    for (const [kind, share] of shares) expect([kind, count(draw.drawn, kind)]).toEqual([kind, share]);
    expect(shares.get('urology, passed with a reason')).toBe(1);
    const sha256 = (words: string) => createHash('sha256').update(words).digest('hex');
    expect(await drawCases(draw.seed, draw.cases, draw.size, sha256, draw.strata)).toEqual(draw.drawn);
    await clear();
  });

  it('gives cases to its readers in turns, never one that they worked on', async () => {
    const own = await finish();
    const draw = await drawn('admin', { size: 50, reviewers: ['approver', 'admin'] });
    const of = await withSystem(t.database, (tx) =>
      sql<{
        reviewer: string;
        n: number;
        own: number;
      }>`select reviewer, count(*)::int as n, count(*) filter (where note_id = ${own})::int as own
        from app.reviews where draw_id = ${draw.id} group by reviewer order by reviewer`.execute(tx),
    );
    const [admin, approver] = of.rows;
    expect([admin!.own, approver!.own]).toEqual([1, 0]);
    expect(Math.abs(admin!.n - approver!.n)).toBeLessThanOrEqual(2);
    await clear();
    expect((await makeDraw('admin', { size: 50, reviewers: ['approver'] })).json()).toMatchObject({
      errors: [{ path: 'reviewers', message: expect.stringContaining('worked on') }],
    });
  });

  it('needs a reader whom the lead knows, days in order, and of those above tenants whose cases', async () => {
    const path = async (who: string, more: object) =>
      (await makeDraw(who, more)).json<{ errors: { path: string }[] }>().errors[0]!.path;
    expect(await path('admin', { reviewers: ['dataentry'] })).toBe('reviewers');
    expect(await path('admin', { reviewers: ['approver2'] })).toBe('reviewers');
    expect(await path('admin', { from: '2026-02-02', to: '2026-02-01' })).toBe('to');
    expect(await path('superapprover', {})).toBe('tenant');
    expect((await makeDraw('admin', { tenant: t.tenants[1] })).statusCode).toBe(404);
    expect((await makeDraw('coder')).statusCode).toBe(403);
  });

  it('of another clinic is not there', async () => {
    const draw = await drawn('admin', { size: 1 });
    expect((await t.as('admin2', 'GET', `/api/v1/reviews/draws/${draw.id}/`)).statusCode).toBe(404);
    expect((await t.as('admin2', 'GET', '/api/v1/reviews/draws/')).json()).toEqual({ results: [] });
    expect((await review('admin2', draw.readers[0]!.review)).statusCode).toBe(404);
    await clear();
  });
});

describe('blind', () => {
  /** Every way by which a first coding could be read. */
  const ways = (note: string): string[] => [
    `/api/v1/op-notes/${note}/`,
    `/api/v1/op-notes/${note}/case/`,
    `/api/v1/op-notes/${note}/case/versions/`,
    `/api/v1/op-notes/${note}/case/work/`,
    `/api/v1/op-notes/${note}/cpt-codes-approved/`,
    `/api/v1/op-notes/${note}/history/`,
    `/api/v1/op-notes/${note}/queries/`,
    `/api/v1/op-notes/${note}/comments/`,
  ];

  it.each(['coder', 'admin', 'superapprover'])(
    'until the second coding is in, its reader (%s) has the note by its review alone',
    async (who) => {
      const note = await finish();
      const others = await waiting(who);
      const before = await Promise.all(ways(note).map(async (url) => (await t.as(who, 'GET', url)).statusCode));
      expect(new Set(before)).toEqual(new Set([200]));
      const lead = who === 'superapprover' ? 'superadmin' : 'superapprover';
      const draw = await drawn(lead, { tenant: t.tenants[0], coder: 'approver', size: 50, reviewers: [who] });
      expect((await waiting(who)).waiting['for-me']).toBe(others.waiting['for-me']! + draw.drawn.length);
      const id = (
        await withSystem(t.database, (tx) => sql<{ id: string }>`select id from app.reviews where note_id = ${note}`.execute(tx))
      ).rows[0]!.id;
      const seen = await review(who, id);
      expect(seen.json()).toMatchObject({
        state: 'open',
        text: expect.stringContaining('gallbladder'),
        compared: null,
        coder: null,
      });
      expect(seen.body).not.toContain('47562');
      expect(await Promise.all(ways(note).map(async (url) => (await t.as(who, 'GET', url)).statusCode))).toEqual(
        ways(note).map(() => 404),
      );
      for (const list of ['/api/v1/op-notes/?page_size=100', '/api/v1/reviews/', '/api/v1/queue/cases/'])
        expect((await t.as(who, 'GET', list)).body.includes(note)).toBe(false);
      expect((await t.as(who, 'POST', `/api/v1/op-notes/${note}/cpt-codes-approved/`, { cpt_codes: ['47562'] })).statusCode).toBe(
        404,
      );
      // Whoever does not review it sees it as ever.
      expect((await t.as('approver', 'GET', `/api/v1/op-notes/${note}/case/`)).json<ClaimCase>().lines).toHaveLength(1);
      const done = await t.as(who, 'POST', `/api/v1/reviews/${id}/coding/`, { lines: [{ code: '47562' }] });
      expect(done.json()).toMatchObject({ compared: { first: { lines: [{ code: '47562' }] } } });
      expect(await Promise.all(ways(note).map(async (url) => (await t.as(who, 'GET', url)).statusCode))).toEqual(before);
      await clear();
    },
  );

  it('whose case it is knows nothing of an open review; taken out, the case is there again', async () => {
    const note = await newNote();
    const { review: id } = await reviewOf(t, note, { coder: user('approver'), reviewer: user('coder') });
    expect((await review('approver', id)).statusCode).toBe(404);
    expect((await t.as('coder', 'GET', `/api/v1/op-notes/${note}/`)).statusCode).toBe(404);
    expect((await t.as('coder', 'POST', `/api/v1/reviews/${id}/withdraw/`, {})).statusCode).toBe(403);
    expect((await t.as('admin', 'POST', `/api/v1/reviews/${id}/withdraw/`, {})).json()).toMatchObject({ state: 'withdrawn' });
    expect((await t.as('coder', 'GET', `/api/v1/op-notes/${note}/`)).statusCode).toBe(200);
    expect((await t.as('coder', 'POST', `/api/v1/reviews/${id}/coding/`, { lines: [{ code: '47562' }] })).statusCode).toBe(409);
  });
});

describe('blind comments', () => {
  it('the database itself keeps them from the reader while the review is open, and from nobody else', async () => {
    const note = await newNote();
    expect((await t.as('approver', 'POST', `/api/v1/op-notes/${note}/comments/`, { text: 'It is 47562.' })).statusCode).toBe(200);
    const seenBy = (who: string) => {
      const { id, username, role } = t.users[who]!;
      const actor: Actor = {
        userId: id,
        username,
        role,
        tenantId: t.tenants[0],
        tenantName: null,
        sessionId: id,
        requestId: id,
        address: '',
      };
      return withTenant(t.database, actor, async (tx) => {
        const { rows } = await sql`select from app.case_comments where note_id = ${note}`.execute(tx);
        return rows.length;
      });
    };
    const { review: id } = await reviewOf(t, note, { coder: user('approver'), reviewer: user('admin') });
    expect([await seenBy('admin'), await seenBy('approver')]).toEqual([0, 1]);
    await t.as('superapprover', 'POST', `/api/v1/reviews/${id}/withdraw/`, {});
    expect(await seenBy('admin')).toBe(1);
  });
});

describe('marks', () => {
  const coded = async (lines: object[], more: object = {}) => {
    const note = await newNote();
    const made = await reviewOf(t, note, { coder: user('approver'), reviewer: user('coder') });
    const answer = await t.as('coder', 'POST', `/api/v1/reviews/${made.review}/coding/`, {
      lines,
      diagnoses: ['K80.20'],
      ...more,
    });
    return { answer, id: made.review };
  };
  const say = (who: string, mark: string, what: string, body: object = {}) =>
    t.as(who, 'POST', `/api/v1/reviews/marks/${mark}/${what}/`, body);

  it('two codings without a difference are settled at once, with both names', async () => {
    const { answer } = await coded([{ code: '47562', dx: [1] }]);
    expect(answer.json()).toMatchObject({
      state: 'settled',
      coder: 'approver',
      reviewer: 'coder',
      compared: { figures: { exact: true, main_same: true, lines_alike: 1, lines_all: 1 }, marks: [] },
    });
  });

  it('a difference waits for its coder, who is told nothing of it but that it waits; accepting it ends it', async () => {
    const { answer, id } = await coded([{ code: '47562', dx: [1], units: 2 }], { comment: 'Two of them' });
    const { compared, ...rest } = answer.json<Review>();
    expect(rest).toMatchObject({ state: 'coded', coder: null, reviewer: null, comment: 'Two of them' });
    expect(compared!.marks).toMatchObject([{ kind: 'units', code: '47562', first: '1', second: '2', verdict: null }]);
    const told = (await t.as('approver', 'GET', '/api/v1/accounts/notices/')).body;
    expect(told).toContain(`/reviews/${id}`);
    expect(told).not.toContain('47562');
    const mark = compared!.marks[0]!.id;
    expect((await say('coder', mark, 'accept')).statusCode).toBe(403);
    expect((await say('approver', mark, 'accept')).json()).toMatchObject({
      state: 'settled',
      coder: 'approver',
      compared: { marks: [{ verdict: 'second', accepted: { words: null } }] },
    });
    expect((await say('approver', mark, 'rebut', { words: 'No after all' })).statusCode).toBe(409);
    expect((await say('superapprover', mark, 'settle', { verdict: 'first' })).statusCode).toBe(409);
  });

  it('a rebuttal needs words and goes to a third person, who is a lead; both texts stay', async () => {
    const { answer, id } = await coded([{ code: '47563', dx: [1] }]);
    const mark = answer.json<Review>().compared!.marks[0]!.id;
    expect((await say('approver', mark, 'rebut', {})).statusCode).toBe(422);
    const rebutted = (await say('approver', mark, 'rebut', { words: 'No cholangiogram was made' })).json<Review>();
    expect(rebutted).toMatchObject({ state: 'coded', coder: null, compared: { marks: [{ verdict: null }] } });
    expect((await waiting('admin')).waiting['to-settle']).toBeGreaterThan(0);
    expect((await say('coder', mark, 'settle', { verdict: 'second' })).statusCode).toBe(403);
    expect((await say('admin2', mark, 'settle', { verdict: 'second' })).statusCode).toBe(404);
    const settled = await say('admin', mark, 'settle', { verdict: 'first', words: 'None is told of' });
    expect(settled.json()).toMatchObject({
      state: 'settled',
      compared: {
        marks: [{ verdict: 'first', rebutted: { words: 'No cholangiogram was made' }, settled: { words: 'None is told of' } }],
      },
    });
    expect((await say('admin', mark, 'settle', { verdict: 'second' })).statusCode).toBe(409);
    expect((await review('approver', id)).json()).toMatchObject({ reviewer: 'coder' });
  });

  it('a lead who coded one of the sides leaves the word to another', async () => {
    const { mark } = await reviewOf(t, await newNote(), {
      coder: user('approver'),
      reviewer: user('admin'),
      second: otherCoding,
    });
    expect((await say('admin', mark, 'settle', { verdict: 'second' })).statusCode).toBe(409);
    expect((await say('superapprover', mark, 'settle', { verdict: 'second' })).statusCode).toBe(200);
  });

  it('a coding is handed in once, by its reader, of codes that exist and pointers that point', async () => {
    const { review: id } = await reviewOf(t, await newNote(), { coder: user('approver'), reviewer: user('coder') });
    const send = (who: string, body: object) => t.as(who, 'POST', `/api/v1/reviews/${id}/coding/`, body);
    expect((await send('admin', { lines: [{ code: '47562' }] })).statusCode).toBe(403);
    expect((await send('coder', { lines: [{ code: '00000' }] })).json()).toMatchObject({ errors: [{ path: 'lines.0.code' }] });
    expect((await send('coder', { lines: [{ code: '47562', dx: [1] }] })).statusCode).toBe(422);
    expect((await send('coder', { lines: [{ code: '47562' }] })).statusCode).toBe(200);
    expect((await send('coder', { lines: [{ code: '47562' }] })).statusCode).toBe(409);
  });
});

import type { Review, ReviewPlan, ReviewRow } from '@incisive/contract/reviews';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { withSystem, withTenant } from '../../db/tenant.ts';
import { useTestApp } from '../../testing/build-test-app.ts';
import { readyClaim } from '../../testing/ready-claim.ts';
import { finishedCase, firstCoding, otherCoding, reviewOf } from '../../testing/review.fixture.ts';
import { reviewFinished } from './plan.service.ts';
import { drawReviews } from './draw-reviews.job.ts';

const t = await useTestApp();
const text = 'DATE OF SURGERY: 08/15/2024\nPROCEDURE PERFORMED: Laparoscopic cholecystectomy.\nThe gallbladder was removed.';
const off = { before_billing: false, focus: [], share: 0, nightly: false, readers: [], weights: {} };
const planUrl = `/api/v1/reviews/plans/${t.tenants[0]}/`;
const plan = (who: string, body: object) => t.as(who, 'PUT', planUrl, { ...off, ...body });
const newNote = async (): Promise<string> =>
  (await t.as('dataentry', 'POST', '/api/v1/op-notes/', { text })).json<{ id: string }>().id;
const finish = (who: string, id: string) => t.as(who, 'POST', `/api/v1/op-notes/${id}/case/finish/`, {});
const finished = async (): Promise<string> => {
  const id = await newNote();
  await readyClaim(t, id);
  const done = await finish('approver', id);
  expect([done.statusCode, done.body]).toEqual([200, expect.any(String)]);
  return id;
};
const stateOf = async (id: string) =>
  (await t.as('admin', 'GET', `/api/v1/op-notes/${id}/case/work/`)).json<{ state: string; reason: { label: string } | null }>();
const toRead = async (who: string) => (await t.as(who, 'GET', '/api/v1/reviews/')).json<{ results: ReviewRow[] }>().results;
const theReview = async (who: string, noteId: string): Promise<Review> => {
  for (const { id } of await toRead(who)) {
    const found = (await t.as(who, 'GET', `/api/v1/reviews/${id}/`)).json<Review>();
    if (found.note_id === noteId) return found;
  }
  throw new Error('It was given to nobody.');
};
const handIn = (who: string, { id, first }: Review, more: object = {}) =>
  t.as(who, 'POST', `/api/v1/reviews/${id}/coding/`, { ...first, ...more });
const marksOf = async (who: string, id: string) =>
  (await t.as(who, 'GET', `/api/v1/reviews/${id}/`)).json<Review>().compared!.marks;
const say = (who: string, mark: string, act: string, body: object = {}) =>
  t.as(who, 'POST', `/api/v1/reviews/marks/${mark}/${act}/`, body);
const messages = async (who: string, link: string) =>
  (await t.as(who, 'GET', '/api/v1/accounts/notices/'))
    .json<{ results: { message: string; link: string | null }[] }>()
    .results.filter((row) => row.link === link)
    .map(({ message }) => message);

beforeEach(() =>
  withSystem(t.database, async (tx) => {
    await sql`delete from app.review_draws`.execute(tx);
    await sql`delete from app.reviews`.execute(tx);
    await sql`delete from app.review_plans`.execute(tx);
  }),
);

describe('the plan', () => {
  it('is changed by administrators, read by leads, and each clinic’s own', async () => {
    const none = (await t.as('admin', 'GET', planUrl)).json<ReviewPlan>();
    expect(none).toMatchObject({ ...off, seed: null, changed_by: null });
    const saved = await plan('admin', { before_billing: true, share: 20, readers: ['superapprover', 'approver'] });
    expect([saved.statusCode, saved.json()]).toEqual([200, expect.objectContaining({ share: 20, changed_by: 'admin' })]);
    const { seed } = saved.json<ReviewPlan>();
    expect(seed).toMatch(/^[0-9a-f]{64}$/);
    const again = await plan('superadmin', { weights: { units: 0.5 } });
    expect(again.json()).toMatchObject({ weights: { units: 0.5 }, seed, changed_by: 'superadmin' });
    expect((await t.as('admin2', 'GET', planUrl.replace(t.tenants[0], t.tenants[1]))).json()).toMatchObject({ seed: null });
    expect((await t.as('admin2', 'GET', planUrl)).statusCode).toBe(404);
    expect((await plan('admin2', {})).statusCode).toBe(404);
    expect((await t.as('superapprover', 'GET', planUrl)).statusCode).toBe(200);
    expect((await plan('superapprover', {})).statusCode).toBe(403);
    expect((await t.as('approver', 'GET', planUrl)).statusCode).toBe(403);
  });

  it('needs readers whom the clinic has, and percent and weights that can be', async () => {
    const path = async (body: object) => (await plan('admin', body)).json<{ errors: { path: string }[] }>().errors[0]!.path;
    expect(await path({ before_billing: true })).toBe('readers');
    expect(await path({ readers: ['approver2'] })).toBe('readers');
    expect(await path({ readers: ['dataentry'] })).toBe('readers');
    expect(await path({ share: 101 })).toBe('share');
    expect(await path({ weights: { units: -1 } })).toBe('weights.units');
    expect(await path({ weights: { nonsense: 1 } })).toMatch(/^weights/);
  });
});

describe('before billing', () => {
  const everything = { before_billing: true, share: 100, readers: ['superapprover'] };

  it('a case waits for its reader, who sees the claim; unchanged it goes on to billing', async () => {
    await plan('admin', everything);
    const id = await finished();
    expect(await stateOf(id)).toMatchObject({ state: 'in-review' });
    expect((await t.as('admin', 'POST', `/api/v1/op-notes/${id}/case/export/`)).statusCode).toBe(409);
    const found = await theReview('superapprover', id);
    expect(found).toMatchObject({ kind: 'before-billing', reasons: ['share'], coder: 'approver', may: { code: true } });
    expect(found.first!.lines[0]!.code).toBe('47562');
    expect(await messages('superapprover', `/reviews/${found.id}`)).toEqual(['A case waits for your review before it is billed']);
    // It is no blind reading: its reader sees the note as ever.
    expect((await t.as('superapprover', 'GET', `/api/v1/op-notes/${id}/`)).statusCode).toBe(200);
    expect((await t.as('approver', 'GET', `/api/v1/reviews/${found.id}/`)).statusCode).toBe(404);
    expect((await handIn('approver', found)).statusCode).toBe(404);
    expect((await handIn('superapprover', found)).json()).toMatchObject({ state: 'settled' });
    expect(await stateOf(id)).toMatchObject({ state: 'final' });
    expect((await t.as('admin', 'POST', `/api/v1/op-notes/${id}/case/export/`)).statusCode).toBe(200);
  });

  it('K: a case of more value than nearly all that the clinic finished is read, once there are enough to say so', async () => {
    await plan('admin', { before_billing: true, focus: ['high-value'], readers: ['superapprover'] });
    const id = await finished();
    const before = Array.from({ length: 20 }, (_one, at) => at + 1);
    for (const value of before) {
      const other = await newNote();
      const caseId = await finishedCase(t, other, t.users['approver']!);
      await withSystem(t.database, (tx) =>
        sql`update app.case_versions set figures = ${JSON.stringify({ value })}::jsonb where case_id = ${caseId}`.execute(tx),
      );
    }
    const { id: caseId } = (await t.as('admin', 'GET', `/api/v1/op-notes/${id}/case/`)).json<{ id: string }>();
    const { id: userId, username, role } = t.users['approver']!;
    const approver = {
      userId,
      username,
      role,
      tenantId: t.tenants[0],
      tenantName: null,
      sessionId: '',
      requestId: '',
      address: '',
    };
    const isRead = (value: number | null) =>
      withTenant(t.database, approver, (tx) =>
        reviewFinished(tx, approver, { caseId, tenantId: t.tenants[0], lines: [], overrides: [], value }),
      );
    await withSystem(t.database, (tx) => sql`update app.cases set work_state = 'coded' where id = ${caseId}`.execute(tx));
    expect([await isRead(null), await isRead(19), await isRead(19.2)]).toEqual([false, false, true]);
    expect(await theReview('superapprover', id)).toMatchObject({ reasons: ['high-value'] });
  });

  it('a mark brings it back to its coder; agreed, the claim is open again, and finished again it is not read twice', async () => {
    await plan('admin', everything);
    const id = await finished();
    const found = await theReview('superapprover', id);
    const returned = await handIn('superapprover', found, {
      lines: [{ ...found.first!.lines[0], units: 2 }],
      topic: 'Units of one procedure',
    });
    expect(returned.json()).toMatchObject({ state: 'coded', marks: { all: 1, open: 1 }, topic: 'Units of one procedure' });
    expect(await stateOf(id)).toMatchObject({ state: 'returned', reason: { label: 'Review' } });
    expect(await messages('approver', `/opnotes/${id}`)).toEqual(['A case that you finished came back from its review']);
    const [mark] = await marksOf('approver', found.id);
    expect((await say('approver', mark!.id, 'accept')).json()).toMatchObject({ state: 'settled' });
    expect(await stateOf(id)).toMatchObject({ state: 'returned' });
    await t.as('approver', 'POST', `/api/v1/op-notes/${id}/case/claim/`);
    expect((await finish('approver', id)).json()).toMatchObject({ state: 'finished', claim_version: 2 });
    expect(await stateOf(id)).toMatchObject({ state: 'final' });
  });

  it.each([
    ['first', 'final'],
    ['both', 'final'],
    ['second', 'returned'],
  ])('rebutted it waits for a lead, whose word (%s) ends it: %s', async (verdict, state) => {
    await plan('admin', everything);
    const id = await finished();
    const found = await theReview('superapprover', id);
    await handIn('superapprover', found, { lines: [{ ...found.first!.lines[0], units: 2 }] });
    const [mark] = await marksOf('approver', found.id);
    // Nobody settles what was not answered, nor what they read themselves.
    expect((await say('admin', mark!.id, 'settle', { verdict })).statusCode).toBe(409);
    expect((await say('approver', mark!.id, 'rebut', { words: 'The note says one.' })).statusCode).toBe(200);
    expect(await stateOf(id)).toMatchObject({ state: 'in-review' });
    expect((await say('superapprover', mark!.id, 'settle', { verdict })).statusCode).toBe(409);
    expect((await say('admin', mark!.id, 'settle', { verdict, words: 'As the note has it.' })).statusCode).toBe(200);
    expect(await stateOf(id)).toMatchObject({ state });
  });

  it('another text of the note, or a lead who opens the case, takes it out of review', async () => {
    await plan('admin', everything);
    const [changed, opened] = [await finished(), await finished()];
    const reviews = [await theReview('superapprover', changed), await theReview('superapprover', opened)];
    await t.as('admin', 'PATCH', `/api/v1/op-notes/${changed}/`, { text: `${text} A drain was left.` });
    await t.as('admin', 'POST', `/api/v1/op-notes/${opened}/case/reopen/`);
    expect([(await stateOf(changed)).state, (await stateOf(opened)).state]).toEqual(['returned', 'new']);
    for (const { id } of reviews)
      expect((await t.as('superapprover', 'GET', `/api/v1/reviews/${id}/`)).json()).toMatchObject({ state: 'withdrawn' });
    expect(await toRead('superapprover')).toEqual([]);
  });

  it('what is taken out by a lead goes on to billing', async () => {
    await plan('admin', everything);
    const id = await finished();
    const { id: review } = await theReview('superapprover', id);
    expect((await t.as('admin', 'POST', `/api/v1/reviews/${review}/withdraw/`)).statusCode).toBe(200);
    expect(await stateOf(id)).toMatchObject({ state: 'final' });
  });

  it('a focus asks for what it names alone; where everybody worked on a case nobody reads it, and administrators hear of it', async () => {
    await plan('admin', { before_billing: true, focus: ['first-use'], readers: ['superapprover'] });
    await withSystem(t.database, (tx) => sql`update app.cases set coder_id = null, coder = null`.execute(tx));
    const [first, second] = [await finished(), await finished()];
    expect([(await stateOf(first)).state, (await stateOf(second)).state]).toEqual(['in-review', 'final']);
    expect((await theReview('superapprover', first)).reasons).toEqual(['first-use']);
    await plan('admin', { before_billing: true, share: 100, readers: ['approver'] });
    const third = await finished();
    expect(await stateOf(third)).toMatchObject({ state: 'final' });
    expect(await messages('admin', `/opnotes/${third}`)).toEqual([
      'A finished case had no second reader: each of them had worked on it',
    ]);
    expect(await messages('admin2', `/opnotes/${third}`)).toEqual([]);
  });
});

describe('each night', () => {
  const day = (back: number): Date => new Date(Date.now() - back * 86_400_000);
  const iso = (at: Date): string => at.toISOString().slice(0, 10);
  /** A day of which the day before is of the same month. */
  const tonight = new Date('2025-06-18T02:00:00Z');

  it('what the month asks of each coder is drawn, once; nobody’s own, and of clinics that want it', async () => {
    await plan('admin', { nightly: true, readers: ['superapprover'] });
    for (let at = 0; at < 4; at += 1)
      await finishedCase(t, await newNote(), t.users['coder']!, undefined, new Date(`2025-06-${12 + at}T10:00:00Z`));
    // Of the month before, and of the day itself: not of this night.
    for (const at of ['2025-05-31T10:00:00Z', '2025-06-18T01:00:00Z'])
      await finishedCase(t, await newNote(), t.users['coder']!, undefined, new Date(at));
    expect(await drawReviews(t.database, iso(tonight))).toMatchObject({ drawn: 4 });
    expect(await drawReviews(t.database, iso(tonight))).toMatchObject({ drawn: 0 });
    expect(await toRead('superapprover')).toHaveLength(4);
    const draws = (await t.as('admin', 'GET', '/api/v1/reviews/draws/')).json<{
      results: { drawn_by: string; population: number }[];
    }>();
    expect(draws.results).toMatchObject([{ drawn_by: 'Nightly draw', population: 4 }]);
    expect((await t.as('admin2', 'GET', '/api/v1/reviews/draws/')).json()).toEqual({ results: [] });
  });

  it('whoever reached the standard in three draws in a row is drawn ten a month', async () => {
    await plan('admin', { nightly: true, readers: ['superapprover'] });
    const who = { coder: t.users['coder']!, reviewer: t.users['superapprover']! };
    for (let at = 0; at < 13; at += 1)
      await finishedCase(
        t,
        await newNote(),
        who.coder,
        undefined,
        new Date(`2025-07-${String(at + 1).padStart(2, '0')}T10:00:00Z`),
      );
    const settledDraw = async (second = firstCoding) => {
      const { review } = await reviewOf(t, await newNote(), { ...who, second });
      await withSystem(t.database, async (tx) => {
        await sql`insert into app.review_mark_acts (tenant_id, mark_id, act, verdict, acted_by)
          select tenant_id, id, 'lapse', 'second', 'Nobody answered' from app.review_marks where review_id = ${review}`.execute(
          tx,
        );
        await sql`update app.reviews set state = 'settled', settled_at = clock_timestamp() where id = ${review}`.execute(tx);
      });
    };
    await settledDraw();
    await settledDraw();
    await settledDraw(otherCoding);
    const night = (of: string) => drawReviews(t.database, of);
    await settledDraw();
    await settledDraw();
    // Of the last three the first has a mark.
    expect(await night('2025-07-16')).toMatchObject({ drawn: 13 });
    await withSystem(t.database, (tx) => sql`delete from app.review_draws where drawn_by = 'Nightly draw'`.execute(tx));
    await settledDraw();
    expect(await night('2025-07-16')).toMatchObject({ drawn: 10 });
    expect(await night('2025-07-16')).toMatchObject({ drawn: 0 });
  });

  it('a mark that nobody answered in five working days stands, and can be answered no more', async () => {
    const { review, mark } = await reviewOf(t, await newNote(), {
      coder: t.users['approver']!,
      reviewer: t.users['superapprover']!,
      second: otherCoding,
    });
    const codedOn = (at: Date) =>
      withSystem(t.database, (tx) => sql`update app.reviews set coded_at = ${at} where id = ${review}`.execute(tx));
    await codedOn(day(1));
    expect(await drawReviews(t.database)).toMatchObject({ lapsed: 0 });
    await codedOn(day(10));
    expect((await say('approver', mark, 'accept')).statusCode).toBe(409);
    expect(await drawReviews(t.database)).toMatchObject({ lapsed: 1 });
    expect((await t.as('approver', 'GET', `/api/v1/reviews/${review}/`)).json()).toMatchObject({
      state: 'settled',
      compared: { marks: [{ verdict: 'second', lapsed: true, accepted: null }] },
    });
    expect(await drawReviews(t.database)).toMatchObject({ lapsed: 0 });
  });
});

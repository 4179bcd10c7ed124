import type { ClaimCase } from '@incisive/contract/cases';
import { fastLane } from '@incisive/contract/fast-lane';
import type { LaneState } from '@incisive/contract/lane';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { withSystem } from '../../db/tenant.ts';
import { useTestApp } from '../../testing/build-test-app.ts';
import { readyClaim } from '../../testing/ready-claim.ts';
import { takeEditFile } from '../../testing/take-edit-file.ts';
import { addOnsFile, feesFile, pairsFile, unitsFile } from '../edit-files/edit-files.fixture.ts';
import { drawReviews } from '../reviews/draw-reviews.job.ts';

const t = await useTestApp();
// What no file of the day covers the rules tell, and then a case is none of the lane.
for (const n of [1, 2, 3, 4])
  await takeEditFile(t, `ccipra-v302r0-f${n}.TXT`, pairsFile([[`1000${n}`, '20001', '20200101', '*', '0']]));
await takeEditFile(t, 'MCR_MUE_PractitionerServices_Eff_07-01-2024.csv', unitsFile([['47562', 1, 2]]));
await takeEditFile(t, 'AOC_V2024Q3-MCR.txt', addOnsFile([['1', '10009', '10008']]));
await takeEditFile(
  t,
  'PPRRVU24_JUL.csv',
  feesFile([
    ['47562', '', 20, '090', '0'],
    ['47563', '', 21, '090', '0'],
  ]),
);
const text = 'DATE OF SURGERY: 08/15/2024\nPROCEDURE PERFORMED: Laparoscopic cholecystectomy.\nThe gallbladder was removed.';
const system = (words: ReturnType<typeof sql>) => withSystem(t.database, (tx) => words.execute(tx));

/** A note of which the engine is as sure as is said here. */
async function noteWith(confidence: number, more: object = {}): Promise<string> {
  const { id } = (await t.as('dataentry', 'POST', '/api/v1/op-notes/', { text })).json<{ id: string }>();
  await t.as('approver', 'GET', `/api/v1/op-notes/${id}/cpt-codes-suggested/`);
  const code = {
    code: '47562',
    rank: 1,
    score: 1,
    confidence,
    tier: 'likely',
    why: '',
    group: 1,
    alternativeTo: null,
    partOf: null,
    evidence: [],
  };
  await system(
    sql`update app.suggestion_cache set suggestions = ${JSON.stringify([{ ...code, ...more }])}::jsonb where note_id = ${id}`,
  );
  return id;
}
const figuresOf = async (id: string) =>
  (
    await system(
      sql`select v.figures -> 'fast' as fast from app.case_versions v join app.cases c on c.id = v.case_id where c.note_id = ${id}`,
    )
  ).rows[0] as { fast: { eligible: boolean; agreed: boolean; lane: boolean } } | undefined;
const finish = (who: string, id: string, body: object = {}) => t.as(who, 'POST', `/api/v1/op-notes/${id}/case/finish/`, body);
const lane = async (who = 'admin') => (await t.as(who, 'GET', '/api/v1/queue/lane/')).json<LaneState>();
const open = (on = true, who = 'admin') => t.as(who, 'PUT', '/api/v1/queue/lane/', { on });
const next = async (who: string) =>
  (await t.as(who, 'POST', '/api/v1/queue/lane/next/', {})).json<{ note_id: string | null }>().note_id;

/** Lets the clinic have finished so many cases like those of the lane, some of them otherwise than suggested. */
async function calibrate(of: number, otherwise: number): Promise<void> {
  await system(sql`
    with made as (
      insert into app.notes (tenant_id, kind, text, created_by, created_by_id)
        select ${t.tenants[0]}, 'op', 'Sample ' || n, 'approver', ${t.users['approver']!.id} from generate_series(1, ${of}) n returning id)
    select count(*) from made`);
  await system(sql`
    insert into app.case_versions (tenant_id, case_id, version, content, sha256, finished_by, finished_at, figures)
      select c.tenant_id, c.id, 1, '{}', 'x', 'approver', now(),
             jsonb_build_object('fast', jsonb_build_object('eligible', true, 'agreed', row_number() over () > ${otherwise}, 'lane', false))
        from app.cases c join app.notes n on n.id = c.note_id where n.text like 'Sample %'`);
  await system(
    sql`update app.cases c set work_state = 'final', claim_version = 1 from app.notes n where n.id = c.note_id and n.text like 'Sample %'`,
  );
}
const withReader = (readers = ['superapprover']) =>
  t.as('admin', 'PUT', `/api/v1/reviews/plans/${t.tenants[0]}/`, {
    before_billing: false,
    focus: [],
    share: 0,
    nightly: false,
    readers,
    weights: {},
  });

beforeEach(async () => {
  await system(sql`delete from app.review_plans`);
  await system(sql`delete from app.queue_settings`);
  await system(sql`delete from app.notes`);
});

describe('what a finished case says of the lane', () => {
  it('sure, silent and as suggested; or unsure; or sure and finished otherwise', async () => {
    const [sure, unsure, other] = [await noteWith(0.97), await noteWith(0.9), await noteWith(0.97, { code: '47563' })];
    for (const id of [sure, unsure, other]) {
      await readyClaim(t, id);
      expect((await finish('superadmin', id)).statusCode).toBe(200);
    }
    expect(await figuresOf(sure)).toMatchObject({ fast: { eligible: true, agreed: true, lane: false } });
    expect(await figuresOf(unsure)).toMatchObject({ fast: { eligible: false } });
    expect(await figuresOf(other)).toMatchObject({ fast: { eligible: true, agreed: false } });
  });
});

describe('the lane', () => {
  it('opens only where the clinic’s own cases show it, and somebody reads a tenth of it', async () => {
    await withReader();
    expect(await lane()).toEqual({ on: false, may: false, of: 0, agreed: 0 });
    expect((await open()).json()).toMatchObject({ errors: [{ path: 'on' }] });
    await calibrate(fastLane.leastCases, 5);
    expect(await lane()).toMatchObject({ may: false, of: 200, agreed: 195 });
    await system(sql`update app.case_versions set figures = jsonb_set(figures, '{fast,agreed}', 'true')`);
    expect(await lane()).toMatchObject({ may: true, of: 200, agreed: 200 });
    expect(await lane('admin2')).toMatchObject({ may: false, of: 0 });
    await withReader([]);
    expect((await open()).json()).toMatchObject({ errors: [{ path: 'on', message: expect.stringContaining('review plan') }] });
    await withReader();
    expect((await open()).json()).toMatchObject({ on: true });
    expect((await open(true, 'approver')).statusCode).toBe(403);
  });

  it('hands out sure cases alone, each once; nothing while it is closed, or once its calibration fell', async () => {
    await withReader();
    await calibrate(fastLane.leastCases, 0);
    const sure = [await noteWith(0.96), await noteWith(0.99)];
    await noteWith(0.94);
    await noteWith(0.99, { tier: 'look' });
    expect(await next('approver')).toBeNull();
    await open();
    expect((await t.as('approver', 'GET', '/api/v1/queue/')).json()).toMatchObject({ fast_lane: true });
    expect((await t.as('approver2', 'GET', '/api/v1/queue/')).json()).toMatchObject({ fast_lane: false });
    const taken = [await next('approver'), await next('coder')];
    expect(new Set(taken)).toEqual(new Set(sure));
    expect(await next('approver')).toBeNull();
    await noteWith(0.99);
    await system(sql`update app.case_versions set figures = jsonb_set(figures, '{fast,agreed}', 'false')`);
    expect(await next('approver')).toBeNull();
  });

  it('finishes only what is its own, never says anything of itself, and has a tenth coded again', async () => {
    await withReader();
    await calibrate(fastLane.leastCases, 0);
    const ready = async (confidence: number) => {
      const id = await noteWith(confidence);
      await readyClaim(t, id);
      return id;
    };
    const [early, unsure] = [await ready(0.97), await ready(0.9)];
    expect((await finish('superadmin', early, { fast: true })).statusCode).toBe(409);
    await open();
    expect((await finish('superadmin', unsure, { fast: true })).statusCode).toBe(409);
    const done = await finish('superadmin', early, { fast: true });
    expect([done.statusCode, done.json<ClaimCase>()]).toEqual([200, expect.objectContaining({ state: 'finished' })]);
    expect(await figuresOf(early)).toEqual({ fast: { eligible: true, agreed: true, lane: true } });
    expect(await lane()).toMatchObject({ of: 200 });
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    expect(await drawReviews(t.database, tomorrow)).toMatchObject({ drawn: 1 });
    expect(await drawReviews(t.database, tomorrow)).toMatchObject({ drawn: 0 });
  });
});

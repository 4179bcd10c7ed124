import type { Metrics, Models, SettledCode } from '@incisive/contract/analytics';
import type { NoteDetail } from '@incisive/contract/notes';
import { expect, test } from 'vitest';
import { platformTenantId, withSystem } from '../../db/tenant.ts';
import { useTestApp } from '../../testing/build-test-app.ts';

const t = await useTestApp({ TRUST_PROXY: '127.0.0.1' });

const view = { path: '/opnotes/:id', vid: 'visitor-0001', sid: 'session-0001' };
const beacon = (as: string | null, body: object = view, headers: Record<string, string> = {}) =>
  t.as(as, 'POST', '/api/v1/analytics/page-views/', body, headers);
const views = () => withSystem(t.database, (tx) => tx.selectFrom('app.page_views').selectAll().orderBy('id').execute());
const metrics = async (as: string, query = '') => (await t.as(as, 'GET', `/api/v1/metrics/${query}`)).json<Metrics>();
const models = async (as: string) => (await t.as(as, 'GET', '/api/v1/models/')).json<Models>();

test('ASV-83 a page view keeps route, tenant and region, never a user, an id or an address', async () => {
  expect((await beacon('approver', view, { 'x-geo-region': 'CA', 'x-geo-country': 'US' })).statusCode).toBe(204);
  expect((await beacon(null, { ...view, path: '/contact' })).statusCode).toBe(204);
  const rows = await views();
  expect(rows.map((row) => [row.tenant_id, row.path, row.region])).toEqual([
    [t.tenants[0], '/opnotes/:id', 'US-CA'],
    [platformTenantId, '/contact', 'Unknown'],
  ]);
  expect(Object.keys(rows[0]!).toSorted()).toEqual(['id', 'path', 'region', 'sid', 'tenant_id', 'vid', 'viewed_at']);
  for (const path of [
    '/opnotes?text=x',
    `/opnotes/${t.tenants[0]}`,
    `/opnotes/${t.tenants[0].toUpperCase()}/history`,
    '/cptcodes/47562',
  ])
    expect((await beacon(null, { ...view, path })).statusCode).toBe(422);
  // A beacon never blocks: with an expired token the view is nobody's.
  expect((await beacon(null, view, { authorization: 'Bearer a.b.c' })).statusCode).toBe(204);
});

test('Do Not Track and Global Privacy Control count as a decline', async () => {
  const before = (await views()).length;
  expect((await beacon('approver', view, { dnt: '1' })).statusCode).toBe(204);
  expect((await beacon('approver', view, { 'sec-gpc': '1' })).statusCode).toBe(204);
  expect(await views()).toHaveLength(before);
});

test('five charts of seven days in the viewer’s zone, an Admin’s from the own tenant', async () => {
  await withSystem(t.database, async (tx) => {
    await tx.deleteFrom('app.page_views').execute();
    await tx
      .insertInto('app.page_views')
      .values([
        { tenant_id: t.tenants[0], path: '/opnotes', vid: 'v1', sid: 's1', region: 'US-CA', viewed_at: '2026-03-10T02:30:00Z' },
        { tenant_id: t.tenants[0], path: '/opnotes', vid: 'v1', sid: 's1', region: 'US-CA', viewed_at: '2026-03-10T02:40:00Z' },
        { tenant_id: t.tenants[0], path: '/users', vid: 'v2', sid: 's2', region: 'US-NY', viewed_at: '2026-03-08T12:00:00Z' },
        { tenant_id: t.tenants[1], path: '/opnotes', vid: 'v3', sid: 's3', region: 'US-CA', viewed_at: '2026-03-10T02:30:00Z' },
        { tenant_id: t.tenants[0], path: '/old', vid: 'v1', sid: 's0', region: 'US-CA', viewed_at: '2026-03-01T02:30:00Z' },
      ])
      .execute();
  });
  const all = await metrics('superadmin', '?to=2026-03-10');
  expect([all.from, all.to]).toEqual(['2026-03-04', '2026-03-10']);
  expect(all.page_views).toEqual([
    { label: '/opnotes', value: 3 },
    { label: '/users', value: 1 },
  ]);
  expect(all.sessions_by_date).toHaveLength(7);
  expect(all.sessions_by_date.at(-1)).toEqual({ label: '2026-03-10', value: 2 });
  expect(all.sessions_by_hour).toHaveLength(24);
  expect(all.sessions_by_hour[2]).toEqual({ label: '02', value: 2 });
  expect(all.active_users.map((point) => point.value)).toEqual([0, 0, 0, 0, 1, 0, 2]);
  expect(all.regions).toEqual([
    { label: 'US-CA', value: 2 },
    { label: 'US-NY', value: 1 },
  ]);
  const own = await metrics('admin', '?to=2026-03-10&tz=America/Los_Angeles');
  expect(own.page_views).toEqual([
    { label: '/opnotes', value: 2 },
    { label: '/users', value: 1 },
  ]);
  // Half past two in the morning in London is the evening before in California.
  expect(own.sessions_by_date.find((point) => point.value > 0 && point.label === '2026-03-09')).toBeDefined();
  expect(own.sessions_by_hour[19]).toEqual({ label: '19', value: 1 });
  expect((await t.as('admin', 'GET', '/api/v1/metrics/?to=yesterday')).statusCode).toBe(422);
  for (const role of ['superapprover', 'coder', 'approver', 'dataentry'])
    expect((await t.as(role, 'GET', '/api/v1/metrics/')).statusCode).toBe(403);
});

test('system information is null where nothing was measured, and then tells what was', async () => {
  const empty = await models('superadmin');
  expect(empty).toMatchObject({ speed: null, acceptance: null, over_time: [], by_section: [], by_tenant: [], training: [] });
  expect(empty.versions.map((version) => version.label)).toEqual(
    expect.arrayContaining(['Incisive', 'Suggestion engine', 'Knowledge']),
  );
  expect(empty.totals.tenants).toBe(2);
  expect(empty.totals.users).toBe(9);

  const settle = async (as: string, codes: string[]) => {
    const note = (
      await t.as(as, 'POST', '/api/v1/op-notes/', { text: 'PROCEDURE PERFORMED: Laparoscopic cholecystectomy.' })
    ).json<NoteDetail>();
    await t.as(as, 'POST', `/api/v1/op-notes/${note.id}/cpt-codes-assigned/`, { cpt_codes: codes });
    expect((await t.as(as, 'POST', `/api/v1/op-notes/${note.id}/cpt-codes-submitted/`, { cpt_codes: codes })).statusCode).toBe(
      200,
    );
    return note.id;
  };
  const first = await settle('approver', ['47562', '29505']);
  const second = await settle('approver2', ['47562']);
  const all = await models('superadmin');
  expect(all.speed?.n).toBe(2);
  expect(all.speed!.p95_ms).toBeGreaterThanOrEqual(all.speed!.median_ms);
  expect(all.acceptance).toMatchObject({ n: 3, misses: 1 });
  expect(all.acceptance!.hit10).toBeCloseTo(2 / 3);
  expect(all.by_section.map((row) => [row.section, row.n, row.misses])).toEqual([
    ['Digestive', 2, 0],
    ['Musculoskeletal', 1, 1],
  ]);
  expect(all.by_tenant.map((row) => [row.tenant, row.n])).toEqual([
    ['First clinic', 2],
    ['Second clinic', 1],
  ]);
  expect(all.over_time).toHaveLength(1);

  const own = await models('admin2');
  expect(own.acceptance).toMatchObject({ n: 1, misses: 0 });
  expect(own.totals).toMatchObject({ op_notes: 1, tenants: null, users: 3 });
  expect(own.by_tenant).toEqual([]);
  expect(own.speed?.n).toBe(1);
  expect((await t.as('coder', 'GET', '/api/v1/models/')).statusCode).toBe(403);

  // Every figure leads to the codes and notes that it counts.
  const behind = async (as: string, query: string) =>
    (await t.as(as, 'GET', `/api/v1/models/codes/?${query}`)).json<{
      results: SettledCode[];
      count: number;
      next: string | null;
    }>();
  const rows = async (as: string, query: string) =>
    (await behind(as, query)).results.map((row) => [row.note_id, row.code, row.tenant]);
  expect(await rows('superadmin', 'section=Digestive&ordering=settled_at')).toEqual([
    [first, '47562', 'First clinic'],
    [second, '47562', 'Second clinic'],
  ]);
  expect(await rows('superadmin', 'rank=none')).toEqual([[first, '29505', 'First clinic']]);
  for (const [name, share] of [
    ['1', all.acceptance!.hit1],
    ['5', all.acceptance!.hit5],
    ['10', all.acceptance!.hit10],
  ] as const)
    expect((await behind('superadmin', `rank=${name}`)).count / 3).toBeCloseTo(share!);
  expect((await behind('superadmin', `week=${all.over_time[0]!.week}`)).count).toBe(3);
  expect((await behind('superadmin', 'week=2020-01-06')).count).toBe(0);
  expect((await behind('superadmin', 'tenant=second%20clinic')).count).toBe(1);
  expect((await behind('superadmin', 'code=2950')).count).toBe(1);
  // An Admin's are the own tenant's, whatever is asked.
  expect(await rows('admin2', '')).toEqual([[second, '47562', 'Second clinic']]);
  expect(await rows('admin2', 'tenant=First%20clinic')).toEqual([]);
  expect((await t.as('approver', 'GET', '/api/v1/models/codes/')).statusCode).toBe(403);
  for (const wrong of ['ordering=text', 'rank=2', 'week=soon', 'user=x'])
    expect((await t.as('admin', 'GET', `/api/v1/models/codes/?${wrong}`)).statusCode).toBe(422);
  // A note that was deleted since still counts, and is not linked.
  await t.as('admin', 'DELETE', `/api/v1/op-notes/${first}/`);
  expect(await rows('admin', 'ordering=code')).toEqual([
    [null, '29505', 'First clinic'],
    [null, '47562', 'First clinic'],
  ]);
});

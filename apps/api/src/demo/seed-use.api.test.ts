import { feedbackSubjects } from '@incisive/contract/feedbacks';
import { expect, test } from 'vitest';
import { withSystem } from '../db/tenant.ts';
import { useTestApp } from '../testing/build-test-app.ts';
import { removeDemo } from './remove-demo.ts';
import { demoTenantNames } from './ensure-demo.ts';
import { demoFeedbacks, demoViews, seedUse } from './seed-use.ts';

const t = await useTestApp();

const people = ['approver', 'dataentry', 'approver2', 'dataentry2'];

async function seed(): Promise<void> {
  await withSystem(t.database, async (tx) => {
    const tenants = await tx
      .selectFrom('app.tenants')
      .select(['id', 'name'])
      .where('platform', '=', false)
      .orderBy('name')
      .execute();
    for (const [index, tenant] of tenants.entries())
      await tx.updateTable('app.tenants').set({ name: demoTenantNames[index]! }).where('id', '=', tenant.id).execute();
    const users = await tx.selectFrom('app.users').select(['id', 'username']).where('username', 'in', people).execute();
    await seedUse(tx, {
      tenants: [tenants[0]!.id, tenants[1]!.id],
      userId: (username) => users.find((user) => user.username === username)!.id,
    });
    await tx.insertInto('app.settings').values({ name: 'demo', value: '{}' }).execute();
  });
}

const feedbackCount = async (who: string) =>
  (await t.as(who, 'GET', '/api/v1/feedbacks/')).json<{ results: { subject: string; status: string }[] }>().results.length;
const views = async (who: string, to: string) =>
  (await t.as(who, 'GET', `/api/v1/metrics/?to=${to}`))
    .json<{ page_views: { value: number }[] }>()
    .page_views.reduce((sum, point) => sum + point.value, 0);

test('each sample tenant has feedback of its own and a week of visits; removal takes both away', async () => {
  await seed();
  expect(await feedbackCount('superadmin')).toBe(demoFeedbacks.length);
  expect(await feedbackCount('admin')).toBe(2);
  // One day for all three, also where midnight comes in between.
  const today = new Date().toISOString().slice(0, 10);
  const [all, first, second] = [await views('superadmin', today), await views('admin', today), await views('admin2', today)];
  expect(first).toBeGreaterThan(20);
  expect(second).toBeGreaterThan(5);
  expect(first + second).toBe(all);
  await removeDemo(t.database, t.admin);
  const left = await withSystem(t.database, async (tx) => ({
    feedbacks: await tx.selectFrom('app.feedbacks').select('id').execute(),
    views: await tx.selectFrom('app.page_views').select('id').execute(),
  }));
  expect(left).toEqual({ feedbacks: [], views: [] });
});

test('sample feedback shows every subject and both states; sample visits hold route patterns alone, none in the future', () => {
  expect(new Set(demoFeedbacks.map((feedback) => feedback.subject))).toEqual(new Set(feedbackSubjects));
  expect(new Set(demoFeedbacks.map((feedback) => feedback.done ?? false))).toEqual(new Set([true, false]));
  for (const hour of [0, 9, 15, 23]) {
    const now = new Date(Date.UTC(2026, 10, 18, hour, 30));
    const made = demoViews(['first', 'second'], now);
    expect(made.length).toBeGreaterThan(150);
    expect(made.every((view) => view.viewed_at <= now)).toBe(true);
    expect(made.filter((view) => !/^(\/[a-z]+)(\/:id|\/new|\/upload)?$/.test(view.path))).toEqual([]);
  }
});

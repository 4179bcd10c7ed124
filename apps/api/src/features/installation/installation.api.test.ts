import { afterAll, beforeAll, expect, test } from 'vitest';
import { withSystem } from '../../db/tenant.ts';
import { removeDemo } from '../../demo/remove-demo.ts';
import { type TestApp, buildTestApp } from '../../testing/build-test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await buildTestApp({ IDLE_MINUTES: '9' });
});
afterAll(() => t.close());

const ask = async () => (await t.as(null, 'GET', '/api/v1/installation/')).json<{ demo: boolean; idle_minutes: number }>();

test('anybody may learn that sample data is shown, and it is gone after its removal', async () => {
  expect(await ask()).toEqual({ demo: false, idle_minutes: 9 });
  await withSystem(t.database, (tx) => tx.insertInto('app.settings').values({ name: 'demo', value: '{}' }).execute());
  expect(await ask()).toMatchObject({ demo: true });
  await removeDemo(t.database, t.admin);
  expect(await ask()).toMatchObject({ demo: false });
});

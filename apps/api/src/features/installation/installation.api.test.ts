import { expect, test } from 'vitest';
import { withSystem } from '../../db/tenant.ts';
import { removeDemo } from '../../demo/remove-demo.ts';
import { useTestApp } from '../../testing/build-test-app.ts';

const t = await useTestApp({ IDLE_MINUTES: '9' });

const ask = async () => (await t.as(null, 'GET', '/api/v1/installation/')).json<{ demo: boolean; idle_minutes: number }>();

test('anybody may learn that sample data is shown, and it is gone after its removal', async () => {
  expect(await ask()).toEqual({ demo: false, idle_minutes: 9 });
  await withSystem(t.database, (tx) => tx.insertInto('app.settings').values({ name: 'demo', value: '{}' }).execute());
  expect(await ask()).toMatchObject({ demo: true });
  await removeDemo(t.database, t.admin);
  expect(await ask()).toMatchObject({ demo: false });
});

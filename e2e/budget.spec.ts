import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { expect, password, signIn, test } from './support/fixtures.ts';

/** Adds up the JavaScript that a page loads, each file once, as gzip would send it, in kB; asked when nothing more is on its way. */
function countScripts(page: Page): { readonly kB: () => Promise<number>; readonly stop: () => void } {
  const sizes = new Map<string, number>();
  let arriving = 0;
  page.on('request', (request) => {
    if (request.resourceType() === 'script') arriving += 1;
  });
  page.on('requestfailed', (request) => {
    if (request.resourceType() === 'script') arriving -= 1;
  });
  page.on('requestfinished', (request) => {
    if (request.resourceType() !== 'script') return;
    void (async () => {
      const response = await request.response();
      if (response?.ok()) sizes.set(response.url(), gzipSync(await response.body(), { level: 9 }).length);
      arriving -= 1;
    })();
  });
  const kB = async (): Promise<number> => {
    await expect
      .poll(async () => {
        const before = sizes.size;
        // What has come may ask for more.
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
        return arriving === 0 && sizes.size === before;
      })
      .toBe(true);
    return [...sizes.values()].reduce((sum, size) => sum + size, 0) / 1000;
  };
  // What comes later is not read: the test may have ended by then.
  return { kB, stop: () => void page.removeAllListeners('requestfinished') };
}

/** From now on what the page would fetch when it is idle waits until it is told to. */
async function holdIdle(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript(() => {
    const waiting: (() => void)[] = [];
    let idle = false;
    window.requestIdleCallback = (run) => {
      const now = (): void => run({ didTimeout: false, timeRemaining: () => 50 });
      if (idle) setTimeout(now);
      else waiting.push(now);
      return 0;
    };
    window.cancelIdleCallback = () => undefined;
    window.addEventListener('budget-idle', () => {
      idle = true;
      for (const run of waiting) run();
    });
  });
  return () => page.evaluate(() => void window.dispatchEvent(new Event('budget-idle')));
}

test('WEB-07 A10 U1: sign-in loads at most 108 kB of JavaScript; list and workbench are drawn and used with at most 248 kB', async ({
  page,
}) => {
  const loaded = countScripts(page);
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible();
  await page.waitForLoadState('networkidle');
  const card = await loaded.kB();
  loaded.stop();
  expect(card).toBeGreaterThan(20);
  expect(card).toBeLessThanOrEqual(108);

  // A second visit of somebody who is signed in: only what these two screens need.
  await signIn(page, 'approver', password);
  await expect(page).toHaveURL(/\/opnotes\/new$/);
  const fresh = await page.context().newPage();
  const goIdle = await holdIdle(fresh);
  const screens = countScripts(fresh);
  await fresh.goto('/opnotes');
  await fresh.getByRole('table').getByRole('link').first().click();
  await expect(fresh.locator('tr[data-code]').first()).toBeVisible();
  await fresh.waitForLoadState('networkidle');
  const used = await screens.kB();
  // Dialogs come when the browser has nothing else to do, so that no key waits for them: they hold up neither screen.
  const dialog = fresh.waitForResponse(/\/add-code-dialog/);
  await goIdle();
  await dialog;
  await fresh.waitForLoadState('networkidle');
  const dialogs = (await screens.kB()) - used;
  screens.stop();
  console.info(
    `JavaScript, gzip: sign-in ${card.toFixed(1)} kB, list and workbench ${used.toFixed(1)} kB, dialogs when idle ${dialogs.toFixed(1)} kB`,
  );
  expect(used).toBeLessThanOrEqual(248);
  expect(dialogs).toBeGreaterThan(5);
  expect(dialogs).toBeLessThanOrEqual(55);
});

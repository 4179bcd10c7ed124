import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { expect, password, signIn, test } from './fixtures.ts';

/** Adds up the JavaScript that a page loads, each file once, as gzip would send it. */
function countScripts(page: Page): () => Promise<number> {
  const sizes = new Map<string, Promise<number>>();
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script' && response.ok())
      sizes.set(
        response.url(),
        response.body().then((body) => gzipSync(body, { level: 9 }).length),
      );
  });
  return async () => (await Promise.all(sizes.values())).reduce((sum, size) => sum + size, 0) / 1000;
}

test('WEB-07 A10: sign-in loads at most 120 kB of JavaScript, list and workbench with the dialogs fetched when idle at most 290 kB', async ({
  page,
}) => {
  const loaded = countScripts(page);
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible();
  await page.waitForLoadState('networkidle');
  const card = await loaded();
  expect(card).toBeGreaterThan(20);
  expect(card).toBeLessThanOrEqual(120);

  // A second visit of somebody who is signed in: only what these two screens need.
  await signIn(page, 'approver', password);
  await expect(page).toHaveURL(/\/opnotes\/new$/);
  const fresh = await page.context().newPage();
  const screens = countScripts(fresh);
  await fresh.goto('/opnotes');
  await fresh.getByRole('table').getByRole('link').first().click();
  await expect(fresh.locator('tr[data-code]').first()).toBeVisible();
  await fresh.waitForLoadState('networkidle');
  const both = await screens();
  console.info(`JavaScript, gzip: sign-in ${card.toFixed(1)} kB, list and workbench ${both.toFixed(1)} kB`);
  // Dialogs are fetched when the browser is idle, so that no key waits for them (U1).
  expect(both).toBeLessThanOrEqual(290);
});

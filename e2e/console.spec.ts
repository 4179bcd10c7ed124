import type { Page } from '@playwright/test';
import { expect, signIn, test } from './support/fixtures.ts';
import { administrationScreens, publicPages } from './support/pages.ts';

const pages = [
  '/opnotes',
  '/opnotes/new',
  '/opnotes/upload',
  '/ednotes',
  '/ednotes/new',
  '/ednotes/upload',
  '/messages',
  ...administrationScreens,
];

/** All that a page of this browser says on its console, with the page it says it on. */
function listen(page: Page): string[] {
  const said: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) said.push(`${page.url()} ${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => said.push(`${page.url()} ${error.message}`));
  return said;
}

async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await page.waitForLoadState('networkidle');
}

test('no page says an error or a warning on the console, signed out or in', async ({ page }) => {
  const said = listen(page);
  for (const path of [...publicPages, '/terms', '/login']) await visit(page, path);
  await signIn(page, 'superadmin');
  await expect(page).toHaveURL(/\/opnotes\/new$/);
  for (const path of pages) await visit(page, path);
  await page.goto('/opnotes');
  for (const list of ['/opnotes', '/ednotes', '/users', '/tenants']) {
    await page.goto(list);
    const address = await page.getByRole('table').getByRole('link').first().getAttribute('href');
    await visit(page, address!);
  }
  expect(said).toEqual([]);
});

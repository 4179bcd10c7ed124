import type { Page } from '@playwright/test';
import { enter, expect, test } from './support/fixtures.ts';

const pages = ['/opnotes', '/opnotes/new', '/opnotes/upload', '/ednotes', '/ednotes/new', '/ednotes/upload', '/messages'];

async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await page.waitForLoadState('networkidle');
}

// Every journey fails on what a page says; the public pages and the screens of administration are opened by theirs.
test('no page that is opened by its address says an error or a warning on the console', async ({ page }) => {
  for (const path of ['/privacy', '/security', '/terms', '/login']) await visit(page, path);
  await enter(page, 'superadmin');
  for (const path of pages) await visit(page, path);
  for (const list of ['/opnotes', '/ednotes', '/users', '/tenants']) {
    await page.goto(list);
    const address = await page.getByRole('table').getByRole('link').first().getAttribute('href');
    await visit(page, address!);
  }
});

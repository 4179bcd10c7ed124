import { expect, expectAccessible, signIn, test } from './fixtures.ts';

const screens = [
  '/users',
  '/users/new',
  '/tenants',
  '/tenants/new',
  '/cptcodes',
  '/cptcodes/new',
  '/cptcodes/upload',
  '/feedbacks',
  '/feedbacks/new',
  '/finances',
  '/crm',
  '/metrics',
  '/models',
  '/audit',
  '/profile',
  '/nowhere',
];

test('every administration screen is accessible in both schemes and does not run over the edge at 360 px', async ({ page }) => {
  test.setTimeout(240_000);
  await signIn(page, 'superadmin');
  await expect(page).toHaveURL(/\/opnotes\/new$/);
  for (const path of screens) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(colorScheme === 'light' ? { width: 1440, height: 900 } : { width: 360, height: 740 });
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.waitForLoadState('networkidle');
      await expectAccessible(page);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      expect(over, `${path} runs over the edge`).toBeLessThanOrEqual(0);
    }
  }
});

test('a catalogue file is taken, its refused lines are shown, and the new code is found at once', async ({ page }) => {
  await signIn(page, 'superapprover');
  await expect(page).toHaveURL(/\/opnotes\/new$/);
  await page.goto('/cptcodes/upload');
  await page.locator('input[type=file]').setInputFiles({
    name: 'codes.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('99998\tWoven test procedure of the left ear lobe\n9Z999\tnot a code\n'),
  });
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(page.getByText('1 added, 0 updated, 0 unchanged, 1 refused.')).toBeVisible();
  await page.goto('/cptcodes?description=woven%20ear%20lobe');
  await expect(page.getByRole('link', { name: '99998' })).toBeVisible();
  await page.getByRole('link', { name: '99998' }).click();
  await expect(page.getByRole('heading', { name: '99998' })).toBeVisible();
});

test('feedback carries its note, thanks, and is settled by the provider', async ({ page, browser }) => {
  await signIn(page, 'approver');
  await expect(page).toHaveURL(/\/opnotes\/new$/);
  await page.goto('/opnotes');
  const href = await page.locator('tbody').getByRole('link').first().getAttribute('href');
  await page.goto(`/feedbacks/new?opnote_id=${href!.split('/').at(-1)!}`);
  const submit = page.getByRole('button', { name: 'Submit', exact: true });
  await expect(submit).toBeDisabled();
  await page.getByLabel('Message').fill('The payer turned the second code down.');
  await submit.click();
  await expect(page.getByText('Thank you for your feedback, we will respond to you within 24-48 hours')).toBeVisible();
  await expect(page).toHaveURL(/\/opnotes\/new$/, { timeout: 8000 });

  const office = await browser.newContext();
  const team = await office.newPage();
  await signIn(team, 'superadmin');
  await expect(team).toHaveURL(/\/opnotes\/new$/);
  await team.goto('/feedbacks');
  const row = team.getByRole('row').filter({ hasText: 'turned the second code down' });
  await row.getByRole('checkbox').check();
  await team.getByRole('button', { name: 'Done selected' }).click();
  await expect(team.getByText('1 Feedbacks has been done')).toBeVisible();
  await expect(row).toContainText('Done');
  await office.close();
});

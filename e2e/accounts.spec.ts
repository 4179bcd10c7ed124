import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, password, signIn, test } from './fixtures.ts';

/** What each role's drawer holds, in its order. */
const drawers: Record<string, string[]> = {
  superadmin: [
    'OpNotes',
    'EdNotes',
    'CPT codes',
    'Users',
    'Tenants',
    'Feedback',
    'Finances',
    'CRM',
    'Metrics',
    'System information',
    'Audit log',
  ],
  superapprover: ['OpNotes', 'EdNotes', 'CPT codes', 'Feedback'],
  coder: ['OpNotes', 'EdNotes', 'CPT codes', 'Feedback'],
  admin: [
    'OpNotes',
    'EdNotes',
    'CPT codes',
    'Users',
    'Feedback',
    'Finances',
    'CRM',
    'Metrics',
    'System information',
    'Audit log',
  ],
  approver: ['OpNotes', 'EdNotes', 'Feedback'],
  dataentry: ['OpNotes', 'EdNotes', 'Feedback'],
};
const shared = ['ID', 'Created', 'Updated', 'Updated By', 'CPT Codes', 'Filename', 'OpNotes text'];
const columns: Record<string, string[]> = {
  superadmin: ['ID', 'Created', 'Created By', 'Updated', 'Updated By', 'Tenant', 'CPT Codes', 'Filename', 'OpNotes text'],
  admin: ['ID', 'Created', 'Created By', 'Updated', 'Updated By', 'CPT Codes', 'Filename', 'OpNotes text'],
  superapprover: shared,
  coder: shared,
  approver: shared,
  dataentry: shared,
};

for (const [username, links] of Object.entries(drawers)) {
  test(`${username} sees exactly the navigation, columns and buttons of the role`, async ({ page }) => {
    await signIn(page, username);
    await expect(page).toHaveURL(/\/opnotes\/new$/);
    const drawer = page.getByRole('navigation', { name: 'Main' });
    if (!(await drawer.isVisible())) await page.getByRole('button', { name: 'Menu' }).click();
    await expect(drawer.getByRole('link')).toHaveText(links);
    await page.goto('/opnotes');
    await expect(page.locator('tbody tr').first().getByRole('link')).toBeVisible();
    const heads = await page
      .locator('thead th')
      .evaluateAll((cells) => cells.map((cell) => cell.textContent?.trim() ?? '').filter(Boolean));
    expect(heads).toEqual(columns[username]);
    const mayDelete = ['superadmin', 'admin'].includes(username);
    await expect(page.getByRole('button', { name: 'Delete selected' })).toHaveCount(mayDelete ? 1 : 0);
    for (const path of ['/users', '/tenants', '/cptcodes', '/audit'].filter(
      (path) =>
        !links.includes({ '/users': 'Users', '/tenants': 'Tenants', '/cptcodes': 'CPT codes', '/audit': 'Audit log' }[path]!),
    )) {
      await page.goto(path);
      await expect(page.getByRole('heading', { name: 'Not Found' })).toBeVisible();
    }
  });
}

async function outboxMail(recipient: string, subject: RegExp): Promise<string> {
  const folder = path.join(process.env['E2E_DATA_DIR']!, 'outbox');
  let found = '';
  await expect
    .poll(() => {
      const mails = (existsSync(folder) ? readdirSync(folder) : []).map((name) => readFileSync(path.join(folder, name), 'utf8'));
      found = mails.findLast((mail) => mail.includes(recipient) && subject.test(mail)) ?? '';
      return found !== '';
    })
    .toBe(true);
  return found.replaceAll('=\r\n', '').replaceAll('=3D', '=');
}

async function fillSignUp(page: Page, username: string): Promise<void> {
  await page.getByLabel('Username', { exact: true }).fill(username);
  await page.getByLabel('Name', { exact: true }).fill('Willing Colleague');
  await page.getByLabel('Password', { exact: true }).fill('tall quiet lamps 44');
  await page.getByLabel('Email address').fill(`${username}@example.org`);
  await page.getByLabel('Phone number').fill('2025550123');
  await page.getByLabel('Name of practice').fill('Harbor Surgical Group');
  await page.getByLabel('Specialty').fill('Urology');
}

test('sign-up waits for activation, the agreement comes before anything else, a forgotten password is reset, a deactivated user is out', async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000);
  await page.goto('/login');
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
  await expect(page.getByText('Required').first()).toBeVisible();
  await fillSignUp(page, 'colleague');
  await page.getByRole('combobox', { name: 'Role' }).click();
  await expect(page.getByRole('option')).toHaveText(['Admin', 'Approver', 'DataEntry']);
  await page.getByRole('option', { name: 'Approver' }).click();
  await page.getByRole('combobox', { name: 'Tenant' }).click();
  await page.getByRole('option', { name: 'Harbor Surgical Group' }).click();
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(page.getByText('Your account awaits activation').first()).toBeVisible();

  await signIn(page, 'colleague', 'tall quiet lamps 44');
  await expect(page.getByText('This account is not active. Ask your administrator.')).toBeVisible();

  const office = await browser.newContext();
  const admin = await office.newPage();
  await signIn(admin, 'admin');
  await expect(admin).toHaveURL(/\/opnotes\/new$/);
  await admin.goto('/users');
  await admin.getByRole('button', { name: 'Activate colleague' }).click();
  await expect(admin.getByText('colleague is active')).toBeVisible();

  await signIn(page, 'colleague', 'tall quiet lamps 44');
  await page.getByRole('dialog').getByRole('button', { name: 'ACCEPT', exact: true }).click();
  await expect(page.getByLabel('Please enter OpNote:')).toBeVisible();

  // Another tenant's record does not exist, whatever address is typed.
  await admin.goto('/tenants');
  await expect(admin.getByRole('heading', { name: 'Not Found' })).toBeVisible();
  await admin.goto('/users/00000000-0000-4000-8000-000000000001');
  await expect(admin.getByRole('heading', { name: 'Not Found' })).toBeVisible();

  // Deactivated: out on the next click.
  await admin.goto('/users?username=colleague');
  await admin.getByRole('row').filter({ hasText: 'colleague@example.org' }).getByRole('link').first().click();
  await admin.getByRole('button', { name: 'Deactivate' }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Ok' }).click();
  await expect(admin.getByRole('button', { name: 'Activate', exact: true })).toBeVisible();
  await page.goto('/opnotes');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await office.close();
});

test('a forgotten password is reset with the mailed code', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Reset password' }).click();
  await page.getByLabel('Username', { exact: true }).fill('approver2');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send Code' }).click();
  const mail = await outboxMail('approver2@example.org', /Subject: .*(code|password)/i);
  const code = /^\s{4}(\S+)/m.exec(mail)?.[1] ?? '';
  expect(code).not.toBe('');
  await page.getByLabel('Verification code').fill(code);
  await page.getByLabel('New password', { exact: true }).fill('nine green boats 71');
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await signIn(page, 'approver2', password);
  await expect(page.getByText('Wrong username or password.')).toBeVisible();
  await signIn(page, 'approver2', 'nine green boats 71');
  await expect(page).toHaveURL(/\/opnotes\/new$/);
});

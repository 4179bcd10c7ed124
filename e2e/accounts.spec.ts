import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { enter, expect, expectAccessible, openMenu, password, signIn, test } from './support/fixtures.ts';

const roles = ['superadmin', 'superapprover', 'coder', 'admin', 'approver', 'dataentry'] as const;
const leads = ['superadmin', 'superapprover', 'admin'];
const catalogueReaders = [...leads, 'coder'];
const administrators = ['superadmin', 'admin'];
/** What the drawer holds, in its order, and who sees it. */
const links: readonly (readonly [name: string, roles: readonly string[]])[] = [
  ['OpNotes', roles],
  ['Queue', [...catalogueReaders, 'approver']],
  ['Queries', [...catalogueReaders, 'approver']],
  ['Reviews', [...catalogueReaders, 'approver']],
  ['Claim files', catalogueReaders],
  ['EdNotes', roles],
  ['Overview', leads],
  ['CPT codes', catalogueReaders],
  ['Edit files', ['superadmin', 'superapprover']],
  ['Users', administrators],
  ['Tenants', ['superadmin']],
  ['Feedback', roles],
  ['Messages', ['superadmin']],
  ['Finances', administrators],
  ['CRM', administrators],
  ['Metrics', administrators],
  ['System information', administrators],
  ['Integrations', administrators],
  ['Audit log', administrators],
];
const drawers = Object.fromEntries(
  roles.map((role) => [role, links.filter(([, readers]) => readers.includes(role)).map(([name]) => name)]),
);
const shared = ['ID', 'Created', 'Updated', 'Updated By', 'Status', 'CPT Codes', 'Filename', 'OpNotes text'];
const columns: Record<string, string[]> = {
  superadmin: [
    'ID',
    'Created',
    'Created By',
    'Updated',
    'Updated By',
    'Tenant',
    'Status',
    'CPT Codes',
    'Filename',
    'OpNotes text',
  ],
  admin: ['ID', 'Created', 'Created By', 'Updated', 'Updated By', 'Status', 'CPT Codes', 'Filename', 'OpNotes text'],
  superapprover: shared,
  coder: shared,
  approver: shared,
  dataentry: shared,
};

const ofUsers = ['Email', 'Updated', 'Phone', 'Role', 'Specialty', 'Practice', 'Last login', 'Notes'];
const userColumns: Record<string, string[]> = {
  superadmin: ['ID', 'Name', 'Status', 'Created', 'Tenant', ...ofUsers],
  admin: ['ID', 'Name', 'Status', 'Created', ...ofUsers],
};
const headsOf = (page: Page): Promise<string[]> =>
  page.locator('thead th').evaluateAll((cells) => cells.map((cell) => cell.textContent?.trim() ?? '').filter(Boolean));

for (const [username, links] of Object.entries(drawers)) {
  test(`${username} sees exactly the navigation, columns and buttons of the role`, async ({ page }) => {
    await signIn(page, username);
    await expect(page).toHaveURL(/\/opnotes\/new$/);
    const drawer = page.getByRole('navigation', { name: 'Main' });
    await openMenu(page);
    await expect(drawer.getByRole('link')).toHaveText(links);
    await page.goto('/opnotes');
    await expect(page.locator('tbody tr').first().getByRole('link')).toBeVisible();
    expect(await headsOf(page)).toEqual(columns[username]);
    const header = page.locator('main header').filter({ has: page.getByRole('heading', { level: 1 }) });
    const mayDelete = ['superadmin', 'admin'].includes(username);
    await expect(header.locator('a[class*=Button], button')).toHaveText(['Add OpNote', 'Upload', 'Leave feedback']);
    await expect(page.getByRole('button', { name: 'Export selected' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Delete selected' })).toHaveCount(mayDelete ? 1 : 0);
    if (userColumns[username]) {
      await page.goto('/users');
      await expect(page.locator('tbody tr').first().getByRole('link').first()).toBeVisible();
      expect(await headsOf(page)).toEqual(userColumns[username]);
      await expect(header.locator('a[class*=Button], button')).toHaveText(['Add User', 'Invite']);
      for (const name of ['Alert selected', 'Delete selected']) await expect(page.getByRole('button', { name })).toBeDisabled();
    }
    for (const path of ['/users', '/tenants', '/cptcodes', '/audit'].filter(
      (path) =>
        !links.includes({ '/users': 'Users', '/tenants': 'Tenants', '/cptcodes': 'CPT codes', '/audit': 'Audit log' }[path]!),
    )) {
      await page.goto(path);
      await expect(page.getByRole('heading', { name: 'Not Found' })).toBeVisible();
    }
  });
}

async function outboxMail(dataDir: string, recipient: string, subject: RegExp): Promise<string> {
  const folder = path.join(dataDir, 'outbox');
  let found = '';
  await expect
    .poll(() => {
      const mails = (existsSync(folder) ? readdirSync(folder) : [])
        // One that is still being written has another name.
        .filter((name) => name.endsWith('.eml'))
        .toSorted()
        .map((name) => readFileSync(path.join(folder, name), 'utf8'));
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
  await page.goto('/login');
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expectAccessible(page);
  // Leaving the first field brings its message while the button is pressed: the press must not be lost.
  const submit = page.getByRole('button', { name: 'Sign Up', exact: true });
  // Its place on the page, wherever that was scrolled to.
  const place = () => submit.evaluate((button) => Math.round(button.getBoundingClientRect().top + window.scrollY));
  const before = await place();
  await submit.click();
  await expect(page.getByText('Required')).toHaveCount(9);
  expect(await place()).toBe(before);
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
  await enter(admin, 'admin', '/users');
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
  await page.getByRole('link', { name: 'Upload' }).click();
  await page.getByRole('link', { name: 'Incisive' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await office.close();
});

test('a forgotten password is reset with the mailed code', async ({ page, server }) => {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Reset password' }).click();
  await page.getByLabel('Username', { exact: true }).fill('approver2');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send Code' }).click();
  const mail = await outboxMail(server.dataDir, 'approver2@example.org', /Subject: .*(code|password)/i);
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

test('a tenant admin reaches nothing of another tenant by any typed address', async ({ page, browser }) => {
  const office = await browser.newContext();
  const all = await office.newPage();
  await enter(all, 'superadmin');
  /** Asks the API as the signed-in page does. */
  const ask = (from: Page, path: string): Promise<{ status: number; body: { results: { id: string; name: string }[] } }> =>
    from.evaluate(async (url) => {
      const headers = { authorization: `Bearer ${localStorage.getItem('accessToken') ?? ''}` };
      const answer = await fetch(url, { headers });
      return { status: answer.status, body: (await answer.json()) as never };
    }, path);
  const first = async (path: string): Promise<{ id: string; name: string }> => (await ask(all, path)).body.results[0]!;
  const theirs = await first('/api/v1/accounts/?username=admin2');
  const account = (await ask(all, `/api/v1/accounts/${theirs.id}/`)).body as unknown as { tenant: string; tenant_name: string };
  const [opNote, edNote] = [
    await first(`/api/v1/op-notes/?created_by__tenant=${account.tenant}`),
    await first(`/api/v1/ed-notes/?tenant=${encodeURIComponent(account.tenant_name)}`),
  ];
  await office.close();

  await enter(page, 'admin');
  for (const path of [
    `/users/${theirs.id}`,
    `/opnotes/${opNote.id}`,
    `/ednotes/${edNote.id}`,
    `/tenants/${account.tenant}`,
    '/tenants',
    '/tenants/new',
  ]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Not Found' }), path).toBeVisible();
  }
  for (const path of ['/opnotes?created_by=admin2', '/ednotes?created_by=approver2', '/users?username=admin2']) {
    await page.goto(path);
    await expect(page.getByText(/Nothing matches (this filter|these filters)/), path).toBeVisible();
  }
  const named = encodeURIComponent(account.tenant_name);
  for (const path of [`op-notes/?tenant=${named}`, `op-notes/?created_by__tenant=${account.tenant}`, `accounts/?tenant=${named}`])
    expect((await ask(page, `/api/v1/${path}`)).status, path).toBe(403);
});

test('an administrator edits a user, and a user the own profile', async ({ page }) => {
  await enter(page, 'admin');
  const change = async (specialty: string): Promise<void> => {
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByLabel('Specialty').fill(specialty);
    await page.getByRole('button', { name: 'Submit', exact: true }).click();
    await expect(page.getByText('Profile has been updated')).toBeVisible();
    await expect(page.getByText(specialty, { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeVisible();
  };
  await page.goto('/users?username=dataentry');
  await page.locator('tbody tr').first().getByRole('link').first().click();
  await change('Vascular surgery');
  await page.goto('/profile');
  await change('Administration of the clinic');
  await expectAccessible(page);
});

test('a mailed link that is lost is asked for again, and the address is confirmed with it', async ({ page, server }) => {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Sign up' }).click();
  await fillSignUp(page, 'forgetful');
  await page.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: 'DataEntry' }).click();
  await page.getByRole('combobox', { name: 'Tenant' }).click();
  await page.getByRole('option', { name: 'Harbor Surgical Group' }).click();
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
  await expect(page.getByText('Your account awaits activation').first()).toBeVisible();
  const linkIn = (mail: string): string => /verify-email#token=[\w-]+/.exec(mail)?.[0] ?? '';
  const old = linkIn(await outboxMail(server.dataDir, 'forgetful@example.org', /Subject: Your account awaits/));
  await page.goto('/verify-email#token=of-long-ago');
  await expect(page.getByRole('alert')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Username').fill('forgetful');
  await page.getByRole('button', { name: 'Send a new link' }).click();
  await expect(page.getByText('a new link was emailed to it')).toBeVisible();
  const fresh = linkIn(await outboxMail(server.dataDir, 'forgetful@example.org', /Subject: Confirm your email/));
  expect(fresh).not.toBe(old);
  // Another fragment alone would not reload the page.
  await page.goto('about:blank');
  await page.goto(`/${old}`);
  await expect(page.getByRole('alert')).toBeVisible();
  await page.goto('about:blank');
  await page.goto(`/${fresh}`);
  await expect(page.getByText('Your email address is confirmed.')).toBeVisible();
});

test('who is idle is warned for a minute, then signed out in every tab, and goes on where it was', async ({ page, context }) => {
  await page.clock.install();
  await signIn(page, 'coder');
  await expect(page).toHaveURL(/\/opnotes\/new$/);
  const other = await context.newPage();
  await other.goto('/profile');
  await expect(other.getByRole('heading', { name: 'My Profile' })).toBeVisible();
  await page.goto('/opnotes?sortBy=filename&sortDir=asc');
  await expect(page.locator('tbody tr').first().getByRole('link')).toBeVisible();
  await page.keyboard.press('Shift');

  // The clock goes on by itself too: what a slow machine takes must fit into the minute of the warning.
  await page.clock.fastForward('14:01');
  const warning = page.getByRole('dialog', { name: 'Are you still there?' });
  await expect(warning).toBeVisible();
  await expect(warning.getByRole('button', { name: 'Stay signed in' })).toBeFocused();
  await expectAccessible(page);
  await warning.getByRole('button', { name: 'Stay signed in' }).click();
  await expect(warning).toBeHidden();
  await page.clock.fastForward('13:00');
  await expect(warning).toBeHidden();

  await page.clock.fastForward('01:10');
  await expect(warning).toBeVisible();
  await page.clock.fastForward('01:00');
  await expect(page.getByText('You were signed out because of inactivity.')).toBeVisible();
  await expect(page.locator('table')).toHaveCount(0);
  expect(
    await page.evaluate(() => ['accessToken', 'refreshToken', 'idToken', 'userId'].map((key) => localStorage.getItem(key))),
  ).toEqual([null, null, null, null]);
  await expect(other.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await page.getByLabel('Username', { exact: true }).fill('coder');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL(/\/opnotes\?sortBy=filename&sortDir=asc$/);
  await expect(page.locator('tbody tr').first().getByRole('link')).toBeVisible();
});

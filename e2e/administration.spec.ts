import { enter, expect, expectAccessible, expectNoSidewaysScroll, password, test } from './support/fixtures.ts';
import { administrationScreens } from './support/pages.ts';

test('every administration screen is accessible in both schemes and does not run over the edge at 360 px', async ({ page }) => {
  test.setTimeout(1_800_000);
  await enter(page, 'superadmin');
  for (const path of [...administrationScreens, '/nowhere']) {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expectAccessible(page);
    await expectNoSidewaysScroll(page, path);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 360, height: 740 });
    await expectNoSidewaysScroll(page, path);
    await expectAccessible(page);
  }
});

const lists = {
  '/users': 'Users',
  '/tenants': 'Tenants',
  '/cptcodes': 'CPT codes',
  '/feedbacks': 'Feedback',
  '/opnotes': 'OpNotes',
  '/ednotes': 'EdNotes',
  '/audit': 'Audit log',
  '/messages': 'Messages',
};

test('U19 A12: no list scrolls sideways from 1024 px on, with the menu open at 1440, and no page at any width', async ({
  page,
}) => {
  test.setTimeout(1_800_000);
  await enter(page, 'superadmin');
  const wider = (element: Element): number => element.scrollWidth - element.clientWidth;
  const table = page.locator('[data-row-keys]');
  for (const [path, title] of [...Object.entries(lists), ['/metrics', 'Metrics']]) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(path!);
    await expect(page.getByRole('heading', { level: 1, name: title! })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    await page.waitForLoadState('networkidle');
    for (const width of [1440, 1024, 768, 360, 320]) {
      await page.setViewportSize({ width, height: 800 });
      const where = `${path} at ${width}`;
      await expectNoSidewaysScroll(page, where);
      if (width >= 1024 && path !== '/metrics') await expect.poll(() => table.evaluate(wider), where).toBe(0);
    }
  }
});

test('U19: a list’s heads stand where they stood before its rows came', async ({ page }) => {
  await enter(page, 'superadmin');
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/v1/op-notes/?*', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/opnotes');
  const heads = page.getByRole('columnheader');
  await expect(heads.filter({ hasText: 'OpNotes text' })).toBeVisible();
  const tops = (): Promise<number[]> => heads.evaluateAll((all) => all.map((head) => Math.round(head.getBoundingClientRect().x)));
  const before = await tops();
  answer();
  await expect(page.locator('tbody tr[data-row]').first()).toBeVisible();
  expect(await tops()).toEqual(before);
  expect(before.length).toBe(11);
});

test('a catalogue file is taken, its refused lines are shown, and the new code is found at once', async ({ page }) => {
  await enter(page, 'superapprover', '/cptcodes/upload');
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
  await enter(page, 'approver', '/opnotes');
  const href = await page.locator('tbody').getByRole('link').first().getAttribute('href');
  await page.goto(`/feedbacks/new?opnote_id=${href!.split('/').at(-1)!}`);
  const submit = page.getByRole('button', { name: 'Submit', exact: true });
  await expect(submit).toBeDisabled();
  await page.getByLabel('Message').fill('The payer turned the second code down.');
  await submit.click();
  await expect(page.getByText('Thank you for your feedback, we will respond to you within 24-48 hours')).toBeVisible();
  await expect(page).toHaveURL(/\/opnotes\/new$/);

  const office = await browser.newContext();
  const team = await office.newPage();
  await enter(team, 'superadmin', '/feedbacks');
  const row = team.getByRole('row').filter({ hasText: 'turned the second code down' });
  await row.getByRole('checkbox').check();
  await team.getByRole('button', { name: 'Done selected' }).click();
  await expect(team.getByText('1 Feedbacks has been done')).toBeVisible();
  await expect(row).toContainText('Done');
  await office.close();
});

test('a settled code is counted, and its figure leads to its note', async ({ page, request }) => {
  const login = await request.post('/auth/login/', { data: { username: 'approver', password } });
  const { access_token: token } = (await login.json()) as { access_token: string };
  const headers = { authorization: `Bearer ${token}` };
  const made = await request.post('/api/v1/op-notes/', {
    headers,
    data: { text: 'PROCEDURE PERFORMED: Laparoscopic cholecystectomy.' },
  });
  const { id } = (await made.json()) as { id: string };
  for (const step of ['cpt-codes-assigned', 'cpt-codes-submitted']) {
    const answer = await request.post(`/api/v1/op-notes/${id}/${step}/`, { headers, data: { cpt_codes: ['47562'] } });
    expect(answer.ok()).toBe(true);
  }
  await enter(page, 'admin', '/models');
  await page.getByRole('row').filter({ hasText: 'Digestive' }).getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Settled codes' })).toBeVisible();
  await page
    .getByRole('row')
    .filter({ hasText: '47562' })
    .getByRole('link', { name: id.split('-')[0]! })
    .click();
  await expect(page).toHaveURL(new RegExp(`/opnotes/${id}`));
  await expect(page.getByText('Laparoscopic cholecystectomy').first()).toBeVisible();
});

test('an Admin reads and downloads the audit log of the own tenant', async ({ page }) => {
  await enter(page, 'admin', '/audit?type=authn_login_success&who=admin');
  await expect(page.getByRole('cell', { name: 'Signed in' }).first()).toBeVisible();
  await expect(page.getByRole('cell', { name: 'Note read' })).toHaveCount(0);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('audit.csv');
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  const [head = '', ...lines] = Buffer.concat(chunks).toString('utf8').trim().split('\r\n');
  expect(head).toContain('recorded');
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines) expect(line).toContain('authn_login_success');
});

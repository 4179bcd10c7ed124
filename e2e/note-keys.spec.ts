import type { Page } from '@playwright/test';
import { enter, expect, submitNote, test } from './support/fixtures.ts';

const note = [
  'PREOPERATIVE DIAGNOSIS: Symptomatic gallstones.',
  'PROCEDURE PERFORMED: Laparoscopic cholecystectomy.',
  'DESCRIPTION: Four ports were placed. The critical view of safety was seen. The gallbladder was removed in a bag.',
].join('\n');

async function openNote(page: Page): Promise<void> {
  await enter(page, 'approver', '/opnotes/new');
  await page.getByLabel('Please enter OpNote:').fill(note);
  await submitNote(page);
  await expect(page.locator('tr[data-code="47562"]')).toBeVisible();
}

const states = (page: Page) =>
  page.locator('tr[data-code]').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-state')));

test('U1: C and words typed at once change no code while the dialog is still on its way, and stand in its field', async ({
  page,
}) => {
  // Every script that comes after the screen waits until the words are typed.
  let typed = (): void => undefined;
  const afterTyping = new Promise<void>((resolve) => (typed = resolve));
  await page.route(/\/(add-code-dialog|modal-loaded|Modal|MultiSelect)[^/]*\.js$/, async (route) => {
    await afterTyping;
    await route.continue();
  });
  await openNote(page);
  const [address, before] = [page.url(), await states(page)];
  const acts: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/cpt-codes-')) acts.push(request.url());
  });
  await page.locator('tr[data-code]').first().focus();
  await page.keyboard.type('crotator cuff');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  typed();
  const field = page.getByRole('dialog', { name: 'Add CPT Code' }).getByRole('combobox');
  await expect(field).toHaveValue('rotator cuff');
  expect(acts).toEqual([]);
  expect(page.url()).toBe(address);
  expect(await states(page)).toEqual(before);
});

test('U2: a code with a digit lost is not taken by Enter; the whole one is, comes into sight and is named', async ({ page }) => {
  await openNote(page);
  await page.keyboard.type('c7003');
  const dialog = page.getByRole('dialog', { name: 'Add CPT Code' });
  await expect(dialog.getByRole('combobox')).toHaveValue('7003');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText(/type the whole code|No code found/).first()).toBeVisible();
  await dialog.getByRole('combobox').fill('');
  await page.keyboard.type('77003');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('list', { name: 'Chosen codes' })).toContainText('77003');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Assigned successfully77003');
  const row = page.locator('tr[data-code="77003"]');
  await expect(row).toBeInViewport();
  await expect(row).toBeFocused();
});

test('U3: without a line a dialog says so, and what is typed in the editor stays', async ({ browser }) => {
  // A window of its own: the browser complains of every request that fails here.
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.route(/\/(details-dialog|modal-loaded)[^/]*\.js$/, (route) => route.abort('internetdisconnected'));
  await openNote(page);
  await page.getByRole('button', { name: /^Edit/ }).click();
  const field = page.getByRole('textbox', { name: 'Text of the OpNote' });
  await field.fill(`${note}\nNot yet saved.`);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Details', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('You’re offline.');
  await expect(field).toHaveValue(/Not yet saved\./);
  await context.close();
});

test('U4: two windows on a new note have a draft each, and a reload brings its own back', async ({ page, context }) => {
  await enter(page, 'approver', '/opnotes/new');
  const other = await context.newPage();
  await other.goto('/opnotes/new');
  const [first, second] = [page, other].map((one) => one.getByLabel('Please enter OpNote:')) as [
    ReturnType<Page['getByLabel']>,
    ReturnType<Page['getByLabel']>,
  ];
  await first.fill('Typed in the first window');
  await second.fill('Typed in the second window');
  for (const one of [page, other]) await expect(one.getByText('Draft kept for 7 days')).toBeVisible();
  await page.reload();
  await expect(first).toHaveValue('Typed in the first window');
  await other.reload();
  await expect(second).toHaveValue('Typed in the second window');
  await first.fill('');
  await second.fill('');
});

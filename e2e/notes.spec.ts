import { readFileSync } from 'node:fs';
import type { Download, Locator, Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import mammoth from 'mammoth';
import { enter, expect, expectAccessible, test } from './support/fixtures.ts';
import { disguisedProgram, docxFile, pdfFile, txtFile } from './support/note-files.ts';
import type { TestFile } from './support/note-files.ts';

const procedure = 'PROCEDURE PERFORMED: Laparoscopic cholecystectomy.';
const body = 'The gallbladder was taken off the liver bed with hook cautery.';

const dataRows = (page: Page): Locator => page.locator('tbody tr:has(td a)');
const fileNames = (page: Page): Promise<string[]> =>
  page.locator('tbody td span[title]').evaluateAll((cells) => cells.map((cell) => cell.textContent ?? ''));
const idsShown = (page: Page): Promise<string[]> =>
  dataRows(page)
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')?.split('/').at(-1) ?? ''));

/** Three files that become notes, their names in the order c, a, b. */
async function threeFiles(stem: string): Promise<readonly TestFile[]> {
  return [
    txtFile(`${stem}-c.txt`, [procedure, body, `The text file said harbor, for ${stem}.`]),
    await docxFile(`${stem}-a.docx`, [procedure, body, `The Word file said lantern, for ${stem}.`], ['Blood loss', '20 mL']),
    await pdfFile(`${stem}-b.pdf`, [procedure, body, `The printed file said orchard, for ${stem}.`]),
  ];
}

async function uploadAll(page: Page, path: string, files: readonly TestFile[]): Promise<void> {
  await page.goto(path);
  await page.locator('input[type=file]').setInputFiles([...files]);
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(page.getByRole('link', { name: /^Open / })).toHaveCount(files.length);
}

async function filterByName(page: Page, stem: string): Promise<void> {
  await page.getByRole('button', { name: /^Filter Filename/ }).click();
  await page.getByLabel('Filename contains').fill(stem);
  await expect(page).toHaveURL(new RegExp(`[?&]filename=${stem}`));
  await page.keyboard.press('Escape');
}

async function docxText(buffer: Buffer): Promise<string> {
  return (await mammoth.extractRawText({ buffer })).value;
}

async function zipEntries(download: Download): Promise<Map<string, string>> {
  const entries = Object.entries(unzipSync(readFileSync((await download.path())!)));
  return new Map(await Promise.all(entries.map(async ([name, bytes]) => [name, await docxText(Buffer.from(bytes))] as const)));
}

test('real files become notes, with progress and links, while a disguised one says what is wrong', async ({ page }) => {
  await enter(page, 'admin', '/opnotes/new');
  await page.getByRole('link', { name: 'Upload', exact: true }).click();
  await expect(page).toHaveURL(/\/opnotes\/upload$/);
  await expect(page.getByText('These become OpNotes')).toBeVisible();
  await expectAccessible(page);

  const files = await threeFiles('reading');
  const wrong = disguisedProgram('reading-program.pdf');
  const extra = txtFile('reading-extra.txt', ['Taken out again.']);
  await page.locator('input[type=file]').setInputFiles([...files, wrong, extra]);
  const list = page.getByRole('list', { name: 'Files' });
  await expect(list.getByRole('listitem')).toHaveCount(5);
  await page.getByRole('button', { name: 'Remove reading-extra.txt' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(4);

  // The answers are held back, so that what is shown meanwhile can be looked at.
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/op-notes/upload/', async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(page.getByRole('progressbar', { name: `Progress of ${files[0]!.name}` })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove reading-program.pdf' })).toBeDisabled();
  release();

  await expect(page.getByText('3 of 4 files uploaded, 1 failed')).toBeVisible();
  // Submit is off again: the focus goes to the first note that was made, not to nowhere.
  await expect(list.getByRole('link', { name: /^Open / }).first()).toBeFocused();
  const bad = list.getByRole('listitem').filter({ hasText: wrong.name });
  await expect(bad.getByRole('alert')).toHaveText(/\.txt, \.docx or \.pdf|damaged/);
  await expect(bad.getByRole('link')).toHaveCount(0);
  await expect(bad).toContainText('Can’t upload');
  // The same file would be refused again.
  await expect(bad.getByRole('button', { name: 'Retry' })).toHaveCount(0);
  await expectAccessible(page);

  const said = { '.txt': 'said harbor', '.docx': 'said lantern', '.pdf': 'said orchard' };
  const links = await list
    .getByRole('link', { name: /^Open / })
    .evaluateAll((found) => found.map((link) => link.getAttribute('href')!));
  expect(links).toHaveLength(3);
  for (const [at, words] of Object.values(said).entries()) {
    await page.goto(links[at]!);
    await expect(page.locator('main header').first()).toContainText(files[at]!.name);
    const text = page.getByRole('region', { name: 'OpNote text' });
    await expect(text).toContainText(words);
    await expect(text).toContainText('Laparoscopic cholecystectomy');
    await expect(page.locator('tr[data-code="47562"]')).toBeVisible();
  }

  await page.goto('/opnotes?filename=reading-');
  await expect(dataRows(page)).toHaveCount(3);
});

test('a list keeps filter and order in the address, over a reload and back from a note', async ({ page }) => {
  await enter(page, 'admin');
  await uploadAll(page, '/opnotes/upload', await threeFiles('sorting'));
  await page.goto('/opnotes');
  await expect(dataRows(page)).toHaveCount(10);
  await expect(page.getByRole('columnheader', { name: 'Created', exact: false }).first()).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  await expectAccessible(page);

  await filterByName(page, 'sorting');
  await expect(dataRows(page)).toHaveCount(3);
  await page.getByRole('button', { name: 'Filename', exact: true }).click();
  await expect(page).toHaveURL(/sortBy=filename/);
  await expect.poll(() => fileNames(page)).toEqual(['sorting-a.docx', 'sorting-b.pdf', 'sorting-c.txt']);
  await page.getByRole('button', { name: 'Filename', exact: true }).click();
  await expect(page).toHaveURL(/sortDir=desc/);
  const downward = ['sorting-c.txt', 'sorting-b.pdf', 'sorting-a.docx'];
  await expect.poll(() => fileNames(page)).toEqual(downward);

  const address = page.url();
  await page.reload();
  await expect.poll(() => fileNames(page)).toEqual(downward);
  expect(page.url()).toBe(address);
  await expect(page.getByRole('list', { name: 'Active filters' })).toContainText('Filename contains “sorting”');
  await expect(page.getByRole('columnheader', { name: /Filename/ })).toHaveAttribute('aria-sort', 'descending');

  await dataRows(page).nth(1).getByRole('link').click();
  await expect(page.locator('main header').first()).toContainText('sorting-b.pdf');
  await expect(page.getByText('2 of 3 in this list')).toBeVisible();
  await expect(page.locator('tr[data-code]').first()).toBeVisible();
  await page.keyboard.press('n');
  await expect(page.locator('main header').first()).toContainText('sorting-a.docx');
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(address);
  await expect.poll(() => fileNames(page)).toEqual(downward);
});

test('coming back from a note finds the list at the place where it was left', async ({ page }) => {
  await enter(page, 'admin');
  await page.setViewportSize({ width: 1440, height: 600 });
  await page.goto('/opnotes?pageRows=25');
  await expect(dataRows(page)).toHaveCount(25);
  await dataRows(page).nth(20).scrollIntoViewIfNeeded();
  const region = page.getByRole('region', { name: 'OpNotes, table' });
  const top = (): Promise<number> => region.evaluate((element) => element.scrollTop);
  await expect.poll(top).toBeGreaterThan(100);
  const before = await top();
  await expect
    .poll(() => page.evaluate(() => Object.keys(sessionStorage).some((key) => key.startsWith('listScroll:'))))
    .toBe(true);
  await dataRows(page).nth(20).getByRole('link').click();
  await expect(page.locator('tr[data-code]').first()).toBeVisible();
  await page.goBack();
  await expect(dataRows(page)).toHaveCount(25);
  await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThan(2);
});

test('notes chosen over two pages are exported as one archive', async ({ page }) => {
  await enter(page, 'dataentry', '/opnotes');
  await expect(dataRows(page)).toHaveCount(10);
  const exporting = page.getByRole('button', { name: 'Export selected' });
  await expect(exporting).toBeDisabled();
  const box = (at: number): Locator => dataRows(page).nth(at).getByRole('checkbox');
  await box(0).check();
  await box(3).check();
  await page.getByRole('button', { name: 'Load more' }).click();
  await expect.poll(() => dataRows(page).count()).toBeGreaterThan(10);
  await box(10).check();
  await expect(page.getByText('3 selected')).toBeVisible();
  const shown = await idsShown(page);
  const wanted = [shown[0]!, shown[3]!, shown[10]!];

  // The choice outlives another order of the rows.
  await page.getByRole('button', { name: 'Updated', exact: true }).click();
  await expect(page).toHaveURL(/sortBy=updated_at/);
  await expect(page.getByText('3 selected')).toBeVisible();

  const [download] = await Promise.all([page.waitForEvent('download'), exporting.click()]);
  expect(download.suggestedFilename()).toMatch(/\.zip$/);
  const entries = await zipEntries(download);
  expect(entries.size).toBe(3);
  for (const id of wanted) {
    const [, text] = [...entries].find(([name]) => name.includes(id)) ?? [];
    expect(text).toContain(id);
  }
});

test('many notes are deleted only after the typed word, in any case', async ({ page }) => {
  await enter(page, 'admin');
  await uploadAll(page, '/opnotes/upload', await threeFiles('leaving'));
  await page.goto('/opnotes?filename=leaving');
  await expect(dataRows(page)).toHaveCount(3);
  const deleting = page.getByRole('button', { name: 'Delete selected' });
  await expect(deleting).toBeDisabled();
  await dataRows(page).nth(0).getByRole('checkbox').check();
  await dataRows(page).nth(1).getByRole('checkbox').check();
  const kept = (await idsShown(page))[2]!;
  await deleting.click();

  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Are you sure?');
  const ok = dialog.getByRole('button', { name: 'Ok', exact: true });
  const word = dialog.getByPlaceholder('Please type "delete"');
  await expect(word).toBeFocused();
  await expectAccessible(page);
  await expect(ok).toBeDisabled();
  await word.fill('delet');
  await expect(ok).toBeDisabled();
  await word.press('Enter');
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('2 selected')).toBeVisible();

  await deleting.click();
  await expect(word).toHaveValue('');
  await word.fill('DeLeTe');
  await expect(ok).toBeEnabled();
  await ok.click();
  await expect(page.getByText('2 OpNotes has been deleted')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(dataRows(page)).toHaveCount(1);
  expect(await idsShown(page)).toEqual([kept]);
  await expect(deleting).toBeDisabled();
  // A keyboard goes on from the head of the page: the button that was pressed cannot take the focus back.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('a tenant’s page carries its OpNotes, filtered in the address, and a note leads back to it', async ({ page }) => {
  await enter(page, 'superadmin', '/tenants');
  const tenants = page.getByRole('table', { name: 'Tenants' });
  await tenants
    .getByRole('row')
    .filter({ hasNot: page.getByRole('columnheader') })
    .first()
    .getByRole('link')
    .first()
    .click();
  const table = page.getByRole('table', { name: 'OpNotes of this tenant' });
  await expect(table.locator('tbody a').first()).toBeVisible();
  await expect(table.getByRole('columnheader', { name: 'Tenant' })).toHaveCount(0);
  await expectAccessible(page);
  await table.getByRole('button', { name: 'Updated', exact: true }).click();
  await expect(page).toHaveURL(/\/tenants\/[0-9a-f-]{36}\?sortBy=updated_at&sortDir=asc$/);
  // The rows before are shown until those in the new order have come.
  await expect(table.getByRole('columnheader', { name: 'Updated Filter Updated', exact: true })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  await expect(table).toHaveAttribute('aria-busy', 'false');
  const address = page.url();
  const id = await table.locator('tbody a').nth(1).getAttribute('href');
  await table.locator('tbody a').nth(1).click();
  await expect(page.getByText(/^2 of \d+ in this list$/)).toBeVisible();
  expect(page.url()).toContain(id!);
  await page.goBack();
  await expect(page).toHaveURL(address);
  await expect(table.locator('tbody a').nth(1)).toHaveAttribute('href', id!);
});

test('EdNotes are uploaded on their own page, and deleted with their own warning', async ({ page }) => {
  await enter(page, 'admin', '/ednotes');
  await expect(page.getByRole('columnheader', { name: /CPT Codes/ })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Upload', exact: true })).toHaveAttribute('href', '/opnotes/upload');
  await expectAccessible(page);
  await uploadAll(page, '/ednotes/upload', [txtFile('teaching.txt', ['How to tie a knot.'])]);
  await page.goto('/ednotes?filename=teaching');
  await expect(dataRows(page)).toHaveCount(1);
  await dataRows(page).first().getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Delete selected' }).click();
  const dialog = page.getByRole('dialog', { name: 'Warning!' });
  await expect(dialog).toContainText('Attention! Note that op notes will be deleted and cannot be restored.');
  await dialog.getByPlaceholder('Please type "delete"').fill('delete');
  await dialog.getByRole('button', { name: 'Ok', exact: true }).click();
  await expect(page.getByText('1 EdNotes has been deleted')).toBeVisible();
  await expect(page.getByText(/Nothing matches (this filter|these filters)/)).toBeVisible();
});

test('U19: the upload stands in the middle of its page, and no toast lies on Submit', async ({ page }) => {
  await enter(page, 'approver', '/opnotes/upload');
  const submit = page.getByRole('button', { name: 'Submit', exact: true });
  await expect(submit).toBeVisible();
  const [main, zone] = [(await page.locator('main').boundingBox())!, (await page.locator('form').boundingBox())!];
  expect(Math.abs(zone.x - main.x - (main.x + main.width - zone.x - zone.width))).toBeLessThan(2);
  expect(zone.width).toBeGreaterThan(900);
  for (const width of [1440, 768, 360]) {
    await page.setViewportSize({ width, height: 740 });
    await page.locator('input[type=file]').setInputFiles(txtFile(`lift-${width}.txt`, [procedure, `${body} ${width}`]));
    await submit.click();
    const toast = page.getByRole('region', { name: 'Notifications' }).getByText('1 of 1 files uploaded');
    await toast.hover();
    const apart = async (): Promise<boolean> => {
      const [over, under] = [(await toast.boundingBox())!, (await submit.boundingBox())!];
      return (
        over.y + over.height <= under.y ||
        under.y + under.height <= over.y ||
        over.x + over.width <= under.x ||
        under.x + under.width <= over.x
      );
    };
    await expect.poll(apart, `at ${width}`).toBe(true);
  }
});

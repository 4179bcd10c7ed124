import { readFileSync } from 'node:fs';
import mammoth from 'mammoth';
import { expect, expectAccessible, password, signIn, submitNote, test } from './support/fixtures.ts';

const note = `PREOPERATIVE DIAGNOSIS: Left knee medial meniscus tear.
POSTOPERATIVE DIAGNOSIS: Same.
PROCEDURES PERFORMED:
1. Left knee arthroscopy with partial medial meniscectomy.
2. Steroid injection of the right carpal tunnel.
ANESTHESIA: General.
DESCRIPTION OF PROCEDURE: Standard portals were made. The arthroscope was introduced. The posterior horn of the medial meniscus held a degenerative tear, which was resected to a stable rim with a basket and a shaver. The lateral meniscus and both cruciate ligaments were intact. No loose bodies were found. The portals were closed with nylon. Triamcinolone was then injected into the right carpal tunnel.`;

test('a note goes in, approved codes and a Word file come out', async ({ page }) => {
  await signIn(page, 'approver');
  await expect(page).toHaveURL(/\/opnotes\/new$/);
  await expectAccessible(page);

  await page.getByLabel('Please enter OpNote:').fill(note);
  await submitNote(page);
  await expect(page).toHaveURL(/\/opnotes\/[0-9a-f-]{36}$/);
  const id = page.url().split('/').at(-1)!;

  const rows = page.locator('tr[data-code]');
  await expect(rows.first()).toBeVisible();
  const codes = await rows.evaluateAll((found) => found.slice(0, 5).map((row) => row.getAttribute('data-code')));
  expect(codes).toContain('29881');
  await expectAccessible(page);

  // Evidence: focusing the code marks its words in the note.
  const wanted = page.locator('tr[data-code="29881"]');
  await wanted.focus();
  await expect(page.locator('mark[data-lit]').first()).toContainText(/menis|arthroscop/i);

  await page.keyboard.press('a');
  await expect(wanted).toContainText('Approved');
  const other = page.locator('tr[data-code]').filter({ hasText: 'Suggested' }).first();
  const otherCode = await other.getAttribute('data-code');
  await other.getByRole('button', { name: `Reject ${otherCode}` }).click();
  await expect(page.locator(`tr[data-code="${otherCode}"]`)).toContainText('Rejected');

  await page.keyboard.press('c');
  const dialog = page.getByRole('dialog', { name: 'Add CPT Code' });
  await expect(dialog).toBeVisible();
  await dialog.getByRole('combobox').or(dialog.getByRole('textbox')).first().fill('20610');
  await page.getByRole('option', { name: /20610/ }).click();
  await dialog.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(dialog).toBeHidden();

  await page.getByRole('button', { name: 'Download' }).click();
  await page.getByLabel('File name:').fill('left-knee');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('dialog')
      .getByRole('button', { name: /^(Download|Ok|Submit)$/ })
      .click(),
  ]);
  expect(download.suggestedFilename()).toBe('left-knee.docx');
  const { value: html } = await mammoth.convertToHtml({ buffer: readFileSync((await download.path())!) });
  expect(html).toContain(id);
  expect(html).toContain('29881');
  expect(html).toContain('20610');
  expect(html).not.toContain(`<p>${otherCode}`);
  expect(html).toContain('posterior horn of the medial meniscus');
  expect(html).toContain('<table>');
});

test('ASV-82 the browser keeps tokens, ids and how the screen is set, and no word of a note', async ({ page }) => {
  await signIn(page, 'approver');
  await page.getByRole('button', { name: 'Decline' }).click();
  await page.getByLabel('Please enter OpNote:').fill(`${note}\nHarbormaster.`);
  await submitNote(page);
  await expect(page.locator('tr[data-code]').first()).toBeVisible();
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('textbox', { name: 'Text of the OpNote' }).press('End');
  await page.getByRole('textbox', { name: 'Text of the OpNote' }).pressSequentially(' Harbormaster once more.');
  await expect(page.getByText('Draft kept')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Ok' }).click();
  await page.goto('/opnotes?text=Harbormaster');
  await page.getByLabel('Rows per page').selectOption('25');
  await expect(page.locator('tbody').getByRole('link').first()).toBeVisible();
  await page.locator('tbody').getByRole('link').first().click();
  await expect(page.locator('tr[data-code]').first()).toBeVisible();
  const kept = await page.evaluate(() => ({
    local: Object.fromEntries(Object.entries(localStorage)) as Record<string, string>,
    session: Object.fromEntries(Object.entries(sessionStorage)) as Record<string, string>,
  }));
  const known =
    /^(accessToken|refreshToken|idToken|expiresOn|userId|pageRows|cookieConsent|drawerOpen|codesWidth|singleKeys|mantine-color-scheme.*)$/;
  expect(Object.keys(kept.local).filter((name) => !known.test(name))).toEqual([]);
  expect(Object.keys(kept.session).filter((name) => !/^(listScroll:.*|newDraft\..*|noteTrail.*|tsr-.*)$/.test(name))).toEqual([]);
  expect(JSON.stringify(kept)).not.toMatch(/harbor|menis|arthroscop/i);
  expect(await page.evaluate(async () => (await indexedDB.databases()).length + (await caches.keys()).length)).toBe(0);
});

test('a new user changes the password and accepts the agreement before anything else', async ({ page }) => {
  await signIn(page, 'newuser');
  await page.getByLabel('Old password', { exact: true }).fill(password);
  await page.getByLabel('New password', { exact: true }).fill('quiet harbor 19 lamps');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  const agreement = page.getByRole('dialog', { name: 'SOFTWARE END USER LICENSE AGREEMENT' });
  await expect(agreement).toContainText('180 days');
  await expectAccessible(page);
  await agreement.getByRole('button', { name: 'ACCEPT' }).click();
  await expect(agreement).toBeHidden();
  await page.getByLabel('Please enter OpNote:').fill(note);
  await submitNote(page);
  await expect(page.locator('tr[data-code]').first()).toBeVisible();
});

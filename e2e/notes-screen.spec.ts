import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import mammoth from 'mammoth';
import { enter, expect, expectAccessible, expectNoSidewaysScroll, openMenu, submitNote, test } from './support/fixtures.ts';

const note = `PREOPERATIVE DIAGNOSIS: Chronic cholecystitis.
PROCEDURE PERFORMED: Laparoscopic cholecystectomy.
DESCRIPTION: Four ports were placed. The cystic duct and artery were clipped and divided. The gallbladder was removed in a bag.`;

/** The note's address, for others to open. */
async function create(page: Page, path: '/opnotes' | '/ednotes', text: string): Promise<string> {
  await page.goto(`${path}/new`);
  await page.getByLabel(/^Please enter/).fill(text);
  await submitNote(page);
  await expect(page).toHaveURL(new RegExp(`${path}/[0-9a-f-]{36}$`));
  return new URL(page.url()).pathname;
}

const editButton = (page: Page): Locator => page.getByRole('button', { name: /^Edit/ });
const submit = (page: Page): Locator => page.getByRole('button', { name: 'Submit', exact: true });
const opNoteField = (page: Page): Locator => page.getByLabel('Text of the OpNote');

async function widthOf(found: Locator): Promise<number> {
  await expect(found).toBeVisible();
  // Not the drawn size: a dialog that is still opening is drawn smaller.
  return found.evaluate((element) => (element as HTMLElement).offsetWidth);
}

test('an EdNote is written, changed, downloaded and deleted', async ({ page }) => {
  await enter(page, 'admin', '/ednotes/new');
  const placeholder = page.getByRole('dialog', { name: 'Test title' });
  await expect(placeholder).toContainText('Test text');
  await expectAccessible(page);
  await placeholder.getByRole('button', { name: 'Agree' }).click();
  await expect(placeholder).toBeHidden();
  const address = await create(page, '/ednotes', 'Teaching case.\n\n  Two spaces, <b>no tags</b>.');
  await expect(placeholder).toHaveCount(0);
  const shown = page.getByRole('region', { name: 'EdNote text' });
  await expect(shown).toContainText('<b>no tags</b>');

  await editButton(page).click();
  const field = page.getByLabel('Text of the EdNote');
  await expect(field).toHaveValue('Teaching case.\n\n  Two spaces, <b>no tags</b>.');
  await field.fill('Teaching case, second edition.');
  await submit(page).click();
  await expect(page.getByText('EdNote has been updated')).toBeVisible();
  await expect(shown).toContainText('Teaching case, second edition.');

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download', exact: true }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.docx$/);
  const { value: text } = await mammoth.extractRawText({ buffer: readFileSync((await download.path())!) });
  expect(text).toContain('Teaching case, second edition.');
  expect(text).toContain(address.split('/').at(-1)!);

  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('You are going to delete the EdNote');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Ok', exact: true }).click();
  await expect(page.getByText('EdNote has been deleted')).toBeVisible();
  await expect(page).toHaveURL(/\/opnotes$/);
  await page.goto(address);
  await expect(page.getByText(/not found/i).first()).toBeVisible();
});

test('two people change one note: the second sees both texts and loses neither', async ({ page, browser }) => {
  await enter(page, 'admin');
  const address = await create(page, '/opnotes', note);
  const context = await browser.newContext();
  const second = await context.newPage();
  const errors: string[] = [];
  second.on('pageerror', (error) => errors.push(error.message));
  await enter(second, 'approver');
  await second.goto(address);

  await editButton(page).click();
  await editButton(second).click();
  const mine = `${note}\nThe second person wrote of a drain.`;
  await opNoteField(second).fill(mine);
  await expect(second.getByText('Draft kept')).toBeVisible();
  await opNoteField(page).fill(`${note}\nThe first person wrote of a stone.`);
  await submit(page).click();
  await expect(page.getByText('OpNote has been updated')).toBeVisible();

  await submit(second).click();
  await expect(second.getByRole('heading', { name: 'Someone else changed this note' })).toBeFocused();
  await expect(second.getByRole('region', { name: 'Theirs, as saved: text' })).toContainText('of a stone');
  await expect(second.getByRole('region', { name: 'Mine, not saved: text' })).toContainText('of a drain');
  await expectAccessible(second);

  // Nothing was overwritten, and the draft outlives the page.
  await page.reload();
  await expect(page.getByRole('region', { name: 'OpNote text' })).toContainText('of a stone');
  second.on('dialog', (dialog) => void dialog.accept());
  await second.reload();
  await editButton(second).click();
  // The draft began from the older text: both are shown again before anything can be saved.
  await expect(second.getByRole('heading', { name: 'Someone else changed this note' })).toBeVisible();
  await expect(second.getByRole('region', { name: 'Mine, not saved: text' })).toContainText('of a drain');
  await second.getByRole('button', { name: 'Overwrite with mine' }).click();
  await expect(second.getByText('OpNote has been updated')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('region', { name: 'OpNote text' })).toContainText('of a drain');
  expect(errors).toEqual([]);
  await context.close();
});

test('leaving edit mode with changes asks first, and a saved change keeps the codes of people', async ({ page }) => {
  await enter(page, 'admin');
  await create(page, '/opnotes', note);
  const row = page.locator('tr[data-code="47562"]');
  await row.getByRole('button', { name: 'Approve 47562' }).click();
  await expect(row).toContainText('Approved');
  await editButton(page).click();
  await expectAccessible(page);
  await opNoteField(page).fill(`${note}\nHemostasis was checked.`);
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  const asking = page.getByRole('dialog');
  await expect(asking).toContainText('The changes you made will be lost. Are you sure you want to leave editing mode?');
  await expectAccessible(page);
  await asking.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(asking).toBeHidden();

  await page.getByRole('link', { name: 'Incisive', exact: true }).click();
  await expect(asking).toContainText('The changes you made will be lost.');
  await asking.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(opNoteField(page)).toHaveValue(/Hemostasis/);
  await submit(page).click();
  await expect(page.getByText('OpNote has been updated')).toBeVisible();
  await expect(page.getByRole('region', { name: 'OpNote text' })).toContainText('Hemostasis was checked.');
  await page.getByLabel('Suggestion Mode').selectOption({ label: 'Approved' });
  await expect(row).toContainText('by admin');

  await page.getByRole('button', { name: 'Details', exact: true }).click();
  const details = page.getByRole('dialog', { name: 'Details' });
  await expect(details.getByRole('region', { name: 'History' })).toContainText('47562 Suggested → Approved');
  await details.getByText('Earlier texts').click();
  await expect(details.getByRole('region', { name: 'Version 1' })).toContainText('The gallbladder was removed in a bag.');
  await expectAccessible(page);
});

test('an approval is taken back by the button of its notice', async ({ page }) => {
  await enter(page, 'approver');
  await create(page, '/opnotes', note);
  const row = page.locator('tr[data-code="47562"]');
  const notices = page.getByRole('region', { name: 'Notifications' });
  await row.getByRole('button', { name: 'Approve 47562' }).click();
  // Under the pointer a notice stays, however slow the machine is.
  await notices.hover();
  await expect(row).toContainText('Approved');
  await expect(notices).toContainText('Approved successfully');
  await notices.getByRole('button', { name: /^Undo/ }).click();
  await expect(notices).toContainText('Undone');
  await expect(row).toContainText('Suggested');
  await page.reload();
  await expect(row).toContainText('Suggested');
});

test('DataEntry sees neither creators nor anything that decides on codes', async ({ page }) => {
  await enter(page, 'dataentry');
  // A link that an administrator passed on still opens the list.
  await page.goto('/opnotes?created_by=admin');
  await expect(page.locator('tbody a').first()).toBeVisible();
  for (const name of ['Created By', 'Tenant']) await expect(page.getByRole('columnheader', { name })).toHaveCount(0);
  await expect(page.getByRole('columnheader', { name: 'Updated By' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete selected' })).toHaveCount(0);

  await create(page, '/opnotes', note);
  const codes = page.getByRole('region', { name: 'CPT codes' });
  await expect(codes.locator('tr[data-code]').first()).toBeVisible();
  await expect(codes.getByRole('checkbox')).toHaveCount(0);
  await expect(codes.getByRole('button', { name: /^(Approve|Reject|Train|Add CPT Code)/ })).toHaveCount(0);
  await expect(codes.getByText('Max Suggestions')).toHaveCount(0);
  await expect(codes.getByLabel('Suggestion Mode')).toHaveCount(0);
  await page.getByRole('button', { name: 'Details', exact: true }).click();
  const details = page.getByRole('dialog', { name: /Details/ });
  await expect(details).toContainText('Created');
  await expect(details).not.toContainText('by dataentry');
  await expect(details.getByRole('button', { name: 'Delete' })).toHaveCount(0);
  await expectAccessible(page);
});

test('the dialogs of a note can be used by everybody', async ({ page }) => {
  await enter(page, 'admin');
  await create(page, '/opnotes', note);
  const row = page.locator('tr[data-code]').first();
  await expect(row).toBeVisible();
  for (const [button, close] of [
    ['Details', 'Escape'],
    ['Download', 'Escape'],
    // Escape closes the open search first; Cancel closes the dialog at once.
    [/^Add CPT Code/, 'Cancel'],
  ] as const) {
    const opener = page.getByRole('button', { name: button, exact: true });
    await opener.click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessible(page);
    if (close === 'Escape') await page.keyboard.press('Escape');
    else await page.getByRole('dialog').getByRole('button', { name: close, exact: true }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(opener).toBeFocused();
  }
  await page.getByRole('button', { name: 'Details', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  const asking = page.getByRole('dialog').filter({ hasText: 'You are going to delete the OpNote' });
  await asking.getByRole('button', { name: 'Ok', exact: true }).click();
  await expect(page.getByText('OpNote has been deleted')).toBeVisible();
  await expect(page).toHaveURL(/\/opnotes$/);
  await expect(page.getByRole('heading', { level: 1, name: 'OpNotes' })).toBeFocused();
});

test('U9 U19: on a phone a note can be told in the list, and its acts stay within reach', async ({ browser }) => {
  const phone = await browser.newContext({ viewport: { width: 360, height: 760 }, hasTouch: true, isMobile: true });
  const page = await phone.newPage();
  await enter(page, 'approver', '/opnotes');
  const link = page.getByRole('table').getByRole('link').first();
  await expect(link).toBeVisible();
  // U19: no strip of heads lies over the cards; it opens where somebody wants to sort or filter.
  await expect(page.getByRole('columnheader')).toHaveCount(0);
  const heads = page.getByRole('button', { name: 'Sort and filter' });
  await heads.tap();
  await expect(page.getByRole('columnheader').nth(2)).toHaveText(/OpNotes text/);
  await heads.tap();
  await expect(page.getByRole('columnheader')).toHaveCount(0);
  const text = (await page.locator('tbody td').nth(2).boundingBox())!;
  expect(text.x + 120).toBeLessThan(360);
  await link.tap();
  // A toast stands above the way to the codes, also while the question about cookies lifts both.
  await expect(page.locator('tr[data-code]').first()).toBeVisible();
  // Nothing hidden makes the page wider than the screen, which would put what is fixed out of sight.
  await expectNoSidewaysScroll(page);
  await page.keyboard.press('a');
  const toast = page.getByRole('region', { name: 'Notifications' }).getByText('Approved successfully');
  await expect(toast).toBeVisible();
  const way = page.getByRole('button', { name: /^Codes \(/ });
  await expect(way).toBeInViewport({ ratio: 1 });
  const between = async (): Promise<number> => {
    const [told, button] = [(await toast.boundingBox())!, (await way.boundingBox())!];
    return button.y - told.y - told.height;
  };
  await expect.poll(between).toBeGreaterThan(0);
  // However long the note is: where its codes are in view, so are the acts below all of them.
  await page.locator('tr[data-code]').first().scrollIntoViewIfNeeded();
  const train = page.getByRole('button', { name: 'Train', exact: true });
  await expect(train).toBeInViewport({ ratio: 1 });
  // The question about cookies ends below the acts instead of lying on them.
  const question = page.getByRole('region', { name: 'Cookie consent' });
  const gap = async (): Promise<number> => {
    const [above, below] = [(await train.boundingBox())!, (await question.boundingBox())!];
    return below.y - above.y - above.height;
  };
  await expect.poll(gap).toBeGreaterThanOrEqual(0);
  await phone.close();
});

test('the layout keeps its numbers: card 380, drawer 200, dialog 400, form 700', async ({ page }) => {
  await page.goto('/login');
  await expect.poll(() => widthOf(page.locator('main > div').first())).toBe(380);
  await enter(page, 'admin', '/opnotes/new');
  const drawer = page.locator('#drawer');
  await openMenu(page);
  await expect.poll(() => widthOf(drawer)).toBe(200);
  await page.goto('/users/new');
  await expect.poll(() => widthOf(page.locator('main form').first())).toBe(700);
  await page.goto('/opnotes');
  await page.getByRole('table').getByRole('link').first().click();
  await page.getByRole('button', { name: /^Add CPT Code/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Add CPT Code' });
  await expect.poll(() => widthOf(dialog)).toBe(400);
});

test('U19: in the dark an unticked box stands out, and the state of the selected row does not vanish', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await enter(page, 'admin');
  await create(page, '/opnotes', note);
  const row = page.locator('tr[data-code][data-current]');
  await expect(row).toBeVisible();
  // Colors fade in: what counts is how they stay.
  const colors = () =>
    row.evaluate((element) => {
      const ground = (of: Element | null): string => (of ? getComputedStyle(of).backgroundColor : '');
      const box = element.querySelector('input[type=checkbox]')!;
      const pill = element.querySelector('span[data-state]');
      return { row: ground(element), pill: ground(pill), border: getComputedStyle(box).borderTopColor };
    });
  await expect(async () => {
    const drawn = await colors();
    expect(drawn.pill).not.toBe(drawn.row);
    expect(contrast(drawn.border, drawn.row)).toBeGreaterThanOrEqual(3);
  }).toPass();
});

/** Of two colors as the browser computes them, by WCAG. */
function contrast(one: string, other: string): number {
  const luminance = (color: string): number => {
    const channels = (color.match(/[\d.]+/g) ?? []).slice(0, 3).map((text) => {
      const value = Number(text) / 255;
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    });
    const [red = 0, green = 0, blue = 0] = channels;
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

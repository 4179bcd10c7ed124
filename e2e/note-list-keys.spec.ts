import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { enter, expect, test } from './support/fixtures.ts';
import { txtFile } from './support/note-files.ts';

const many = 12;
const worked = 10;

const fileOf = (stem: string, at: number) =>
  txtFile(`${stem}-${String(at).padStart(2, '0')}.txt`, [
    'PREOPERATIVE DIAGNOSIS: Symptomatic gallstones.',
    'PROCEDURE PERFORMED: Laparoscopic cholecystectomy.',
    `DESCRIPTION: ${caseOf(stem, at)} Four ports were placed. The critical view of safety was seen. The gallbladder was removed.`,
  ]);
/** A sentence that no other note has. */
const caseOf = (stem: string, at: number): string => `Case ${at} of series ${stem}.`;

/** The row that has the focus, if a person sees it whole. */
const rowInSight = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const row = document.activeElement?.closest('tr');
    const box = row?.getBoundingClientRect();
    const frame = row?.closest('section')?.getBoundingClientRect();
    const head = row?.closest('table')?.querySelector('thead')?.getBoundingClientRect();
    const seen = box && frame && head && box.top >= head.bottom - 1 && box.bottom <= frame.bottom + 1;
    return seen ? (row?.getAttribute('data-row') ?? null) : null;
  });

/** What the keys had done to notes, in order: `approved ID`. */
function actsOf(page: Page): string[] {
  const acts: string[] = [];
  page.on('request', (request) => {
    const found = /op-notes\/([0-9a-f-]{36})\/cpt-codes-(\w+)\//.exec(request.url());
    if (found && request.method() !== 'GET') acts.push(`${found[2]} ${found[1]}`);
  });
  return acts;
}

/** Holds the readings of notes until they are let go. */
async function holdNextNote(page: Page): Promise<() => void> {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  await page.route(/\/op-notes\/[0-9a-f-]{36}\/$/, async (route) => {
    await opened;
    await route.continue();
  });
  return open;
}

interface Row {
  readonly id: string;
  readonly state: string;
  readonly cpt_codes_approved: string[];
}
/** What the server keeps of the notes of a series. */
const kept = (page: Page, stem: string): Promise<Row[]> =>
  page.evaluate(async (name) => {
    const answer = await fetch(`/api/v1/op-notes/?filename=${name}&per_page=100&ordering=filename`, {
      headers: { authorization: `Bearer ${localStorage.getItem('accessToken') ?? ''}` },
    });
    return ((await answer.json()) as { results: Row[] }).results;
  }, stem);

test('U6: ten notes are worked off by keyboard alone in the filter and order of their list, and no key acts on what is not seen', async ({
  page,
}) => {
  const stem = `keys-${randomUUID().slice(0, 8)}`;
  await enter(page, 'approver', '/opnotes/upload');
  await page.locator('input[type=file]').setInputFiles(Array.from({ length: many }, (_, at) => fileOf(stem, at)));
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(page.getByRole('link', { name: /^Open / })).toHaveCount(many);

  const acts = actsOf(page);
  await page.goto(`/opnotes?filename=${stem}&state=new&sortBy=filename&sortDir=asc&pageRows=10`);
  const rows = page.locator('tbody tr[data-row]');
  await expect(rows).toHaveCount(worked);
  const listed = await rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-row')));
  const selected = page.getByText(/\d+ selected/);

  // A key for a row does nothing while no row has the focus; each step of J and K shows the row that the next key is for.
  await page.keyboard.press('x');
  await expect(selected).toHaveCount(0);
  for (const id of listed.slice(0, 4)) {
    await page.keyboard.press('j');
    await expect.poll(() => rowInSight(page)).toBe(id);
  }
  await page.keyboard.press('x');
  await expect(selected).toBeVisible();
  expect(await page.locator('tbody tr[data-row]:has(input:checked)').evaluateAll((all) => all.length)).toBe(1);
  await expect(page.locator(`tr[data-row="${listed[3]}"] input`)).toBeChecked();
  await page.keyboard.press('x');
  await expect(selected).toHaveCount(0);
  for (const id of [listed[2], listed[1], listed[0]]) {
    await page.keyboard.press('k');
    await expect.poll(() => rowInSight(page)).toBe(id);
  }
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/opnotes/${listed[0]}$`));
  const onward = page.getByRole('switch', { name: 'Then open the next note' });
  await onward.focus();
  if (!(await onward.isChecked())) await page.keyboard.press('Space');
  await expect(onward).toBeChecked();

  const chosen = new Map<string, string>();
  for (let at = 0; at < worked; at += 1) {
    const id = listed[at]!;
    await expect(page).toHaveURL(new RegExp(`/opnotes/${id}`));
    await expect(page.getByText(caseOf(stem, at))).toBeVisible();
    await expect(page.locator('tr[data-code]').first()).toBeVisible();
    await page.keyboard.press('j');
    const current = page.locator('tr[data-current]');
    await expect(current).toHaveCount(1);
    await expect(current).toBeInViewport();
    const code = (await current.getAttribute('data-code'))!;
    chosen.set(id, code);
    if (at === 2) {
      // What is typed while a dialog is open is for the dialog.
      await page.keyboard.press('c');
      const field = page.getByRole('dialog', { name: 'Add CPT Code' }).getByRole('combobox');
      await expect(field).toBeFocused();
      await page.keyboard.type('arjn');
      await expect(field).toHaveValue('arjn');
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(page.locator(`tr[data-code="${code}"]`)).toHaveAttribute('data-current', 'true');
    }
    await page.keyboard.press('a');
    // A quick hand does not wait for the approval to have arrived.
    if (at % 2 === 0) await expect(page.getByText('1 approved')).toBeVisible();
    const letGo = at === 4 ? await holdNextNote(page) : undefined;
    await page.keyboard.press('Control+Enter');
    await expect(page).not.toHaveURL(new RegExp(id));
    if (letGo) {
      // The next note is on its way: nothing of it is seen, and no key acts.
      await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible();
      for (const key of ['j', 'a', 'r', 'Control+Enter', 'u']) await page.keyboard.press(key);
      letGo();
      await expect(page.getByText(caseOf(stem, at + 1))).toBeVisible();
    }
  }
  expect(acts).toEqual(listed.flatMap((id) => [`approved ${id}`, `submitted ${id}`]));

  // The last one led beyond the rows that were loaded; N goes on to the end of the list, where it stays.
  await expect(page.getByText(caseOf(stem, worked))).toBeVisible();
  await page.keyboard.press('n');
  await expect(page.getByText(caseOf(stem, worked + 1))).toBeVisible();
  await expect(page.getByText('12 of 12 in this list')).toBeVisible();
  const last = page.url();
  await page.keyboard.press('n');
  await page.keyboard.press('p');
  await expect(page.getByText(caseOf(stem, worked))).toBeVisible();
  await page.keyboard.press('n');
  await expect(page).toHaveURL(last);

  // Back at the list, with its filter and order: what is left.
  await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'OpNotes' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/opnotes\\?.*filename=${stem}`));
  await expect(page).toHaveURL(/sortBy=filename/);
  await expect(rows).toHaveCount(many - worked);
  expect(acts).toHaveLength(2 * worked);

  const notes = await kept(page, stem);
  expect(notes.map(({ id, state, cpt_codes_approved: codes }) => [id, state, codes])).toEqual([
    ...listed.map((id) => [id, 'submitted', [chosen.get(id!)]]),
    ...notes.slice(worked).map(({ id }) => [id, 'new', []]),
  ]);
  expect(notes).toHaveLength(many);
});

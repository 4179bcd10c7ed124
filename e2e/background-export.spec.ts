import { readFileSync } from 'node:fs';
import type { APIRequestContext, Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { enter, expect, expectAccessible, password, test } from './support/fixtures.ts';

const many = 101;
const marker = 'lanternfield';

/** More notes than one request carries as a zip, made by the person who will export them. */
async function makeNotes(request: APIRequestContext, username: string): Promise<string[]> {
  const login = await request.post('/auth/login/', { data: { username, password } });
  const { access_token: token } = (await login.json()) as { access_token: string };
  const ids: string[] = [];
  while (ids.length < many) {
    const made = await request.post('/api/v1/ed-notes/', {
      headers: { authorization: `Bearer ${token}` },
      data: { text: `${marker} number ${ids.length}\n${'A line of a teaching note.\n'.repeat(40)}` },
    });
    expect(made.status()).toBe(201);
    ids.push(((await made.json()) as { data: { id: string } }).data.id);
  }
  return ids;
}

/** Until it is released, exports stand at their beginning, so that the notice can be looked at however fast or slow the server is. */
async function holdBeginning(page: Page): Promise<{ release: () => void }> {
  let held = true;
  await page.route('**/api/v1/exports/', async (route) => {
    if (!held) return route.continue();
    const response = await route.fetch();
    const { results } = (await response.json()) as { results: object[] };
    return route.fulfill({ response, json: { results: results.map((one) => ({ ...one, state: 'waiting', done: 0 })) } });
  });
  return { release: () => (held = false) };
}

test('more notes than one request carries are prepared in the background, over a reload, and downloaded when ready', async ({
  page,
  request,
}) => {
  const ids = await makeNotes(request, 'dataentry2');
  await enter(page, 'dataentry2', `/ednotes?pageRows=100&text=${marker}`);
  await page.getByRole('button', { name: 'Load more' }).click();
  await expect(page.getByText(`${many} rows`, { exact: true })).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select all rows shown' }).check();
  await expect(page.getByText(`${many} selected`)).toBeVisible();

  const answers = await holdBeginning(page);
  await page.getByRole('button', { name: 'Export selected' }).click();
  const notice = page.getByRole('region', { name: `Export of ${many} EdNotes` });
  const preparing = notice.getByText(new RegExp(`^Preparing \\d+ of ${many} notes$`));
  await expect(preparing).toBeVisible();
  // At the beginning it is a bar without length: there, and not to be seen.
  await expect(notice.getByRole('progressbar', { name: 'Preparing the export' })).toHaveAttribute('aria-valuemax', '100');
  await expect(notice.getByRole('button', { name: 'Download' })).toHaveCount(0);
  await expectAccessible(page);
  await page.reload();
  await expect(preparing).toBeVisible();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'light' });

  answers.release();
  await expect(notice.getByText(`${many} EdNotes are ready to download`)).toBeVisible();
  await expect(notice.getByRole('progressbar')).toHaveCount(0);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
  await page.reload();
  const downloading = page.waitForEvent('download');
  await notice.getByRole('button', { name: 'Download' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('EdNotes.zip');
  const names = Object.keys(unzipSync(readFileSync(await download.path())));
  expect(names.toSorted()).toEqual(ids.map((id) => `${id}.docx`).toSorted());

  await notice.getByRole('button', { name: 'Dismiss' }).click();
  await expect(notice).toHaveCount(0);
  await page.reload();
  await expect(page.getByText(`100 of ${many} rows`)).toBeVisible();
  await expect(notice).toHaveCount(0);
});

import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ViteDevServer, createServer } from 'vite';
import { expect, expectAccessible, test } from './support/fixtures.ts';
import { freePort } from './support/free-port.ts';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
let dev: ViteDevServer;
let address: string;

test.beforeAll(async () => {
  const web = path.join(root, 'apps', 'web');
  dev = await createServer({
    root: web,
    configFile: path.join(web, 'vite.config.ts'),
    logLevel: 'warn',
    // Found before the page is asked for: one found later would load the page again under the test.
    optimizeDeps: { entries: ['gallery.html'] },
    // A file that changes meanwhile would load the page again.
    server: { port: await freePort(), strictPort: true, hmr: false, watch: null },
  });
  await dev.listen();
  address = new URL('/gallery.html', dev.resolvedUrls?.local[0]).href;
});
test.afterAll(() => dev.close());

for (const colorScheme of ['light', 'dark'] as const)
  test(`C12: every shared component, ${colorScheme}, is drawn and accessible`, async ({ page }, info) => {
    /** @param within what came: the rest of the page was looked at before */
    const photograph = async (name: string, within?: string): Promise<void> => {
      await expectAccessible(page, within);
      await info.attach(`${name}, ${colorScheme}`, {
        body: await page.screenshot({ fullPage: true }),
        contentType: 'image/png',
      });
    };
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.goto(address);
    await expect(page.getByRole('heading', { name: 'Components', level: 1 })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Failed' }).getByRole('alert')).toBeVisible();
    await page.getByRole('button', { name: 'Success toast' }).click();
    await page.getByRole('button', { name: 'Info toast' }).click();
    await photograph('Components');

    for (const [button, role, name] of [
      ['Confirm dialog', 'dialog', 'Unsaved changes'],
      ['Confirm dialog with a word', 'dialog', 'Delete OpNotes'],
      ['Keys sheet', 'dialog', 'Keys and colors'],
      ['Plain dialog', 'dialog', 'A dialog'],
      ['Popup', 'dialog', 'Example'],
    ] as const) {
      await page.getByRole('button', { name: button, exact: true }).click();
      await expect(page.getByRole(role, { name })).toBeVisible();
      await photograph(button, '[role="dialog"]');
      await page.keyboard.press('Escape');
      await expect(page.getByRole(role, { name })).toBeHidden();
    }

    for (const [screen, heading] of [
      ['list', 'List screen'],
      ['not-found', 'Not Found'],
    ] as const) {
      await page.goto(`${address}#/${screen}`);
      await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
      await photograph(heading);
    }
    await page.goto(`${address}#/failed`);
    await expect(page.getByText('This screen couldn’t be shown.')).toBeVisible();
    await photograph('Failed screen');
  });

test('C12: the build has no gallery', async ({ request }) => {
  const folder = path.join(root, 'dist', 'current', 'web');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  expect(files).toContain('app.html');
  expect(files.filter((file) => file.includes('gallery'))).toEqual([]);
  expect((await request.get('/gallery.html')).status()).toBe(404);
});

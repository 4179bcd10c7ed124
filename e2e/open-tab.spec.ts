import { once } from 'node:events';
import { cp, mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { type ChildProcess, spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { password, signIn } from './support/fixtures.ts';
import { freePort } from './support/free-port.ts';

// A tab that is open while the product is built anew and started again under it.

const root = path.resolve(import.meta.dirname, '..');
let folder: string;
let server: ChildProcess | undefined;

test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'incisive-open-tab-'));
});
test.afterAll(async () => {
  await stop();
  await rm(folder, { recursive: true, force: true });
});

async function stop(): Promise<void> {
  if (!server || server.exitCode !== null) return;
  server.kill('SIGTERM');
  await once(server, 'exit');
}

/** Starts a build on data and port that stay the same. */
async function start(build: string, port: number): Promise<void> {
  const child = spawn(process.execPath, [path.join(build, 'server', 'main.js')], {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      PORT: String(port),
      DATA_DIR: path.join(folder, 'data'),
      DEMO_PASSWORD: password,
      LOG_LEVEL: 'warn',
      RATE_LIMIT: 'off',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  server = child;
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await expect.poll(() => said, { timeout: 300_000 }).toContain('Incisive is ready');
}

/** A copy of the build whose scripts all have other names, as those of another release have. */
async function nextRelease(from: string, to: string): Promise<void> {
  await cp(from, to, { recursive: true, dereference: true });
  const assets = path.join(to, 'web', 'assets');
  const names = (await readdir(assets)).filter((name) => /^(?!first-paint|site|contact-form).*-[\w-]{8}\.js$/.test(name));
  const renamed = new Map(names.map((name) => [name, name.replace(/-([\w-]{8})\.js$/, '-next$1.js')]));
  for (const [before, after] of renamed) {
    await rename(path.join(assets, before), path.join(assets, after));
    for (const packed of ['br', 'gz']) await rm(path.join(assets, `${before}.${packed}`), { force: true });
  }
  const texts = [
    ...[...renamed.values()].map((name) => path.join(assets, name)),
    ...['app.html', 'app-sample.html'].map((name) => path.join(to, 'web', name)),
  ];
  for (const file of texts) {
    const text = await readFile(file, 'utf8');
    await writeFile(
      file,
      text.replaceAll(/[\w~.$-]+-[\w-]{8}\.js/g, (name) => renamed.get(name) ?? name),
    );
  }
}

test('U3: a tab that is open across a release loses nothing that was typed, and no press of it is dead', async ({ browser }) => {
  const port = await freePort();
  const [current, next] = [path.join(root, 'dist', 'current'), path.join(root, 'dist', `next-${String(port)}`)];
  try {
    await start(current, port);
    const context = await browser.newContext({ baseURL: `http://127.0.0.1:${String(port)}` });
    const page = await context.newPage();
    // What the browser fetches ahead when it is idle has not come yet: the worst case.
    await page.addInitScript(() => {
      window.requestIdleCallback = () => 0;
    });
    await signIn(page, 'approver');
    await expect(page).toHaveURL(/\/opnotes\/new$/);
    const field = page.getByLabel('Please enter OpNote:');
    await field.fill('PROCEDURE: Laparoscopic appendectomy. Half of it is typed');

    const script = async (): Promise<string> => (await page.locator('script[type="module"][src]').first().getAttribute('src'))!;
    const old = await script();
    await stop();
    await nextRelease(current, next);
    await start(next, port);
    // What the tab has in mind is gone.
    expect((await page.request.get(old)).status()).toBe(404);

    // Typed on, in the old tab; the draft is kept by the new server.
    await field.pressSequentially(' before the release, half after.');
    await expect(page.getByText('Draft kept for 7 days')).toBeVisible();
    // Another screen, whose scripts have other names by now, opens all the same: the page is loaded anew by itself.
    await page.getByRole('link', { name: 'OpNotes', exact: true }).first().click();
    await expect(page.getByRole('heading', { name: 'OpNotes', level: 1 })).toBeVisible();
    await expect(page.getByRole('table').getByRole('link').first()).toBeVisible();

    expect(await script()).not.toBe(old);

    // What was typed is there, to its last letter, and becomes a note.
    await page.goBack();
    await expect(field).toHaveValue('PROCEDURE: Laparoscopic appendectomy. Half of it is typed before the release, half after.');
    await page.getByRole('button', { name: 'Submit', exact: true }).click();
    await expect(page).toHaveURL(/\/opnotes\/[0-9a-f-]{36}$/);
    await expect(page.locator('tr[data-code="44970"]')).toBeVisible();
    await context.close();
  } finally {
    await stop();
    await rm(next, { recursive: true, force: true });
  }
});

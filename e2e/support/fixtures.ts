import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';
import { freePort } from './free-port.ts';
import { password, start } from './server.ts';

export { expect, password };

/** What the browser itself reports for a refused request is no error of ours; everything else is. */
const refused = /Failed to load resource: the server responded with a status of (401|403|404|409|412|422)/;

interface OwnServer {
  readonly url: string;
  readonly dataDir: string;
}

/**
 * A test that fails on any unexpected error or warning on the console, page error or missing file. Each worker has a server of its own: journeys that
 * run at the same time see nothing of each other.
 */
export const test = base.extend<{ quiet: void }, { server: OwnServer }>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- the runner reads from the pattern which fixtures this one needs
    async ({}, use) => {
      const dataDir = await mkdtemp(path.join(tmpdir(), 'incisive-e2e-'));
      const port = await freePort();
      const server = await start(port, dataDir);
      await use({ url: `http://127.0.0.1:${port}`, dataDir });
      server.child.kill('SIGTERM');
      const end = await server.ended;
      await rm(dataDir, { recursive: true, force: true });
      expect(end, server.said()).toEqual([0, null]);
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: ({ server }, use) => use(server.url),
  quiet: [
    async ({ page }, use) => {
      const errors: string[] = [];
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type()) && !refused.test(message.text()))
          errors.push(`${page.url()} ${message.type()}: ${message.text()}`);
      });
      page.on('pageerror', (error) => errors.push(`${page.url()} ${error.message}`));
      await use();
      expect(errors).toEqual([]);
    },
    { auto: true },
  ],
});

/** Signs in as a person does. */
export async function signIn(page: Page, username: string, word = password, path = '/login'): Promise<void> {
  await page.goto(path);
  await page.getByLabel('Username', { exact: true }).fill(username);
  await page.getByLabel('Password', { exact: true }).fill(word);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
}

/** The browser of somebody who has signed in, for journeys that are about something else. */
export async function enter(page: Page, username: string, screen?: string): Promise<void> {
  const answer = await page.request.post('/auth/login/', { data: { username, password } });
  expect(answer.ok()).toBe(true);
  const tokens = (await answer.json()) as { access_token: string; refresh_token: string; id_token: string; exp: number };
  // Any small file of the site: only a page of it can write what the browser keeps for the site.
  await page.goto('/robots.txt');
  await page.evaluate(
    (kept) => {
      for (const [name, value] of Object.entries(kept)) localStorage.setItem(name, value);
    },
    {
      accessToken: tokens.access_token,
      refreshToken: tokens.refresh_token,
      idToken: tokens.id_token,
      expiresOn: String(tokens.exp),
    },
  );
  if (screen !== undefined) await page.goto(screen);
}

/** Opens the navigation unless it stands open. */
export async function openMenu(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: 'Menu' });
  if ((await menu.getAttribute('aria-expanded')) !== 'true') await menu.click();
  await expect(menu).toHaveAttribute('aria-expanded', 'true');
}

/** No violation of WCAG 2.2 AA that axe can find. @param within a selector of the part to look at; the whole page without one */
export async function expectAccessible(page: Page, within?: string): Promise<void> {
  // What is still fading in has other colors than it will have.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every((animation) => animation.playState !== 'running' || animation.effect?.getComputedTiming().endTime === Infinity),
  );
  // All is in this one page, and only what is wrong is told: everything else takes as long as finding it.
  const builder = new AxeBuilder({ page });
  if (within !== undefined) builder.include(within);
  const { violations } = await builder
    .setLegacyMode(true)
    // No rule that is asked needs style sheets or media loaded once more.
    .options({ resultTypes: ['violations'], preload: false })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  expect(
    violations.map((violation) => `${violation.id}: ${violation.nodes.map((node) => node.target.join(' ')).join(', ')}`),
  ).toEqual([]);
}

/** Nothing lies beside the screen once the page stands: what is drawn by a script needs a frame after the width changed. */
export async function expectNoSidewaysScroll(page: Page, where = page.url()): Promise<void> {
  const over = (): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  await expect.poll(over, `${where} runs over the edge`).toBeLessThanOrEqual(0);
}

/** Submits a new note; journeys write the same one again and again, which is asked about. */
export async function submitNote(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  const anyway = page.getByRole('button', { name: 'Add it anyway' });
  await page.waitForFunction(
    () =>
      !window.location.pathname.endsWith('/new') ||
      [...document.querySelectorAll('button')].some((button) => button.textContent === 'Add it anyway'),
  );
  if (await anyway.isVisible()) await anyway.click();
}

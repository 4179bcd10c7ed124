import AxeBuilder from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';

export { expect };
export const password = 'journey password 7';

/** What the browser itself reports for a refused request is no error of ours; everything else is. */
const refused = /Failed to load resource: the server responded with a status of (401|403|404|409|412|422)/;

/** A test that fails on any unexpected console error, page error or missing file. */
export const test = base.extend<{ quiet: void }>({
  quiet: [
    async ({ page }, use) => {
      const errors: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error' && !refused.test(message.text())) errors.push(message.text());
      });
      page.on('pageerror', (error) => errors.push(error.message));
      await use();
      expect(errors).toEqual([]);
    },
    { auto: true },
  ],
});

export async function signIn(page: Page, username: string, word = password, path = '/login'): Promise<void> {
  await page.goto(path);
  await page.getByLabel('Username', { exact: true }).fill(username);
  await page.getByLabel('Password', { exact: true }).fill(word);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
}

/** No violation of WCAG 2.2 AA that axe can find. */
export async function expectAccessible(page: Page): Promise<void> {
  // What is still fading in has other colors than it will have.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every((animation) => animation.playState !== 'running' || animation.effect?.getComputedTiming().endTime === Infinity),
  );
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  expect(
    violations.map((violation) => `${violation.id}: ${violation.nodes.map((node) => node.target.join(' ')).join(', ')}`),
  ).toEqual([]);
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

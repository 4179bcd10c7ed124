import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/fixtures.ts';

const pages = ['/', '/about', '/solution', '/why-incisive', '/blog', '/blog/blog11', '/blog/blog12', '/contact'];
const widths = [360, 768, 1440];
const beacon = '**/api/v1/analytics/page-views/';
const contacts = '**/api/v1/contacts/';

async function answerConsent(page: Page): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('cookieConsent', 'declined'));
}

/** From here on time passes only as far as the test says, however long the machine takes. */
async function stopClock(page: Page): Promise<void> {
  const now = Date.now();
  await page.clock.install({ time: now });
  await page.clock.pauseAt(now + 3_600_000);
}

for (const path of pages) {
  test(`${path} is accessible in both schemes, as asked and after an answer, and nothing runs over the edge`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(path);
    await expect(page.getByRole('region', { name: 'Cookie consent' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Decline' }).click();
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    await expectAccessible(page);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await expectNoSidewaysScroll(page);
    }
  });
}

test('every link of every page goes somewhere', async ({ page, request }) => {
  const found = new Set<string>();
  for (const path of pages) {
    await page.goto(path);
    const links = await page.locator('a').evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
    for (const link of links) found.add(new URL(link).pathname);
    const fragments = await page
      .locator('a[href^="#"]')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')!.slice(1)));
    for (const id of fragments) await expect(page.locator(`[id="${id}"]`)).toHaveCount(1);
  }
  expect([...found]).toEqual(expect.arrayContaining([...pages, '/login', '/opnotes/new']));
  for (const path of found) {
    const answer = await request.get(path);
    expect(answer.status(), path).toBe(200);
    if (pages.includes(path)) expect(await answer.text()).toContain(`rel="canonical"`);
  }
});

test('search engines are told what there is', async ({ request }) => {
  const map = await (await request.get('/sitemap.xml')).text();
  for (const path of pages) expect(map).toContain(`${path}</loc>`);
  expect(await (await request.get('/robots.txt')).text()).toContain('/sitemap.xml');
  const image = await request.get('/og.png');
  expect(image.headers()['content-type']).toBe('image/png');
});

for (const path of pages) {
  test(`A11-26 the keyboard alone reaches everything on ${path}`, async ({ page }) => {
    await answerConsent(page);
    await page.goto(path);
    const wanted = await page.evaluate(() => {
      const all = [...document.querySelectorAll<HTMLElement>('a[href], button, input, textarea, summary')];
      const reachable = all.filter((element) => element.tabIndex >= 0 && element.checkVisibility({ visibilityProperty: true }));
      reachable.forEach((element, index) => (element.dataset['stop'] = String(index)));
      return reachable.length;
    });
    const seen = new Set<string>();
    for (let step = 0; step < wanted + 5 && seen.size < wanted; step += 1) {
      await page.keyboard.press('Tab');
      const stop = await page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset['stop']);
      if (stop !== undefined) seen.add(stop);
    }
    expect(seen.size).toBe(wanted);
  });
}

test('the skip link leads to the content', async ({ page }) => {
  await answerConsent(page);
  await page.goto('/about');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('every page can be read, the biographies too', async ({ page }) => {
    for (const path of pages) {
      await page.goto(path);
      await expect(page.locator('h1')).toBeVisible();
    }
    await page.goto('/');
    await expect(page.locator('.slide')).toHaveCount(2);
    for (const slide of await page.locator('.slide').all()) await expect(slide).toBeVisible();
    await page.goto('/about');
    await page.getByRole('link', { name: 'Read more about the Chief Medical Officer' }).click();
    await expect(page.getByText('Decides what the product may say on its own')).toBeVisible();
    await page.locator('dialog:target').getByRole('link', { name: 'Close' }).click();
    await expect(page.getByText('Decides what the product may say on its own')).toBeHidden();
  });
});

test('the controls lead where their names say', async ({ page }) => {
  await answerConsent(page);
  await page.goto('/');
  await expect(page.getByRole('main').getByRole('link', { name: 'Get started' }).first()).toHaveAttribute('href', '/contact');
  await page.goto('/about');
  await page.getByRole('link', { name: 'Explore the solution' }).click();
  await expect(page).toHaveURL(/\/solution$/);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await expect(page.getByRole('link', { name: 'Get started for free' })).toHaveAttribute('href', '/opnotes/new');
  await page.goto('/why-incisive');
  await expect(page.getByRole('link', { name: 'Talk to us' })).toHaveAttribute('href', '/contact');
  await expect(page.getByRole('link', { name: 'About us' })).toHaveAttribute('href', '/about');
});

test('an unknown post is Not Found', async ({ page }) => {
  await answerConsent(page);
  await page.goto('/blog/blog99');
  await expect(page.getByRole('heading', { name: 'Not Found' })).toBeVisible();
});

test('somebody who is signed in goes straight to a new note', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('userId', '1'));
  const asked = page.waitForRequest((request) => request.isNavigationRequest() && request.url().endsWith('/opnotes/new'));
  await page.goto('/', { waitUntil: 'commit' });
  await asked;
});

test('a code shows its own words alone', async ({ page }) => {
  await answerConsent(page);
  await page.goto('/');
  const hero = page.locator('[data-note=shoulder]');
  const shown = hero.locator('mark:not(.mark-off)');
  await expect(shown.filter({ hasText: 'subacromial decompression' })).toHaveCount(1);
  await hero.getByRole('button', { name: /^29827/ }).click();
  await expect(shown.filter({ hasText: 'subacromial decompression' })).toHaveCount(0);
  await expect(shown.filter({ hasText: 'rotator cuff repair' })).toHaveCount(1);
  await expect(hero.getByRole('button', { name: /^29827/ })).toHaveAttribute('aria-pressed', 'true');
});

test('A11-31 the slider pauses by its button and rests under the focus', async ({ page }) => {
  await answerConsent(page);
  await stopClock(page);
  await page.goto('/');
  const slider = page.getByRole('region', { name: 'What physicians say' });
  await expect(slider).toHaveAttribute('data-running', 'true');
  await page.clock.runFor(10_000);
  await expect(slider.locator('[data-slide]').nth(1)).toHaveClass(/slide-shown/);
  await slider.getByRole('button', { name: 'Pause' }).focus();
  await expect(slider).toHaveAttribute('data-running', 'false');
  await page.keyboard.press('Enter');
  await expect(slider.getByRole('button', { name: 'Play' })).toBeFocused();
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await expect(slider).toHaveAttribute('data-running', 'false');
  await page.clock.runFor(30_000);
  await expect(slider.locator('[data-slide]').nth(1)).toHaveClass(/slide-shown/);
});

test('A11-12 a biography opens as a modal, by Space too, and gives the focus back', async ({ page }) => {
  await answerConsent(page);
  await page.goto('/about');
  const more = page.getByRole('button', { name: 'Read more about the Head of Coding' });
  await more.focus();
  await page.keyboard.press('Space');
  const dialog = page.getByRole('dialog', { name: 'Head of Coding' });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(more).toBeFocused();
});

test('the narrow menu opens, closes by Escape, and leads on', async ({ page }) => {
  await answerConsent(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/');
  const menu = page.locator('summary', { hasText: 'Menu' });
  await menu.click();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(menu).toBeFocused();
  await menu.click();
  await page.getByRole('banner').getByRole('link', { name: 'Solution' }).click();
  await expect(page).toHaveURL(/\/solution$/);
});

test.describe('consent', () => {
  test('nothing is counted before Accept; withdrawing removes the cookies', async ({ page, context }) => {
    const bodies: unknown[] = [];
    await page.route(beacon, async (route) => {
      bodies.push(route.request().postDataJSON());
      await route.fulfill({ status: 204 });
    });
    await page.goto('/blog/blog11');
    expect(bodies).toEqual([]);
    expect(await context.cookies()).toEqual([]);
    await page.getByRole('button', { name: 'Accept' }).click();
    await expect.poll(() => bodies.length).toBe(1);
    expect(bodies[0]).toEqual({ path: '/blog/:id', vid: expect.any(String), sid: expect.any(String) });
    expect((await context.cookies()).map(({ name }) => name).toSorted()).toEqual(['inc_sid', 'inc_vid']);
    await page.getByRole('button', { name: 'Cookie settings' }).click();
    await expect(page.getByRole('region', { name: 'Cookie consent' })).toBeVisible();
    expect(await context.cookies()).toEqual([]);
    await page.getByRole('button', { name: 'Decline' }).click();
    await page.reload();
    await expect(page.getByRole('region', { name: 'Cookie consent' })).toBeHidden();
    expect(bodies).toHaveLength(1);
  });

  test('Global Privacy Control is a decline', async ({ page }) => {
    await page.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }));
    await page.goto('/');
    await expect(page.locator('html')).toHaveClass(/with-script/);
    await expect(page.getByRole('region', { name: 'Cookie consent' })).toBeHidden();
  });
});

test.describe('contact', () => {
  const values = {
    'First name': 'First',
    'Last name': 'Last',
    Email: 'coder@clinic.example',
    Title: 'Coder',
    'Company name': 'Clinic',
    Message: 'Please call on Monday.',
  };
  const fill = async (page: Page): Promise<void> => {
    for (const [label, value] of Object.entries(values)) await page.getByLabel(label, { exact: true }).fill(value);
  };

  test.beforeEach(async ({ page }) => {
    await answerConsent(page);
    await page.goto('/contact');
  });

  test('missing fields are named, the first one gets the focus', async ({ page }) => {
    await page.getByLabel('First name').fill('First');
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByRole('alert')).toHaveText('All fields are required');
    await expect(page.getByLabel('Last name')).toBeFocused();
    await expectAccessible(page);
  });

  test('a message is thanked for, and the home page comes after two seconds', async ({ page }) => {
    await stopClock(page);
    const [request] = await Promise.all([
      page.waitForRequest(contacts),
      page
        .route(contacts, (route) => route.fulfill({ status: 200, json: { message: 'Thanks for your feedback' } }))
        .then(() => fill(page))
        .then(() => page.getByRole('button', { name: 'Send' }).click()),
    ]);
    expect(request.postDataJSON()).toMatchObject({ first_name: 'First', company_name: 'Clinic', website: '' });
    await expect(page.getByRole('status').filter({ hasText: 'Thanks for your feedback' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Go to the home page' })).toHaveAttribute('href', '/');
    await page.clock.runFor(2_000);
    await expect(page).toHaveURL(/\/$/);
  });

  test('a refusal and a broken line each have their words', async ({ page }) => {
    await page.route(contacts, (route) => route.fulfill({ status: 409, json: {} }));
    await fill(page);
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByRole('alert')).toHaveText('Some thing went wrong, try again later');
  });

  test('the server takes a real message', async ({ page }) => {
    await fill(page);
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Thanks for your feedback' })).toBeVisible();
  });
});

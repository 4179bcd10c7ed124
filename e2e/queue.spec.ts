import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, type BrowserContextOptions, expect, type Locator, type Page, test } from '@playwright/test';
import pg from 'pg';
import { enter, expectAccessible, expectNoSidewaysScroll } from './support/fixtures.ts';
import { txtFile } from './support/note-files.ts';
import { freePort } from './support/free-port.ts';
import { launch, password, type Server, start } from './support/server.ts';

// A clinic of its own: what other journeys leave would stand in these queues.

let dataDir: string;
let url: string;
const running: Server[] = [];

test.beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'incisive-queue-'));
  const port = await freePort();
  url = `http://127.0.0.1:${String(port)}`;
  running.push(await start(port, dataDir));
});
test.afterAll(async () => {
  // The database ends with the first.
  for (const { child, ended } of running.toReversed()) {
    child.kill('SIGTERM');
    await ended;
  }
  for (const folder of [dataDir, `${dataDir}-second`]) await rm(folder, { recursive: true, force: true });
});

/** A server that has just begun may have more to do than it can, and says 503: who asked asks again. */
async function token(at: string, username: string): Promise<string> {
  for (;;) {
    const answer = await fetch(`${at}/auth/login/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password }),
    });
    const body = (await answer.json()) as { access_token: string };
    if (answer.status === 200) return body.access_token;
    expect(answer.status, JSON.stringify(body)).toBe(503);
    await sleep(100);
  }
}
/** On a connection of its own: one that is kept may be closed by the server in the moment in which it is used again. */
const post = <T>(where: string, bearer: string, body: object, method = 'POST'): Promise<{ status: number; body: T }> =>
  new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' };
    const sent = request(where, { method, agent: false, headers }, (answer) => {
      let text = '';
      answer.on('data', (chunk: Buffer) => (text += chunk.toString()));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: JSON.parse(text) as T }));
    });
    sent.on('error', reject);
    sent.end(JSON.stringify(body));
  });

const get = async <T>(where: string, bearer: string): Promise<T> =>
  (await (await fetch(where, { headers: { authorization: `Bearer ${bearer}` } })).json()) as T;

async function open(browser: Browser, username: string, screen: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: url, ...options })).newPage();
  await enter(page, username, screen);
  return page;
}

/** Goes on with Tab, as somebody without a mouse does, until the place has the focus. */
async function tabTo(page: Page, place: Locator): Promise<void> {
  await expect(place).toBeVisible();
  for (let pressed = 0; pressed < 60; pressed += 1) {
    if (await place.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('Tab does not lead there');
}

const operation = [
  'DATE OF SURGERY: 08/15/2024',
  'PREOPERATIVE DIAGNOSIS: Symptomatic gallstones.',
  'PROCEDURE PERFORMED: Laparoscopic cholecystectomy.',
  'DESCRIPTION: Four ports were placed. Adhesions were freed with the scissors. The critical view of safety was seen. The gallbladder was removed.',
];

test('a case is taken, coded, asked about, answered on a telephone and finished: by keyboard alone, and no key acts on what is not seen', async ({
  browser,
}) => {
  const stem = `journey-${randomUUID().slice(0, 8)}`;
  const surgeon = await open(browser, 'surgeon', '/opnotes/upload');
  await surgeon.locator('input[type=file]').setInputFiles([txtFile(`${stem}.txt`, [...operation, `This is case ${stem}.`])]);
  await surgeon.getByRole('button', { name: 'Submit', exact: true }).click();
  const uploaded = surgeon.getByRole('link', { name: /^Open / });
  const id = (await uploaded.getAttribute('href'))!.split('/').at(-1)!;
  const made = await post<object>(`${url}/api/v1/queue/queues/`, await token(url, 'admin'), {
    name: 'Of the journey',
    filter: { filename: stem },
    members: ['approver'],
    priority: 1,
  });
  expect(made.status).toBe(201);

  const page = await open(browser, 'approver', '/queue');
  const acts: string[] = [];
  page.on('request', (asked) => {
    const { pathname } = new URL(asked.url());
    // That somebody is at work is told without a key.
    if (
      asked.method() === 'GET' ||
      pathname.endsWith('/case/active/') ||
      !/\/case\/|cpt-codes|queue\/next|queries/.test(pathname)
    )
      return;
    acts.push(pathname.replace('/api/v1/', '').replace(id, 'ID'));
  });
  const row = page.locator('tr[data-row]');
  await expect(row.first()).toBeVisible();
  await expectAccessible(page);
  // These are for a row: while none has the focus they do nothing, and ? tells of them.
  for (const key of ['h', 'w', 'H', 'u', ' ']) await page.keyboard.press(key);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toContainText('Take the next case');
  // Behind a dialog nobody sees the queue.
  for (const key of ['t', 'j', '1', 'h']) await page.keyboard.press(key);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('1');
  await expect(row).toHaveCount(1);
  expect(acts).toEqual([]);

  await page.keyboard.press('t');
  await expect(page).toHaveURL(new RegExp(`/opnotes/${id}$`));
  const bar = page.getByRole('region', { name: 'Case' });
  await expect(bar).toContainText('You, 0 min');
  const code = page.locator('tr[data-code="47562"]');
  await expect(code).toBeVisible();
  while ((await code.getAttribute('aria-current')) !== 'true') await page.keyboard.press('j');
  await page.keyboard.press('a');
  await expect(code).toHaveAttribute('data-state', 'APPROVED');

  await page.keyboard.press('q');
  const ask = page.getByRole('form', { name: 'Ask the surgeon' });
  const template = ask.getByLabel('Start from');
  await expect(template).toBeFocused();
  while ((await template.inputValue()) !== 'time') await page.keyboard.press('ArrowDown');
  await tabTo(page, ask.getByLabel('Quote words of the note'));
  // Letters that are keys elsewhere are letters here.
  await page.keyboard.type('Adhesions were freed with the scissors');
  await tabTo(page, ask.getByRole('button', { name: 'Quote' }));
  await page.keyboard.press('Enter');
  await expect(ask.getByRole('list', { name: 'Words of the note' })).toContainText('Adhesions were freed with the scissors');
  await expectAccessible(page);
  await tabTo(page, ask.getByRole('button', { name: 'Send' }));
  await page.keyboard.press('Enter');
  // The next case of the queues opens, and is let go.
  await expect(page).not.toHaveURL(new RegExp(id));
  await expect(bar).toContainText('You, 0 min');
  await page.keyboard.press('Shift+H');
  await expect(bar).not.toContainText('You');
  expect(acts.splice(0).filter((act) => act.includes('ID') || act.endsWith('next/'))).toEqual([
    'queue/next/',
    'op-notes/ID/cpt-codes-approved/',
    'op-notes/ID/queries/',
    'queue/next/',
  ]);

  const phone = await open(browser, 'surgeon', '/queries', {
    viewport: { width: 360, height: 760 },
    hasTouch: true,
    isMobile: true,
  });
  const question = phone.getByRole('link', { name: /Time/ });
  await tabTo(phone, question);
  await expectNoSidewaysScroll(phone);
  await phone.keyboard.press('Enter');
  const answer = phone.getByRole('form', { name: 'Answer' });
  await expect(phone.getByText('Adhesions were freed with the scissors')).toBeVisible();
  await tabTo(phone, answer.getByLabel('Answer in your words'));
  await phone.keyboard.type('Fifty minutes of the operation.');
  await expectAccessible(phone);
  await expectNoSidewaysScroll(phone);
  await tabTo(phone, answer.getByRole('button', { name: 'Sign and answer' }));
  await phone.keyboard.press('Enter');
  await expect(phone.getByText('Answered. It stands at the end of the note now.')).toBeVisible();

  await page.goto('/queue');
  await expect(row.first()).toBeVisible();
  await page.keyboard.press('1');
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('Answered');
  await page.keyboard.press('t');
  await expect(page).toHaveURL(new RegExp(`/opnotes/${id}$`));
  await expect(page.getByText('Fifty minutes of the operation.')).toBeVisible();
  await page.keyboard.press('g');
  const claim = page.getByRole('region', { name: 'Claim' });
  await expect(claim.getByRole('listitem', { name: /^Line / })).toHaveCount(1);
  await page.keyboard.press('d');
  await expect(claim.getByRole('combobox', { name: 'Add a diagnosis' })).toBeFocused();
  await page.keyboard.type('K80.20');
  await page.keyboard.press('Enter');
  await expect(claim.getByText('0 open', { exact: false })).toBeVisible();
  // A key for a finding does nothing until one is shown.
  await page.keyboard.press('v');
  await page.keyboard.press('y');
  await expect(claim.getByRole('textbox').and(page.locator(':focus'))).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(claim.getByText('0 to say why', { exact: false })).toBeVisible();
  // What is finished from here on is read by somebody else before it is billed.
  const admin = await token(url, 'admin');
  const own = (await get<{ tenant: string }>(`${url}/api/v1/accounts/profile/`, admin)).tenant;
  const plan = { before_billing: true, focus: [], share: 100, nightly: false, readers: ['admin'], weights: {} };
  expect((await post<object>(`${url}/api/v1/reviews/plans/${own}/`, admin, plan, 'PUT')).status).toBe(200);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Claim finished')).toBeVisible();
  await page.goto(`/opnotes/${id}`);
  await expect(bar).toContainText('In review');

  const reader = await open(browser, 'admin', '/reviews');
  // The sample clinic's week has cases of the same name; which of them are read depends on the day.
  const ofCase = { name: /cholecystectomy.*08\/15\/2024/ };
  const toRead = reader.getByRole('link', ofCase);
  await tabTo(reader, toRead);
  await expect(toRead).toContainText('before billing');
  await reader.keyboard.press('Enter');
  const reading = reader.getByRole('form', { name: 'Second coding' });
  await expect(reading.getByLabel('Code')).toHaveValue('47562');
  await tabTo(reader, reading.getByLabel('Units'));
  await reader.keyboard.press('ControlOrMeta+A');
  await reader.keyboard.type('2');
  await expectAccessible(reader);
  await tabTo(reader, reading.getByRole('button', { name: 'Hand in' }));
  await reader.keyboard.press('Enter');
  await expect(reader.getByText('1 of 1 open')).toBeVisible();
  await expectAccessible(reader);

  await page.goto(`/opnotes/${id}`);
  await expect(bar).toContainText('Returned');
  await tabTo(page, bar.getByRole('link', { name: 'Answer its marks' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 of 1 open')).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('m');
  await page.keyboard.type('One gallbladder was removed.');
  await tabTo(page, page.getByRole('button', { name: 'Hand to a lead' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Handed to a lead')).toBeVisible();

  const lead = await open(browser, 'superadmin', '/reviews?show=to-settle');
  await tabTo(lead, lead.getByRole('link', ofCase));
  await lead.keyboard.press('Enter');
  await expect(lead.getByText('One gallbladder was removed.')).toBeVisible();
  await lead.keyboard.press('j');
  await expectAccessible(lead);
  await lead.keyboard.press('1');
  await expect(lead.getByText('All settled')).toBeVisible();
  await page.goto(`/opnotes/${id}`);
  await expect(bar).toContainText('Final');
});

test('1,000 calls for the next case at the same time, to two processes, hand out 1,000 cases, each once', async () => {
  // The second process takes the database of the first.
  const said = (file: string): Promise<string> => readFile(path.join(dataDir, file), 'utf8');
  const socket = (await said('pg/postmaster.pid')).split('\n')[4]!;
  const login = `postgres://incisive_admin:${encodeURIComponent((await said('pg-password')).trim())}`;
  const second = await freePort();
  const other = launch(second, `${dataDir}-second`, {
    DATABASE_URL: `${login}@/incisive?host=${encodeURIComponent(socket)}`,
    SECRET: (await said('secret')).trim(),
  });
  running.push(other);
  await expect.poll(() => other.said()).toContain('Incisive is ready');
  const places = [url, `http://127.0.0.1:${String(second)}`];

  const client = new pg.Client({
    host: socket,
    user: 'incisive_admin',
    password: (await said('pg-password')).trim(),
    database: 'incisive',
  });
  await client.connect();
  await client.query(`insert into app.notes (tenant_id, kind, text, created_by, created_by_id)
    select tenant_id, 'op', 'Sample ' || n, username, id from app.users, generate_series(1, 1000) n where username = 'approver2'`);
  const bearers = await Promise.all(places.map((place) => token(place, 'coder')));
  // A server that has more to do than it can says 503: who asked asks again, and nobody has got a case by that.
  let refused = 0;
  const next = async (nth: number): Promise<string | null> => {
    for (;;) {
      const answer = await post<{ note_id: string | null }>(`${places[nth % 2]!}/api/v1/queue/next/`, bearers[nth % 2]!, {});
      if (answer.status === 200) return answer.body.note_id;
      expect(answer.status).toBe(503);
      refused += 1;
    }
  };
  const began = Date.now();
  const taken: (string | null)[] = [];
  let left = 1000;
  const caller = async (nth: number): Promise<void> => {
    while (left > 0) {
      left -= 1;
      taken.push(await next(nth));
    }
  };
  // More at a time than both processes have connections to the database.
  await Promise.all(Array.from({ length: 64 }, (_, nth) => caller(nth)));
  console.info(
    `1,000 cases handed out by two processes in ${String(Date.now() - began)} ms; ${String(refused)} times told to come again`,
  );
  expect(taken).not.toContain(null);
  expect(new Set(taken).size).toBe(1000);
  const { rows } = await client.query<{ n: number }>(
    `select count(distinct case_id)::int as n from app.case_leases where username = 'coder' and session_id in (select id from app.sessions where ended_at is null)`,
  );
  expect(rows).toEqual([{ n: 1000 }]);
  await client.end();
});

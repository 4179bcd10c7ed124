/**
 * Lists of notes at scale: 100,000 notes in one tenant and 40,000 in another, under row-level security, in a database of its own that
 * is made and removed. Prints the median and slowest time of each list as the API answers it. `--notes N`, `--rounds N`, `--keep DIR`.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createExtractor } from '@incisive/documents';
import { parseKnowledge } from '@incisive/engine';
import { buildApp, newServer } from '../apps/api/src/app.ts';
import { catalogueLoader, composeDeps, knowledgeFiles } from '../apps/api/src/compose.ts';
import { readConfig } from '../apps/api/src/config.ts';
import { openDatabase } from '../apps/api/src/db/open-database.ts';
import { withSystem } from '../apps/api/src/db/tenant.ts';
import { ensureCatalogue } from '../apps/api/src/demo/ensure-catalogue.ts';
import { inlineSuggester } from '../apps/api/src/engine/engine-host.ts';
import { measureExport } from './notes-export.ts';
import { seedManyNotes } from './seed-many-notes.ts';
import { password, seedUsers } from './seed-users.ts';

const { values } = parseArgs({
  options: { notes: { type: 'string', default: '100000' }, rounds: { type: 'string', default: '9' }, keep: { type: 'string' } },
});
/** Milliseconds in which a list must be answered, by its median on a machine that does nothing else. */
const BOUND = 100;
const rounds = Number(values.rounds);
const folder = values.keep ?? (await mkdtemp(path.join(tmpdir(), 'incisive-scale-')));
const secret = 'only for this measurement, which keeps nothing';
const config = readConfig({
  NODE_ENV: 'test',
  RATE_LIMIT: 'off',
  LOG_LEVEL: 'silent',
  DATA_DIR: folder,
  PORT: '0',
});

const opened = await openDatabase(
  config,
  secret,
  () => undefined,
  () => undefined,
);
const files = knowledgeFiles();
await ensureCatalogue(opened.database, files);
const app = newServer(config);
const suggester = inlineSuggester(parseKnowledge(files), catalogueLoader(opened.database));
const extractor = createExtractor();
const deps = await composeDeps({ config, database: opened.database, secret, log: app.log, suggester, extractor });
await buildApp(app, deps);

try {
  if (await isEmpty()) {
    const started = performance.now();
    await seedManyNotes(opened.admin, {
      tenants: await seedUsers(opened.database, ['First clinic', 'Second clinic']),
      notes: Number(values.notes),
    });
    console.log(
      `Seeded ${values.notes} notes and ${Math.round(Number(values.notes) * 0.4)} of another tenant in ${seconds(started)} s`,
    );
  }
  const slow = await measure();
  console.log(slow.length === 0 ? `\nEvery median is under ${BOUND} ms` : `\nNOT under ${BOUND} ms: ${slow.join('; ')}`);
  if (!(await exportIsFlat()) || slow.length > 0) process.exitCode = 1;
} finally {
  await app.close();
  await deps.suggestionQueue.close();
  await extractor.close();
  await suggester.close();
  await opened.close();
  if (!values.keep) await rm(folder, { recursive: true, force: true });
}

async function isEmpty(): Promise<boolean> {
  const found = await withSystem(opened.database, (tx) => tx.selectFrom('app.notes').select('id').limit(1).execute());
  return found.length === 0;
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(1);
}

async function bearer(username: string): Promise<{ authorization: string }> {
  const response = await app.inject({ method: 'POST', url: '/auth/login/', payload: { username, password } });
  return { authorization: `Bearer ${response.json<{ access_token: string }>().access_token}` };
}

/** @returns the lists whose median is over the bound */
async function measure(): Promise<string[]> {
  const slow: string[] = [];
  const base = '/api/v1/op-notes/?per_page=25';
  const lists = [
    ['newest first', ''],
    ...['-updated_at', 'created_at', 'created_by', '-updated_by', 'filename', '-filename', 'cpt_codes_approved', 'id'].map(
      (name) => [`ordered by ${name}`, `&ordering=${name}`],
    ),
    ['text, rare word', '&text=zymogenic'],
    ['text, absent word', '&text=qqqxyzzy'],
    ['text, in 6 %', '&text=hernia'],
    ['text, in 20 %', '&text=catheter'],
    ['text, in 87 %', '&text=patient'],
    ['text, phrase', '&text=ureteral%20stent'],
    ['text, two letters', '&text=he'],
    ['text in 20 %, by file name', '&text=catheter&ordering=filename'],
    ['text in 87 %, by file name', '&text=patient&ordering=filename'],
    ['text, rare, last month', '&text=zymogenic&created_at_after=2026-01-01'],
    ['file name, rare', '&filename=report-77777'],
    ['file name, common', '&filename=.docx'],
    ['file name, absent', '&filename=nothing-like-it'],
    ['code, exact', '&cpt_codes_approved=47562'],
    ['code, part', '&cpt_codes_approved=4756'],
    ['code, absent', '&cpt_codes_approved=00000'],
    ['creator', '&created_by=user3'],
    ['updater, by file name', '&updated_by=user5&ordering=filename'],
    ['id, part', '&id=abc1'],
    ['dates, one month', '&created_at_after=2025-03-01&created_at_before=2025-03-31&tz=America/New_York'],
    ['all together', '&created_by=user3&filename=.pdf&text=patient&created_at_after=2025-01-01'],
  ] as [string, string][];
  const forSuper: [string, string][] = [
    ['tenant', '&tenant=second%20clinic'],
    ['ordered by tenant', '&ordering=tenant'],
  ];
  for (const [who, more] of [
    ['admin', []],
    ['superadmin', forSuper],
  ] as const) {
    const headers = await bearer(who);
    console.log(`\n${who}: list of 25, median / slowest of ${rounds} in ms, count`);
    const measured = async (name: string, url: string): Promise<void> => {
      if ((await report(name, url, headers)) >= BOUND) slow.push(`${name} (${who})`);
    };
    for (const [name, query] of [...lists, ...more]) await measured(name, base + query);
    for (const [name, query] of [
      ['deep: page 2,000 by offset', '&page=2000'],
      ['deep: by cursor, newest first', ''],
      ['deep: by cursor, file name', '&ordering=filename'],
    ] as const)
      await measured(name, name.includes('cursor') ? await deepCursor(base + query, headers) : base + query);
  }
  return slow;
}

/** A cursor half way through the list: what `next` leads to after a thousand times Load more. */
async function deepCursor(url: string, headers: { authorization: string }): Promise<string> {
  const page = await app.inject({ method: 'GET', url: `${url}&page=${Math.floor(Number(values.notes) / 50)}`, headers });
  const { next } = page.json<{ next: string | null }>();
  if (!next) throw new Error('The list is too short for a cursor half way through it');
  const { pathname, search } = new URL(next);
  return pathname + search;
}

async function report(name: string, url: string, headers: { authorization: string }): Promise<number> {
  const times: number[] = [];
  let count = '';
  for (let round = 0; round < rounds + 1; round += 1) {
    const started = performance.now();
    const response = await app.inject({ method: 'GET', url, headers });
    if (round > 0) times.push(performance.now() - started);
    const body = response.json<{ count: number; count_is_minimum?: boolean }>();
    count = response.statusCode === 200 ? `${body.count}${body.count_is_minimum ? '+' : ''}` : `status ${response.statusCode}`;
  }
  times.sort((a, b) => a - b);
  const median = times[Math.floor(times.length / 2)] ?? 0;
  console.log(`  ${name.padEnd(34)} ${median.toFixed(1).padStart(8)} ${(times.at(-1) ?? 0).toFixed(1).padStart(8)}   ${count}`);
  return median;
}

/** The tenant of the administrator, asked through the API as the screens do. */
async function exportIsFlat(): Promise<boolean> {
  const headers = await bearer('admin');
  const profile = await app.inject({ method: 'GET', url: '/api/v1/accounts/profile/', headers });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const address = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('No port was opened');
  return measureExport(opened.admin, address.port, headers, profile.json<{ tenant: string }>().tenant);
}

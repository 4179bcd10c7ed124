import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createExtractor } from '@incisive/documents';
import { parseKnowledge } from '@incisive/engine';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newServer } from '../../app.ts';
import { catalogueLoader, composeDeps, knowledgeFiles } from '../../compose.ts';
import type { AdminConnection } from '../../db/bootstrap.ts';
import type { Database } from '../../db/client.ts';
import { withSystem } from '../../db/tenant.ts';
import type { Deps } from '../../deps.ts';
import { inlineSuggester } from '../../engine/engine-host.ts';
import { installJobQueue } from '../../jobs/job-queue.ts';
import { testConfig, testSecret } from '../../testing/build-test-app.ts';
import { newDatabase } from '../../testing/new-database.ts';
import { demoNotes } from '../demo-notes.ts';
import { ensureCatalogue } from '../ensure-catalogue.ts';
import { ensureDemo } from '../ensure-demo.ts';
import { removeDemo } from '../remove-demo.ts';
import { workTime } from './days.ts';
import { makeSampleWeek } from './make-week.ts';
import { atWork, openNotes } from './plan.ts';

let folder: string;
let database: Database;
let admin: AdminConnection;
let deps: Deps;
const closes: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'incisive-week-'));
  const empty = await newDatabase(4);
  ({ database, admin } = empty);
  await installJobQueue(database.systemConnection);
  await ensureCatalogue(database, knowledgeFiles());
  const config = testConfig({ DATA_DIR: folder });
  const log = newServer(config).log;
  const suggester = inlineSuggester(parseKnowledge(knowledgeFiles()), catalogueLoader(database));
  const extractor = createExtractor({ children: 1, timeoutMs: 120_000 });
  deps = await composeDeps({ config, database, secret: testSecret, log, suggester, extractor });
  closes.push(
    () => suggester.close(),
    () => extractor.close(),
    () => empty.close(),
  );
  await ensureDemo(config, database, () => undefined);
});
afterAll(async () => {
  for (const close of closes) await close();
  await rm(folder, { recursive: true, force: true });
});

const rowsOf = <Row>(query: ReturnType<typeof sql<Row>>): Promise<Row[]> =>
  withSystem(database, async (tx) => (await query.execute(tx)).rows);
const count = async (states: string): Promise<number> =>
  (await rowsOf(sql<{ n: number }>`select count(*)::int as n from app.cases where work_state = ${states}`))[0]!.n;

it('each note that the plan names is one of the sample notes, and nobody has settled it', () => {
  for (const { words } of openNotes) {
    const named = demoNotes.filter((note) => note.text.includes(words));
    expect([words, named.length, named[0]?.codes]).toEqual([words, 1, []]);
  }
  expect(openNotes.map(({ words }) => words)).toContain(atWork.words);
});

it('working days before a Monday are those of the week before, and every time lies in the past', () => {
  const monday = new Date('2026-11-23T02:00:00Z');
  expect([1, 5, 6].map((ago) => workTime(monday, ago, 0).toISOString().slice(0, 10))).toEqual([
    '2026-11-20',
    '2026-11-16',
    '2026-11-13',
  ]);
  expect(workTime(new Date('2026-11-24T00:00:01Z'), 1, 539).toISOString()).toBe('2026-11-23T21:59:00.000Z');
});

it('three weeks of work are made by steps that the services allow, go on after a stop, and are made once', async () => {
  const begun = makeSampleWeek(deps);
  await begun.stop();
  const first = await begun.made;
  const rest = await makeSampleWeek(deps).made;
  expect(first + rest).toBeGreaterThan(30);
  expect(await makeSampleWeek(deps).made).toBe(0);

  for (const state of ['new', 'held', 'queried', 'returned', 'final', 'exported'])
    expect([state, await count(state)]).toEqual([state, expect.toSatisfy((n: number) => n > 0)]);
  const leases = await rowsOf(sql<{ username: string }>`select username from app.case_leases`);
  expect(leases).toEqual([{ username: atWork.by }]);

  // One act begins where the one before ended; a claim that was left ends by itself.
  const acts = await rowsOf(sql<{ case_id: string; from_state: string; to_state: string; acted_at: Date; created_at: Date }>`
    select a.case_id, a.from_state, a.to_state, a.acted_at, c.created_at from app.case_acts a join app.cases c on c.id = a.case_id order by a.case_id, a.id`);
  const broken = acts.filter((one, nth) => {
    const before = acts[nth - 1]?.case_id === one.case_id ? acts[nth - 1] : undefined;
    const late = one.acted_at > new Date() || one.acted_at < (before?.acted_at ?? one.created_at);
    return late || (before !== undefined && before.to_state !== one.from_state);
  });
  expect(broken).toEqual([]);

  const versions = await rowsOf(
    sql<{ content: string; sha256: string; finished_at: Date }>`select content, sha256, finished_at from app.case_versions`,
  );
  expect(versions.length).toBeGreaterThan(15);
  for (const { content, sha256, finished_at } of versions) {
    expect(createHash('sha256').update(content).digest('hex')).toBe(sha256);
    expect((JSON.parse(content) as { finished_at: string }).finished_at).toBe(finished_at.toISOString());
  }
  const queries = await rowsOf(
    sql<{ state: string; n: number }>`select state, count(*)::int as n from app.queries group by state order by state`,
  );
  expect(queries.map(({ state }) => state)).toEqual(['answered', 'closed', 'sent']);
  const reviews = await rowsOf(
    sql<{ state: string; n: number }>`select state, count(*)::int as n from app.reviews group by state order by state`,
  );
  expect(reviews.map(({ state }) => state)).toEqual(['coded', 'open', 'settled']);
  const comments = await rowsOf(
    sql<{ author: string; mentioned: string[]; past: boolean }>`
      select author, mentioned, created_at < now() - interval '1 day' as past from app.case_comments order by created_at`,
  );
  expect(comments).toEqual([
    { author: 'coder', mentioned: ['admin'], past: true },
    { author: 'admin', mentioned: ['coder'], past: true },
  ]);
  const worked = await rowsOf(
    sql<{
      minutes: number;
    }>`select extract(epoch from s.ended_at - s.began_at)::float8 / 60 as minutes from app.activity_stretches s
      join app.cases c on c.id = s.case_id where s.ended_at <= now()`,
  );
  expect(worked.length).toBeGreaterThan(15);
  for (const { minutes } of worked) expect(minutes > 1 && minutes < 60).toBe(true);
  // Acceptance is of codes that people settled, by where the engine had them before.
  const trained = await rowsOf(
    sql<{
      week: string;
    }>`select distinct date_trunc('week', created_at)::date::text as week from app.training_examples where kind = 'submitted'`,
  );
  expect(trained.length).toBeGreaterThanOrEqual(3);
  expect(await rowsOf(sql`select 1 from app.mail_queue`)).toEqual([]);
});

it('nothing of it stays when the sample data is taken out, but names and what the audit log says', async () => {
  expect(await removeDemo(database, admin)).toBe(demoNotes.length);
  const tables = await rowsOf(sql<{ name: string }>`
    select table_name as name from information_schema.columns where table_schema = 'app' and column_name = 'tenant_id'
       and table_name in (select table_name from information_schema.tables where table_schema = 'app' and table_type = 'BASE TABLE')`);
  const left: string[] = [];
  for (const { name } of tables)
    if (
      (
        await rowsOf(
          sql`select 1 from ${sql.table(`app.${name}`)} where tenant_id in (select id from app.tenants where not platform) limit 1`,
        )
      ).length > 0
    )
      left.push(name);
  expect(left.toSorted()).toEqual(['note_counts', 'users']);
  expect(await rowsOf(sql`select 1 from app.sessions where ended_at is null`)).toEqual([]);
});

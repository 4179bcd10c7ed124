import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Tables } from '../../db/schema.ts';
import { type Actor, platformTenantId, takeRole } from '../../db/tenant.ts';
import type { PageQuery } from '../../http/paging.ts';
import { type TestApp, buildTestApp } from '../../testing/build-test-app.ts';
import { listNotes } from './notes.list.ts';

/** Notes of the first tenant; the second has a quarter of it. */
const notes = 20_000;
let t: TestApp;
let watched: Kysely<Tables>;
let seen: { sql: string; parameters: readonly unknown[] }[] = [];

beforeAll(async () => {
  t = await buildTestApp();
  const admin = new pg.Client(t.admin);
  await admin.connect();
  // Vacuum marks a page as visible to all only once the commits on it are flushed, which the test server leaves for later.
  await admin.query('set synchronous_commit = on');
  // Every row is in the sample: the plans are the same in each run, and nothing samples again behind the test's back.
  await admin.query('set default_statistics_target = 10000');
  for (const table of ['app.notes', 'app.code_links']) await admin.query(`alter table ${table} set (autovacuum_enabled = off)`);
  await admin.query('set role inc_owner');
  for (const [tenant, count] of [
    [t.tenants[0], notes],
    [t.tenants[1], notes / 4],
  ] as const) {
    await admin.query(
      `insert into app.notes (tenant_id, kind, text, filename, created_by, created_by_id, created_at, updated_by, updated_at)
       select $1::uuid, 'op', 'Note ' || i || case when i % 5 = 0 then ' catheter' else '' end || case when i % 4000 = 7 then ' zymogenic' else '' end || repeat(' words of the note', 20),
         case when i % 4 = 0 then null else 'report-' || i || '.docx' end, 'user' || (i % 10), gen_random_uuid(),
         timestamptz '2025-01-01' + i * interval '10 minutes', case when i % 3 = 0 then 'user' || (i % 7) end,
         timestamptz '2025-06-01' + (i * 7919 % 100000) * interval '1 minute'
       from generate_series(1, $2::int) i`,
      [tenant, count],
    );
  }
  await admin.query(`insert into app.code_links (tenant_id, note_id, code, state, approved_by, approved_at)
    select tenant_id, id, case when substr(id::text, 1, 1) < '3' then '47562' else '29881' end, 'APPROVED', 'user1', now() from app.notes where substr(id::text, 2, 1) in ('0', '1')`);
  await admin.query('reset role');
  await makeVisible(admin);
  await admin.query('analyze app.notes, app.code_links');
  await admin.end();
  watched = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ ...t.admin, max: 1, options: '-c random_page_cost=1.1' }) }),
    log: (event) => void seen.push({ sql: event.query.sql, parameters: event.query.parameters }),
  });
});
afterAll(async () => {
  await watched.destroy();
  await t.close();
});

/** Vacuums until indexes can be read alone: a transaction that is still open anywhere in the database holds pages back. */
const makeVisible = (admin: pg.Client): Promise<void> =>
  vi.waitFor(
    async () => {
      await admin.query('vacuum app.notes, app.code_links');
      const { rows } = await admin.query<{ hidden: string }>(
        `select relname || ': ' || relpages - relallvisible as hidden from pg_class
         where oid in ('app.notes'::regclass, 'app.code_links'::regclass) and relallvisible < relpages`,
      );
      expect(rows).toEqual([]);
    },
    { timeout: 120_000 },
  );

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly Plan[];
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly 'Actual Loops'?: number;
  readonly 'Rows Removed by Join Filter'?: number;
}

/** Whether a plan reads all notes, one after the other. */
const readsAll = (plan: Plan): boolean =>
  (plan['Node Type'] === 'Seq Scan' && plan['Relation Name'] === 'notes') || (plan.Plans ?? []).some(readsAll);

/** Pairs of rows that were put side by side for nothing: a join that goes through all of one side for each of the other. */
const pairsTried = (plan: Plan): number =>
  (plan['Rows Removed by Join Filter'] ?? 0) * (plan['Actual Loops'] ?? 1) +
  (plan.Plans ?? []).reduce((sum, part) => sum + pairsTried(part), 0);

/** Blocks that the statements of one list call touch, as the request role of the actor, each statement explained where it ran. */
async function blocksOf(
  actor: Actor,
  query: PageQuery,
): Promise<{ blocks: number; found: number; all: boolean; pairs: number; ids: string[] }> {
  return watched.transaction().execute(async (tx) => {
    await takeRole(tx, actor);
    seen = [];
    const page = await listNotes(tx, actor, 'op', query, { url: 'http://local/api/v1/op-notes/', defaultSize: 25 });
    const statements = [...seen];
    let blocks = 0;
    let all = false;
    let pairs = 0;
    for (const statement of statements) {
      const explained = await tx.executeQuery<{ 'QUERY PLAN': { Plan: Plan }[] }>({
        ...sql`select 1`.compile(tx),
        sql: `explain (analyze, buffers, timing off, format json) ${statement.sql}`,
        parameters: statement.parameters,
      });
      const plan = explained.rows[0]!['QUERY PLAN'][0]!.Plan;
      blocks += plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
      all ||= readsAll(plan);
      pairs += pairsTried(plan);
    }
    return { blocks, found: page.results.length, all, pairs, ids: page.results.map(({ id }) => id) };
  });
}

const actorOf = (username: string): Actor => ({
  userId: t.users[username]!.id,
  username,
  role: t.users[username]!.role,
  tenantId: t.users[username]!.tenantId ?? platformTenantId,
  tenantName: null,
  sessionId: '',
  requestId: '',
  address: '',
});
const cursor = (key: string): string =>
  Buffer.from(JSON.stringify([key, '7fffffff-0000-4000-8000-000000000000'])).toString('base64url');

/** A page of 25 with its tenant names is some 30 blocks; all notes are some 3,000, in another order than they lie 25,000. */
const page = 150;
/** A filter that counts what it found looks through one index. */
const counted = 1200;
/** What is rare is looked for among the newest, in eight weeks and in all that are older. */
const searched = 2000;

const cases: readonly [string, PageQuery, number][] = [
  ['newest first', {}, page],
  ...[
    'id',
    'created_at',
    '-created_at',
    'updated_at',
    '-updated_at',
    'created_by',
    '-updated_by',
    'filename',
    '-filename',
    'cpt_codes_approved',
    'state',
    '-state',
  ].map((ordering) => [`ordered by ${ordering}`, { ordering }, page] as [string, PageQuery, number]),
  ['far down by created_at', { ordering: '-created_at', page: 400, cursor: cursor('2025-03-01 00:00:00+00') }, page],
  ['far down by updated_at', { ordering: 'updated_at', page: 400, cursor: cursor('2025-07-01 00:00:00+00') }, page],
  ['far down by file name', { ordering: 'filename', page: 400, cursor: cursor('report-15000.docx') }, page],
  ['far down by creator', { ordering: 'created_by', page: 400, cursor: cursor('user5') }, page],
  ['far down by codes', { ordering: 'cpt_codes_approved', page: 400, cursor: cursor('') }, page],
  ['far down by state', { ordering: '-state', page: 400, cursor: cursor('new') }, page],
  ['far down by its number', { page: 400 }, counted],
  ['far down by its number, by file name', { page: 400, ordering: 'filename' }, counted],
  ['creator', { created_by: 'USER3' }, counted],
  ['creator by creator', { created_by: 'user3', ordering: 'created_by' }, counted],
  ['updater', { updated_by: 'user5' }, counted],
  ['a day', { created_at_after: '2025-02-01', created_at_before: '2025-02-01', tz: 'America/New_York' }, counted],
  ['a day of updates', { updated_at_after: '2025-07-01', updated_at_before: '2025-07-01', ordering: 'updated_at' }, counted],
  ['file name, rare', { filename: 'report-15001' }, searched],
  ['file name, absent', { filename: 'nothing' }, searched],
  ['file name, common', { filename: '.docx' }, counted],
  ['state, most', { state: 'new' }, counted],
  ['state, some', { state: 'review' }, counted],
  ['state, none absent', { state: 'submitted' }, page],
  ['state, oldest first', { state: 'review', ordering: 'created_at' }, counted],
  ['state, by file name', { state: 'review', ordering: 'filename' }, counted],
  // No index holds both: the notes of the rarer of the two are looked at.
  ['state and creator', { state: 'review', created_by: 'user3' }, 4000],
  ['code', { cpt_codes_approved: '47562' }, 1500],
  ['text, rare', { text: 'zymogenic' }, counted],
  ['text, absent', { text: 'qqqxyzzy' }, counted],
  ['text, common', { text: 'catheter' }, 4000],
  ['text, common, by file name', { text: 'catheter', ordering: 'filename' }, 4000],
  ['text, two letters', { text: 'wo' }, 4000],
  ['codes, text and creator', { cpt_codes_approved: '47562', text: 'words', created_by: 'user3' }, 4000],
  ['id, whole', { id: '11111111-1111-4111-8111-111111111111' }, page],
  ['id, part', { id: 'abc' }, counted],
];

/** Only SuperAdmin asks for these. */
const acrossTenants: typeof cases = [
  ['ordered by tenant', { ordering: 'tenant' }, 300],
  ['ordered by -tenant', { ordering: '-tenant' }, 300],
  ['ordered by tenant, common text', { ordering: 'tenant', text: 'catheter' }, 6000],
  ['tenant', { tenant: 'SECOND CLINIC' }, counted],
  ['tenant by id', {}, counted],
  ['no such tenant, absent', { tenant: 'nothing' }, page],
];

test.each(['admin', 'superadmin'])('each filter, sort and page of the list is answered by an index, for %s', async (username) => {
  const wrong: string[] = [];
  const asked = username === 'superadmin' ? [...cases, ...acrossTenants] : cases;
  for (const [name, query, bound] of asked) {
    const whole = name === 'tenant by id' ? { created_by__tenant: t.tenants[1] } : query;
    const { blocks, found, all } = await blocksOf(actorOf(username), whole);
    if (blocks > bound) wrong.push(`${name}: ${blocks} blocks, at most ${bound}`);
    if (all) wrong.push(`${name}: all notes are read one after the other`);
    if (found === 0 && !/absent|whole/.test(name)) wrong.push(`${name}: nothing was found`);
  }
  expect(wrong).toEqual([]);
});

test('the bounds can be broken: a list that no index answers is told apart', async () => {
  const plan = await watched.transaction().execute(async (tx) => {
    await takeRole(tx, actorOf('superadmin'));
    const explained = await sql<{ 'QUERY PLAN': { Plan: Plan }[] }>`
      explain (analyze, buffers, timing off, format json) select id from app.notes order by md5(text) limit 25`.execute(tx);
    return explained.rows[0]!['QUERY PLAN'][0]!.Plan;
  });
  expect(plan['Shared Hit Blocks'] + plan['Shared Read Blocks']).toBeGreaterThan(page);
  expect(readsAll(plan)).toBe(true);
});

test.each(['-created_at', 'filename', 'tenant', '-tenant'])(
  'a page far down is the same by its number as by following next, ordered by %s',
  async (ordering) => {
    const pageOf = (query: PageQuery) =>
      watched.transaction().execute(async (tx) => {
        await takeRole(tx, actorOf('superadmin'));
        const options = { url: 'http://local/api/v1/op-notes/', defaultSize: 25 };
        return listNotes(tx, actorOf('superadmin'), 'op', { ordering, per_page: 100, ...query }, options);
      });
    const ids = (found: Awaited<ReturnType<typeof pageOf>>) => found.results.map((note) => note.id);
    for (const before of [5, 20, 199]) {
      const { next } = await pageOf({ page: before });
      const cursor = new URL(next!).searchParams.get('cursor')!;
      const followed = ids(await pageOf({ page: before + 1, cursor }));
      expect(followed).toHaveLength(100);
      expect(ids(await pageOf({ page: before + 1 }))).toEqual(followed);
    }
    const beyond = await pageOf({ page: 251 });
    expect(beyond).toMatchObject({ results: [], count: 25_000, next: null });
    expect(ids(await pageOf({ page: 250 }))).toHaveLength(100);
  },
);

// The last: it gives half of the notes a code that the tests before did not know.
test.each(['admin', 'superadmin'])(
  'a code of half of the notes is looked for note by note, in the order of the list, for %s',
  async (username) => {
    const admin = new pg.Client(t.admin);
    await admin.connect();
    await admin.query(`insert into app.code_links (tenant_id, note_id, code, state, approved_by, approved_at)
    select tenant_id, id, '49505', 'APPROVED', 'user1', now() from app.notes where substr(id::text, 3, 1) < '8' on conflict do nothing`);
    await admin.query('analyze app.notes, app.code_links');
    const { rows } = await admin.query<{ ids: string[] }>(
      `select array_agg(id) as ids from (select id from app.notes where substr(id::text, 3, 1) < '8' and ($1::uuid is null or tenant_id = $1)
      order by created_at desc, id desc limit 25) newest`,
      [username === 'admin' ? t.tenants[0] : null],
    );
    await admin.end();
    for (const code of ['49505', '4950']) {
      const { ids, pairs, blocks } = await blocksOf(actorOf(username), { cpt_codes_approved: code });
      expect(ids).toEqual(rows[0]!.ids);
      expect(pairs).toBeLessThan(10_000);
      // Five thousand candidates are looked up to know that there are more than are counted.
      expect(blocks).toBeLessThan(30_000);
    }
  },
);

import type { NoteRow } from '@incisive/contract/notes';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withSystem } from '../../db/tenant.ts';
import { type TestApp, buildTestApp } from '../../testing/build-test-app.ts';
import { reviewOf } from '../../testing/review.fixture.ts';

/** Three years of notes, so that the newest, single weeks and all that is older are each looked through. */
const many = 2700;
let t: TestApp;
let notes: Made[];
type List = { results: NoteRow[]; count: number; count_is_minimum?: boolean; next: string | null };

interface Made {
  readonly id: string;
  readonly tenant: number;
  readonly text: string;
  readonly filename: string | null;
  readonly codes: string;
  readonly creator: string;
  readonly at: Date;
}

const base = '/api/v1/op-notes/';
const odd = ['100% of_it\\all', 'ÉTOILE Ångström', "l'été (a+b)+$", '***=literal', 'no\nline'];

beforeAll(async () => {
  t = await buildTestApp();
  const start = Date.UTC(2023, 0, 1);
  const made = Array.from({ length: many }, (_, n) => ({
    tenant: n % 6 === 0 ? 1 : 0,
    // Parts of the phrase on every note, the phrase on one in ninety of the first tenant.
    text: `Note ${n}: ${n % 90 === 5 ? 'the Ureteral STENT' : 'a stent, then a ureteral one'}. ${n % 5 === 0 ? 'Catheter.' : ''} ${n === 11 ? 'zymogenic' : ''} ${odd[n % 700] ?? ''}`,
    filename: n % 4 === 0 ? null : `Report-${n}.${n % 4 === 1 ? 'PDF' : 'docx'}`,
    codes: n % 3 === 0 ? '' : n % 50 === 1 ? '47562, 47563' : '29881',
    creator: `Maker${n % 7}`,
    at: new Date(start + n * 9 * 3_600_000),
  }));
  notes = await withSystem(t.database, async (tx) => {
    const rows = await tx
      .insertInto('app.notes')
      .values(
        made.map(({ tenant, text, filename, creator, at }) => ({
          tenant_id: t.tenants[tenant]!,
          kind: 'op' as const,
          text,
          filename,
          created_by: creator,
          created_by_id: t.users['approver']!.id,
          created_at: at,
        })),
      )
      .returning(['id', 'created_at'])
      .execute();
    const ids = new Map(rows.map((row) => [row.created_at.getTime(), row.id]));
    const all = made.map((note) => ({ ...note, id: ids.get(note.at.getTime())! }));
    const links = all.flatMap((note) =>
      note.codes
        .split(', ')
        .filter(Boolean)
        .map((code) => [note.id, code, t.tenants[note.tenant]!]),
    );
    await sql`insert into app.code_links (tenant_id, note_id, code, state, approved_by, approved_at)
      select l.tenant, l.note, l.code, 'APPROVED', 'user1', timestamptz '2026-01-01'
        from unnest(${links.map(([, , tenant]) => tenant)}::uuid[], ${links.map(([id]) => id)}::uuid[], ${links.map(([, code]) => code)}::text[]) l (tenant, note, code)`.execute(
      tx,
    );
    await sql`update app.users set only_tenants = ${[t.tenants[1]]}::uuid[] where id = ${t.users['coder']!.id}`.execute(tx);
    return all;
  });
}, 120_000);
afterAll(() => t.close());

const get = async (who: string, query: string): Promise<List> => {
  const response = await t.as(who, 'GET', base + query);
  expect([query, response.statusCode]).toEqual([query, 200]);
  return response.json<List>();
};

/** Every note that the list leads to, by following next. */
async function followed(who: string, query: string): Promise<{ ids: string[]; first: List }> {
  const first = await get(who, `?per_page=100&${query}`);
  const ids = first.results.map((row) => row.id);
  for (let { next } = first; next !== null;) {
    const page = await get(who, new URL(next).search);
    ids.push(...page.results.map((row) => row.id));
    ({ next } = page);
  }
  return { ids, first };
}

const holds = (text: string, part: string): boolean => text.toLowerCase().includes(part.toLowerCase());
type Filter = readonly [query: string, matches: (note: Made) => boolean];
const filters: readonly Filter[] = [
  ...[
    'ureteral stent',
    'CATHETER',
    'zymogenic',
    'qqqxyzzy',
    'te',
    'étoile å',
    '100% of_it\\',
    '(A+B)+$',
    '***=',
    'no\nline',
    '%',
    '_',
  ].map((words): Filter => [`text=${encodeURIComponent(words)}`, (note) => holds(note.text, words)]),
  ['filename=.pdf', (note) => holds(note.filename ?? '', '.pdf')],
  ['filename=report-1001', (note) => holds(note.filename ?? '', 'report-1001')],
  ['cpt_codes_approved=47562', (note) => note.codes.includes('47562')],
  ['cpt_codes_approved=4756,47563', (note) => note.codes.includes('47563')],
  ['cpt_codes_approved=2988', (note) => note.codes.includes('2988')],
  ['id=ab1', (note) => note.id.includes('ab1')],
  [
    'text=catheter&filename=.pdf&created_by=maker3',
    (note) => holds(note.text, 'catheter') && holds(note.filename ?? '', '.pdf') && note.creator === 'Maker3',
  ],
  ['text=stent&cpt_codes_approved=47562&state=review', (note) => note.codes.includes('47562')],
  [
    'text=catheter&created_at_after=2023-06-01&created_at_before=2023-07-31',
    (note) => holds(note.text, 'catheter') && note.at >= new Date('2023-06-01') && note.at < new Date('2023-08-01'),
  ],
];

const newestFirst = (a: Made, b: Made): number => b.at.getTime() - a.at.getTime();

test.each([
  ['admin', (note: Made) => note.tenant === 0],
  ['admin2', (note: Made) => note.tenant === 1],
  ['coder', (note: Made) => note.tenant === 1],
  ['superadmin', () => true],
])('what is found by %s is what looking at every note finds, in its order and without a gap', async (who, sees) => {
  for (const [query, matches] of filters) {
    const expected = notes.filter((note) => sees(note) && matches(note)).toSorted(newestFirst);
    const { ids, first } = await followed(who, query);
    expect([query, ids]).toEqual([query, expected.map((note) => note.id)]);
    const most = expected.length;
    const least = first.count_is_minimum ? Math.min(most, first.results.length) : most;
    expect([query, Math.min(Math.max(first.count, least), most)]).toEqual([query, first.count]);
  }
});

test.each(['created_at', '-filename', 'cpt_codes_approved', 'id'])(
  'the same notes are found in another order: %s',
  async (ordering) => {
    for (const [query, matches] of filters) {
      const expected = notes.filter((note) => note.tenant === 0 && matches(note)).map((note) => note.id);
      const { ids } = await followed('admin', `${query}&ordering=${ordering}`);
      expect([query, ids.toSorted()]).toEqual([query, expected.toSorted()]);
    }
  },
);

test('a count that is not told to be a minimum is exact, and one that is tells no more than there are and no fewer than are shown', async () => {
  for (const words of ['ureteral stent', 'catheter', 'zymogenic']) {
    const expected = notes.filter((note) => note.tenant === 0 && holds(note.text, words)).length;
    const { count, count_is_minimum: minimum, results } = await get('admin', `?per_page=25&text=${encodeURIComponent(words)}`);
    expect([words, results.length]).toEqual([words, Math.min(25, expected)]);
    expect(count).toBeLessThanOrEqual(expected);
    expect(count).toBeGreaterThanOrEqual(minimum ? results.length : expected);
  }
});

test('a blind reader neither finds nor counts the note of an open review, whatever is asked', async () => {
  const { id } = (await t.as('approver', 'POST', base, { text: 'A wholly unlikely xylograph' })).json<NoteRow>();
  await t.as('approver', 'POST', `${base}${id}/cpt-codes-approved/`, { cpt_codes: ['49505'] });
  for (const query of ['?text=xylograph', '?cpt_codes_approved=49505', `?id=${id.slice(0, 13)}`]) {
    for (const ordering of ['', '&ordering=filename']) expect(await get('admin', query + ordering)).toMatchObject({ count: 1 });
  }
  const { review } = await reviewOf(t, id, { coder: t.users['approver']!, reviewer: t.users['admin']! });
  for (const query of ['?text=xylograph', '?cpt_codes_approved=49505', `?id=${id.slice(0, 13)}`]) {
    for (const ordering of ['', '&ordering=filename'])
      expect([query, await get('admin', query + ordering)]).toMatchObject([query, { count: 0, results: [] }]);
    expect(await get('superadmin', query)).toMatchObject({ count: 1 });
  }
  expect(review).toEqual(expect.any(String));
});

test('a week that would cost more texts than a search may read is not read to say how many there are', async () => {
  // A Thursday, with which a week begins here.
  const week = Date.UTC(2026, 0, 1);
  const at = (n: number): Date => new Date(n < 400 ? week + n * 10_000 : week - (n - 399) * 3_600_000);
  await withSystem(t.database, (tx) =>
    tx
      .insertInto('app.notes')
      .values(
        Array.from({ length: 500 }, (_, n) => ({
          tenant_id: t.tenants[0]!,
          kind: 'ed' as const,
          text: n % 20 === 7 ? 'the ureteral stent' : 'a stent, then a ureteral one',
          created_by: 'approver',
          created_by_id: t.users['approver']!.id,
          created_at: at(n),
        })),
      )
      .execute(),
  );
  const response = await t.as('admin', 'GET', '/api/v1/ed-notes/?per_page=10&text=ureteral%20stent');
  const { results, count, count_is_minimum: minimum } = response.json<List>();
  expect([results.length, count, minimum]).toEqual([10, 20, true]);
});

import type { NoteRow } from '@incisive/contract/notes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withSystem } from '../../db/tenant.ts';
import { type TestApp, buildTestApp } from '../../testing/build-test-app.ts';

let t: TestApp;
const base = '/api/v1/op-notes/';
const publicUrl = 'https://incisive.example.org';
type List = { results: NoteRow[]; count: number; count_is_minimum?: boolean; next: string | null; previous: string | null };

beforeAll(async () => {
  t = await buildTestApp({ PUBLIC_URL: publicUrl });
  await withSystem(t.database, async (tx) => {
    const rows = [...t.tenants, ...t.tenants, t.tenants[0]].flatMap((tenant, group) =>
      Array.from({ length: 9 }, (_, index) => ({
        tenant_id: tenant,
        kind: 'op' as const,
        text: `Group ${group} note ${index}. ${index === 3 ? 'A 100% rare_word here.' : 'Nothing odd.'} ${'long '.repeat(100)}`,
        filename: index % 3 === 0 ? null : `Scan ${group}-${index}.${index % 2 ? 'pdf' : 'docx'}`,
        created_by: ['approver', 'DataEntry', 'admin'][index % 3]!,
        created_by_id: t.users['approver']!.id,
        // Several share one moment, so that ties are broken.
        created_at: new Date(Date.UTC(2026, 0, 1 + Math.floor(index / 2), 4, 30)),
        updated_at: new Date(Date.UTC(2026, 1, 1 + index)),
        updated_by: index % 2 ? 'admin' : null,
      })),
    );
    await tx.insertInto('app.notes').values(rows).execute();
  });
});
afterAll(() => t.close());

const get = async (who: string, query = ''): Promise<List> => {
  const response = await t.as(who, 'GET', base + query);
  expect([query, response.statusCode]).toEqual([query, 200]);
  return response.json<List>();
};
const own = 27;

describe.each(['id', 'created_at', 'updated_at', 'created_by', 'updated_by', 'filename', 'cpt_codes_approved'])(
  'ordered by %s',
  (name) => {
    test.each([name, `-${name}`])('%s: following next shows each note once, in order', async (ordering) => {
      const seen: NoteRow[] = [];
      let query: string | null = `?ordering=${ordering}&per_page=10`;
      while (query !== null) {
        const page: List = await get('admin', query);
        expect(page.count).toBe(own);
        seen.push(...page.results);
        query = page.next === null ? null : page.next.slice(`${publicUrl}${base}`.length);
      }
      expect(new Set(seen.map((row) => row.id)).size).toBe(own);
      const keys = seen.map((row) =>
        [(row as unknown as Record<string, string | string[] | null>)[name] ?? ''].flat().join(', ').toLowerCase(),
      );
      expect(keys).toEqual(ordering.startsWith('-') ? keys.toSorted().toReversed() : keys.toSorted());
    });
  },
);

test('PRD-05 next and previous are built from configuration, whatever the Host header says', async () => {
  const asking = (host: string) =>
    t.as('admin', 'GET', `${base}?page=2&text=note`, undefined, { host, 'x-forwarded-host': 'evil.example.com' });
  expect((await asking('evil.example.com')).statusCode).toBe(421);
  const response = await asking('127.0.0.9:8080');
  const page = response.json<List>();
  for (const link of [page.next, page.previous]) expect(link?.startsWith(`${publicUrl}${base}?`)).toBe(true);
  expect(new URL(page.previous!).searchParams.get('page')).toBe('1');
  expect(new URL(page.next!).searchParams.get('text')).toBe('note');
});

test('a row carries 300 characters and says so; the detail has all', async () => {
  const row = (await get('admin')).results[0]!;
  expect(row.text.length).toBe(300);
  expect(row.text_truncated).toBe(true);
  const note = (await t.as('admin', 'GET', `${base}${row.id}/`)).json<NoteRow>();
  expect(note.text.length).toBeGreaterThan(300);
  expect(note.text_truncated).toBe(false);
});

const found = async (who: string, query: string): Promise<number> => {
  const page = await get(who, `?per_page=100&${query}`);
  expect(page.results.length).toBe(page.count);
  return page.count;
};

test('ASV-03 filters match as they should and are literal, are ANDed, and never leave the tenant', async () => {
  const cases: [string, number][] = [
    ['text=RARE_WORD', 3],
    ['text=100%25%20rare', 3],
    ['text=1002%20rare', 0],
    ['text=.*(', 0],
    ['text=(a%2B)%2B%24', 0],
    ['filename=.*', 0],
    ['text=g', own],
    ['filename=PDF', 9],
    ['filename=scan%200', 6],
    ['filename=scan_0', 0],
    ['created_by=dataentry', 9],
    ['created_by=APPROVER', 9],
    ['created_by=approve', 0],
    ['updated_by=admin', 12],
    ['created_by=admin&filename=pdf&text=note', 3],
    ['text=rare_word&created_by=approver&ordering=filename', 3],
    ['cpt_codes_approved=47562', 0],
  ];
  for (const [query, count] of cases) expect([query, await found('admin', query)]).toEqual([query, count]);
  const { id } = (await get('admin')).results[0]!;
  expect(await found('admin', `id=${id.toUpperCase()}`)).toBe(1);
  expect(await found('admin', `id=${id.slice(2, 13)}`)).toBe(1);
  expect(await found('approver2', `id=${id}`)).toBe(0);
  expect(await found('admin2', '')).toBe(18);
});

test('codes are found whole, in part and several at once', async () => {
  const [a, b] = (await get('admin')).results;
  await t.as('approver', 'POST', `${base}${a!.id}/cpt-codes-approved/`, { cpt_codes: ['47562', '29881'] });
  await t.as('approver', 'POST', `${base}${b!.id}/cpt-codes-approved/`, { cpt_codes: ['47563'] });
  await t.as('approver', 'POST', `${base}${b!.id}/cpt-codes-rejected/`, { cpt_codes: ['47600'] });
  const ids = async (codes: string) =>
    (await get('admin', `?cpt_codes_approved=${codes}`)).results.map((row) => row.id).toSorted();
  expect(await ids('47562')).toEqual([a!.id]);
  expect(await ids('4756')).toEqual([a!.id, b!.id].toSorted());
  expect(await ids('47562,%2029881')).toEqual([a!.id]);
  expect(await ids('47562,47563')).toEqual([]);
  expect(await ids('47600')).toEqual([]);
});

describe('U6: the state of a note', () => {
  const stateOf = async (id: string) => (await t.as('admin', 'GET', `${base}${id}/`)).json<NoteRow>().state;
  const act = (who: string, id: string, path: string, body: object) => t.as(who, 'POST', `${base}${id}/${path}/`, body);

  test('follows every act: none, some, trained, and back again by undo', async () => {
    const { id } = (await t.as('approver', 'POST', base, { text: 'A note to be worked off' })).json<NoteRow>();
    expect(await stateOf(id)).toBe('new');
    await act('approver', id, 'cpt-codes-approved', { cpt_codes: ['47562'] });
    expect(await stateOf(id)).toBe('review');
    await act('approver', id, 'cpt-codes-undo', { cpt_codes: ['47562'] });
    expect(await stateOf(id)).toBe('new');
    await act('approver', id, 'cpt-codes-rejected', { cpt_codes: ['47563'] });
    expect(await stateOf(id)).toBe('review');
    await act('approver', id, 'cpt-codes-approved', { cpt_codes: ['47562'] });
    const trained = await act('approver', id, 'cpt-codes-submitted', { cpt_codes: ['47562'] });
    expect(trained.statusCode).toBe(200);
    expect(await stateOf(id)).toBe('submitted');
    await act('approver', id, 'cpt-codes-approved', { cpt_codes: ['47600'] });
    expect(await stateOf(id)).toBe('submitted');
    await act('approver', id, 'cpt-codes-submitted/undo', { training_id: trained.json<{ training_id: string }>().training_id });
    expect(await stateOf(id)).toBe('review');
    await t.as('admin', 'DELETE', `${base}${id}/`);
  });

  test('filters and orders the list, with a count, inside the tenant', async () => {
    const [a, b] = (await get('admin', '?filename=Scan%204')).results;
    await act('approver', a!.id, 'cpt-codes-approved', { cpt_codes: ['29881'] });
    await act('approver', b!.id, 'cpt-codes-approved', { cpt_codes: ['29881'] });
    await act('approver', b!.id, 'cpt-codes-submitted', { cpt_codes: ['29881'] });
    const of = (state: string) => get('admin', `?state=${state}&per_page=100`);
    const found = { new: await of('new'), review: await of('review'), submitted: await of('submitted') };
    expect(found.submitted).toMatchObject({ count: 1, results: [{ id: b!.id, state: 'submitted' }] });
    expect(found.review.results.map((row) => row.id)).toContain(a!.id);
    expect(found.new.count + found.review.count + found.submitted.count).toBe((await get('admin')).count);
    const order = async (ordering: string) =>
      (await get('admin', `?ordering=${ordering}&per_page=100`)).results.map((row) => row.state!);
    const rank = { new: 0, review: 1, submitted: 2 };
    const ranks = (await order('state')).map((state) => rank[state]);
    expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
    expect((await order('-state'))[0]).toBe('submitted');
    expect((await get('approver2', '?state=submitted')).count).toBe(0);
    expect((await t.as('admin', 'GET', `${base}?state=done`)).statusCode).toBe(422);
  });
});

test('dates are whole days of the viewer’s zone, both ends included', async () => {
  const cases: [string, number][] = [
    ['created_at_after=2026-01-01&created_at_before=2026-01-01', 6],
    ['created_at_before=2025-12-31&tz=America/New_York', 6],
    ['created_at_after=2026-01-01&created_at_before=2026-01-01&tz=America/New_York', 6],
    ['created_at_after=2026-01-05', 3],
    ['updated_at_after=2026-02-02&updated_at_before=2026-02-03', 6],
  ];
  for (const [query, count] of cases) expect([query, await found('admin', query)]).toEqual([query, count]);
});

test('ASV-01 ASV-12 unknown, repeated or impossible parameters are 422', async () => {
  const wrong = [
    'ordering=text',
    'ordering=text;drop',
    'ordering=--id',
    'page=1&page=2',
    'text=a&text=b',
    'page=0',
    'page=x',
    'per_page=11',
    'per_page=1000',
    'unknown=1',
    'created_at_after=2026-02-30',
    'created_at_after=0000-01-01',
    'created_at_after=yesterday',
    'created_at_after=2026-02-02&created_at_before=2026-02-01',
    'tz=Mars/Olympus',
    'tz=%2B05:30',
    'created_by__tenant=x',
    'cursor=abc',
    `cursor=${Buffer.from('["x","y"]').toString('base64url')}`,
    `cursor=${Buffer.from('["2026-13-45 00:00:00+00","11111111-1111-4111-8111-111111111111"]').toString('base64url')}`,
    `text=${'a'.repeat(201)}`,
    'text=%00',
    'filename=%00',
  ];
  for (const query of wrong)
    expect([query, (await t.as('superadmin', 'GET', `${base}?${query}`)).statusCode]).toEqual([query, 422]);
});

test('PRD-07 ASV-67 tenant and creator filters are by role and never widen what is seen', async () => {
  const [first, second] = t.tenants;
  for (const query of ['tenant=First%20clinic', `created_by__tenant=${first}`, 'ordering=tenant', 'ordering=-tenant'])
    for (const who of ['superapprover', 'coder', 'admin', 'approver', 'dataentry'])
      expect([who, query, (await t.as(who, 'GET', `${base}?${query}`)).statusCode]).toEqual([who, query, 403]);
  for (const query of ['created_by=approver', 'ordering=created_by', 'ordering=-created_by'])
    expect((await t.as('dataentry', 'GET', `${base}?${query}`)).statusCode).toBe(403);
  expect(await found('superadmin', 'tenant=FIRST%20clinic')).toBe(own);
  expect(await found('superadmin', `created_by__tenant=${second}`)).toBe(18);
  expect(await found('superadmin', 'tenant=nowhere')).toBe(0);
  expect(await found('superadmin', 'tenant=platform')).toBe(0);
  expect(await found('superadmin', 'ordering=-tenant')).toBe(own + 18);
  expect(await found('approver2', 'created_by=approver')).toBe(6);
});

test('the count follows every create and delete, and is the same for all who see the same', async () => {
  const count = async (who: string): Promise<number> => (await get(who)).count;
  const before = await count('admin');
  const made = await t.as('approver', 'POST', base, { text: 'One more' });
  expect([await count('admin'), await count('dataentry')]).toEqual([before + 1, before + 1]);
  await t.as('admin', 'DELETE', `${base}${made.json<NoteRow>().id}/`);
  expect(await count('admin')).toBe(before);
  expect((await get('admin', '?text=One%20more')).count).toBe(0);
});

test('EdNotes are a list of their own: 20 a page, without codes', async () => {
  for (let index = 0; index < 21; index += 1) await t.as('approver', 'POST', '/api/v1/ed-notes/', { text: `Lesson ${index}` });
  const page = (await t.as('approver', 'GET', '/api/v1/ed-notes/')).json<List>();
  expect([page.results.length, page.count]).toEqual([20, 21]);
  expect(page.next).toContain('/api/v1/ed-notes/?');
  expect(page.results[0]).not.toHaveProperty('cpt_codes_approved');
  expect((await t.as('approver2', 'GET', '/api/v1/ed-notes/')).json<List>().count).toBe(0);
});

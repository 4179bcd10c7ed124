import type { NoteDetail } from '@incisive/contract/notes';
import type { Problem } from '@incisive/contract/errors';
import { codeOfProblem } from '@incisive/contract/errors';
import type { Tenant } from '@incisive/contract/tenants';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withSystem } from '../../db/tenant.ts';
import { type TestApp, buildTestApp } from '../../testing/build-test-app.ts';
import { fileParts, multipart } from '../../testing/multipart.ts';
import { purge } from '../installation/purge.job.ts';

let t: TestApp;
beforeAll(async () => {
  t = await buildTestApp({ TENANT_TEXT_MILLIONS: '1' });
});
afterAll(() => t.close());

const base = '/api/v1/op-notes/';
const words = (characters: number): string => 'a'.repeat(characters);
const create = (characters: number, as = 'approver') => t.as(as, 'POST', base, { text: words(characters) });
const tenant = async (at: 0 | 1) => (await t.as('superadmin', 'GET', `/api/v1/tenants/${t.tenants[at]}/`)).json<Tenant>();
const warnings = async (as: string) =>
  (await t.as(as, 'GET', '/api/v1/accounts/notices/'))
    .json<{ results: { message: string }[] }>()
    .results.map(({ message }) => message)
    .filter((message) => message.includes('room for text'));

test('S11: a tenant keeps text up to its limit; its administrators are told before, and who reaches it is told what to do', async () => {
  const first = (await create(600_000)).json<NoteDetail>();
  expect(await tenant(0)).toMatchObject({ text_kept: 600_000, text_limit: 1_000_000 });
  // What a save puts in the place of a text stays as a version.
  expect((await t.as('approver', 'PATCH', `${base}${first.id}/`, { text: words(200_000) })).statusCode).toBe(200);
  expect((await tenant(0)).text_kept).toBe(800_000);
  expect(await warnings('admin')).toEqual([]);

  expect((await create(100_000)).statusCode).toBe(201);
  expect((await create(50_000, 'dataentry')).statusCode).toBe(201);
  expect(await warnings('admin')).toEqual([expect.stringContaining('90% full')]);
  expect(await warnings('admin2')).toEqual([]);

  const full = await create(50_001);
  const problem = full.json<Problem>();
  expect([full.statusCode, codeOfProblem(problem)]).toEqual([409, 'text-limit-reached']);
  expect(problem.detail).toContain('950,000 of 1,000,000 characters');
  expect((await t.as('approver', 'PATCH', `${base}${first.id}/`, { text: words(50_001) })).statusCode).toBe(409);
  const file = multipart(fileParts('note.txt', words(50_001)));
  expect((await t.as('approver', 'PUT', `${base}upload/`, file.body, file.headers)).statusCode).toBe(409);
  const to = { text: words(50_001), tenant: t.tenants[0] };
  expect((await t.as('superadmin', 'POST', base, to)).statusCode).toBe(409);
  expect((await tenant(0)).text_kept).toBe(950_000);
  expect((await t.as('approver', 'GET', `${base}${first.id}/`)).json<NoteDetail>().text).toHaveLength(200_000);

  // Another tenant has its own room, and notes without a tenant have no limit.
  expect((await create(300_000, 'approver2')).statusCode).toBe(201);
  expect((await tenant(1)).text_kept).toBe(300_000);
  expect((await create(1_500_000, 'superadmin')).statusCode).toBe(201);
});

test('S11: room comes back when deleted notes are purged, and the next time it runs out is told again', async () => {
  const { id } = (await create(10_000)).json<NoteDetail>();
  const all = (await t.as('admin', 'GET', `${base}?per_page=100`)).json<{ results: { id: string; text: string }[] }>().results;
  for (const note of all) expect((await t.as('admin', 'DELETE', `${base}${note.id}/`)).statusCode).toBe(204);
  expect(all.map((note) => note.id)).toContain(id);
  expect((await tenant(0)).text_kept).toBe(960_000);
  await withSystem(t.database, (tx) =>
    tx
      .updateTable('app.notes')
      .set({ deleted_at: new Date(0) })
      .where('deleted_at', 'is not', null)
      .execute(),
  );
  await purge(t.database);
  expect((await tenant(0)).text_kept).toBe(0);
  expect((await create(800_000)).statusCode).toBe(201);
  expect((await create(150_000)).statusCode).toBe(201);
  expect(await warnings('admin')).toHaveLength(2);
});

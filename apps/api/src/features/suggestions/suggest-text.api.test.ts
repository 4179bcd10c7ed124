import type { ReadText } from '@incisive/contract/suggest';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { withSystem } from '../../db/tenant.ts';
import { rowCounts, useTestApp } from '../../testing/build-test-app.ts';

const t = await useTestApp();

const text = '  DATE OF SURGERY: 08/15/2024\nPROCEDURE PERFORMED: Left knee arthroscopy with medial meniscectomy.\n';
const ask = (as: string | null, body: unknown) => t.as(as, 'POST', '/api/v1/suggest/', body);
const kept = () => rowCounts(t, 'app.notes', 'app.suggestion_cache', 'app.drafts', 'app.idempotency_keys');

test('L: a text is read once, with procedures, codes, words and proposed lines, and nothing of it is stored', async () => {
  const before = await kept();
  const answer = await ask('approver', { text, pos: '24' });
  expect(answer.statusCode).toBe(200);
  const read = answer.json<ReadText>();
  expect(read.reading.kind).toBe('operative');
  expect(read.service_date).toBe('2024-08-15');
  expect(read.codes[0]).toMatchObject({ code: '29881', tier: 'likely', rank: 1 });
  expect(read.codes[0]!.evidence.map(({ start, end }) => text.slice(start, end)).join(' ')).toMatch(/meniscectomy/);
  expect(read.procedures[0]).toMatchObject({ code: '29881', side: { value: 'left', words: expect.stringMatching(/left/i) } });
  expect(read.lines).toMatchObject([{ code: '29881', units: 1, side: 'left', modifiers: ['LT'] }]);
  const [side] = read.lines[0]!.evidence['side'] ?? read.lines[0]!.evidence['LT'] ?? [];
  expect(text.slice(side!.start, side!.end)).toMatch(/left/i);
  expect(await kept()).toEqual(before);
});

test('L: its audit row says who and how much, never what', async () => {
  const marked = 'PROCEDURE PERFORMED: Laparoscopic cholecystectomy, Zygomatic marker phrase.';
  await ask('approver', { text: marked });
  const row = await withSystem(t.database, (tx) =>
    tx.selectFrom('app.audit_log').selectAll().where('type', '=', 'text_suggest').orderBy('id', 'desc').executeTakeFirstOrThrow(),
  );
  expect(row).toMatchObject({ who: 'approver', tenant_id: t.tenants[0], outcome: 'success' });
  expect(row.detail).toMatch(new RegExp(`^${marked.length} characters, \\d+ codes, \\d+ lines$`));
  expect(JSON.stringify(row)).not.toContain('Zygomatic');
});

test('L: what a tenant taught is used for its own callers alone', async () => {
  const learned = async (as: string) => (await ask(as, { text })).json<ReadText>().made_by.learned;
  await withSystem(t.database, (tx) =>
    sql`insert into app.learned_models (tenant_id, version, state, examples) values (${t.tenants[0]}, 7, '{}'::jsonb, 1)`.execute(
      tx,
    ),
  );
  expect([await learned('approver'), await learned('approver2'), await learned('coder')]).toEqual([7, 0, 0]);
});

test('L: bad input is said at its field, and a role without claims has no way in', async () => {
  const faults = async (body: unknown) => (await ask('approver', body)).json<{ errors: { path: string }[] }>().errors[0]!.path;
  expect(await faults({ text: ' ' })).toBe('text');
  expect(await faults({ text, size: 26 })).toBe('size');
  expect(await faults({ text, pos: '2' })).toBe('pos');
  expect(await faults({ text, note: 'x' })).toBe('note');
  expect((await ask('dataentry', { text })).statusCode).toBe(403);
  expect((await ask(null, { text })).statusCode).toBe(401);
});

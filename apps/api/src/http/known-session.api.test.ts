import type { NoteRow } from '@incisive/contract/notes';
import { sql } from 'kysely';
import { afterEach, expect, test, vi } from 'vitest';
import { withSystem } from '../db/tenant.ts';
import { useTestApp } from '../testing/build-test-app.ts';

// A read begins with what was known of its session; what leaves is what the session is now.

const t = await useTestApp();
const base = '/api/v1/op-notes/';
const { id } = t.users['approver']!;
const was = { role: t.users['approver']!.role, tenant_id: t.tenants[0], password_change_required: false };

const setUser = (values: Partial<Omit<typeof was, 'role'>> & { role?: 'DataEntry' | 'Approver' }) =>
  withSystem(t.database, (tx) =>
    tx
      .updateTable('app.users')
      .set(values as object)
      .where('id', '=', id)
      .execute(),
  );
afterEach(() => setUser(was as never));

const list = async () => {
  const opens = (['openKnownIn', 'openSessionIn'] as const).map((way) => vi.spyOn(t.deps.authenticator, way));
  const answer = await t.as('approver', 'GET', base);
  const times = opens.map(({ mock }) => mock.calls.length);
  for (const spy of opens) spy.mockRestore();
  const rows = await withSystem(t.database, (tx) =>
    tx
      .selectFrom('app.audit_log')
      .select(['type', 'role', 'tenant_id', 'entity'])
      .where('request_id', '=', String(answer.headers['x-request-id']))
      .execute(),
  );
  return { answer, rows, times };
};

await t.as('approver', 'POST', base, { text: 'PROCEDURE: of the first clinic.' });
await t.as('approver2', 'POST', base, { text: 'PROCEDURE: of the second clinic.' });

test('nothing has changed: the read that was begun is the answer', async () => {
  await list();
  const { answer, rows, times } = await list();
  expect(answer.json<{ results: NoteRow[] }>().results[0]?.created_by).toBe('approver');
  expect([rows.length, ...times]).toEqual([1, 1, 0]);
});

test('S4: another role since the last call has its own fields, and one audit row under that role', async () => {
  await list();
  await setUser({ role: 'DataEntry' });
  const { answer, rows, times } = await list();
  expect(answer.statusCode).toBe(200);
  expect(answer.json<{ results: NoteRow[] }>().results[0]).not.toHaveProperty('created_by');
  expect(rows.map(({ role }) => role)).toEqual(['DataEntry']);
  expect(times).toEqual([1, 1]);
});

test('S4: a caller who was moved to another tenant since the last call gets nothing of the first', async () => {
  await list();
  await setUser({ tenant_id: t.tenants[1] });
  const { answer, rows } = await list();
  expect(answer.json<{ results: NoteRow[] }>().results.map(({ text }) => text)).toEqual(['PROCEDURE: of the second clinic.']);
  expect(rows.map((row) => row.tenant_id)).toEqual([t.tenants[1]]);
  expect(rows[0]?.entity).toHaveLength(1);
});

test('S4: a gate that came up since the last call holds', async () => {
  await list();
  await setUser({ password_change_required: true });
  const { answer, rows } = await list();
  expect(answer.statusCode).toBe(403);
  expect(answer.json<{ type: string }>().type).toMatch(/password-change-required$/);
  expect(rows.map(({ type }) => type)).toEqual(['authz_fail']);
});

test('S4: COMMIT that left with the read commits nothing of a caller whose session was found otherwise', async () => {
  await list();
  const touched = () =>
    withSystem(t.database, (tx) =>
      tx
        .selectFrom('app.audit_log')
        .select(sql<number>`count(*)::int`.as('n'))
        .executeTakeFirst(),
    );
  const before = await touched();
  await setUser({ password_change_required: true });
  await list();
  // The one row is that of the refusal.
  expect((await touched())!.n).toBe(before!.n + 1);
});

test('S4: a session that ended since the last call reads nothing, and leaves no audit row of a read', async () => {
  await list();
  await withSystem(t.database, (tx) =>
    tx.updateTable('app.sessions').set({ ended_at: new Date() }).where('user_id', '=', id).execute(),
  );
  const { answer, rows } = await list();
  expect([answer.statusCode, rows]).toEqual([401, []]);
});

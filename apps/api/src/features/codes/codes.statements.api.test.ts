import { Kysely, PostgresDialect } from 'kysely';
import type { NoteDetail } from '@incisive/contract/notes';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tx } from '../../db/client.ts';
import type { Tables } from '../../db/schema.ts';
import { type Actor, platformTenantId, takeRole } from '../../db/tenant.ts';
import type { AuditTrail } from '../../http/context.ts';
import { type TestApp, buildTestApp } from '../../testing/build-test-app.ts';
import { actOnCodes, undoCodes } from './codes.service.ts';

let t: TestApp;
let watched: Kysely<Tables>;
let asked: string[] = [];
beforeAll(async () => {
  t = await buildTestApp();
  watched = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ ...t.admin, max: 1 }) }),
    log: (event) => void asked.push(event.query.sql),
  });
});
afterAll(async () => {
  await watched.destroy();
  await t.close();
});

const audit = { entity() {}, tenant() {}, none() {}, detail() {} } as unknown as AuditTrail;
const actor = (): Actor => ({
  userId: t.users['approver']!.id,
  username: 'approver',
  role: 'Approver',
  tenantId: t.users['approver']!.tenantId ?? platformTenantId,
  tenantName: null,
  sessionId: '',
  requestId: '',
  address: '',
});

/** The statements of a piece of work, as the request role of the actor. */
const statementsOf = (work: (tx: Tx) => Promise<unknown>): Promise<string[]> =>
  watched.transaction().execute(async (tx) => {
    await takeRole(tx, actor());
    asked = [];
    await work(tx);
    return [...asked];
  });

test('C5: an act on many codes and its undo take as many statements as on one, and none reads the note’s text', async () => {
  const { id } = (await t.as('approver', 'POST', '/api/v1/op-notes/', { text: 'A note with many codes.' })).json<NoteDetail>();
  await t.deps.suggestionQueue.idle();
  const listed = await t.as('approver', 'GET', '/api/v1/cpt-codes/?per_page=50');
  const codes = listed.json<{ results: { code: string }[] }>().results.map((row) => row.code);
  expect(codes.length).toBe(50);
  for (const act of [
    (some: string[]) => (tx: Tx) => actOnCodes(tx, actor(), id, 'assign', some, audit),
    (some: string[]) => (tx: Tx) => actOnCodes(tx, actor(), id, 'reject', some, audit),
    (some: string[]) => (tx: Tx) => undoCodes(tx, actor(), id, some, audit),
    (some: string[]) => (tx: Tx) => undoCodes(tx, actor(), id, some, audit),
  ]) {
    const one = await statementsOf(act(codes.slice(0, 1)));
    const many = await statementsOf(act(codes.slice(1)));
    expect(many).toHaveLength(one.length);
    expect(many.filter((statement) => /into app\.code_history/.test(statement))).toHaveLength(1);
    expect([...one, ...many].filter((statement) => /"n"\."text"/.test(statement))).toEqual([]);
  }
  const history = await t.as('approver', 'GET', `/api/v1/op-notes/${id}/history/`);
  expect(history.json<{ results: { action: string }[] }>().results.filter((row) => row.action === 'undo')).toHaveLength(100);
  const left = await t.as('approver', 'GET', `/api/v1/op-notes/${id}/cpt-codes-approved/`);
  expect(left.json<{ count: number }>().count).toBe(0);
});

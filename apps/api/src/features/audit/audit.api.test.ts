import type { AuditRow } from '@incisive/contract/audit';
import type { NoteDetail } from '@incisive/contract/notes';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { withSystem, withTenant } from '../../db/tenant.ts';
import { useTestApp } from '../../testing/build-test-app.ts';
import { csvField } from '../../http/files/csv-field.ts';

const t = await useTestApp();

const marker = 'zygomatic marker phrase';
const list = async (as: string, query = '') =>
  (await t.as(as, 'GET', `/api/v1/audit/?per_page=100${query}`)).json<{
    results: AuditRow[];
    count: number;
    next: string | null;
  }>();
const note = async (as: string): Promise<NoteDetail> =>
  (await t.as(as, 'POST', '/api/v1/op-notes/', { text: `PROCEDURE: ${marker}.` })).json<NoteDetail>();

test('AUD-01 ASV-73 what happens is listed under FHIR’s names, in UTC, without any note text', async () => {
  const made = await note('approver');
  await t.as('approver', 'GET', `/api/v1/op-notes/${made.id}/`);
  const { results } = await list('admin', `&entity=note:${made.id}`);
  expect(results.map((row) => row.type).toSorted()).toEqual(['note_create', 'note_read']);
  expect(results.find((row) => row.type === 'note_read')).toMatchObject({
    action: 'R',
    outcome: 'success',
    agent: { who: 'approver', role: 'Approver', network: '127.0.0.1' },
    source: 'incisive-api',
    entity: [`note:${made.id}`],
    tenant: 'First clinic',
  });
  for (const { recorded } of results) expect(new Date(recorded).toISOString()).toBe(recorded);
  const csv = await t.as('superadmin', 'GET', '/api/v1/audit/csv/');
  expect(csv.body).not.toContain(marker);
});

test('AUD-06 HIP-03 the viewer is tenant-scoped: an Admin sees the own tenant’s rows, also those of super-level readers', async () => {
  const mine = await note('approver');
  const theirs = await note('approver2');
  await t.as('superadmin', 'GET', `/api/v1/op-notes/${mine.id}/`);
  const seen = await list('admin', `&entity=note:${mine.id}&who=superadmin`);
  expect(seen.results.map((row) => row.type)).toEqual(['note_read']);
  expect((await list('admin', `&entity=note:${theirs.id}`)).count).toBe(0);
  expect((await list('superadmin', `&entity=note:${theirs.id}`)).count).toBe(1);
  expect((await list('superadmin', '&tenant=second%20clinic')).results.every((row) => row.tenant === 'Second clinic')).toBe(true);
  for (const role of ['superapprover', 'coder', 'approver', 'dataentry']) {
    expect((await t.as(role, 'GET', '/api/v1/audit/')).statusCode).toBe(403);
    expect((await t.as(role, 'GET', '/api/v1/audit/csv/')).statusCode).toBe(403);
  }
});

test('S6: a list names the notes that it handed out, in the record of the tenant whose they are', async () => {
  const [mine, theirs] = [await note('approver'), await note('approver2')];
  await t.as('coder', 'GET', '/api/v1/op-notes/?per_page=100');
  await t.as('approver', 'GET', '/api/v1/op-notes/');
  const rows = async (as: string, id: string) =>
    (await list(as, `&type=note_list&entity=note:${id}`)).results.map((row) => [row.agent.who, row.tenant]);
  expect(await rows('admin', mine.id)).toEqual([
    ['approver', 'First clinic'],
    ['coder', 'First clinic'],
  ]);
  expect(await rows('admin2', theirs.id)).toEqual([['coder', 'Second clinic']]);
  expect(await rows('admin', theirs.id)).toEqual([]);
});

test('HIP-07 filters by type, action, outcome and day; unknown ones are refused', async () => {
  await t.as('dataentry', 'GET', '/api/v1/audit/');
  const refused = await list('admin', '&outcome=refused&type=authz');
  expect(refused.results.some((row) => row.agent.who === 'dataentry')).toBe(true);
  expect(refused.results.every((row) => row.outcome === 'refused')).toBe(true);
  const day = refused.results[0]!.recorded.slice(0, 10);
  expect((await list('admin', `&recorded_after=${day}&recorded_before=${day}`)).count).toBeGreaterThan(0);
  expect((await list('admin', '&recorded_before=2001-01-01')).count).toBe(0);
  expect((await t.as('admin', 'GET', '/api/v1/audit/?color=red')).statusCode).toBe(422);
  expect((await t.as('admin', 'GET', '/api/v1/audit/?action=X')).statusCode).toBe(422);
});

test('HIP-07 the whole name of an event finds that event alone, though other names begin with it', async () => {
  await t.as(null, 'POST', '/auth/forgot-password/', { username: 'approver' });
  expect((await list('superadmin', '&type=authn_password_reset_request')).count).toBeGreaterThan(0);
  expect((await list('superadmin', '&type=authn_password_reset')).count).toBe(0);
  expect((await list('superadmin', '&type=password_reset')).count).toBeGreaterThan(0);
});

test('pages of the log follow each other by cursor, none twice', async () => {
  const first = (await t.as('superadmin', 'GET', '/api/v1/audit/?per_page=10')).json<{ results: AuditRow[]; next: string }>();
  const next = new URL(first.next);
  const second = (await t.as('superadmin', 'GET', `${next.pathname}${next.search}`)).json<{ results: AuditRow[] }>();
  const ids = [...first.results, ...second.results].map((row) => row.id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(Number(second.results[0]!.id)).toBeLessThan(Number(first.results.at(-1)!.id));
});

test('AUD-07 the log downloads as CSV of the own tenant, and the download is a row itself', async () => {
  const csv = await t.as('admin', 'GET', '/api/v1/audit/csv/?type=note');
  expect(csv.statusCode).toBe(200);
  expect(csv.headers['content-type']).toContain('text/csv');
  expect(csv.headers['content-disposition']).toContain('audit.csv');
  const lines = csv.body.trim().split('\r\n');
  expect(lines[0]).toMatch(/^id,recorded,type/);
  expect(lines.length).toBeGreaterThan(1);
  expect(csv.body).not.toContain('Second clinic');
  expect((await list('admin', '&type=audit_read')).results.some((row) => row.detail === 'csv')).toBe(true);
});

test('UPL-17 a value that begins like a formula is harmless in a spreadsheet', () => {
  expect(csvField('=cmd()')).toBe("'=cmd()");
  expect(csvField('-1+1')).toBe("'-1+1");
  expect(csvField('a "b", c')).toBe('"a ""b"", c"');
  expect(csvField('plain')).toBe('plain');
});

test('S9: no field of the CSV moves a terminal or hides anything', () => {
  expect(csvField('\u001B[2Jname\r\nx\u202E')).toBe('[U+001B][2Jname[U+000D][U+000A]x[U+202E]');
  expect(csvField('\t=cmd()')).toBe('[U+0009]=cmd()');
});

test('S9: beside each name stands whose id it is, on the list and in the CSV', async () => {
  const { id } = await note('approver');
  await t.as('superadmin', 'GET', `/api/v1/op-notes/${id}/`);
  const query = `&type=note_read&entity=note:${id}`;
  const [row] = (await list('admin', query)).results;
  expect(row).toMatchObject({
    agent: { who: 'superadmin', user_id: t.users['superadmin']!.id },
    tenant: 'First clinic',
    tenant_id: t.tenants[0],
  });
  const csv = (await t.as('admin', 'GET', `/api/v1/audit/csv/?${query.slice(1)}`)).body.split('\r\n');
  expect(csv[0]).toBe(
    'id,recorded,type,action,outcome,who,user_id,role,network,source,request_id,entity,tenant,tenant_id,detail,sealed',
  );
  expect(csv[1]).toContain(`,superadmin,${t.users['superadmin']!.id},SuperAdmin,`);
  expect(csv[1]).toContain(`,First clinic,${t.tenants[0]},`);
});

test('AUD-02 what a refusal told a person is what the row is found by: its request id, on the list and in the CSV', async () => {
  const refused = await t.as('dataentry', 'GET', '/api/v1/audit/');
  const { request_id } = refused.json<{ request_id: string }>();
  const rows = (await list('admin', '&type=authz_fail&who=dataentry')).results.filter((row) => row.request_id === request_id);
  expect(rows.map((row) => [row.type, row.outcome, row.agent.who])).toEqual([['authz_fail', 'refused', 'dataentry']]);
  const csv = (await t.as('admin', 'GET', '/api/v1/audit/csv/?type=authz_fail')).body;
  expect(csv.split('\r\n').filter((line) => line.includes(`,${request_id},`))).toHaveLength(1);
});

test('HIP-06 nobody who serves requests or jobs can change or delete an audit row', async () => {
  const admin = t.users['admin']!;
  const change = (tx: Parameters<Parameters<typeof withSystem>[1]>[0]) => sql`update app.audit_log set who = 'x'`.execute(tx);
  const remove = (tx: Parameters<Parameters<typeof withSystem>[1]>[0]) => sql`delete from app.audit_log`.execute(tx);
  const actor = { role: admin.role, tenantId: admin.tenantId!, userId: admin.id };
  for (const run of [change, remove]) {
    await expect(withTenant(t.database, actor, run)).rejects.toMatchObject({ code: '42501' });
    await expect(withTenant(t.database, { ...actor, role: 'SuperAdmin' }, run)).rejects.toMatchObject({ code: '42501' });
    await expect(withSystem(t.database, run)).rejects.toMatchObject({ code: '42501' });
  }
});

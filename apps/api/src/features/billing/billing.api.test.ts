import type { BillingCase, BillingSettings, ClaimFile } from '@incisive/contract/billing';
import type { ClaimCase } from '@incisive/contract/cases';
import { sql } from 'kysely';
import { X12Parser } from 'node-x12';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { withSystem } from '../../db/tenant.ts';
import { sampleInsurance, samplePayers, samplePractice } from '../../testing/billing.fixture.ts';
import { useTestApp } from '../../testing/build-test-app.ts';
import { purge } from '../installation/purge.job.ts';
import { claimNumber } from './claim-837.ts';
import { readyClaim } from '../../testing/ready-claim.ts';

const t = await useTestApp();
const base = '/api/v1/billing/';
const text = 'PROCEDURE PERFORMED: Laparoscopic cholecystectomy. The gallbladder was removed.';

async function setUp(as: string, practice: object = {}): Promise<void> {
  expect((await t.as(as, 'PUT', `${base}practice/`, { practice: { ...samplePractice, ...practice } })).statusCode).toBe(200);
  expect((await t.as(as, 'PUT', `${base}payers/`, { payers: samplePayers })).statusCode).toBe(200);
}
const settings = (as: string, tenant: 0 | 1) => t.as(as, 'GET', `${base}tenants/${t.tenants[tenant]}/`);
const finish = async (note: string, as: string): Promise<string> => {
  const finished = await t.as(as, 'POST', `/api/v1/op-notes/${note}/case/finish/`, {});
  expect([finished.statusCode, finished.body]).toEqual([200, expect.any(String)]);
  return finished.json<ClaimCase>().id!;
};
async function finished(as = 'approver'): Promise<{ note: string; id: string }> {
  const { id: note } = (await t.as(as, 'POST', '/api/v1/op-notes/', { text })).json<{ id: string }>();
  await readyClaim(t, note);
  return { note, id: await finish(note, as) };
}
const insure = (id: string, more: object = {}, as = 'admin') =>
  t.as(as, 'PUT', `${base}cases/${id}/insurance/`, { ...sampleInsurance, ...more });
const make = (cases: string[], as = 'admin') => t.as(as, 'POST', `${base}files/`, { cases });
const listed = async (as = 'admin'): Promise<BillingCase[]> =>
  (await t.as(as, 'GET', `${base}cases/`)).json<{ results: BillingCase[] }>().results;
const filesOf = async (as = 'admin'): Promise<ClaimFile[]> =>
  (await t.as(as, 'GET', `${base}files/`)).json<{ results: ClaimFile[] }>().results;
async function ready(): Promise<{ note: string; id: string }> {
  const one = await finished();
  expect((await insure(one.id)).json<BillingCase>().missing).toEqual([]);
  return one;
}
const messagesOf = (answer: { json: <T>() => T }): string[] =>
  answer.json<{ errors: { path: string; message: string }[] }>().errors.map(({ path, message }) => `${path}: ${message}`);

describe('L: claim files', () => {
  it('are off until a practice turns them on: nothing is listed, asked for or made', async () => {
    const { id } = await finished('approver2');
    expect(await listed('admin2')).toEqual([]);
    expect((await insure(id, {}, 'admin2')).statusCode).toBe(404);
    expect((await make([id], 'admin2')).statusCode).toBe(404);
    expect((await settings('admin2', 1)).json<BillingSettings>()).toMatchObject({
      revision: 0,
      practice: { enabled: false },
      payers: [],
    });
  });

  it('are refused with the list of what is missing, and then nothing is done', async () => {
    await setUp('admin', { tax_id: '', facilities: [] });
    const { id, note } = await finished();
    const all = ['Practice: tax id', 'Insurance of the case'];
    expect((await listed()).find((one) => one.id === id)?.missing).toEqual(all);
    const refused = await make([id]);
    expect([refused.statusCode, messagesOf(refused)]).toEqual([422, [`cases.0: ${all.join('; ')}`]]);
    await insure(id);
    expect(messagesOf(await make([id]))).toEqual(['cases.0: Practice: tax id; Facility, for place of service 22']);
    expect(await filesOf()).toEqual([]);
    const { rows } = await withSystem(t.database, (tx) =>
      sql<{ work_state: string }>`select work_state from app.cases where note_id = ${note}`.execute(tx),
    );
    expect(rows).toEqual([{ work_state: 'final' }]);
  });

  it('hold the claims of a batch, are read back by an independent parser, and are known to the claim', async () => {
    await setUp('admin');
    const [one, other] = [await ready(), await ready()];
    const made = await make([other.id, one.id]);
    expect([made.statusCode, made.body]).toEqual([201, expect.any(String)]);
    const file = made.json<ClaimFile>();
    expect(file).toMatchObject({ claims: 2, mode: 'test', made_by: 'admin' });
    const [first, again] = [
      await t.as('admin', 'POST', `${base}files/${file.id}/download/`, {}),
      await t.as('admin', 'POST', `${base}files/${file.id}/download/`, {}),
    ];
    expect(first.headers['content-disposition']).toContain(`Claims ${file.number}.837`);
    expect(again.body).toBe(first.body);
    const parsed = new X12Parser(true).parse(first.body);
    const segments = 'functionalGroups' in parsed ? parsed.functionalGroups[0]!.transactions[0]!.segments : [];
    const claims = segments.filter(({ tag }) => tag === 'CLM').map(({ elements }) => elements[0]!.value);
    expect(claims).toEqual([other.id, one.id].map((id) => id.replaceAll('-', '').slice(0, 20).toUpperCase()));
    const claim = (await t.as('approver', 'GET', `/api/v1/op-notes/${one.note}/case/`)).json<ClaimCase>();
    expect(claim.file).toBe(file.number);
    const { results } = (await t.as('approver', 'GET', `/api/v1/op-notes/${one.note}/case/versions/`)).json<{
      results: object[];
    }>();
    expect(results).toMatchObject([{ version: 1, file: file.number }]);
    expect((await listed()).map(({ id }) => id)).not.toContain(one.id);
    expect((await make([one.id])).statusCode).toBe(404);
    expect(await filesOf()).toEqual([file]);
  });

  it('have numbers that never come again: not at once, nor after an older backup', async () => {
    await setUp('admin');
    const cases = [await ready(), await ready(), await ready()];
    const made = await Promise.all(cases.slice(0, 2).map(({ id }) => make([id])));
    expect(made.map(({ statusCode }) => statusCode)).toEqual([201, 201]);
    const earlier = (await filesOf()).map(({ number }) => Number(number));
    expect(new Set(earlier).size).toBe(earlier.length);
    // As after a backup from before them all: neither the counter nor the files are known.
    const owner = new pg.Client(t.admin);
    await owner.connect();
    const { rows } = await owner.query<{ now: number }>(
      "select floor(extract(epoch from clock_timestamp() - timestamptz '2026-01-01 00:00:00Z'))::int as now",
    );
    await owner.query('delete from app.claim_file_cases');
    await owner.query('delete from app.claim_files');
    await owner.query('update app.interchange_control set last = 1');
    await owner.end();
    const later = (await make([cases[2]!.id])).json<ClaimFile>();
    expect(Number(later.number)).toBeGreaterThanOrEqual(rows[0]!.now);
  });

  it('two people who file the same claim at once make one file of it', async () => {
    await setUp('admin');
    const { id } = await ready();
    const answers = await Promise.all([make([id]), make([id], 'superadmin')]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 404]);
  });

  it('a claim that was filed and reopened goes out as the replacement of the first', async () => {
    await setUp('admin');
    const { id, note } = await ready();
    expect((await make([id])).statusCode).toBe(201);
    expect((await t.as('admin', 'POST', `/api/v1/op-notes/${note}/case/reopen/`, {})).statusCode).toBe(200);
    await finish(note, 'admin');
    expect((await listed()).find((one) => one.id === id)).toMatchObject({
      version: 2,
      missing: ['The payer’s number of the claim that stands in an earlier file'],
    });
    expect((await insure(id, { payer_claim_number: 'P-77' })).json<BillingCase>().missing).toEqual([]);
    const file = (await make([id])).json<ClaimFile>();
    const { body } = await t.as('admin', 'POST', `${base}files/${file.id}/download/`, {});
    expect(body).toContain(':B:7*');
    expect(body).toContain('~REF*F8*P-77~');
  });

  it('of another tenant are not there, and a file never mixes two', async () => {
    await setUp('admin');
    await setUp('admin2');
    const [own, other] = [await ready(), await finished('approver2')];
    expect((await insure(other.id, {}, 'admin2')).statusCode).toBe(200);
    expect((await insure(other.id)).statusCode).toBe(404);
    expect((await make([own.id, other.id])).statusCode).toBe(404);
    const both = await make([own.id, other.id], 'superadmin');
    expect([both.statusCode, messagesOf(both)]).toEqual([422, ['cases: A file holds the claims of one practice']]);
    const file = (await make([other.id], 'admin2')).json<ClaimFile>();
    expect((await t.as('admin', 'POST', `${base}files/${file.id}/download/`, {})).statusCode).toBe(404);
    expect((await filesOf()).map(({ id }) => id)).not.toContain(file.id);
  });

  it('what somebody else changed meanwhile is not written over, and nothing stands twice on a list', async () => {
    await setUp('admin');
    const { revision } = (await settings('admin', 0)).json<BillingSettings>();
    const save = (payers: object[], more: object = {}) => t.as('admin', 'PUT', `${base}payers/`, { payers, ...more });
    expect((await save(samplePayers, { revision })).statusCode).toBe(200);
    expect((await save([], { revision })).statusCode).toBe(412);
    const twice = await save([...samplePayers, ...samplePayers]);
    expect([twice.statusCode, messagesOf(twice)]).toEqual([422, ['payers: Payer id 99999 stands here twice']]);
    const wrong = await t.as('admin', 'PUT', `${base}practice/`, { practice: { ...samplePractice, npi: '1234567890' } });
    expect(messagesOf(wrong)).toEqual(['practice.npi: An NPI is ten digits, of which the last one checks the others']);
    expect((await t.as('approver', 'PUT', `${base}payers/`, { payers: [] })).statusCode).toBe(403);
    expect((await settings('admin', 1)).statusCode).toBe(404);
  });

  it('say nothing more once one of their notes is removed for good, and under legal hold nothing is removed', async () => {
    await setUp('admin');
    const [gone, stays, other] = [await ready(), await ready(), await ready()];
    const file = (await make([gone.id, stays.id])).json<ClaimFile>();
    const elsewhere = (await make([other.id])).json<ClaimFile>();
    const download = (id: string) => t.as('admin', 'POST', `${base}files/${id}/download/`, {});
    const past = `update app.notes set deleted_by = 'admin', deleted_at = now() - interval '31 days' where id = '${gone.note}'`;
    await withSystem(t.database, (tx) => sql.raw(past).execute(tx));
    const hold = (legal_hold: boolean) =>
      t.as('superadmin', 'POST', `/api/v1/tenants/${t.tenants[0]}/retention/`, { keep_years: null, legal_hold });
    expect((await hold(true)).statusCode).toBe(200);
    await purge(t.database);
    expect((await download(file.id)).body).toContain('NM1*IL*');
    await hold(false);
    expect((await purge(t.database)).notes).toBe(1);
    const refused = await download(file.id);
    expect([refused.statusCode, refused.body]).toEqual([409, expect.stringContaining('removed for good')]);
    expect((await download(elsewhere.id)).statusCode).toBe(200);
    const files = await filesOf();
    expect(files.find(({ id }) => id === file.id)).toEqual({ ...file, emptied_at: expect.any(String) });
    expect(files.find(({ id }) => id === elsewhere.id)).toEqual(elsewhere);
    // Nowhere in the database, the insurance beside it included.
    const { rows } = await withSystem(t.database, (tx) =>
      sql<{ found: number }>`select (select count(*) from app.claim_files where content like ${`%${claimNumber(gone.id)}%`})::int
        + (select count(*) from app.case_insurance where case_id = ${gone.id})::int as found`.execute(tx),
    );
    expect(rows).toEqual([{ found: 0 }]);
    // Its version stands in that file all the same: it is not filed twice, and its number does not come again.
    expect((await make([stays.id])).statusCode).toBe(404);
  });

  it('leave ids alone in the audit log: no name, no member id', async () => {
    await setUp('admin');
    const { id } = await finished();
    await insure(id, { member_id: 'ZZ-SECRET', patient: { ...sampleInsurance.patient, last: 'Zzsecretname' } });
    const file = (await make([id])).json<ClaimFile>();
    const { rows } = await withSystem(t.database, (tx) =>
      sql<{ row: string }>`select row_to_json(a)::text as row from app.audit_log a order by id desc limit 20`.execute(tx),
    );
    const all = rows.map(({ row }) => row).join('\n');
    expect(all).toContain(`claim-file:${file.id}`);
    expect(all).not.toMatch(/zz-?secret/i);
  });
});

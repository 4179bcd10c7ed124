import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withSystem } from '../../db/tenant.ts';
import { ageAudit, freshSealer, tamper } from '../../testing/aged-audit.ts';
import { type TestApp, buildTestApp } from '../../testing/build-test-app.ts';
import { removeOldAudit } from './remove-audit.job.ts';
import { verifyAudit } from './verify-audit.job.ts';

let t: TestApp;
let old: number;
beforeEach(async () => {
  t = await buildTestApp();
  for (let n = 0; n < 4; n += 1) await t.as('admin', 'GET', '/api/v1/audit/');
  await ageAudit(t, 7);
  old = await count();
  await t.as('admin', 'GET', '/api/v1/audit/');
  await freshSealer(t).seal();
});
afterEach(() => t.close());

const count = () =>
  withSystem(t.database, async (tx) => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from app.audit_log`.execute(tx);
    return rows[0]!.n;
  });
const remove = (years = 6) => removeOldAudit(t.database, t.deps.auditChain, years);
const verify = async () => verifyAudit(t.database, t.deps.auditChain, [await t.deps.auditChain.savedHead()]);

test('AUD-09 HIP-17 rows past their years go, a row tells how many, and the chain holds from there', async () => {
  const before = await count();
  expect(await remove(8)).toBe(0);
  expect(await remove()).toBe(old);
  await freshSealer(t).seal();
  expect(await count()).toBe(before - old + 1);
  expect(await verify()).toMatchObject({ verified: before - old + 1, removed: old, unsealed: 0, firstBad: null });
  const told = await withSystem(t.database, (tx) =>
    tx.selectFrom('app.audit_log').select(['detail']).where('type', '=', 'audit_removed').execute(),
  );
  expect(told).toEqual([{ detail: `${String(old)} rows over 6 years old, up to seal ${String(old)}` }]);
  expect(await remove()).toBe(0);
});

test('AUD-09 the newest seal stays, for the chain goes on from it', async () => {
  await tamper(t, `update app.audit_log set recorded = recorded - interval '7 years' where recorded > now() - interval '1 year'`);
  const all = await count();
  expect(await remove()).toBe(all - 1);
  // What was changed above shows all the same.
  expect((await verify()).firstBad?.reason).toBe('changed');
});

test.each([
  ['taken away', 'delete from app.audit_floor', 'seal-missing'],
  ['moved to other bytes', `update app.audit_floor set hash = decode(repeat('00', 32), 'hex')`, 'floor-moved'],
  [
    'moved over younger rows',
    `with gone as (delete from app.audit_seals where seq = (select min(seq) from app.audit_seals) returning seq, audit_id, hash),
          row as (delete from app.audit_log where id in (select audit_id from gone))
     update app.audit_floor f set seq = g.seq, audit_id = g.audit_id, hash = g.hash from gone g`,
    'floor-moved',
  ],
])('AUD-09 S3: a beginning that was %s shows', async (_how, statement, reason) => {
  await remove();
  await freshSealer(t).seal();
  await tamper(t, statement);
  expect((await verify()).firstBad?.reason).toBe(reason);
  // Where the beginning is not as it was sealed, nothing goes.
  await tamper(t, `update app.audit_floor set hash = decode(repeat('11', 32), 'hex')`);
  expect(await remove()).toBe(0);
});

test('HIP-17 the database itself keeps six years, younger rows and the newest seal, and lets nobody else delete', async () => {
  const call = (upTo: string, years: number) =>
    withSystem(t.database, (tx) =>
      sql`select app.remove_audit_rows(${sql.raw(upTo)}, ${years}, decode('00', 'hex'))`.execute(tx),
    );
  await expect(call('1', 5)).rejects.toThrow('audit rows are kept for six years');
  await expect(call(`${old} + 1`, 6)).rejects.toThrow(/audit rows are kept for 6 years|not a seal that may go/);
  await expect(call('(select max(seq) from app.audit_seals)', 6)).rejects.toThrow('not a seal that may go');
  await expect(call('1000000', 6)).rejects.toThrow('not a seal that may go');
  await expect(withSystem(t.database, (tx) => sql`delete from app.audit_log`.execute(tx))).rejects.toThrow('permission denied');
  expect(await count()).toBeGreaterThan(old);
});

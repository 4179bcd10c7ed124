import { rm } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { type AuditLogTable } from '../../db/schema.ts';
import { withSystem } from '../../db/tenant.ts';
import pg from 'pg';
import { freshSealer, tamper as tamperWith } from '../../testing/aged-audit.ts';
import { type MailedTestApp, buildMailedTestApp } from '../../testing/outbox.ts';
import { AuditChain, AuditChainError, type ChainHead } from './audit-chain.ts';
import { mailHeadDaily } from './audit-head-mail.ts';
import { AuditSealer } from './audit-sealer.job.ts';
import { verifyAudit } from './verify-audit.job.ts';

let t: MailedTestApp;
beforeEach(async () => {
  t = await buildMailedTestApp();
  // Rows to guard: a sign-in and six reads.
  for (let n = 0; n < 6; n += 1) await t.as('admin', 'GET', '/api/v1/audit/');
  await t.deps.auditSealer.seal();
});
afterEach(() => t.close());

const tamper = (...statements: string[]) => tamperWith(t, ...statements);

const verify = async (kept?: ChainHead | null) =>
  verifyAudit(t.database, t.deps.auditChain, [kept === undefined ? await t.deps.auditChain.savedHead() : kept]);
const sealer = () => freshSealer(t);
const ids = () =>
  withSystem(t.database, async (tx) =>
    (await tx.selectFrom('app.audit_log').select('id').orderBy('id').execute()).map((row) => row.id),
  );
const unsealedIds = () =>
  withSystem(t.database, async (tx) => {
    const { rows } = await sql<{ id: number }>`
      select l.id from app.audit_log l where not exists (select from app.audit_seals s where s.audit_id = l.id) order by l.id`.execute(
      tx,
    );
    return rows.map((row) => row.id);
  });

describe('HIP-09 the chain of the audit log', () => {
  test('holds, and tells its unsealed tail', async () => {
    const all = await ids();
    expect(await verify()).toMatchObject({ verified: all.length, unsealed: 0, firstBad: null });
    await t.as('admin', 'GET', '/api/v1/audit/');
    expect(await verify()).toMatchObject({ unsealed: 1, firstBad: null });
    expect(await sealer().seal()).toBe(1);
    expect(await verify()).toMatchObject({ verified: all.length + 1, unsealed: 0, firstBad: null });
  });

  test('names the first row that was changed', async () => {
    const third = (await ids())[2]!;
    const changes: readonly (keyof AuditLogTable)[] = ['who', 'detail', 'network', 'type'];
    for (const column of changes) {
      await tamper(`update app.audit_log set ${column} = coalesce(${column}, '') || 'x' where id = ${String(third)}`);
      expect((await verify()).firstBad).toEqual({ auditId: third, reason: 'changed' });
    }
  });

  test('names a row that is gone', async () => {
    const second = (await ids())[1]!;
    await tamper(`delete from app.audit_log where id = ${String(second)}`);
    expect((await verify()).firstBad).toEqual({ auditId: second, reason: 'missing' });
  });
});

describe('S3: what whoever holds the database alone can do shows', () => {
  it('S3: the newest rows deleted with their seals', async () => {
    const all = await ids();
    const last = String(all.at(-3));
    await tamper(`delete from app.audit_seals where audit_id >= ${last}`, `delete from app.audit_log where id >= ${last}`);
    expect((await verify()).firstBad).toEqual({ auditId: all.at(-1), reason: 'cut-off' });
  });

  it('S3: all seals deleted; they are not made again, neither by the server that runs nor by the next one', async () => {
    const all = await ids();
    await tamper('delete from app.audit_seals');
    for (const one of [t.deps.auditSealer, sealer()]) await expect(one.seal()).rejects.toThrow(AuditChainError);
    expect(await unsealedIds()).toEqual(all);
    expect((await verify()).firstBad).toEqual({ auditId: all.at(-1), reason: 'cut-off' });
  });

  it('S3: everything deleted', async () => {
    const all = await ids();
    await tamper('truncate app.audit_log, app.audit_seals');
    expect((await verify()).firstBad).toEqual({ auditId: all.at(-1), reason: 'cut-off' });
    await t.as('admin', 'GET', '/api/v1/audit/');
    await expect(sealer().seal()).rejects.toThrow(AuditChainError);
  });

  it('S3: a backdated row is never sealed, and is named', async () => {
    await tamper(
      `insert into app.audit_log (tenant_id, type, action, outcome, request_id, recorded)
         select tenant_id, type, action, outcome, 'forged', recorded - interval '3 days' from app.audit_log order by id desc limit 1`,
    );
    const forged = (await ids()).at(-1)!;
    expect(await sealer().seal()).toBe(0);
    expect((await verify()).firstBad).toEqual({ auditId: forged, reason: 'never-sealed' });
  });

  it('S3: a number that the log never gave', async () => {
    await tamper(
      `insert into app.audit_log (id, tenant_id, type, action, outcome, request_id) overriding system value
         select max(id) + 1000, '${t.tenants[0]}', 'note_read', 'R', 'success', 'forged' from app.audit_log`,
    );
    const forged = (await ids()).at(-1)!;
    expect((await verify()).firstBad).toEqual({ auditId: forged, reason: 'unknown-number' });
  });

  it('S3: one seal deleted, the others left', async () => {
    const all = await ids();
    await tamper(`delete from app.audit_seals where audit_id = ${String(all[3])}`);
    expect((await verify()).firstBad).toEqual({ auditId: all[4], reason: 'seal-missing' });
  });

  it('S3: a whole chain that was rebuilt without the installation’s secret', async () => {
    const forger = new AuditChain('another secret of the forger, long enough', path.join(t.dataDir, 'forger'));
    const first = (await ids())[0]!;
    await tamper(`update app.audit_log set who = 'somebody else' where id = ${String(first)}`, 'delete from app.audit_seals');
    await new AuditSealer({ database: t.database, chain: forger, log: t.deps.log }).seal();
    expect((await verify()).firstBad).toEqual({ auditId: first, reason: 'changed' });
  });

  it('S3: without the head in DATA_DIR, one from the log or from a mail shows what was cut off', async () => {
    const all = await ids();
    const mailed = await t.deps.auditChain.savedHead();
    await rm(path.join(t.dataDir, 'audit-head'));
    const last = String(all.at(-1));
    await tamper(`delete from app.audit_seals where audit_id = ${last}`, `delete from app.audit_log where id = ${last}`);
    expect((await verify(null)).firstBad).toBeNull();
    expect((await verify(mailed)).firstBad).toEqual({ auditId: all.at(-1), reason: 'cut-off' });
  });
});

it('S3: the head is mailed to SuperAdmins once a day, where that is wished', async () => {
  let today = '2026-03-04';
  const wished = () =>
    new AuditSealer({
      database: t.database,
      chain: t.deps.auditChain,
      log: t.deps.log,
      tellHead: mailHeadDaily(t.deps.mailer, () => today),
    });
  const first = wished();
  const sealOneMore = async (one: AuditSealer) => {
    await t.as('admin', 'GET', '/api/v1/audit/');
    await one.seal();
  };
  for (const one of [first, first, wished()]) await sealOneMore(one);
  const mails = await t.mailTo('superadmin@example.org');
  expect(mails.map((mail) => mail.subject)).toEqual(['Head of the audit log']);
  today = '2026-03-05';
  await sealOneMore(first);
  expect(await t.mailTo('superadmin@example.org')).toHaveLength(2);
  const hash = /"hash":"([0-9a-f]{64})"/.exec(mails[0]!.text.replaceAll(/\s/g, ''))?.[1];
  const { rows } = await withSystem(t.database, (tx) =>
    sql<{ found: boolean }>`select exists (select from app.audit_seals where encode(hash, 'hex') = ${hash}) as found`.execute(tx),
  );
  expect(rows[0]?.found).toBe(true);
});

test('RECIPES (g) one sealer at a time, and a row that became visible late is still sealed', async () => {
  const [one, other] = [sealer(), sealer()];
  const client = new pg.Client(t.admin);
  await client.connect();
  await client.query('begin');
  await client.query(
    `insert into app.audit_log (tenant_id, type, action, outcome, request_id) values ('${t.tenants[0]}', 'note_read', 'R', 'success', 'late')`,
  );
  await t.as('admin', 'GET', '/api/v1/audit/');
  expect(await one.seal()).toBe(1);
  await client.query('commit');
  await client.end();
  const sealed = await Promise.all([one.seal(), other.seal()]);
  expect(sealed[0] + sealed[1]).toBe(1);
  expect(await unsealedIds()).toEqual([]);
  expect((await verify()).firstBad).toBeNull();
});

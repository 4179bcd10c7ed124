import { rm } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { AuditSealer } from '../features/audit/audit-sealer.job.ts';
import type { TestApp } from './build-test-app.ts';

/** Runs statements as somebody would who has the database's own administrator, and not the installation's secret. */
export async function tamper(t: TestApp, ...statements: string[]): Promise<void> {
  const client = new pg.Client(t.admin);
  await client.connect();
  try {
    await client.query('set session_replication_role = replica');
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** A sealer that has kept nothing in memory. */
export const freshSealer = (t: TestApp): AuditSealer =>
  new AuditSealer({ database: t.database, chain: t.deps.auditChain, log: t.deps.log });

/** Puts all audit rows so far back by years, as if they had been written and sealed then; whoever goes on seals with a fresh sealer. */
export async function ageAudit(t: TestApp, years: number): Promise<void> {
  await t.deps.auditSealer.close();
  await tamper(
    t,
    'delete from app.audit_seals',
    `update app.audit_log set recorded = recorded - interval '${String(years)} years'`,
  );
  await rm(path.join(t.deps.config.DATA_DIR, 'audit-head'), { force: true });
  await freshSealer(t).seal();
}

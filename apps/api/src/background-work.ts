import type { FastifyBaseLogger } from 'fastify';
import type { Database } from './db/client.ts';
import { withSystem } from './db/tenant.ts';
import { claimSource } from './features/cases/cases.service.ts';
import { recheckClaims } from './features/cases/recheck-claims.job.ts';
import { runImport } from './features/catalogue/catalogue-import.job.ts';
import { readEditFile } from './features/edit-files/read-edit-file.job.ts';
import type { ScheduledBackups } from './features/installation/backup.job.ts';
import { removeOldAudit } from './features/audit/remove-audit.job.ts';
import type { AuditChain } from './features/audit/audit-chain.ts';
import type { WalArchiver } from './features/installation/wal-archive.job.ts';
import { purge } from './features/installation/purge.job.ts';
import { retireNotes } from './features/installation/retire-notes.job.ts';
import { gatherApproved } from './features/learning/gather-approved.job.ts';
import { learnTenant } from './features/learning/learn.job.ts';
import { findMissingPrecedents, keepPrecedents } from './features/precedents/keep-precedents.job.ts';
import { resumeExports, runExport } from './features/exports/export-notes.job.ts';
import { findOutdated, resuggestTenant } from './features/suggestions/resuggest.job.ts';
import { outdateAll } from './features/suggestions/suggestions.service.ts';
import { drawReviews } from './features/reviews/draw-reviews.job.ts';
import { remindQueries } from './features/queries/remind-queries.job.ts';
import type { Suggester } from './engine/suggester.ts';
import { type BackgroundWork, JobRunner } from './jobs/job-runner.ts';
import type { Tracing } from './tracing/tracing.ts';
import type { Mailer } from './mail/mailer.ts';
import { sendDigests } from './features/accounts/send-digests.job.ts';
import { remindHolds } from './features/queue/remind-holds.job.ts';

interface Parts {
  readonly database: Database;
  readonly suggester: Suggester;
  readonly log: FastifyBaseLogger;
  /** How long audit rows are kept; undefined where none is to go. */
  readonly audit?: { readonly chain: AuditChain; readonly years: number } | undefined;
  /** Undefined where no mail is sent. */
  readonly mail?: { readonly mailer: Mailer; readonly publicUrl: string } | undefined;
  /** Undefined where this process has no folder for them. */
  readonly backups?: ScheduledBackups | undefined;
  /** Undefined where the database's log is not archived by us. */
  readonly walArchiver?: WalArchiver | undefined;
  /** Undefined where nobody traces. */
  readonly tracing?: Tracing | undefined;
}

/** Every job of every feature, in one explicit list. */
const backgroundWork = ({ database, suggester, log, audit, backups, walArchiver, mail }: Parts): BackgroundWork => ({
  handlers: {
    gather: async () => {
      const gathered = await gatherApproved(database);
      if (gathered.tenants > 0) log.info(gathered, 'gathered approvals that have come to rest');
      await findMissingPrecedents(database);
      await resumeExports(database);
    },
    learn: ({ tenant_id }) => learnTenant(database, suggester, tenant_id),
    precedents: ({ tenant_id }) => keepPrecedents(database, suggester, tenant_id),
    import: ({ import_id }) => runImport(database, import_id),
    'edit-file': ({ file_id }) => readEditFile(database, file_id),
    recheck: (files) => recheckClaims(database, files),
    export: ({ export_id }, stopping) => runExport({ database, claims: claimSource }, export_id, stopping),
    outdated: () => findOutdated(database, suggester),
    resuggest: async ({ tenant_id }, stopping) => {
      const done = await resuggestTenant(database, suggester, tenant_id, stopping);
      if (done.failed > 0) log.warn({ tenant: tenant_id, ...done }, 'suggestions of some notes could not be computed');
    },
    'remind-queries': () => remindQueries(database),
    'remind-holds': () => remindHolds(database),
    'draw-reviews': async () => {
      const done = await drawReviews(database);
      if (done.drawn + done.lapsed > 0) log.info(done, 'drew finished cases to be coded again');
    },
    'send-digests': mail && (() => sendDigests({ database, ...mail })),
    purge: async () => {
      const retired = await retireNotes(database);
      const purged = await purge(database);
      log.info({ ...purged, retired }, 'purged what was past its time');
    },
    'remove-audit': async () => {
      const rows = audit ? await removeOldAudit(database, audit.chain, audit.years) : 0;
      if (rows > 0) log.info({ rows }, 'removed audit rows past their years');
    },
    backup: backups && ((_data, stopping) => backups.look(stopping)),
    'wal-archive': walArchiver && ((_data, stopping) => walArchiver.look(stopping)),
  },
  schedule: {
    'remind-queries': '27 * * * *',
    'remind-holds': '7 * * * *',
    'draw-reviews': '23 2 * * *',
    // Before the day's work begins in North America.
    ...(mail && { 'send-digests': '13 10 * * *' }),
    purge: '17 3 * * *',
    'remove-audit': '37 3 * * *',
    // A model is rebuilt at most once an hour because people changed their approvals.
    gather: '41 * * * *',
    // Suggestions may be outdated without anybody having said so: their job was lost with the queue.
    outdated: '11 * * * *',
    ...(backups && { backup: '*/5 * * * *' }),
    ...(walArchiver && { 'wal-archive': '*/5 * * * *' }),
  },
  // This process may have brought a newer engine.
  atStart: async () => {
    await withSystem(database, outdateAll);
    await findMissingPrecedents(database);
  },
  resume: () => resumeExports(database),
});

/** The runner of this process, with all background work. */
export const newJobRunner = (parts: Parts): JobRunner =>
  new JobRunner({ database: parts.database, log: parts.log, work: backgroundWork(parts), tracing: parts.tracing });

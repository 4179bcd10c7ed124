import type { Extractor } from '@incisive/documents';
import { readKnowledgeFiles } from '@incisive/engine/node';
import type { FastifyBaseLogger } from 'fastify';
import { SessionAuthenticator } from './features/accounts/sessions/authenticator.ts';
import { SecretBox } from './secrets/secret-box.ts';
import { Sessions } from './features/accounts/sessions/sessions.ts';
import { ClientKeys } from './secrets/client-keys.ts';
import { Networks } from './outbound/networks.ts';
import { SigningKeys } from './features/accounts/sessions/signing-keys.ts';
import type { Config } from './config.ts';
import type { Database } from './db/client.ts';
import { withSystem } from './db/tenant.ts';
import type { ArchiveFolder } from './db/wal/archive-folder.ts';
import type { Deps } from './deps.ts';
import { activeCatalogue } from './features/catalogue/catalogue.store.ts';
import type { LoadCatalogue, Suggester } from './engine/suggester.ts';
import { paths } from './paths.ts';
import { SuggestionQueue } from './features/suggestions/suggestion-queue.ts';
import { AuditChain } from './features/audit/audit-chain.ts';
import { mailHeadDaily } from './features/audit/audit-head-mail.ts';
import { AuditSealer } from './features/audit/audit-sealer.job.ts';
import { verifyRestored } from './features/audit/verify-audit.job.ts';
import { ScheduledBackups } from './features/installation/backup.job.ts';
import { WalArchiver } from './features/installation/wal-archive.job.ts';
import { WebhookSender } from './features/integrations/send-webhooks.job.ts';
import { newJobRunner } from './background-work.ts';
import type { Tracing } from './tracing/tracing.ts';
import { yieldingSuggester } from './engine/yielding-suggester.ts';
import { Traffic } from './jobs/traffic.ts';
import { RateLimiter } from './http/limits/rate-limiter.ts';
import { Mailer } from './mail/mailer.ts';
import { transportOf } from './mail/transport.ts';

/** The parts that the server is built over; main.ts and the tests differ only in what they pass here. */
export async function composeDeps(options: {
  config: Config;
  database: Database;
  secret: string;
  log: FastifyBaseLogger;
  suggester: Suggester;
  extractor: Extractor;
  /** Where the log of the own database is kept, if it is. */
  archive?: ArchiveFolder | undefined;
  tracing?: Tracing | undefined;
}): Promise<Deps> {
  const { config, database, secret, log, suggester, extractor, archive, tracing } = options;
  const seal = new SecretBox(secret);
  const traffic = new Traffic();
  const networks = new Networks(config.OUTBOUND_ALLOW);
  const keys = new SigningKeys(database, seal);
  await keys.load();
  const auditChain = new AuditChain(secret, config.DATA_DIR);
  const mailer = new Mailer({ database, seal, transport: transportOf(config), log });
  const check = (restored: Database): Promise<void> => verifyRestored(restored, auditChain);
  const backups = config.BACKUP_DIR
    ? new ScheduledBackups({ config, folder: config.BACKUP_DIR, database, mailer, log, check })
    : undefined;
  const walArchiver = archive && new WalArchiver({ config, archive, secret, database, mailer, log, check });
  return {
    config,
    database,
    log,
    suggester,
    suggestionQueue: new SuggestionQueue(log),
    extractor,
    authenticator: new SessionAuthenticator(keys, database),
    sessions: new Sessions(database, keys, secret),
    signingKeys: keys,
    clientKeys: new ClientKeys(networks),
    webhooks: new WebhookSender({ database, seal, networks, log, publicUrl: config.publicUrl }),
    seal,
    networks,
    mailer,
    traffic,
    jobs: newJobRunner({
      database,
      suggester: yieldingSuggester(suggester, () => traffic.quiet()),
      log,
      audit: { chain: auditChain, years: config.AUDIT_RETENTION_YEARS },
      mail: { mailer, publicUrl: config.publicUrl },
      backups,
      walArchiver,
      tracing,
    }),
    walArchiver,
    auditChain,
    auditSealer: new AuditSealer({
      database,
      chain: auditChain,
      log,
      tellHead: config.AUDIT_HEAD_MAIL ? mailHeadDaily(mailer) : undefined,
    }),
    rateLimiter: new RateLimiter(config, database),
  };
}

/** Ends what works beside requests, what feeds others first. */
export async function closeDeps({
  suggestionQueue,
  jobs,
  mailer,
  webhooks,
  extractor,
  suggester,
  auditSealer,
  walArchiver,
}: Deps): Promise<void> {
  await suggestionQueue.close();
  await jobs.close();
  await mailer.close();
  await webhooks.close();
  await extractor.close();
  await suggester.close();
  await auditSealer.close();
  await walArchiver?.close();
}

export const catalogueLoader =
  (database: Database): LoadCatalogue =>
  () =>
    withSystem(database, activeCatalogue);

export const knowledgeFiles = (): Record<string, string> => readKnowledgeFiles(paths.knowledgeFolder);

import type { Extractor } from '@incisive/documents';
import type { FastifyBaseLogger } from 'fastify';
import type { Authenticator } from './http/authenticator.ts';
import type { SecretBox } from './secrets/secret-box.ts';
import type { ClientKeys } from './secrets/client-keys.ts';
import type { SigningKeys } from './features/accounts/sessions/signing-keys.ts';
import type { Sessions } from './features/accounts/sessions/sessions.ts';
import type { Config } from './config.ts';
import type { Database } from './db/client.ts';
import type { WebhookSender } from './features/integrations/send-webhooks.job.ts';
import type { Networks } from './outbound/networks.ts';
import type { Mailer } from './mail/mailer.ts';
import type { RateLimiter } from './http/limits/rate-limiter.ts';
import type { AuditChain } from './features/audit/audit-chain.ts';
import type { AuditSealer } from './features/audit/audit-sealer.job.ts';
import type { WalArchiver } from './features/installation/wal-archive.job.ts';
import type { JobRunner } from './jobs/job-runner.ts';
import type { Traffic } from './jobs/traffic.ts';
import type { Suggester } from './engine/suggester.ts';
import type { SuggestionQueue } from './features/suggestions/suggestion-queue.ts';

/** What main.ts and the tests build once and pass down; nothing is global. */
export interface Deps {
  readonly config: Config;
  readonly database: Database;
  readonly authenticator: Authenticator;
  readonly sessions: Sessions;
  readonly signingKeys: SigningKeys;
  readonly clientKeys: ClientKeys;
  readonly seal: SecretBox;
  /** Which addresses a request to another system may go to. */
  readonly networks: Networks;
  readonly mailer: Mailer;
  readonly webhooks: WebhookSender;
  readonly rateLimiter: RateLimiter;
  readonly suggester: Suggester;
  readonly suggestionQueue: SuggestionQueue;
  readonly extractor: Extractor;
  readonly jobs: JobRunner;
  /** What people ask; background work waits for it. */
  readonly traffic: Traffic;
  readonly auditChain: AuditChain;
  readonly auditSealer: AuditSealer;
  readonly walArchiver: WalArchiver | undefined;
  readonly log: FastifyBaseLogger;
}

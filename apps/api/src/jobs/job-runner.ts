import type { FastifyBaseLogger } from 'fastify';
import PgBoss from 'pg-boss';
import type { Database } from '../db/client.ts';
import { type JobData, type JobName, bossConnection, jobNames } from './job-queue.ts';
import { withSystem } from '../db/tenant.ts';
import type { Suggester } from '../features/suggestions/suggester.ts';
import { runImport } from '../features/catalogue/catalogue-import.ts';
import { resumeExports, runExport } from '../features/notes/exports/export-notes.ts';
import { gatherApproved } from '../features/learning/gather-approved.ts';
import { learnTenant } from '../features/learning/learn.ts';
import { purge } from './purge.ts';
import { findOutdated, outdateAll, resuggestTenant } from '../features/suggestions/resuggest.ts';

const pollSeconds = 1;
const stopMilliseconds = 8000;
/** Once a night, at whatever process is there. */
const purgeAt = '17 3 * * *';
/** Once an hour: a model is built anew at most so often because people changed their approvals. */
const gatherAt = '41 * * * *';
/** Suggestions that are outdated without anybody having said so: their job was lost with the queue. */
const outdatedAt = '11 * * * *';
/** After a start: what the process before was at when it was killed has stood still by then. */
const resumeAfterMilliseconds = 60_000;

type Handlers = { readonly [N in JobName]: (data: JobData[N]) => Promise<unknown> };

/** Works on the queue in schema `jobs`. Every process may run one; a job is done by one of them and tried again when that one dies. */
export class JobRunner {
  readonly #boss: PgBoss;
  readonly #log: FastifyBaseLogger;
  readonly #handlers: Handlers;
  readonly #database: Database;
  #started: Promise<unknown> | undefined;
  readonly #stopping = new AbortController();
  #resume: NodeJS.Timeout | undefined;

  constructor(options: { database: Database; suggester: Suggester; log: FastifyBaseLogger }) {
    const { database, suggester, log } = options;
    this.#log = log;
    this.#database = database;
    this.#boss = new PgBoss({ ...bossConnection(database.systemConnection), migrate: false, maintenanceIntervalSeconds: 300 });
    // The queue heals by itself when the database is back.
    this.#boss.on('error', (error) => log.warn({ code: codeOf(error) }, 'job queue not reached'));
    this.#handlers = {
      gather: async () => {
        const gathered = await gatherApproved(database);
        if (gathered.tenants > 0) log.info(gathered, 'gathered approvals that have come to rest');
        await resumeExports(database);
      },
      learn: ({ tenant_id }) => learnTenant(database, suggester, tenant_id),
      import: ({ import_id }) => runImport(database, import_id),
      export: ({ export_id }) => runExport(database, export_id, this.#stopping.signal),
      outdated: () => findOutdated(database, suggester),
      resuggest: async ({ tenant_id }) => {
        const done = await resuggestTenant(database, suggester, tenant_id, this.#stopping.signal);
        if (done.failed > 0) log.warn({ tenant: tenant_id, ...done }, 'suggestions of some notes could not be computed');
      },
      purge: async () => {
        const purged = await purge(database);
        log.info(purged, 'purged what was past its time');
      },
    };
  }

  /** Begins to work on jobs, also on those that a stopped process left. */
  async start(): Promise<void> {
    await this.#open();
    for (const name of jobNames)
      await this.#boss.work<JobData[typeof name]>(name, { pollingIntervalSeconds: pollSeconds, batchSize: 1 }, async ([job]) => {
        if (job) await this.#run(name, job.data);
      });
    await this.#boss.schedule('purge', purgeAt);
    await this.#boss.schedule('gather', gatherAt);
    await this.#boss.schedule('outdated', outdatedAt);
    this.#resume = setTimeout(() => {
      resumeExports(this.#database).catch((error: unknown) =>
        this.#log.warn({ code: codeOf(error) }, 'exports left by a stopped process wait for the hourly job'),
      );
    }, resumeAfterMilliseconds).unref();
    // This process may have brought a newer engine.
    await withSystem(this.#database, outdateAll);
  }

  /** Does what waits now, in this call, and answers how many jobs that were. For commands and tests. */
  async runPending(): Promise<number> {
    await this.#open();
    let done = 0;
    for (const name of jobNames) {
      for (;;) {
        const [job] = await this.#boss.fetch<JobData[typeof name]>(name);
        if (!job) break;
        await this.#run(name, job.data);
        await this.#boss.complete(name, job.id);
        done += 1;
      }
    }
    return done;
  }

  async close(): Promise<void> {
    clearTimeout(this.#resume);
    // Long work is given back at its next step, for the process that comes after.
    this.#stopping.abort();
    if (!this.#started) return;
    await this.#started.catch(() => undefined);
    await this.#boss.stop({ graceful: true, timeout: stopMilliseconds, wait: true });
  }

  #open(): Promise<unknown> {
    this.#started ??= this.#boss.start();
    return this.#started;
  }

  async #run<N extends JobName>(name: N, data: JobData[N]): Promise<void> {
    try {
      await this.#handlers[name](data);
    } catch (error) {
      this.#log.warn({ job: name, code: codeOf(error) }, 'a job failed and will be tried again');
      // The queue keeps an error's words: they may quote what they failed on.
      throw new Error(codeOf(error));
    }
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error ? ('code' in error && typeof error.code === 'string' ? error.code : error.name) : 'failed';

import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import PgBoss from 'pg-boss';
import type { Database } from '../db/client.ts';
import { type JobData, type JobName, bossConnection, jobNames } from './job-queue.ts';

const pollMilliseconds = 1000;
/** That a job is done is said again while the database is away; then the job waits for its time to be over, and is repeated. */
const mostSayings = 300;
const stopMilliseconds = 8000;
/** After a start: what the process before was at when it was killed has stood still by then. */
const resumeAfterMilliseconds = 60_000;

/** What is done in the background, given by the features; the queue itself knows none of them. */
export interface BackgroundWork {
  /**
   * One handler a queue; a queue without one is left to other processes. The signal ends when this process stops: long work is given
   * back at its next step.
   */
  readonly handlers: {
    readonly [N in JobName]: ((data: JobData[N], stopping: AbortSignal) => Promise<unknown>) | undefined;
  };
  /** Cron times at which a job of that name is put in, by whatever process is there. */
  readonly schedule: Partial<Record<JobName, string>>;
  /** Once, when this process begins to work. */
  readonly atStart: () => Promise<unknown>;
  /** Once, a while after the start: takes up what a stopped process left. */
  readonly resume: () => Promise<unknown>;
}

/** Whoever wants to know how long jobs take. */
interface JobTracing {
  within<T>(name: string, attributes: Record<string, string>, work: () => Promise<T>): Promise<T>;
}

/** Works on the queue in schema `jobs`. Every process may run one; a job is done by one of them and tried again when that one dies. */
export class JobRunner {
  readonly #boss: PgBoss;
  readonly #log: FastifyBaseLogger;
  readonly #work: BackgroundWork;
  readonly #tracing: JobTracing | undefined;
  #started: Promise<unknown> | undefined;
  readonly #workers: Promise<void>[] = [];
  readonly #atWork = new Map<string, JobName>();
  readonly #stopping = new AbortController();
  #resume: NodeJS.Timeout | undefined;

  constructor(options: { database: Database; log: FastifyBaseLogger; work: BackgroundWork; tracing?: JobTracing | undefined }) {
    const { database, log, work, tracing } = options;
    // Every queue that waits for its next job listens.
    setMaxListeners(2 * jobNames.length, this.#stopping.signal);
    this.#tracing = tracing;
    this.#log = log;
    this.#work = work;
    this.#boss = new PgBoss({ ...bossConnection(database.systemConnection), migrate: false, maintenanceIntervalSeconds: 300 });
    // The queue heals by itself when the database is back.
    this.#boss.on('error', (error) => log.warn({ code: codeOf(error) }, 'job queue not reached'));
  }

  /** Begins to work on jobs, also on those that a stopped process left. */
  async start(): Promise<void> {
    await this.#open();
    for (const name of this.#served()) this.#workers.push(this.#serve(name));
    for (const [name, cron] of Object.entries(this.#work.schedule)) await this.#boss.schedule(name, cron);
    this.#resume = setTimeout(() => {
      this.#work
        .resume()
        .catch((error: unknown) =>
          this.#log.warn({ code: codeOf(error) }, 'work left by a stopped process waits for its hourly job'),
        );
    }, resumeAfterMilliseconds).unref();
    await this.#work.atStart();
  }

  /** Does what waits now, in this call, and answers how many jobs that were. For commands and tests. */
  async runPending(): Promise<number> {
    await this.#open();
    let done = 0;
    for (const name of this.#served()) {
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
    await Promise.race([Promise.all(this.#workers), pause(stopMilliseconds, undefined, { ref: false })]);
    for (const [id, name] of this.#atWork) await this.#boss.fail(name, id, new Error('stopped')).catch(() => undefined);
    await this.#boss.stop({ graceful: false, wait: true });
  }

  #served(): readonly JobName[] {
    return jobNames.filter((name) => this.#work.handlers[name] !== undefined);
  }

  #open(): Promise<unknown> {
    this.#started ??= this.#boss.start();
    return this.#started;
  }

  /** One job of a queue after the other. A database that is away is waited for. */
  async #serve(name: JobName): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const [job] = await this.#boss.fetch<JobData[JobName]>(name).catch(() => []);
      if (job) await this.#finish(name, job);
      else await this.#pause();
    }
  }

  /** Not by the queue's own `work`: it does not wait for what it says of a finished job, and that would be a rejection nobody handles. */
  async #finish(name: JobName, job: PgBoss.Job<JobData[JobName]>): Promise<void> {
    this.#atWork.set(job.id, name);
    const failure = await this.#inTime(name, job);
    for (let saying = 1; ; saying += 1) {
      try {
        await (failure ? this.#boss.fail(name, job.id, failure) : this.#boss.complete(name, job.id));
        break;
      } catch (error) {
        this.#log.warn({ job: name, code: codeOf(error) }, 'the end of a job could not be written');
        if (saying === mostSayings || this.#stopping.signal.aborted) break;
        await this.#pause();
      }
    }
    this.#atWork.delete(job.id);
  }

  /** Why the job failed; null when it is done. One that takes longer than its queue allows is somebody else's by then. */
  async #inTime(name: JobName, job: PgBoss.Job<JobData[JobName]>): Promise<Error | null> {
    const over = new AbortController();
    const late = pause(job.expireInSeconds * 1000, new Error('late'), { ref: false, signal: over.signal }).catch(() => null);
    const run = this.#run(name, job.data).then(
      () => null,
      (error: Error) => error,
    );
    const failure = await Promise.race([run, late]);
    over.abort();
    return failure;
  }

  #pause(): Promise<void> {
    return pause(pollMilliseconds, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
  }

  async #run<N extends JobName>(name: N, data: JobData[N]): Promise<void> {
    try {
      const run = async (): Promise<unknown> => this.#work.handlers[name]?.(data, this.#stopping.signal);
      await (this.#tracing?.within(`job ${name}`, {}, run) ?? run());
    } catch (error) {
      this.#log.warn({ job: name, code: codeOf(error) }, 'a job failed and will be tried again');
      // The queue keeps an error's words: they may quote what they failed on.
      throw new Error(codeOf(error));
    }
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error ? ('code' in error && typeof error.code === 'string' ? error.code : error.name) : 'failed';

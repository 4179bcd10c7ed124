import { setTimeout as sleep } from 'node:timers/promises';
import { join } from 'node:path';
import { findBinaries } from './binaries.ts';
import { ADMIN_USER, prepareCluster } from './cluster.ts';
import { EmbeddedPostgresError, errorCode, errorMessage, LostStartRace } from './error.ts';
import { prepareDataDir, prepareFolders, removeTemporaryRun } from './folders.ts';
import { tryLock } from './lock.ts';
import type { AdminConnection, DataLock } from './lock.ts';
import { inUse, recover } from './recovery.ts';
import { startServer, stopServer } from './server.ts';
import { spoolSettings } from './spool.ts';
import type { ServerProcess } from './server.ts';
import { chooseServerUser } from './user.ts';

export { EmbeddedPostgresError };

export interface EmbeddedPostgresOptions {
  /** Holds the database (pg/), the socket (run/), the password (pg-password) and the server's log (postgres.log). */
  readonly dataDir: string;
  /** Takes one line of progress at a time, without a line end. */
  readonly log: (line: string) => void;
  /** Tests only: no fsync, so a power cut loses data. Default false. */
  readonly fastUnsafe?: boolean;
  /** Default 100. */
  readonly maxConnections?: number;
  /** Linux: the server stops by itself when this process dies. Default true; false in tests of the recovery. */
  readonly stopWithParent?: boolean;
  /** Each finished segment of the log is copied to the folder wal-spool, at the latest after half a minute. Default false. */
  readonly spoolLog?: boolean;
  /** Further settings of PostgreSQL, for a recovery. */
  readonly settings?: Readonly<Record<string, string>>;
}

export interface EmbeddedPostgres {
  /** The superuser's connection. `host` is the folder of a Unix socket; there is no TCP port. */
  readonly connection: AdminConnection;
  /** Process id of the server's main process. */
  readonly pid: number;
  /** Resolves with a description when the server has ended without being asked to. */
  readonly failed: Promise<string>;
  /** Cuts what connections are left and ends the server cleanly. Safe to call twice. */
  stop(): Promise<void>;
}

const START_ATTEMPTS = 4;

/**
 * Starts the PostgreSQL that came with the installation, on a data folder of its own, and holds it for this process alone.
 *
 * A server that an earlier, killed run left behind is stopped first. Close your pools before `stop()`.
 *
 * @throws EmbeddedPostgresError when it cannot start; the message says what is wrong and what to do.
 * @example
 * const postgres = await startEmbeddedPostgres({ dataDir: '/var/lib/incisive', log: console.log });
 * const client = new pg.Client(postgres.connection);
 * await postgres.stop();
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  try {
    return await startAgainAfterRace(options);
  } catch (error) {
    if (error instanceof EmbeddedPostgresError || errorCode(error) === '') throw error;
    throw new EmbeddedPostgresError(
      `The data folder ${options.dataDir} cannot be used: ${errorMessage(error)}. Set DATA_DIR to a folder with free space that this user may write to.`,
      { cause: error },
    );
  }
}

/** When another start was first, the next look finds it at work and names it, or finds it gone. */
async function startAgainAfterRace(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await start(options);
    } catch (error) {
      if (!(error instanceof LostStartRace)) throw error;
      if (attempt < START_ATTEMPTS) continue;
      throw new EmbeddedPostgresError(`${options.dataDir} is being started by another Incisive. Start one at a time.`, {
        cause: error,
      });
    }
  }
}

async function start(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log } = options;
  const binaries = await findBinaries();
  const dataDir = await prepareDataDir(options.dataDir);
  const user = await chooseServerUser(join(dataDir, 'pg'), binaries, log);
  const folders = await prepareFolders(dataDir, user);
  try {
    const password = await prepareCluster(folders, user, binaries, { log, noSync: options.fastUnsafe ?? false });
    await recover(folders, password, log);
    const settings = {
      fastUnsafe: options.fastUnsafe ?? false,
      maxConnections: options.maxConnections ?? 100,
      stopWithParent: options.stopWithParent ?? true,
      further: { ...(options.spoolLog && (await spoolSettings(dataDir, user))), ...options.settings },
    };
    const server = await startServer(folders, user, binaries, settings, log);
    const connection = { host: folders.run, port: 5432, user: ADMIN_USER, password, database: 'postgres' } as const;
    const lock = await takeLock(server, connection, dataDir);
    return new RunningPostgres(server, connection, lock, log);
  } catch (error) {
    await removeTemporaryRun(folders.run);
    throw error;
  }
}

async function takeLock(server: ServerProcess, connection: AdminConnection, dataDir: string): Promise<DataLock> {
  try {
    const attempt = await tryLock(connection);
    if ('lock' in attempt) return attempt.lock;
    throw inUse(dataDir, attempt.holder);
  } catch (error) {
    // Another start saw our server before we held the lock, took it for an orphan and is stopping it.
    await stopServer(server);
    throw new LostStartRace('the lock was taken during the start', { cause: error });
  }
}

class RunningPostgres implements EmbeddedPostgres {
  readonly connection: AdminConnection;
  readonly pid: number;
  readonly failed: Promise<string>;
  readonly #server: ServerProcess;
  readonly #log: (line: string) => void;
  #stopping: Promise<void> | undefined;

  constructor(server: ServerProcess, connection: AdminConnection, lock: DataLock, log: (line: string) => void) {
    this.connection = connection;
    this.pid = server.pid;
    this.#server = server;
    this.#log = log;
    this.failed = new Promise((resolve) => {
      void server.ended.then((reason) => {
        if (this.#stopping !== undefined) return;
        log(`PostgreSQL ended unexpectedly (${reason})`);
        resolve(reason);
      });
    });
    void this.#keepLock(lock);
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  async #stop(): Promise<void> {
    // The lock's connection is left for the server to cut: nobody else may take it before the server is gone.
    await stopServer(this.#server);
    await removeTemporaryRun(this.connection.host);
  }

  /** PostgreSQL cuts all connections when one of its processes crashes, or when an operator asks: take the lock again. */
  async #keepLock(first: DataLock): Promise<void> {
    let lock: DataLock | undefined = first;
    while (this.#stopping === undefined && !this.#server.hasEnded()) {
      if (lock !== undefined) await lock.lost;
      else await sleep(200);
      if (this.#stopping !== undefined || this.#server.hasEnded()) return;
      lock = await this.#relock();
    }
  }

  async #relock(): Promise<DataLock | undefined> {
    const attempt = await tryLock(this.connection).catch(() => undefined);
    if (attempt === undefined) return undefined;
    if ('lock' in attempt) return attempt.lock;
    this.#log(`The lock on the data folder is held by ${attempt.holder}`);
    return undefined;
  }
}

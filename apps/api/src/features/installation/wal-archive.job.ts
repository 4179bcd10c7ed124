import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../../config.ts';
import { BackupError } from '../../db/backup/archive.ts';
import { serving } from '../../db/backup/back-up.ts';
import { refuseWithoutRoom } from '../../db/backup/try-restore.ts';
import type { AdminConnection } from '../../db/bootstrap.ts';
import { type Database, type Tx, openPools, unhurriedly } from '../../db/client.ts';
import { databaseName } from '../../db/open-database.ts';
import { withSystem } from '../../db/tenant.ts';
import type { ArchiveFolder } from '../../db/wal/archive-folder.ts';
import { makeBase } from '../../db/wal/base-backup.ts';
import type { Base } from '../../db/wal/names.ts';
import { recoverInto } from '../../db/wal/recover.ts';
import { shipLog } from '../../db/wal/ship-log.ts';
import { type WalState, readWalState, saveWalState } from '../../db/wal/wal-state.ts';
import { Rounds } from '../../jobs/rounds.ts';
import type { Mailer } from '../../mail/mailer.ts';
import { letters } from '../../mail/templates.ts';
import { reasonOf, stillFailing, tellSuperAdmins } from './failing.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const baseEvery = day;
const triedEvery = 7 * day;
/** What failed is not started again every five minutes: it may have failed at its end. */
const againAfter = 30 * minute;
const lateAfter = 5 * minute;
/** How long a copy waits for the segment in which it ended. */
const segmentPatience = 10 * minute;

interface ArchiverOptions {
  readonly config: Config;
  readonly archive: ArchiveFolder;
  readonly secret: string;
  readonly database: Database;
  readonly mailer: Mailer;
  readonly log: FastifyBaseLogger;
  /** Looks at a restored database, beyond its rows being there; throws what is wrong. */
  readonly check: (restored: Database) => Promise<void>;
  readonly now?: () => Date;
}

/**
 * Keeps the archive that a moment is restored from: the log of the own database goes there every second, a copy of its files once a day,
 * and what no moment of the last WAL_KEEP_DAYS needs is taken out. Once a week the newest copy is restored for a try, with the whole log
 * after it. Failures are told to every SuperAdmin, once a day until they are mended.
 */
export class WalArchiver {
  readonly #options: ArchiverOptions;
  readonly #now: () => Date;
  readonly #since: number;
  readonly #rounds = new Rounds({
    run: () => this.#ship(),
    everyMilliseconds: 1000,
    failed: (error) => this.#options.log.warn({ reason: reasonOf(error) }, 'the archive was not looked after'),
  });
  /** Why segments did not come into the archive in the last round. */
  #trouble: unknown;
  #reported = -Infinity;

  constructor(options: ArchiverOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => new Date());
    this.#since = this.#now().getTime();
  }

  start(): void {
    this.#rounds.start();
  }

  async close(): Promise<void> {
    await this.#rounds.close();
  }

  /** Brings what was closed by now into the archive. */
  ship(): Promise<number> {
    return this.#rounds.now();
  }

  async #ship(): Promise<number> {
    const { config, archive } = this.#options;
    let shipped = 0;
    try {
      await archive.prepare();
      shipped = await shipLog(config.DATA_DIR, archive);
      this.#trouble = undefined;
    } catch (error) {
      this.#trouble = error;
    }
    // A clock that was set back must not silence it.
    if (Math.abs(this.#now().getTime() - this.#reported) >= minute) {
      this.#reported = this.#now().getTime();
      await this.#report();
    }
    return shipped;
  }

  /** Writes down how far the archive is, which also sees to it that there is a segment to close every minute: silence means a failure. */
  async #report(): Promise<void> {
    const { archive, database } = this.#options;
    const newest = await archive.newest();
    const now = this.#now();
    const late = now.getTime() - Math.max(newest?.getTime() ?? 0, this.#since) > lateAfter;
    const state = await readWalState(database);
    await withSystem(database, async (tx) => {
      const archived = newest?.toISOString() ?? null;
      if (!late) return saveWalState(tx, { archived, late: null });
      const reason = this.#trouble
        ? reasonOf(this.#trouble)
        : 'PostgreSQL hands over no segment of its log: see DATA_DIR/postgres.log';
      const { failing, tell } = stillFailing(state.late, reason, now);
      await saveWalState(tx, { archived, late: failing });
      if (tell) await this.#tellPeople(tx, reason);
    });
  }

  /** Does what is due now: a copy, its try, and taking out what nobody needs. */
  async look(stopping: AbortSignal): Promise<void> {
    const { archive, config, database } = this.#options;
    const state = await readWalState(database);
    const { failing } = state;
    if (failing && this.#now().getTime() - Date.parse(failing.at) < againAfter) return;
    try {
      await archive.prepare();
      if (await this.#baseIsDue()) await this.#make();
      await this.#try(state);
      if (failing) await withSystem(database, (tx) => saveWalState(tx, { failing: null }));
      await archive.thinOut(this.#now(), config.WAL_KEEP_DAYS);
    } catch (error) {
      // A stop in the middle is no failure: the next process starts over.
      if (!stopping.aborted) await this.#tell(state, error);
    }
  }

  /** Also where the way from the newest copy does not lead to now: archiving was off meanwhile, or a restore began a new timeline. */
  async #baseIsDue(): Promise<boolean> {
    const { archive } = this.#options;
    const [newest] = await archive.bases();
    if (!newest || this.#now().getTime() - newest.madeAt.getTime() >= baseEvery) return true;
    const { gap, timeline } = await archive.pathFrom(newest);
    return gap !== undefined || timeline !== newest.start.timeline;
  }

  async #make(): Promise<void> {
    const { archive, config, database, log } = this.#options;
    const started = performance.now();
    const { base, bytes } = await makeBase(await this.#admin(), config.DATA_DIR, archive, this.#now);
    await this.#awaitSegment(base);
    const seconds = (performance.now() - started) / 1000;
    log.info({ copy: base.name, bytes, seconds }, 'copy of the database written');
    await withSystem(database, (tx) =>
      saveWalState(tx, { base: { name: base.name, at: base.madeAt.toISOString(), bytes, seconds } }),
    );
  }

  async #admin(): Promise<AdminConnection> {
    const admin = await serving(this.#options.config);
    if (!admin) throw new BackupError('The database does not answer.');
    return admin;
  }

  /** A copy is of no use before the log of its making is in the archive. */
  async #awaitSegment({ start, stop }: Base): Promise<void> {
    const { archive } = this.#options;
    const end = performance.now() + segmentPatience;
    const isThere = async (): Promise<boolean> => {
      const path = await archive.pathFrom({ name: '', madeAt: this.#now(), start, stop });
      return path.gap === undefined;
    };
    while (!(await isThere())) {
      if (performance.now() > end) throw new BackupError('The log of the copy’s making did not come into the archive.');
      await this.ship();
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  async #try({ tried }: WalState): Promise<void> {
    const { archive, check, config, database, log, secret } = this.#options;
    if (tried && this.#now().getTime() - Date.parse(tried.at) < triedEvery) return;
    const [base] = await archive.bases();
    if (!base) return;
    const folder = path.join(config.DATA_DIR, 'wal-try');
    await rm(folder, { recursive: true, force: true });
    await refuseWithoutRoom(config, await this.#admin());
    try {
      const lastChange = await recoverInto(folder, {
        archive,
        base,
        until: undefined,
        log: (line) => log.info(line),
        work: async (server) => {
          const restored = openPools({ ...server.connection, database: databaseName }, secret, {
            max: 2,
            idleMinutes: config.IDLE_MINUTES,
            onError: () => undefined,
          });
          try {
            await unhurriedly(() => check(restored));
          } finally {
            await restored.close();
          }
        },
      });
      log.info({ copy: base.name, lastChange }, 'archive restored for a try');
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
    const at = this.#now().toISOString();
    await withSystem(database, (tx) => saveWalState(tx, { tried: { name: base.name, at } }));
  }

  async #tell(state: WalState, error: unknown): Promise<void> {
    const reason = reasonOf(error);
    const { failing, tell } = stillFailing(state.failing, reason, this.#now());
    await withSystem(this.#options.database, async (tx) => {
      await saveWalState(tx, { failing });
      if (tell) await this.#tellPeople(tx, reason);
    });
  }

  async #tellPeople(tx: Tx, reason: string): Promise<void> {
    const { config, log, mailer } = this.#options;
    log.error({ reason }, 'the archive of the database has a failure');
    const letter = letters.archiveFailed({ reason, url: `${config.publicUrl}/models` });
    await tellSuperAdmins(tx, mailer, 'The archive of the database’s log has a failure. See System information.', letter);
  }
}

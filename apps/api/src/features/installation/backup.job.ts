import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import type { Config } from '../../config.ts';
import { BackupError } from '../../db/backup/archive.ts';
import { backUp } from '../../db/backup/back-up.ts';
import { type BackupState, readBackupState, saveBackupState } from '../../db/backup/backup-state.ts';
import { backupName, backupsAmong, superfluous } from '../../db/backup/kept-backups.ts';
import { tryRestore } from '../../db/backup/try-restore.ts';
import type { Database } from '../../db/client.ts';
import { locks } from '../../db/locks.ts';
import { withSystem } from '../../db/tenant.ts';
import type { Mailer } from '../../mail/mailer.ts';
import { letters } from '../../mail/templates.ts';
import { reasonOf, stillFailing, tellSuperAdmins } from './failing.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const triedEvery = 7 * day;
/** What failed is not started again every five minutes: it may have failed at its end. */
const againAfter = 30 * minute;

interface BackupOptions {
  readonly config: Config;
  /** An existing folder: one that is missing may be a disk that is not mounted. */
  readonly folder: string;
  readonly database: Database;
  readonly mailer: Mailer;
  readonly log: FastifyBaseLogger;
  /** Looks at a restored backup, beyond its rows being all there; throws what is wrong. */
  readonly check: (restored: Database) => Promise<void>;
  readonly now?: () => Date;
}

/**
 * Backups by the clock: one every BACKUP_EVERY, the old ones thinned out, and once a week the newest restored into a database of its own.
 * Whatever fails is told to every SuperAdmin, once a day until it is mended.
 */
export class ScheduledBackups {
  readonly #options: BackupOptions;
  readonly #now: () => Date;

  constructor(options: BackupOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => new Date());
  }

  /** Does what is due now; nothing while another process is at it. */
  async look(stopping: AbortSignal): Promise<void> {
    const lock = new pg.Client(this.#options.database.directConnection);
    lock.on('error', () => undefined);
    await lock.connect();
    try {
      const { rows } = await lock.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [locks.backup]);
      if (rows[0]?.got) await this.#whenDue(stopping);
    } finally {
      await lock.end().catch(() => undefined);
    }
  }

  async #whenDue(stopping: AbortSignal): Promise<void> {
    const state = await readBackupState(this.#options.database);
    if (!this.#isDue(state)) return;
    let made: BackupState = state;
    try {
      made = await this.#make(state);
      await this.#save(made);
      made = await this.#tryNewest(made);
      const { failing: _, ...good } = made;
      await this.#save(good);
      await this.#thinOut();
    } catch (error) {
      // A stop in the middle is no failure: the next process starts over.
      if (!stopping.aborted) await this.#tell(made, error);
    }
  }

  #isDue({ newest, failing }: BackupState): boolean {
    const now = this.#now().getTime();
    const every = this.#options.config.backupEveryMinutes * minute;
    if (failing && now - Date.parse(failing.at) < Math.min(againAfter, every)) return false;
    return !newest || now - Date.parse(newest.at) >= every;
  }

  async #make(state: BackupState): Promise<BackupState> {
    const { config, folder, log } = this.#options;
    await this.#dropLeftOver();
    const at = this.#now();
    const name = backupName(at);
    const { bytes, sha256, seconds } = await backUp(config, path.join(folder, name), (line) => log.info(line));
    log.info({ backup: name, bytes, sha256, seconds }, 'backup written');
    return { ...state, newest: { name, at: at.toISOString(), bytes, seconds } };
  }

  /** What a backup that was killed has left: the empty file that held its name, and a part. */
  async #dropLeftOver(): Promise<void> {
    const { folder } = this.#options;
    const names = await readdir(folder).catch(() => {
      throw new BackupError(`${folder} (BACKUP_DIR) cannot be read. Mount it, or make it a folder that this user may write to.`);
    });
    for (const { name } of backupsAmong(names.map((found) => found.replace(/\.partial$/, '')))) {
      const file = path.join(folder, name);
      await rm(`${file}.partial`, { force: true });
      const size = await stat(file).then(
        (found) => found.size,
        () => -1,
      );
      if (size === 0) await rm(file, { force: true });
    }
  }

  async #tryNewest(state: BackupState): Promise<BackupState> {
    const { config, folder, log, check } = this.#options;
    const { newest, tried } = state;
    if (!newest || (tried && this.#now().getTime() - Date.parse(tried.at) < triedEvery)) return state;
    const rows = await tryRestore(config, path.join(folder, newest.name), check);
    log.info({ backup: newest.name, notes: rows['notes'], users: rows['users'] }, 'backup restored for a try');
    return { ...state, tried: { name: newest.name, at: this.#now().toISOString() } };
  }

  async #thinOut(): Promise<void> {
    const { folder } = this.#options;
    const gone = superfluous(backupsAmong(await readdir(folder)), this.#now());
    for (const { name } of gone) await rm(path.join(folder, name), { force: true });
  }

  #save(state: BackupState): Promise<void> {
    return withSystem(this.#options.database, (tx) => saveBackupState(tx, state));
  }

  async #tell(state: BackupState, error: unknown): Promise<void> {
    const { config, database, log, mailer } = this.#options;
    const reason = reasonOf(error);
    log.error({ reason }, 'backup failed');
    const { failing, tell } = stillFailing(state.failing, reason, this.#now());
    await withSystem(database, async (tx) => {
      await saveBackupState(tx, { ...state, failing });
      if (!tell) return;
      const newest = state.newest?.at.slice(0, 16).replace('T', ' ') ?? null;
      const letter = letters.backupFailed({ reason, newest, url: `${config.publicUrl}/models` });
      await tellSuperAdmins(tx, mailer, 'A backup failed. See System information.', letter);
    });
  }
}

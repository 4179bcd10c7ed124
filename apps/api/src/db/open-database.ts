import path from 'node:path';
import { sql } from 'kysely';
import { type Config, ConfigError } from '../config.ts';
import { productVersion } from '../product-version.ts';
import { writeArchive } from './backup/archive.ts';
import { backupName } from './backup/kept-backups.ts';
import { dumpLines } from './backup/rows.ts';
import { type AdminConnection, bootstrapDatabase } from './bootstrap.ts';
import { type Database, openPools } from './client.ts';
import { startEmbeddedPostgres } from './embedded/embedded-postgres.ts';
import { installJobQueue } from '../jobs/job-queue.ts';
import { migrate, readMigrations } from './migrate.ts';
import { selfTest } from './self-test.ts';
import type { ArchiveFolder } from './wal/archive-folder.ts';
import { closeSegment, ownArchive, shipLast } from './wal/own-archive.ts';

export interface OpenDatabase {
  readonly database: Database;
  readonly admin: AdminConnection;
  /** Where the log of our own server is kept; undefined where it is not. */
  readonly archive: ArchiveFolder | undefined;
  /** Resolves with words when our own server ended without being asked to; never for a configured one. */
  readonly failed: Promise<string>;
  close(): Promise<void>;
}

/** The database's name on our own server. */
export const databaseName = 'incisive';

/** What an earlier build wrote, as that build can restore it: the way back from an upgrade. @throws Error that says what to do */
async function backUpBefore(admin: AdminConnection, file: string, secret: string, log: (line: string) => void): Promise<void> {
  try {
    const { bytes } = await writeArchive(file, secret, dumpLines(admin, productVersion));
    log(`Backed up before the upgrade: ${file} (${bytes} bytes)`);
  } catch (error) {
    throw new Error(
      `The backup before the upgrade could not be made, and nothing was changed: ${error instanceof Error ? error.message : String(error)}. Look at BACKUP_DIR and start again.`,
      { cause: error },
    );
  }
}

/**
 * Sessions end by a setting that each connection brings along. A pooler keeps it from the server, which then takes its own.
 * @throws ConfigError that says what to tell the pooler
 */
export async function refuseOtherIdleTime({ request }: Pick<Database, 'request'>, minutes: number): Promise<void> {
  const { rows } = await sql<{ same: boolean }>`
    select coalesce(nullif(current_setting('app.idle', true), ''), '15 minutes')::interval = make_interval(mins => ${minutes}) as same`.execute(
    request,
  );
  if (!rows[0]?.same)
    throw new ConfigError(
      `IDLE_MINUTES: the pooler of DATABASE_URL does not hand it on. Give PgBouncer's database connect_query='set app.idle = ''${minutes}min''', and start again.`,
    );
}

/** Starts or reaches PostgreSQL, brings roles and schema up to date, opens the pools and proves the walls. */
export async function openDatabase(
  config: Config,
  secret: string,
  log: (line: string) => void,
  onError: (error: Error) => void,
): Promise<OpenDatabase> {
  const own = config.DATABASE_URL
    ? null
    : await startEmbeddedPostgres({ dataDir: config.DATA_DIR, log, spoolLog: config.WAL_ARCHIVE });
  const root: AdminConnection = own ? own.connection : { connectionString: config.DATABASE_ADMIN_URL ?? config.DATABASE_URL! };
  try {
    const admin = await bootstrapDatabase(root, secret, own ? databaseName : new URL(root.connectionString!).pathname.slice(1));
    await migrate(admin, readMigrations(), log, async () => {
      if (!own) return;
      if (config.BACKUP_DIR) await backUpBefore(admin, path.join(config.BACKUP_DIR, backupName(new Date())), secret, log);
      else log('No backup is made before the upgrade: BACKUP_DIR is not set.');
    });
    const database = openPools(admin, secret, {
      max: config.DATABASE_POOL,
      idleMinutes: config.IDLE_MINUTES,
      prepare: config.DATABASE_PREPARE,
      onError,
      url: config.DATABASE_URL,
      // The own database has none.
      read: own || config.DATABASE_READ_URL === undefined ? undefined : { connectionString: config.DATABASE_READ_URL },
    });
    await installJobQueue(database.directConnection);
    await selfTest(admin, database);
    await refuseOtherIdleTime(database, config.IDLE_MINUTES);
    const archive = await ownArchive(config, admin, secret);
    return {
      database,
      admin,
      archive,
      failed: own ? own.failed : new Promise<string>(() => undefined),
      close: async () => {
        await database.close();
        if (archive) await closeSegment(admin).catch(() => undefined);
        await own?.stop();
        if (archive) await shipLast(config.DATA_DIR, archive, log);
      },
    };
  } catch (error) {
    await own?.stop();
    throw error;
  }
}

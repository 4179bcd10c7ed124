import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { productVersion } from '../../product-version.ts';
import type { AdminConnection } from '../bootstrap.ts';
import { startEmbeddedPostgres } from '../embedded/embedded-postgres.ts';
import { runningPostgres } from '../embedded/running.ts';
import { databaseName } from '../open-database.ts';
import { installationSecret } from '../secret.ts';
import { BackupError, writeArchive } from './archive.ts';
import { dumpLines } from './rows.ts';

export interface BackupReport {
  readonly bytes: number;
  readonly sha256: string;
  readonly seconds: number;
}

/** The administrator's connection to the installation's database while its server runs; undefined when none does. */
export async function serving(
  config: Pick<Config, 'DATA_DIR' | 'DATABASE_URL' | 'DATABASE_ADMIN_URL'>,
): Promise<AdminConnection | undefined> {
  const url = config.DATABASE_ADMIN_URL ?? config.DATABASE_URL;
  if (url) return { connectionString: url };
  const running = await runningPostgres(config.DATA_DIR);
  return running && { ...running, database: databaseName };
}

/** Writes a backup of the installation: beside the running server, or of a stopped one's data folder. */
export async function backUp(config: Config, file: string, log: (line: string) => void): Promise<BackupReport> {
  const started = performance.now();
  const write = async (connection: AdminConnection): Promise<BackupReport> => ({
    ...(await writeArchive(file, await installationSecret(config), dumpLines(connection, productVersion))),
    seconds: (performance.now() - started) / 1000,
  });
  const connection = await serving(config);
  if (connection) return write(connection);
  await access(join(config.DATA_DIR, 'pg', 'PG_VERSION')).catch(() => {
    throw new BackupError(`There is no database in ${config.DATA_DIR}: nothing to back up.`);
  });
  const own = await startEmbeddedPostgres({ dataDir: config.DATA_DIR, log, spoolLog: config.WAL_ARCHIVE });
  try {
    return await write({ ...own.connection, database: databaseName });
  } finally {
    await own.stop();
  }
}

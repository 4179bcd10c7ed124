import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { productVersion } from '../../product-version.ts';
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

/** Writes a backup of the installation: beside the running server, or of a stopped one's data folder. */
export async function backUp(config: Config, file: string, log: (line: string) => void): Promise<BackupReport> {
  const started = performance.now();
  const url = config.DATABASE_ADMIN_URL ?? config.DATABASE_URL;
  const write = async (connection: Parameters<typeof dumpLines>[0]): Promise<BackupReport> => ({
    ...(await writeArchive(file, await installationSecret(config), dumpLines(connection, productVersion))),
    seconds: (performance.now() - started) / 1000,
  });
  if (url) return write({ connectionString: url });
  const running = await runningPostgres(config.DATA_DIR);
  if (running) return write({ ...running, database: databaseName });
  await access(join(config.DATA_DIR, 'pg', 'PG_VERSION')).catch(() => {
    throw new BackupError(`There is no database in ${config.DATA_DIR}: nothing to back up.`);
  });
  const own = await startEmbeddedPostgres({ dataDir: config.DATA_DIR, log });
  try {
    return await write({ ...own.connection, database: databaseName });
  } finally {
    await own.stop();
  }
}

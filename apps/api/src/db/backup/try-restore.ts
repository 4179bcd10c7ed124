import { statfs } from 'node:fs/promises';
import pg from 'pg';
import type { Config } from '../../config.ts';
import { type AdminConnection, bootstrapDatabase } from '../bootstrap.ts';
import { type Database, openPools, unhurriedly } from '../client.ts';
import { withConnection } from '../connection.ts';
import { migrate, readMigrations } from '../migrate.ts';
import { installationSecret } from '../secret.ts';
import { BackupError, readArchive } from './archive.ts';
import { serving } from './back-up.ts';
import { migrationsOf } from './restore.ts';
import { type Ending, loadLines, takeManifest } from './rows.ts';

/** Beside the installation's own database, on the same server. */
const scratchOf = (database: string): string => `${database.slice(0, 40)}_restore_try`;

const nameOf = (admin: AdminConnection): string =>
  admin.database ?? decodeURIComponent(new URL(admin.connectionString!).pathname.slice(1));

function toDatabase(admin: AdminConnection, name: string): AdminConnection {
  if (!admin.connectionString) return { ...admin, database: name };
  const url = new URL(admin.connectionString);
  url.pathname = `/${encodeURIComponent(name)}`;
  return { connectionString: url.toString() };
}

const asAdmin = <T>(admin: AdminConnection, work: (client: pg.Client) => Promise<T>): Promise<T> =>
  withConnection({ ...admin, application_name: 'incisive restore try' }, work);

/** The copy stands on the disk of the database until it was looked at. */
export async function refuseWithoutRoom(config: Config, admin: AdminConnection): Promise<void> {
  if (config.DATABASE_URL) return;
  const { rows } = await asAdmin(admin, (client) =>
    client.query<{ bytes: string }>('select pg_database_size(current_database())::text as bytes'),
  );
  const needed = Number(rows[0]?.bytes) * 1.2;
  const { bavail, bsize } = await statfs(config.DATA_DIR);
  if (bavail * bsize < needed)
    throw new BackupError(
      `The backup could not be tried: that takes ${String(Math.ceil(needed / 1e6))} MB beside DATA_DIR for a while. Free disk space.`,
    );
}

/**
 * Restores a backup into a database of its own beside the serving one, has `check` look at it, and drops it again. What people do
 * meanwhile is not disturbed.
 * @returns How many rows each table got.
 * @throws BackupError when the backup would not bring everything back.
 */
export async function tryRestore(
  config: Config,
  file: string,
  check: (restored: Database) => Promise<void>,
): Promise<Ending['rows']> {
  const secret = await installationSecret(config);
  const admin = await serving(config);
  if (!admin) throw new BackupError('The database does not answer: the backup could not be tried.');
  const lines = readArchive(file, secret)[Symbol.asyncIterator]();
  const migrations = migrationsOf(await takeManifest(lines), readMigrations());
  const name = scratchOf(nameOf(admin));
  const scratch = toDatabase(admin, name);
  const drop = (client: pg.Client) => client.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`);
  await refuseWithoutRoom(config, admin);
  await asAdmin(admin, async (client) => {
    await drop(client);
    await client.query(`create database ${pg.escapeIdentifier(name)} encoding 'UTF8' template template0`);
  });
  try {
    await bootstrapDatabase(scratch, secret, name);
    await migrate(scratch, migrations);
    const { rows } = await loadLines(scratch, lines);
    const restored = openPools(scratch, secret, { max: 2, idleMinutes: config.IDLE_MINUTES, onError: () => undefined });
    try {
      await unhurriedly(() => check(restored));
    } finally {
      await restored.close();
    }
    return rows;
  } finally {
    await asAdmin(admin, drop);
  }
}

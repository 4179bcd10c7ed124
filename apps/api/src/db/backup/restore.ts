import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../../config.ts';
import { type AdminConnection, bootstrapDatabase } from '../bootstrap.ts';
import { withConnection } from '../connection.ts';
import { startEmbeddedPostgres } from '../embedded/embedded-postgres.ts';
import { type Migration, migrate, readMigrations } from '../migrate.ts';
import { databaseName } from '../open-database.ts';
import { saveSecret } from '../secret.ts';
import { BackupError, readArchive } from './archive.ts';
import { type Ending, type Manifest, loadLines, takeManifest } from './rows.ts';

export interface RestoreReport {
  readonly manifest: Manifest;
  readonly rows: Ending['rows'];
}

/** The secret that the backup was made under: the new installation must go on with it. */
async function givenSecret(config: Config): Promise<string> {
  if (config.SECRET) return config.SECRET;
  return readFile(path.join(config.DATA_DIR, 'secret'), 'utf8').then(
    (text) => text.trim(),
    () => {
      throw new BackupError(
        `The secret of the installation that was backed up is needed: put its file "secret" into ${config.DATA_DIR}, or set SECRET.`,
      );
    },
  );
}

/** The migrations that the backup's tables were made by; the newer ones of this build come after the rows. */
export function migrationsOf(manifest: Manifest, known: readonly Migration[]): Migration[] {
  const wanted = new Map(manifest.migrations.map(({ name, checksum }) => [name, checksum]));
  const found = known.filter(({ name, checksum }) => wanted.get(name) === checksum);
  if (found.length !== wanted.size)
    throw new BackupError(
      `The backup was made by another version (${manifest.version}) whose tables this one does not know. Restore it with that version, then upgrade.`,
    );
  return found;
}

/** A database without accounts and notes is rebuilt, whatever tables it has; any other is left alone. */
async function clearEmptyDatabase(admin: AdminConnection): Promise<void> {
  await withConnection(admin, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select name from unnest(array['app.users', 'app.notes', 'app.audit_log']) as name where to_regclass(name) is not null`,
    );
    for (const { name } of rows) {
      const found = await client.query(`select from ${name} limit 1`);
      if ((found.rowCount ?? 0) > 0)
        throw new BackupError('The database is not empty. Restore into a new DATA_DIR or an empty database.');
    }
    await client.query('drop schema if exists app cascade');
  });
}

/**
 * Fills an empty installation from a backup and leaves it stopped, at the schema of the backup; the next opening brings it up to date.
 * @throws BackupError when the database is not empty or the backup cannot be used; nothing is then restored.
 */
export async function restore(config: Config, file: string, log: (line: string) => void): Promise<RestoreReport> {
  const secret = await givenSecret(config);
  const lines = readArchive(file, secret)[Symbol.asyncIterator]();
  // Before anything is started or made: a wrong file or secret shows in the first line.
  const manifest = await takeManifest(lines);
  const migrations = migrationsOf(manifest, readMigrations());
  const own = config.DATABASE_URL
    ? null
    : await startEmbeddedPostgres({ dataDir: config.DATA_DIR, log, spoolLog: config.WAL_ARCHIVE });
  try {
    if (own) await saveSecret(config.DATA_DIR, secret);
    const root: AdminConnection = own ? own.connection : { connectionString: config.DATABASE_ADMIN_URL ?? config.DATABASE_URL! };
    const name = own ? databaseName : new URL(root.connectionString!).pathname.slice(1);
    const admin = await bootstrapDatabase(root, secret, name);
    await clearEmptyDatabase(admin);
    await bootstrapDatabase(root, secret, name);
    await migrate(admin, migrations, log);
    const { rows } = await loadLines(admin, lines);
    return { manifest, rows };
  } finally {
    await own?.stop();
  }
}

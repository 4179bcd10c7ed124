import { chown, mkdtemp, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PostgresBinaries } from './binaries.ts';
import { EmbeddedPostgresError, errorCode } from './error.ts';
import { isEmptyFolder, readOrCreatePassword, readPassword } from './folders.ts';
import type { DataFolders } from './folders.ts';
import { runCommand } from './run-command.ts';
import type { ServerUser } from './user.ts';

export const ADMIN_USER = 'incisive_admin';

/** Makes the database files on the first start, checks their version on the later ones. Returns the password. */
export async function prepareCluster(
  folders: DataFolders,
  user: ServerUser,
  binaries: PostgresBinaries,
  { log, noSync }: { log: (line: string) => void; noSync: boolean },
): Promise<string> {
  const found = await readVersion(folders.pgData);
  if (found !== undefined) {
    checkVersion(found, binaries.major, folders.pgData);
    return readPassword(folders.dataDir);
  }
  if (!(await isEmptyFolder(folders.pgData))) {
    throw new EmbeddedPostgresError(
      `${folders.pgData} is not empty, yet holds no PostgreSQL database (PG_VERSION is missing). Move it away, restore it from a backup, or set another DATA_DIR.`,
    );
  }
  log(`Preparing PostgreSQL ${binaries.major} in ${folders.dataDir} (first start)`);
  const password = await readOrCreatePassword(folders.dataDir);
  await createCluster(folders, user, binaries, password, noSync);
  return password;
}

/** The files' major version, or undefined when there is no database yet. */
async function readVersion(pgData: string): Promise<string | undefined> {
  try {
    return (await readFile(join(pgData, 'PG_VERSION'), 'utf8')).trim();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function checkVersion(found: string, ships: string, pgData: string): void {
  if (found === ships) return;
  throw new EmbeddedPostgresError(
    `The database in ${pgData} was made by PostgreSQL ${found}; this build ships ${ships}. ` +
      'Dump it with the earlier build and restore it into a new DATA_DIR: see docs/operations.md.',
  );
}

/** Built apart and moved into place whole, so that a start that is cut off leaves no half-made database. */
async function createCluster(
  folders: DataFolders,
  user: ServerUser,
  binaries: PostgresBinaries,
  password: string,
  noSync: boolean,
): Promise<void> {
  const work = await mkdtemp(join(folders.run, 'init-'));
  // Beside its final place: a rename works inside one file system only.
  const made = await mkdtemp(join(folders.dataDir, 'pg-new-'));
  const passwordFile = join(work, 'password');
  try {
    await writeFile(passwordFile, password, { mode: 0o600 });
    if (user.ids !== undefined) {
      for (const path of [work, passwordFile, made]) await chown(path, user.ids.uid, user.ids.gid);
    }
    await runInitdb(binaries, user, [made, passwordFile], noSync);
    await moveIntoPlace(made, folders.pgData);
  } finally {
    await rm(work, { recursive: true, force: true });
    await rm(made, { recursive: true, force: true });
  }
}

async function runInitdb(
  binaries: PostgresBinaries,
  user: ServerUser,
  [target, passwordFile]: [string, string],
  noSync: boolean,
): Promise<void> {
  const args = ['-D', target, '-U', ADMIN_USER, '--auth=scram-sha-256', `--pwfile=${passwordFile}`, '--encoding=UTF8'];
  args.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', ...(noSync ? ['--no-sync'] : []));
  const [command = '', ...rest] = [...user.prefix, binaries.initdb, ...args];
  const { code, output } = await runCommand(command, rest, user.ids);
  if (code === 0) return;
  throw new EmbeddedPostgresError(
    `PostgreSQL could not make its files as ${user.description}:\n${output.slice(-1500)}\n` +
      'Free disk space or set another DATA_DIR, or set DATABASE_URL to a PostgreSQL 15 or newer.',
  );
}

async function moveIntoPlace(made: string, pgData: string): Promise<void> {
  try {
    await rmdir(pgData).catch(() => undefined);
    await rename(made, pgData);
  } catch (error) {
    // Another process that started at the same moment was first: its database is used.
    if (!['ENOTEMPTY', 'EEXIST'].includes(errorCode(error))) throw error;
  }
}

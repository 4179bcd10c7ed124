import { randomBytes } from 'node:crypto';
import { chmod, chown, link, mkdir, mkdtemp, readdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { EmbeddedPostgresError, errorCode, errorMessage } from './error.ts';
import { mayPass } from './user.ts';
import type { ServerUser } from './user.ts';

export interface DataFolders {
  readonly dataDir: string;
  readonly pgData: string;
  /** Holds the Unix socket. Outside DATA_DIR when DATA_DIR's path is too long for one. */
  readonly run: string;
  readonly logFile: string;
}

const SOCKET_NAME = '.s.PGSQL.5432';
/** sun_path holds 108 bytes, the closing NUL included. */
const MAX_SOCKET_PATH = 107;
const TEMPORARY_PREFIX = 'incisive-pg-';
const MAX_LOG_BYTES = 10_000_000;

/** Makes DATA_DIR when it is missing and returns its real path. */
export async function prepareDataDir(dataDir: string): Promise<string> {
  const path = resolve(dataDir);
  await makeParents(dirname(path));
  await mkdir(path, { mode: 0o700 }).catch((error: unknown) => {
    if (errorCode(error) !== 'EEXIST') throw error;
  });
  return realpath(path);
}

/** Parents must be passable for the server's user, whatever our umask is. */
async function makeParents(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true });
  if (first === undefined) return;
  for (let made = path; made.length >= first.length; made = dirname(made)) await chmod(made, 0o755);
}

/** Gives DATA_DIR and its run folder the owner and modes that PostgreSQL and privacy ask for. */
export async function prepareFolders(dataDir: string, user: ServerUser): Promise<DataFolders> {
  await openDataDir(dataDir, user);
  const run = await runFolder(join(dataDir, 'run'), user);
  const logFile = join(dataDir, 'postgres.log');
  await rotate(logFile);
  return { dataDir, pgData: join(dataDir, 'pg'), run, logFile };
}

/** Only a folder found empty is narrowed: DATA_DIR may be set to one that holds other things. */
async function openDataDir(dataDir: string, { ids }: ServerUser): Promise<void> {
  const found = await stat(dataDir);
  const isNew = await isEmptyFolder(dataDir);
  if (ids === undefined) {
    if (isNew && found.uid === process.getuid?.()) await chmod(dataDir, 0o700);
    return;
  }
  if (!isNew && mayPass(ids, found)) return;
  // The server's user passes through, and cannot list what else is here.
  await chown(dataDir, found.uid, ids.gid);
  await chmod(dataDir, isNew ? 0o710 : (found.mode & 0o7777) | 0o010);
}

async function runFolder(wanted: string, user: ServerUser): Promise<string> {
  if (fitsSocket(wanted)) {
    await mkdir(wanted, { recursive: true, mode: 0o700 });
    await giveTo(wanted, user);
    return wanted;
  }
  const parent = [tmpdir(), '/tmp'].find((path) => fitsSocket(join(path, `${TEMPORARY_PREFIX}XXXXXX`)));
  if (parent === undefined)
    throw new EmbeddedPostgresError(`The paths of DATA_DIR (${wanted}) and of the temporary folder are too long.`);
  const made = await mkdtemp(join(parent, TEMPORARY_PREFIX));
  await giveTo(made, user);
  return made;
}

function fitsSocket(folder: string): boolean {
  return Buffer.byteLength(join(folder, SOCKET_NAME)) <= MAX_SOCKET_PATH;
}

/** Removes a socket folder that `prepareFolders` made outside DATA_DIR; any other path is left alone. */
export async function removeTemporaryRun(run: string): Promise<void> {
  if (basename(run).startsWith(TEMPORARY_PREFIX)) await rm(run, { recursive: true, force: true });
}

export function socketLock(run: string): string {
  return join(run, `${SOCKET_NAME}.lock`);
}

async function giveTo(path: string, { ids }: ServerUser): Promise<void> {
  if (ids !== undefined) await chown(path, ids.uid, ids.gid);
}

async function rotate(logFile: string): Promise<void> {
  const size = await stat(logFile).then(
    (found) => found.size,
    () => 0,
  );
  if (size > MAX_LOG_BYTES) await rename(logFile, `${logFile}.1`);
}

/** Reads the administrator's password, or makes it before the first initdb. Safe when two processes start at once. */
export async function readOrCreatePassword(dataDir: string): Promise<string> {
  const file = passwordFile(dataDir);
  const mine = `${file}.${process.pid}`;
  try {
    await writeFile(mine, randomBytes(32).toString('base64url'), { mode: 0o600 });
    await link(mine, file).catch((error: unknown) => {
      if (errorCode(error) !== 'EEXIST') throw error;
    });
    return (await readFile(file, 'utf8')).trim();
  } finally {
    await rm(mine, { force: true });
  }
}

export async function readPassword(dataDir: string): Promise<string> {
  try {
    return (await readFile(passwordFile(dataDir), 'utf8')).trim();
  } catch (error) {
    throw new EmbeddedPostgresError(
      `The database's password file ${passwordFile(dataDir)} cannot be read: ${errorMessage(error)}. Restore it from the backup of DATA_DIR.`,
      { cause: error },
    );
  }
}

function passwordFile(dataDir: string): string {
  return join(dataDir, 'pg-password');
}

/** Whether the folder is absent or has nothing in it. */
export async function isEmptyFolder(path: string): Promise<boolean> {
  return readdir(path).then(
    (names) => names.length === 0,
    (error: unknown) => errorCode(error) === 'ENOENT',
  );
}

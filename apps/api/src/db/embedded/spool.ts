import { chown, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findBinaries } from './binaries.ts';
import { prepareDataDir } from './folders.ts';
import { chooseServerUser } from './user.ts';
import type { ServerUser } from './user.ts';

const TEMPORARY_PREFIX = 'archtemp.';
/** Well below a minute: what is committed waits no longer for its segment to be closed. */
const CLOSED_AFTER = '30s';

/** Where the server leaves finished segments of its log. */
export function spoolFolder(dataDir: string): string {
  return join(dataDir, 'wal-spool');
}

/**
 * The settings that make the server leave its log in the spool. PostgreSQL's own module writes there: on the disk before it has its name,
 * never over another content, again until it succeeds.
 */
export async function spoolSettings(dataDir: string, user: ServerUser): Promise<Record<string, string>> {
  const spool = spoolFolder(dataDir);
  await mkdir(spool, { recursive: true, mode: 0o700 });
  if (user.ids !== undefined) await chown(spool, user.ids.uid, user.ids.gid);
  // Halves that a server left which was killed.
  for (const name of await readdir(spool)) if (name.startsWith(TEMPORARY_PREFIX)) await rm(join(spool, name), { force: true });
  return {
    wal_level: 'replica',
    archive_mode: 'on',
    archive_library: 'basic_archive',
    'basic_archive.archive_directory': spool,
    archive_timeout: CLOSED_AFTER,
  };
}

/** What lies in the spool whole, oldest first. */
export async function spooled(dataDir: string): Promise<string[]> {
  const names = await readdir(spoolFolder(dataDir)).catch(() => [] as string[]);
  return names.filter((name) => !name.startsWith(TEMPORARY_PREFIX)).toSorted();
}

/** Who has to own a database that is brought into an empty data folder; undefined: whoever we are. Makes the folder. */
export async function ownerOfServer(
  dataDir: string,
  log: (line: string) => void,
): Promise<{ uid: number; gid: number } | undefined> {
  const user = await chooseServerUser(join(await prepareDataDir(dataDir), 'pg'), await findBinaries(), log);
  return user.ids;
}

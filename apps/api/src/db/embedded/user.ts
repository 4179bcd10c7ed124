import { realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { PostgresBinaries } from './binaries.ts';
import { EmbeddedPostgresError } from './error.ts';
import { runCommand } from './run-command.ts';

/** Who runs PostgreSQL: it refuses root, and so do its files' owners matter. */
export interface ServerUser {
  /** User and group to switch to, and to own the data folder; absent: as we are. */
  readonly ids?: { readonly uid: number; readonly gid: number };
  /** Programs that stand before the command, such as unshare. */
  readonly prefix: readonly string[];
  readonly description: string;
}

interface Ids {
  readonly uid: number;
  readonly gid: number;
}

const NOBODY: Ids = { uid: 65534, gid: 65534 };

/**
 * Chooses the user for the data folder `pgData` (which may not exist yet).
 * Not root: ourselves. Root: the owner of an existing data folder; else the user `postgres` when it can reach
 * all folders; else root's own files seen through a user namespace in which we are `postgres`.
 */
export async function chooseServerUser(
  pgData: string,
  binaries: PostgresBinaries,
  log: (line: string) => void,
  ownUid: number | undefined = process.getuid?.(),
): Promise<ServerUser> {
  if (ownUid !== 0) return { prefix: [], description: 'the current user' };
  const owner = await ownerOf(pgData);
  if (owner !== undefined && owner.uid !== 0) return existingOwner(owner, pgData, binaries);
  const postgres = await lookUp('postgres');
  if (owner === undefined && postgres !== undefined && (await canReachAll(postgres, pgData, binaries))) return asUser(postgres);
  const mapped = await mappedUser(postgres ?? NOBODY);
  if (mapped !== undefined) return mapped;
  if (owner === undefined && postgres === undefined) return createUser(pgData, binaries, log);
  throw noUser(pgData);
}

async function existingOwner(owner: Ids, pgData: string, binaries: PostgresBinaries): Promise<ServerUser> {
  if (await canReachAll(owner, pgData, binaries)) return asUser(owner);
  throw new EmbeddedPostgresError(
    `The data folder ${pgData} belongs to the user with id ${owner.uid}, who cannot enter it or the program folder ${binaries.root}. ` +
      'Put both under folders that this user may enter (chmod o+x), or start Incisive as that user.',
  );
}

function asUser(ids: Ids): ServerUser {
  return { ids, prefix: [], description: `user id ${ids.uid}` };
}

async function mappedUser({ uid, gid }: Ids): Promise<ServerUser | undefined> {
  const prefix = ['unshare', '--user', `--map-user=${uid}`, `--map-group=${gid}`, '--'];
  const probe = await runCommand('unshare', [...prefix.slice(1), 'true']);
  return probe.code === 0 ? { prefix, description: 'root in a user namespace' } : undefined;
}

/** The last way for a root-only container: the same system user that PostgreSQL's own packages make. */
async function createUser(pgData: string, binaries: PostgresBinaries, log: (line: string) => void): Promise<ServerUser> {
  await runCommand('groupadd', ['-r', 'postgres']);
  await runCommand('useradd', ['-r', '-g', 'postgres', '-s', '/usr/sbin/nologin', 'postgres']);
  const created = await lookUp('postgres');
  if (created === undefined || !(await canReachAll(created, pgData, binaries))) throw noUser(pgData);
  log('PostgreSQL refuses to run as root: the system user "postgres" was created for it');
  return asUser(created);
}

function noUser(pgData: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `PostgreSQL refuses to run as root, and no other user can reach ${pgData} here (user namespaces are not allowed either). ` +
      'Start Incisive as another user, or put the program and the data under folders that everyone may enter ' +
      '(DATA_DIR=/var/lib/incisive), or set DATABASE_URL to a PostgreSQL 15 or newer.',
  );
}

async function lookUp(name: string): Promise<Ids | undefined> {
  const [uid, gid] = await Promise.all([runCommand('id', ['-u', name]), runCommand('id', ['-g', name])]);
  if (uid.code !== 0 || gid.code !== 0) return undefined;
  return { uid: Number(uid.output), gid: Number(gid.output) };
}

async function ownerOf(path: string): Promise<Ids | undefined> {
  return stat(path).then(
    ({ uid, gid }) => ({ uid, gid }),
    () => undefined,
  );
}

/** DATA_DIR itself is opened for the chosen group later, so its parents count, not it. */
async function canReachAll(ids: Ids, pgData: string, binaries: PostgresBinaries): Promise<boolean> {
  return (await canEnter(ids, dirname(dirname(pgData)))) && (await canEnter(ids, dirname(binaries.postgres)));
}

/** Whether the user may pass through `folder` and every folder above it (extra groups are not asked about). */
export async function canEnter(ids: Ids, folder: string): Promise<boolean> {
  for (let path = await realpath(folder).catch(() => folder); ; path = dirname(path)) {
    const found = await stat(path).catch(() => undefined);
    // A folder that does not exist yet is made by us, open for passing.
    if (found !== undefined && !mayPass(ids, found)) return false;
    if (dirname(path) === path) return true;
  }
}

export function mayPass(ids: Ids, folder: { uid: number; gid: number; mode: number }): boolean {
  if (folder.uid === ids.uid) return (folder.mode & 0o100) !== 0;
  if (folder.gid === ids.gid) return (folder.mode & 0o010) !== 0;
  return (folder.mode & 0o001) !== 0;
}

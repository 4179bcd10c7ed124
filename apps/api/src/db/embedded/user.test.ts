import { chmod, chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { PostgresBinaries } from './binaries.ts';
import { runCommand } from './run-command.ts';
import { canEnter, chooseServerUser, mayPass } from './user.ts';

const STRANGER = { uid: 54321, gid: 54321 };
/** Root can give files away; anyone else plays the owner himself. */
const OWNER = process.getuid?.() === 0 ? STRANGER : { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
const namespacesAllowed =
  (await runCommand('unshare', ['--user', '--map-user=65534', '--map-group=65534', '--', 'true'])).code === 0;
const log = () => undefined;
let folder: string;
let binaries: PostgresBinaries;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inc-'));
  await chmod(folder, 0o755);
  binaries = { root: folder, postgres: join(folder, 'bin', 'postgres'), initdb: join(folder, 'bin', 'initdb'), major: '18' };
});

afterEach(() => rm(folder, { recursive: true, force: true }));

async function ownedFolder(): Promise<string> {
  const path = join(folder, 'data', 'pg');
  await mkdir(path, { recursive: true });
  await chown(path, OWNER.uid, OWNER.gid);
  return path;
}

test('passing through a folder is judged by the first class that fits, as the kernel does', () => {
  expect(mayPass({ uid: 1, gid: 2 }, { uid: 1, gid: 2, mode: 0o077 })).toBe(false);
  expect(mayPass({ uid: 9, gid: 2 }, { uid: 1, gid: 2, mode: 0o701 })).toBe(false);
  expect(mayPass({ uid: 9, gid: 9 }, { uid: 1, gid: 2, mode: 0o701 })).toBe(true);
});

test('one closed folder on the way is enough to keep a user out', async () => {
  const inner = join(folder, 'closed', 'inner');
  await mkdir(inner, { recursive: true });
  expect(await canEnter(STRANGER, inner)).toBe(true);
  await chmod(join(folder, 'closed'), 0o700);
  expect(await canEnter(STRANGER, inner)).toBe(false);
});

test('an ordinary user runs the server himself', async () => {
  expect(await chooseServerUser(join(folder, 'data', 'pg'), binaries, log, 1000)).toMatchObject({ prefix: [] });
});

test('root leaves the server to the owner of existing files', async () => {
  const pgData = await ownedFolder();
  expect((await chooseServerUser(pgData, binaries, log, 0)).ids).toEqual(OWNER);
});

test('an owner who cannot reach the programs is named in the refusal', async () => {
  const pgData = await ownedFolder();
  await mkdir(join(folder, 'bin'), { mode: 0o000 });
  await expect(chooseServerUser(pgData, binaries, log, 0)).rejects.toThrow(`user with id ${OWNER.uid}, who cannot enter`);
});

test('below a closed folder root stays the owner through a user namespace, or says what to do', async () => {
  await chmod(folder, 0o700);
  const outcome = await chooseServerUser(join(folder, 'data', 'pg'), binaries, log, 0).then(
    ({ prefix, ids }) => `${prefix[0]} ${ids?.uid}`,
    (error: Error) => error.message,
  );
  expect(outcome).toMatch(namespacesAllowed ? /^unshare undefined$/ : /refuses to run as root.*DATA_DIR=.*DATABASE_URL/);
});

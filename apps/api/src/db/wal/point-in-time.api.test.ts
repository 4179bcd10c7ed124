import { type ChildProcess, spawn } from 'node:child_process';
import { access, cp, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Config } from '../../config.ts';
import { testConfig, testSecret } from '../../testing/build-test-app.ts';
import { type AdminConnection, bootstrapDatabase } from '../bootstrap.ts';
import { waitUntil } from '../embedded/process-state.ts';
import { startEmbeddedPostgres } from '../embedded/embedded-postgres.ts';
import { migrate, readMigrations } from '../migrate.ts';
import { databaseName, openDatabase } from '../open-database.ts';
import type { ArchiveFolder } from './archive-folder.ts';
import { makeBase } from './base-backup.ts';
import { ownArchive } from './own-archive.ts';
import { momentOf, restoreTo } from './restore-to.ts';
import { shipLog } from './ship-log.ts';

const fixture = fileURLToPath(new URL('../embedded/hold-server.fixture.ts', import.meta.url));
const quiet = (): void => undefined;
/** In memory where there is such a folder: each test writes a database. */
const fast = await access('/dev/shm').then(
  () => '/dev/shm',
  () => tmpdir(),
);
const folder = await mkdtemp(path.join(fast, 'incisive-wal-'));
const backupDir = path.join(folder, 'backups');
const dataDir = path.join(folder, 'data');
afterAll(() => rm(folder, { recursive: true, force: true }));

let holder: ChildProcess;
let serverPid: number;
let admin: AdminConnection;
let archive: ArchiveFolder;
/** Between the first clinic and the second, which are in one segment; between the second and the third; after all that was archived. */
let within: Date;
let between: Date;
let ended: Date;

async function query<T extends pg.QueryResultRow>(connection: pg.ClientConfig, text: string): Promise<T[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return (await client.query<T>(text)).rows;
  } finally {
    await client.end();
  }
}
const all = ['Before the copy', 'First clinic', 'Second clinic', 'Third clinic', 'Fourth clinic'];
const write = (name: string) => query(admin, `insert into app.tenants (name, created_by) values ('${name}', 'somebody')`);
/** A moment that is over: what is written next is committed after it. */
async function moment(): Promise<Date> {
  const [row] = await query<{ at: Date }>(admin, `select date_trunc('milliseconds', clock_timestamp()) + interval '1 ms' as at`);
  await query(admin, 'select pg_sleep(0.01)');
  return row!.at;
}
/** Closes the segment and brings it into the archive. */
async function archiveNow(): Promise<string> {
  const [row] = await query<{ name: string }>(admin, 'select pg_walfile_name(pg_switch_wal()) as name');
  const there = await waitUntil(
    async () => {
      await shipLog(dataDir, archive);
      return archive.has(row!.name);
    },
    120_000,
    20,
  );
  if (!there) throw new Error(`${row!.name} did not come into the archive`);
  return row!.name;
}

const segments: string[] = [];
beforeAll(async () => {
  await mkdir(backupDir);
  holder = spawn(process.execPath, ['--import', 'tsx', fixture, dataDir, 'spool-log'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const said = await new Promise<{ server: number; run: string; password: string }>((resolve) => {
    createInterface({ input: holder.stdout! }).once('line', (line) => resolve(JSON.parse(line) as never));
  });
  serverPid = said.server;
  const root: AdminConnection = {
    host: said.run,
    port: 5432,
    user: 'incisive_admin',
    password: said.password,
    database: 'postgres',
  };
  admin = await bootstrapDatabase(root, testSecret, databaseName);
  await migrate(admin, readMigrations());
  archive = (await ownArchive({ WAL_ARCHIVE: true, BACKUP_DIR: backupDir }, admin, testSecret))!;
  await archive.prepare();
  await write('Before the copy');
  await makeBase(admin, dataDir, archive);
  await write('First clinic');
  within = await moment();
  await write('Second clinic');
  segments.push(await archiveNow());
  between = await moment();
  await write('Third clinic');
  segments.push(await archiveNow());
  await write('Fourth clinic');
  segments.push(await archiveNow());
  ended = (await archive.newest())!;
  // Committed, and in no archive yet: this is what a loss of the disk costs.
  await write('Too late');
  process.kill(serverPid, 'SIGKILL');
  const gone = new Promise((resolve) => holder.once('exit', resolve));
  holder.kill('SIGKILL');
  await gone;
  await rm(dataDir, { recursive: true, force: true });
});

let serial = 0;
async function newDataDir(secret: string | null = testSecret): Promise<string> {
  const made = path.join(folder, `restored-${(serial += 1)}`);
  await mkdir(made);
  if (secret) await writeFile(path.join(made, 'secret'), secret);
  return made;
}
const configOf = (dir: string, env: Record<string, string> = {}): Config => testConfig({ DATA_DIR: dir, ...env });
async function clinicsIn(dir: string): Promise<string[]> {
  const server = await startEmbeddedPostgres({ dataDir: dir, log: quiet });
  try {
    const rows = await query<{ name: string }>(
      { ...server.connection, database: databaseName },
      `select name from app.tenants where created_by = 'somebody' order by created_at`,
    );
    return rows.map(({ name }) => name);
  } finally {
    await server.stop();
  }
}
/** A copy of the archive that something is done to. */
async function spoiled(spoil: (inArchive: string) => Promise<void>): Promise<string> {
  const copy = path.join(folder, `spoiled-${(serial += 1)}`);
  await cp(backupDir, copy, { recursive: true, preserveTimestamps: true });
  await spoil(path.join(copy, path.basename(archive.folder)));
  return copy;
}

describe('after the server was killed and its disk is gone', () => {
  test('M: everything is there that was committed before the last segment was archived, and a start goes on from it', async () => {
    const dir = await newDataDir();
    const report = await restoreTo(configOf(dir), backupDir, undefined, quiet);
    expect(await clinicsIn(dir)).toEqual(all);
    expect(report.lastChange!.getTime()).toBeLessThanOrEqual(ended.getTime());
    const opened = await openDatabase(configOf(dir), testSecret, quiet, quiet);
    await opened.close();
  });

  test('M: at a moment between two writes exactly the first is there', async () => {
    for (const [until, clinics] of [
      [within, 2],
      [between, 3],
    ] as const) {
      const dir = await newDataDir();
      await restoreTo(configOf(dir), backupDir, until, quiet);
      expect(await clinicsIn(dir)).toEqual(all.slice(0, clinics));
    }
  });

  test('the last moment of the archive is all of it, though nothing was committed after it', async () => {
    const dir = await newDataDir();
    await restoreTo(configOf(dir), backupDir, ended, quiet);
    expect(await clinicsIn(dir)).toEqual(all);
  });
});

describe('M: what cannot be restored says what to do, and leaves the folder as it was', () => {
  /** Why nothing was restored; the folder is looked at too. */
  const refusal = async (from: string, until?: Date, dir?: string): Promise<string> => {
    const target = dir ?? (await newDataDir());
    const before = await readdir(target);
    const reason = await restoreTo(configOf(target), from, until, quiet).then(
      () => 'restored',
      (error: Error) => error.message,
    );
    expect(await readdir(target)).toEqual(before);
    return reason;
  };
  const last = (inArchive: string): string => path.join(inArchive, `${segments.at(-1)!}.sealed`);

  test('a segment that was changed, and moments before it are restored all the same', async () => {
    const from = await spoiled(async (inArchive) => {
      const bytes = await readFile(last(inArchive));
      bytes[bytes.length >> 1]! ^= 1;
      await writeFile(last(inArchive), bytes);
    });
    expect(await refusal(from)).toMatch(
      /log is broken at .*sealed.*was changed[^]*copy of BACKUP_DIR, or name a moment before it/,
    );
    const dir = await newDataDir();
    await restoreTo(configOf(dir), from, between, quiet);
    expect(await clinicsIn(dir)).toEqual(all.slice(0, 3));
  });

  test('a segment that is cut off', async () => {
    const from = await spoiled(async (inArchive) => {
      const bytes = await readFile(last(inArchive));
      await writeFile(last(inArchive), bytes.subarray(0, bytes.length - 5));
    });
    expect(await refusal(from)).toMatch(/log is broken at .*cut off/);
  });

  test('a segment under the name of another', async () => {
    const from = await spoiled((inArchive) => cp(path.join(inArchive, `${segments[0]!}.sealed`), last(inArchive)));
    expect(await refusal(from)).toMatch(/log is broken at/);
  });

  test('a segment that is missing, for a moment after it and for all; a moment before it is restored', async () => {
    const from = await spoiled((inArchive) => rm(path.join(inArchive, `${segments[1]!}.sealed`)));
    // What was committed next after `between` is not known: it may have been before that moment.
    for (const until of [undefined, between, ended])
      expect(await refusal(from, until)).toMatch(/log has a gap: .*sealed is missing/);
    const dir = await newDataDir();
    await restoreTo(configOf(dir), from, within, quiet);
    expect(await clinicsIn(dir)).toEqual(all.slice(0, 2));
  });

  test('a copy that was changed', async () => {
    const from = await spoiled(async (inArchive) => {
      const name = (await archive.bases())[0]!.name;
      const bytes = await readFile(path.join(inArchive, name));
      bytes[bytes.length - 1]! ^= 1;
      await writeFile(path.join(inArchive, name), bytes);
    });
    expect(await refusal(from)).toMatch(/The copy .* cannot be used\..*was changed/);
  });

  test('another secret, no secret', async () => {
    const other = await newDataDir('another secret, as long as the first one');
    expect(await refusal(backupDir, undefined, other)).toMatch(/another SECRET/);
    expect(await refusal(backupDir, undefined, await newDataDir(null))).toMatch(/put its file "secret" into/);
  });

  test('a folder that is not empty', async () => {
    const dir = await newDataDir();
    await writeFile(path.join(dir, 'letter.txt'), 'mine');
    expect(await refusal(backupDir, undefined, dir)).toMatch(/is not empty: it holds letter\.txt/);
  });

  test('a moment before the oldest copy, or after the newest segment; no archive at all', async () => {
    const early = new Date(ended.getTime() - 86_400_000);
    expect(await refusal(backupDir, early)).toMatch(/The archive begins at .* Name a later moment/);
    expect(await refusal(backupDir, new Date(ended.getTime() + 1))).toMatch(/The archive reaches to .* --to newest/);
    expect(await refusal(path.join(folder, 'nowhere'))).toMatch(/cannot be read/);
    const bare = path.join(folder, 'bare');
    await mkdir(bare);
    expect(await refusal(bare)).toMatch(/no archive with a copy.*WAL_ARCHIVE=on/);
  });

  test('a moment without its zone, or in words', () => {
    for (const words of ['2026-11-24T10:15:00', 'yesterday', '2026-13-01T00:00:00Z', ''])
      expect(() => momentOf(words)).toThrow('is no moment');
    expect(momentOf('newest')).toBeUndefined();
    expect(momentOf('2026-11-24T10:15:00+02:00')).toEqual(new Date('2026-11-24T08:15:00Z'));
  });
});

test('another content under the name of a segment is never written over', async () => {
  const foreign = path.join(folder, 'foreign');
  await writeFile(foreign, 'not that segment');
  const kept = await archive.read(segments[0]!);
  await expect(archive.take(segments[0]!, foreign)).rejects.toThrow(/holds another content.*Nothing was overwritten/);
  expect((await archive.read(segments[0]!)).equals(kept)).toBe(true);
});

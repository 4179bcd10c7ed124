import { access, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newServer } from '../../app.ts';
import type { Config } from '../../config.ts';
import type { Database } from '../../db/client.ts';
import { withConnection } from '../../db/connection.ts';
import { type OpenDatabase, openDatabase } from '../../db/open-database.ts';
import { withSystem } from '../../db/tenant.ts';
import { restoreTo } from '../../db/wal/restore-to.ts';
import { readWalState } from '../../db/wal/wal-state.ts';
import { insertReadyAccount } from '../../demo/accounts.ts';
import { checkLogArchive } from '../../doctor/database.ts';
import { Mailer } from '../../mail/mailer.ts';
import { transportOf } from '../../mail/transport.ts';
import { SecretBox } from '../../secrets/secret-box.ts';
import { testConfig, testSecret } from '../../testing/build-test-app.ts';
import { WalArchiver } from './wal-archive.job.ts';

const quiet = (): void => undefined;
const minute = 60_000;
const day = 24 * 60 * minute;
const fast = await access('/dev/shm').then(
  () => '/dev/shm',
  () => tmpdir(),
);
const folder = await mkdtemp(path.join(fast, 'incisive-archiver-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const working = new AbortController().signal;

let serial = 0;
let opened: OpenDatabase;
let config: Config;
let ahead = 0;
const now = (): Date => new Date(Date.now() + ahead);
let archiver: WalArchiver;
let looked: string[][];
let sound: boolean;

/** What a restored database shows of the clinics that the tests wrote. */
const clinicsOf = (database: Database): Promise<string[]> =>
  withSystem(database, async (tx) => {
    const rows = await tx.selectFrom('app.tenants').select('name').where('created_by', '=', 'test').orderBy('name').execute();
    return rows.map(({ name }) => name);
  });
const write = (name: string) =>
  withSystem(opened.database, (tx) => tx.insertInto('app.tenants').values({ name, created_by: 'test' }).execute());

async function open(dataDir: string, backupDir: string): Promise<void> {
  config = testConfig({ DATA_DIR: dataDir, BACKUP_DIR: backupDir, WAL_ARCHIVE: 'on' });
  opened = await openDatabase(config, testSecret, quiet, quiet);
  const { log } = newServer(config);
  const mailer = new Mailer({ database: opened.database, seal: new SecretBox(testSecret), transport: transportOf(config), log });
  const check = async (restored: Database): Promise<void> => {
    looked.push(await clinicsOf(restored));
    if (!sound) throw new TypeError('words that may quote a row');
  };
  const { database } = opened;
  archiver = new WalArchiver({ config, archive: opened.archive!, secret: testSecret, database, mailer, log, check, now });
}

beforeEach(async () => {
  ahead = 0;
  looked = [];
  sound = true;
  serial += 1;
  const backupDir = path.join(folder, `backups-${serial}`);
  await mkdir(backupDir);
  await open(path.join(folder, `data-${serial}`), backupDir);
});
afterEach(async () => {
  await archiver.close();
  await opened.close();
});

const state = () => readWalState(opened.database);
const notices = async (): Promise<number> => {
  const { rows } = await withSystem(opened.database, (tx) =>
    sql<{ n: number }>`select count(*)::int as n from app.notices where message like 'The archive of the database%'`.execute(tx),
  );
  return rows[0]!.n;
};
const letters = async (): Promise<number> => {
  const { rows } = await withSystem(opened.database, (tx) =>
    sql<{ n: number }>`select count(*)::int as n from app.mail_queue`.execute(tx),
  );
  return rows[0]!.n;
};
const makeSuperAdmin = () =>
  withSystem(opened.database, (tx) =>
    insertReadyAccount(tx, {
      username: 'superadmin',
      role: 'SuperAdmin',
      tenantId: null,
      passwordHash: 'none',
      firstName: 'Test',
      lastName: 'Test',
      email: 'superadmin@example.org',
      agreed: true,
      mustChangePassword: false,
      createdBy: 'test',
    }),
  );

test('M: a copy is made when it is due, tried once a week with the log after it, and what no moment of the days kept needs goes', async () => {
  await write('Before');
  await archiver.look(working);
  expect(looked).toEqual([['Before']]);
  await archiver.look(working);
  expect(await opened.archive!.bases()).toHaveLength(1);
  for (const days of [1, 7, 9]) {
    ahead = days * day;
    await write(`Day ${days}`);
    await archiver.look(working);
  }
  // Tried on the first day and a week later.
  expect(looked).toEqual([['Before'], ['Before', 'Day 1', 'Day 7']]);
  // Of four copies those of the last seven days stay, and the one that the first of these days begins from.
  const bases = await opened.archive!.bases();
  expect(bases).toHaveLength(3);
  const names = await opened.archive!.logNames();
  expect(names.toSorted()[0]).toBe((await opened.archive!.pathFrom(bases.at(-1)!)).segments[0]);
  expect(await state()).toMatchObject({ base: { name: bases[0]!.name }, tried: {} });
  expect((await readdir(config.DATA_DIR)).includes('wal-try')).toBe(false);
});

test('M: segments that do not come into the archive are told to every SuperAdmin once a day, and no more when they do', async () => {
  await makeSuperAdmin();
  await archiver.ship();
  const away = `${config.BACKUP_DIR!}-away`;
  await rename(config.BACKUP_DIR!, away);
  for (const at of [6 * minute, 10 * minute, day, day + 10 * minute]) {
    ahead = at;
    await archiver.ship();
  }
  expect((await state()).late?.reason).toContain('(BACKUP_DIR) cannot be written to. Mount it');
  expect(await notices()).toBe(2);
  expect(await letters()).toBe(2);
  const findings = await checkLogArchive(opened.database, now());
  expect(findings[0]).toMatchObject({ check: 'log archive', verdict: 'mend' });
  await rename(away, config.BACKUP_DIR!);
  // What waited goes into the archive, and its age is of now again.
  ahead = 0;
  const name = await withConnection(opened.admin, async (client) => {
    const { rows } = await client.query<{ name: string }>('select pg_walfile_name(pg_switch_wal()) as name');
    return rows[0]!.name;
  });
  const isThere = async (): Promise<boolean> => {
    await archiver.ship();
    return opened.archive!.has(name);
  };
  await expect.poll(isThere).toBe(true);
  ahead = 2 * minute;
  await archiver.ship();
  expect((await state()).late).toBeNull();
  expect(await notices()).toBe(2);
});

test('an archive that does not come back whole is told once a day, and tried again until it does', async () => {
  await makeSuperAdmin();
  sound = false;
  for (const at of [0, 5 * minute, 31 * minute]) {
    ahead = at;
    await archiver.look(working);
  }
  // Not again within half an hour.
  expect(looked).toHaveLength(2);
  expect((await state()).failing?.reason).toBe('it stopped with TypeError');
  expect(await notices()).toBe(1);
  sound = true;
  ahead = 62 * minute;
  await archiver.look(working);
  expect(await state()).toMatchObject({ failing: null, tried: {} });
  expect((await readdir(config.DATA_DIR)).includes('wal-try')).toBe(false);
});

describe('M: after an orderly stop', () => {
  test('everything is in the archive, and a restored installation is archived on from there', async () => {
    await archiver.look(working);
    await write('First');
    await archiver.close();
    await opened.close();
    const backupDir = config.BACKUP_DIR!;
    const restored = async (): Promise<string[]> => {
      serial += 1;
      const dataDir = path.join(folder, `data-${serial}`);
      await mkdir(dataDir);
      await writeFile(path.join(dataDir, 'secret'), testSecret);
      await restoreTo(testConfig({ DATA_DIR: dataDir }), backupDir, undefined, quiet);
      await open(dataDir, backupDir);
      return clinicsOf(opened.database);
    };
    expect(await restored()).toEqual(['First']);
    await write('Second');
    await opened.close();
    // There is no new copy: this reads the log over the first one and through the restore before.
    expect(await restored()).toEqual(['First', 'Second']);
    expect((await opened.archive!.pathFrom((await opened.archive!.bases())[0]!)).timeline).toBe(2);
    // The next look makes a copy on the timeline of now.
    await archiver.look(working);
    expect((await opened.archive!.bases()).map(({ start }) => start.timeline)).toEqual([3, 1]);
  });
});

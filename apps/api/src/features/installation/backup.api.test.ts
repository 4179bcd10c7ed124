import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Backups } from '@incisive/contract/installation';
import pg from 'pg';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { readConfig, type Config } from '../../config.ts';
import { readBackupState, saveBackupState } from '../../db/backup/backup-state.ts';
import { withSystem } from '../../db/tenant.ts';
import { testSecret } from '../../testing/build-test-app.ts';
import { useMailedTestApp } from '../../testing/outbox.ts';
import { verifyRestored } from '../audit/verify-audit.job.ts';
import { ScheduledBackups } from './backup.job.ts';

const t = await useMailedTestApp({ BACKUP_EVERY: '12h' });
const folder = await mkdtemp(path.join(tmpdir(), 'incisive-backups-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const { host, user, password, port, database: name } = t.admin;
const config: Config = readConfig({
  NODE_ENV: 'test',
  DATABASE_URL: `postgres://${user}:${password}@localhost/${name}?host=${encodeURIComponent(host!)}&port=${String(port)}`,
  SECRET: testSecret,
  BACKUP_DIR: folder,
  BACKUP_EVERY: '12h',
});
const hour = 3_600_000;
const start = Date.parse('2026-11-18T00:30:00Z');
let now = new Date(start);
const working = new AbortController().signal;
const backupsInto = (into: string, check = (restored: typeof t.database) => verifyRestored(restored, t.deps.auditChain)) => {
  const { mailer, log } = t.deps;
  return new ScheduledBackups({ config, folder: into, database: t.database, mailer, log, check, now: () => now });
};
const files = async (): Promise<string[]> => (await readdir(folder)).toSorted();
const shown = async () => (await t.as('superadmin', 'GET', '/api/v1/installation/backups/')).json<Backups>();
const notices = async (): Promise<number> => {
  const { rows } = await withSystemRows<{ n: number }>(`select count(*)::int as n from app.notices where link = '/models'`);
  return rows[0]!.n;
};
async function withSystemRows<T extends pg.QueryResultRow>(text: string): Promise<pg.QueryResult<T>> {
  const client = new pg.Client(t.admin);
  await client.connect();
  try {
    return await client.query<T>(text);
  } finally {
    await client.end();
  }
}

beforeEach(async () => {
  now = new Date(start);
  for (const file of await readdir(folder)) await rm(path.join(folder, file));
  await withSystem(t.database, (tx) => saveBackupState(tx, {}));
});

test('HIP-N6 a backup is made when it is due and not before, is restored for a try once a week, and leaves no scratch database', async () => {
  expect(await shown()).toEqual({ every_minutes: null, newest: null, tried_at: null, failing: null, log: null });
  const tried: number[] = [];
  const backups = backupsInto(folder, async (restored) => {
    tried.push(now.getTime());
    const { notes } = await withSystem(restored, (tx) =>
      tx
        .selectFrom('app.users')
        .select(({ fn }) => fn.countAll<number>().as('notes'))
        .executeTakeFirstOrThrow(),
    );
    expect(notes).toBe(Object.keys(t.users).length);
    await verifyRestored(restored, t.deps.auditChain);
  });
  for (let at = 0; at <= 8 * 24; at += 6) {
    now = new Date(start + at * hour);
    await backups.look(working);
  }
  expect(tried).toEqual([start, start + 7 * 24 * hour]);
  // Every twelve hours over eight days: all of the last day, and the newest of each day before.
  expect(await files()).toEqual([
    ...['20', '21', '22', '23', '24', '25'].map((day) => `incisive-202611${day}T123000Z.bak`),
    'incisive-20261126T003000Z.bak',
  ]);
  expect(await shown()).toMatchObject({
    every_minutes: 720,
    newest: { at: '2026-11-26T00:30:00.000Z' },
    tried_at: '2026-11-25T00:30:00.000Z',
    failing: null,
  });
  const { rows } = await withSystemRows<{ datname: string }>(`select datname from pg_database where datname like '%restore_try'`);
  expect(rows).toEqual([]);
});

test('one that fails is told to every SuperAdmin once a day by notice and mail, and no more when one is good again', async () => {
  const gone = path.join(folder, 'not-mounted');
  const backups = backupsInto(gone);
  const told = await notices();
  for (const at of [0, 0.1, 1, 2, 25]) {
    now = new Date(start + at * hour);
    await backups.look(working);
  }
  expect(await notices()).toBe(told + 2);
  const mails = (await t.mailTo('superadmin@example.org')).filter(({ subject }) => subject === 'A backup failed');
  expect(mails).toHaveLength(2);
  expect(mails[0]?.text).toContain('(BACKUP_DIR) cannot be read. Mount it');
  expect(mails[0]?.text).toContain('There is no backup yet.');
  expect((await shown()).failing).toEqual({
    since: '2026-11-18T00:30:00.000Z',
    reason: expect.stringContaining('not-mounted (BACKUP_DIR) cannot be read') as string,
  });
  expect((await t.as('approver', 'GET', '/api/v1/installation/backups/')).statusCode).toBe(403);
  now = new Date(start + 26 * hour);
  await backupsInto(folder).look(working);
  expect((await shown()).failing).toBeNull();
  expect(await notices()).toBe(told + 2);
});

test('a backup that does not come back whole is told, and each one after is tried until one does', async () => {
  let sound = false;
  const tried: string[] = [];
  const backups = backupsInto(folder, async () => {
    tried.push(now.toISOString().slice(11, 13));
    if (!sound) throw new TypeError('words that may quote a row');
  });
  await backups.look(working);
  expect(await shown()).toMatchObject({ tried_at: null, failing: { reason: 'it stopped with TypeError' } });
  for (const at of [12, 24]) {
    now = new Date(start + at * hour);
    await backups.look(working);
    sound = true;
  }
  expect(tried).toEqual(['00', '12', '00']);
  expect(await shown()).toMatchObject({ tried_at: '2026-11-19T00:30:00.000Z', failing: null });
});

test('what a killed backup left is cleared away, and nothing else in the folder is touched', async () => {
  await writeFile(path.join(folder, 'incisive-20261117T003000Z.bak'), '');
  await writeFile(path.join(folder, 'incisive-20261117T003000Z.bak.partial'), 'half');
  await appendFile(path.join(folder, 'letter.txt'), 'mine');
  await backupsInto(folder).look(working);
  expect(await files()).toEqual(['incisive-20261118T003000Z.bak', 'letter.txt']);
  expect(await readFile(path.join(folder, 'letter.txt'), 'utf8')).toBe('mine');
});

test('one process at a time makes them, and one that is stopped meanwhile reports no failure', async () => {
  await Promise.all([backupsInto(folder).look(working), backupsInto(folder).look(working)]);
  expect(await files()).toHaveLength(1);
  now = new Date(start + 13 * hour);
  await backupsInto(path.join(folder, 'gone')).look(AbortSignal.abort());
  expect((await readBackupState(t.database)).failing).toBeUndefined();
});

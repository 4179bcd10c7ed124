import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { SMTPServer } from 'smtp-server';
import { afterAll, describe, expect, test } from 'vitest';
import { saveBackupState } from '../db/backup/backup-state.ts';
import { withSystem } from '../db/tenant.ts';
import { useTestApp } from '../testing/build-test-app.ts';
import { checkBackups, checkDatabase, checkLetters, checkQueues, knowsCapitals } from './database.ts';
import { checkMail } from './doctor.ts';
import type { Finding } from './finding.ts';
import { checkDisk, clocksApart, roomOn } from './machine.ts';
import { certificateUntil, checkCertificate, checkProxy } from './network.ts';

const t = await useTestApp();
const folder = await mkdtemp(path.join(tmpdir(), 'incisive-doctor-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const verdicts = (found: readonly Finding[]): string[] => found.map(({ check, verdict }) => `${check}: ${verdict}`);
const gigabyte = 1024 ** 3;
const hour = 3_600_000;

describe('doctor: the machine', () => {
  test('says how much room there is, and when to make some', () => {
    expect(roomOn('disk', { free: 60 * gigabyte, total: 100 * gigabyte })).toEqual({
      check: 'disk',
      verdict: 'good',
      words: '60.0 GB of 100.0 GB are free.',
    });
    expect(roomOn('disk', { free: 19 * gigabyte, total: 100 * gigabyte }).verdict).toBe('look');
    expect(roomOn('disk', { free: 49 * 1024 ** 2, total: 100 * gigabyte })).toMatchObject({
      verdict: 'mend',
      words: expect.stringContaining('Only 49 MB of 100.0 GB are free. Make room now') as string,
    });
  });
  test('finds a folder that is missing, backups that lie beside what they back up, and a secret that others can read', async () => {
    const missing = path.join(folder, 'not-mounted');
    const found = await checkDisk({ DATA_DIR: folder, BACKUP_DIR: missing, SECRET: undefined });
    expect(found.find(({ verdict }) => verdict === 'mend')?.words).toContain('not-mounted is not there. Mount it');
    await writeFile(path.join(folder, 'secret'), 'x');
    await chmod(path.join(folder, 'secret'), 0o640);
    const words = (await checkDisk({ DATA_DIR: folder, BACKUP_DIR: folder, SECRET: undefined }))
      .map((one) => one.words)
      .join(' ');
    expect(words).toContain('are on one disk');
    expect(words).toContain('chmod 600');
    await chmod(path.join(folder, 'secret'), 0o600);
    expect(verdicts(await checkDisk({ DATA_DIR: folder, BACKUP_DIR: undefined, SECRET: undefined }))).not.toContain(
      'secret: mend',
    );
  });
  test('judges clocks by what a token bears', () => {
    expect([0.3, -3, 30, 61, -3600].map((seconds) => clocksApart(seconds).verdict)).toEqual([
      'good',
      'look',
      'look',
      'mend',
      'mend',
    ]);
  });
});

describe('doctor: the database', () => {
  test('tells of a database in which a search misses letters beyond the English ones', async () => {
    const admin = new pg.Client(t.admin);
    await admin.connect();
    const name = `test_letters_${process.pid}`;
    await admin.query(`create database ${name} template template0 locale_provider libc locale 'C'`);
    const asked = async (database: string) => {
      const client = new pg.Client({ ...t.admin, database });
      await client.connect();
      const { rows } = await client.query<{ known: boolean }>(`select ${knowsCapitals} as known`);
      await client.end();
      return rows[0]!.known;
    };
    const known = [await asked(t.admin.database!), await asked(name)];
    await admin.query(`drop database ${name}`);
    await admin.end();
    expect(known).toEqual([true, false]);
    expect(known.map((one) => verdicts(checkLetters(one)))).toEqual([[], ['database: look']]);
  });
  test('says what a power cut would lose: the one of the tests is made to be thrown away, and nothing else is wrong with it', async () => {
    const found = await checkDatabase(t.database);
    expect(found.map(({ check, words }) => `${check}: ${words.split(' ').slice(0, 3).join(' ')}`)).toEqual([
      'database: fsync is off:',
      'database: full_page_writes is off:',
      'clock: This machine and',
    ]);
  });
  test('says that a schema is of another version', async () => {
    const client = new pg.Client(t.admin);
    await client.connect();
    try {
      const { rows } = await client.query<{ name: string }>('select name from app.migrations order by name desc limit 1');
      await client.query(`update app.migrations set name = '999_later.sql' where name = $1`, [rows[0]!.name]);
      const words = (await checkDatabase(t.database)).map((one) => one.words).join(' ');
      expect(words).toContain('The schema is of a newer version.');
      expect(words).toContain('1 migrations are to come');
      await client.query(`update app.migrations set name = $1 where name = '999_later.sql'`, [rows[0]!.name]);
    } finally {
      await client.end();
    }
  });
  test('HIP-N6 judges backups by their age, by what failed and by whether one was ever tried', async () => {
    const now = new Date('2026-11-20T12:00:00Z');
    const ago = (hours: number) => ({
      name: 'x.bak',
      at: new Date(now.getTime() - hours * hour).toISOString(),
      bytes: 1,
      seconds: 1,
    });
    const config = { BACKUP_DIR: folder, DATABASE_URL: undefined, backupEveryMinutes: 60 };
    const judge = async (state: Parameters<typeof saveBackupState>[1]) => {
      await withSystem(t.database, (tx) => saveBackupState(tx, state));
      return verdicts(await checkBackups(t.database, config, now));
    };
    expect(await judge({})).toEqual(['backups: mend']);
    expect(await judge({ newest: ago(1), tried: ago(24) })).toEqual(['backups: good']);
    expect(await judge({ newest: ago(3), tried: ago(24) })).toEqual(['backups: mend']);
    expect(await judge({ newest: ago(1) })).toEqual(['backups: look']);
    expect(await judge({ newest: ago(1), tried: ago(24 * 9) })).toEqual(['backups: look']);
    const failing = { since: ago(2).at, reason: 'the disk of BACKUP_DIR is full', at: ago(1).at, toldAt: ago(1).at };
    expect(await judge({ newest: ago(1), tried: ago(24), failing })).toEqual(['backups: mend']);
    expect(verdicts(await checkBackups(t.database, { ...config, BACKUP_DIR: undefined }, now))).toEqual(['backups: look']);
  });
  test('finds letters and audit rows that wait for too long, without a word of theirs', async () => {
    await t.deps.auditSealer.seal();
    expect(verdicts(await checkQueues(t.database))).toEqual(['mail queue: good', 'audit log: good']);
    await withSystem(t.database, (tx) =>
      tx
        .insertInto('app.mail_queue')
        .values({ recipient: 'somebody@example.org', sealed: Buffer.from('x'), created_at: new Date(Date.now() - 2 * hour) })
        .execute(),
    );
    const found = await checkQueues(t.database);
    expect(verdicts(found)).toEqual(['mail queue: mend', 'audit log: good']);
    expect(JSON.stringify(found)).not.toContain('somebody');
  });
});

describe('doctor: what lies before and behind the server', () => {
  const proxied = async (
    answers: (url: string) => { status: number; body: object },
    run: (publicUrl: string) => Promise<void>,
  ) => {
    const server = createServer((request, response) => {
      const { status, body } = answers(request.url ?? '');
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      await run(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    } finally {
      await new Promise((resolve) => server.close(resolve));
    }
  };
  const wordsOf = async (publicUrl: string) =>
    (await checkProxy({ publicUrl, production: true, TRUST_PROXY: '127.0.0.1' })).map((one) => one.words).join(' ');

  test('the headers that a proxy must pass on', async () => {
    await proxied(
      () => ({ status: 421, body: {} }),
      async (url) => expect(await wordsOf(url)).toContain('Pass Host and X-Forwarded-Proto on'),
    );
    await proxied(
      (url) => ({ status: 200, body: url === '/readyz' ? { status: 'ready', checks: {} } : {} }),
      async (url) => expect(await wordsOf(url)).toContain('does not pass X-Forwarded-For on'),
    );
    await proxied(
      () => ({ status: 200, body: { status: 'ready' } }),
      async (url) =>
        expect(await wordsOf(url)).toBe(
          'PUBLIC_URL is not https: notes and passwords go over the line as they are. Put a TLS proxy before it.',
        ),
    );
    let gone = '';
    await proxied(
      () => ({ status: 200, body: {} }),
      async (url) => void (gone = url),
    );
    expect(await wordsOf(gone)).toContain('PUBLIC_URL does not answer (ECONNREFUSED)');
    expect(await checkProxy({ publicUrl: gone, production: false, TRUST_PROXY: undefined })).toEqual([]);
  });
  test('certificates that end, and an address that speaks no TLS', async () => {
    const now = new Date('2026-11-20T12:00:00Z');
    expect(
      ['2026-11-19', '2026-11-21', '2026-12-03', '2026-12-31'].map(
        (day) => certificateUntil(new Date(`${day}T00:00:00Z`), now).verdict,
      ),
    ).toEqual(['mend', 'look', 'look', 'good']);
    await proxied(
      () => ({ status: 200, body: {} }),
      async (url) =>
        expect((await checkCertificate({ publicUrl: url.replace('http:', 'https:') }))[0]?.words).toContain(
          'does not answer by TLS',
        ),
    );
  });
  test('a mail server that takes the sign-in, refuses it, or is not there', async () => {
    const smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onAuth: ({ password }, _session, done) =>
        password === 'right' ? done(null, { user: 'u' }) : done(Object.assign(new Error('Invalid'), { responseCode: 535 })),
    });
    await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', () => resolve()));
    const { port } = smtp.server.address() as AddressInfo;
    const judge = async (url: string) =>
      (await checkMail({ SMTP_URL: url, MAIL: undefined, TEAM_EMAIL: 'team@example.org', production: true }))[0];
    try {
      expect((await judge(`smtp://u:right@127.0.0.1:${port}`))?.verdict).toBe('good');
      const refused = await judge(`smtp://u:wrong-password@127.0.0.1:${port}`);
      expect(refused?.words).toContain('refuses user or password');
      expect(JSON.stringify(refused)).not.toContain('wrong-password');
    } finally {
      await new Promise<void>((resolve) => smtp.close(() => resolve()));
    }
    expect((await judge(`smtp://127.0.0.1:${port}`))?.words).toContain('SMTP_URL does not answer (ESOCKET)');
    expect(verdicts(await checkMail({ SMTP_URL: undefined, MAIL: 'outbox', TEAM_EMAIL: undefined, production: true }))).toEqual([
      'mail: look',
      'mail: look',
    ]);
  });
});

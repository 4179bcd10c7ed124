import { readFile, readdir, stat } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { SMTPServer } from 'smtp-server';
import { describe, expect, test } from 'vitest';
import { withSystem } from '../db/tenant.ts';
import { useMailedTestApp } from '../testing/outbox.ts';
import { Mailer } from './mailer.ts';
import { letters, renderMail } from './templates.ts';
import { smtpTransport } from './transport.ts';

const t = await useMailedTestApp();

/** A real SMTP server that keeps what it takes, or refuses the first few. */
async function smtpServer(refusals = 0) {
  const taken: { to: string[]; raw: string }[] = [];
  let left = refusals;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      let raw = '';
      stream.on('data', (chunk: Buffer) => (raw += chunk.toString()));
      stream.on('end', () => {
        left -= 1;
        if (left >= 0) return done(Object.assign(new Error('Mailbox busy with secret words'), { responseCode: 451 }));
        taken.push({ to: session.envelope.rcptTo.map((recipient) => recipient.address), raw });
        return done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return { taken, url: `smtp://127.0.0.1:${port}`, close: () => new Promise<void>((resolve) => server.close(() => resolve())) };
}

/** A log that keeps its lines. */
function recordingLog(): { log: FastifyBaseLogger; lines: { level: string; values: unknown; words: string }[] } {
  const lines: { level: string; values: unknown; words: string }[] = [];
  const at = (level: string) => (values: unknown, words: string) => void lines.push({ level, values, words });
  return { log: { info: at('info'), warn: at('warn'), error: at('error') } as unknown as FastifyBaseLogger, lines };
}

const letter = letters.resetCode({ username: 'somebody', code: 'ABCD-EFGH', minutes: 10 });
const waiting = () => withSystem(t.database, (tx) => tx.selectFrom('app.mail_queue').selectAll().execute());
const due = () => withSystem(t.database, (tx) => sql`update app.mail_queue set next_attempt_at = now()`.execute(tx));

async function withSmtp(
  refusals: number,
  run: (
    mailer: Mailer,
    server: Awaited<ReturnType<typeof smtpServer>>,
    lines: ReturnType<typeof recordingLog>['lines'],
  ) => Promise<void>,
) {
  const server = await smtpServer(refusals);
  const { log, lines } = recordingLog();
  const mailer = new Mailer({
    database: t.database,
    seal: t.deps.seal,
    transport: smtpTransport(server.url, 'Incisive <no-reply@example.org>'),
    log,
  });
  try {
    await run(mailer, server, lines);
  } finally {
    await mailer.close();
    await server.close();
  }
}

describe('by SMTP', () => {
  test('a letter arrives as text and HTML; the log has recipient and subject alone', () =>
    withSmtp(0, async (mailer, server, lines) => {
      await mailer.post('somebody@example.org', letter);
      expect(await mailer.flush()).toBe(1);
      expect(server.taken).toHaveLength(1);
      const { to, raw } = server.taken[0]!;
      expect(to).toEqual(['somebody@example.org']);
      expect(raw).toMatch(/^From: Incisive <no-reply@example\.org>/m);
      expect(raw).toContain('text/plain');
      expect(raw).toContain('text/html');
      expect(raw).toContain('ABCD-EFGH');
      expect(await waiting()).toEqual([]);
      expect(lines).toEqual([
        { level: 'info', words: 'mail sent', values: { recipient: 'somebody@example.org', subject: 'Your password reset code' } },
      ]);
    }));

  test('a refusal is logged without the server’s words and tried again later, not lost', () =>
    withSmtp(2, async (mailer, server, lines) => {
      const before = Date.now();
      await mailer.post('somebody@example.org', letter);
      expect(await mailer.flush()).toBe(0);
      expect(await mailer.flush()).toBe(0);
      const [kept] = await waiting();
      expect(kept).toMatchObject({ attempts: 1, recipient: 'somebody@example.org' });
      expect(kept!.next_attempt_at.getTime()).toBeGreaterThanOrEqual(before + 60_000);
      await due();
      await mailer.flush();
      await due();
      expect(await mailer.flush()).toBe(1);
      expect(server.taken).toHaveLength(1);
      expect(await waiting()).toEqual([]);
      expect(lines.map((line) => line.level)).toEqual(['warn', 'warn', 'info']);
      expect(JSON.stringify(lines)).not.toMatch(/secret words|ABCD/);
    }));

  test('a server that is down loses nothing', async () => {
    const { log, lines } = recordingLog();
    const mailer = new Mailer({
      database: t.database,
      seal: t.deps.seal,
      transport: smtpTransport('smtp://127.0.0.1:1', 'x@example.org'),
      log,
    });
    await mailer.post('somebody@example.org', letter);
    expect(await mailer.flush()).toBe(0);
    await mailer.close();
    expect(lines).toMatchObject([{ level: 'warn', values: { code: 'ESOCKET', attempt: 1 } }]);
    expect(await waiting()).toHaveLength(1);
    await due();
    await withSmtp(0, async (next, server) => {
      expect(await next.flush()).toBe(1);
      expect(server.taken).toHaveLength(1);
    });
  });

  test('two processes hand a letter over once', () =>
    withSmtp(0, (one, server) =>
      withSmtp(0, async (two, other) => {
        for (let n = 0; n < 30; n += 1) await one.post(`person${n}@example.org`, letter);
        await Promise.all([one.flush(), two.flush()]);
        const all = [...server.taken, ...other.taken].flatMap((mail) => mail.to);
        expect(all).toHaveLength(30);
        expect(new Set(all).size).toBe(30);
      }),
    ));

  test('a started mailer sends by itself after the commit', () =>
    withSmtp(0, async (mailer, server) => {
      mailer.start();
      await withSystem(t.database, (tx) => mailer.queue(tx, 'somebody@example.org', letter));
      await expect.poll(() => server.taken.length).toBe(1);
    }));
});

test('a letter of a transaction that failed is never sent, and one that waits is unreadable in the database', async () => {
  const failed = withSystem(t.database, async (tx) => {
    await t.deps.mailer.queue(tx, 'nobody@example.org', letter);
    throw new Error('undone');
  });
  await expect(failed).rejects.toThrow('undone');
  expect(await t.mailTo('nobody@example.org')).toEqual([]);
  await t.deps.mailer.post('sealed@example.org', letter);
  const [kept] = await waiting();
  expect(kept!.sealed.toString('latin1')).not.toMatch(/ABCD|password/);
  await t.mailTo('sealed@example.org');
});

test('the outbox is a folder of one’s own with whole .eml files', async () => {
  await t.deps.mailer.post('outbox@example.org', letter);
  await t.deps.mailer.flush();
  const folder = path.join(t.dataDir, 'outbox');
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  const files = await readdir(folder);
  expect(files.every((file) => file.endsWith('.eml'))).toBe(true);
  const modes = await Promise.all(files.map(async (file) => (await stat(path.join(folder, file))).mode & 0o777));
  expect(new Set(modes)).toEqual(new Set([0o600]));
  const raws = await Promise.all(files.map((file) => readFile(path.join(folder, file), 'utf8')));
  expect(raws.some((raw) => raw.includes('To: outbox@example.org'))).toBe(true);
});

test('ASV-02 ASV-72 a name can break out of neither HTML, header nor line', () => {
  const hostile = '<img src=x onerror=alert(1)>\r\nBcc: all@example.org';
  for (const made of [
    letters.accountRefused({ username: hostile }),
    letters.alert({ by: hostile, notes: 1, url: 'https://example.org/opnotes' }),
  ]) {
    const mail = renderMail('a@example.org', made);
    expect(mail.html).not.toContain('<img');
    expect(mail.text).not.toMatch(/^Bcc:/m);
    expect(mail.subject).not.toMatch(/[\r\n]/);
  }
});

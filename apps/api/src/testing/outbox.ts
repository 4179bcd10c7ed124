import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';
import { type TestApp, buildTestApp } from './build-test-app.ts';

export interface SeenMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly raw: string;
}

/** Quoted-printable as nodemailer writes it. */
const unquoted = (text: string): string =>
  Buffer.from(
    text
      .replace(/=\r?\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');

function seen(raw: string): SeenMail {
  const header = (name: string): string => new RegExp(`^${name}: (.*)$`, 'im').exec(raw)?.[1]?.trim() ?? '';
  const plain = /Content-Type: text\/plain[^]*?\r\n\r\n([^]*?)\r\n--/.exec(raw)?.[1] ?? '';
  return { to: header('To'), subject: header('Subject'), text: unquoted(plain), raw };
}

export interface MailedTestApp extends TestApp {
  /** Hands over what waits and answers all mail to this address so far, oldest first. */
  mailTo(address: string): Promise<SeenMail[]>;
  readonly dataDir: string;
}

/** The test application with an outbox folder of its own. */
export async function buildMailedTestApp(env: Record<string, string> = {}): Promise<MailedTestApp> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'incisive-mail-'));
  const t = await buildTestApp({ DATA_DIR: dataDir, ...env });
  const outbox = path.join(dataDir, 'outbox');
  return {
    ...t,
    dataDir,
    mailTo: async (address) => {
      await t.deps.mailer.flush();
      const files = (await readdir(outbox).catch(() => [])).filter((file) => file.endsWith('.eml'));
      const mails = await Promise.all(
        files.toSorted((a, b) => (a < b ? -1 : 1)).map(async (file) => seen(await readFile(path.join(outbox, file), 'utf8'))),
      );
      return mails.filter((mail) => mail.to === address);
    },
    close: async () => {
      await t.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The test application with an outbox, for a whole test file: closed when its tests are over. */
export async function useMailedTestApp(env: Record<string, string> = {}): Promise<MailedTestApp> {
  const t = await buildMailedTestApp(env);
  afterAll(() => t.close());
  return t;
}

/** The code or the link's token that a mail carries. */
export const codeIn = (mail: SeenMail): string => /^\s+([A-Z0-9]{4}-[A-Z0-9]{4})\s*$/m.exec(mail.text)?.[1] ?? '';
export const tokenIn = (mail: SeenMail): string => /#token=([\w-]+)/.exec(mail.text)?.[1] ?? '';

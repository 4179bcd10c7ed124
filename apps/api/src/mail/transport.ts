import { randomBytes } from 'node:crypto';
import { chmod, mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import type { Config } from '../config.ts';
import type { RenderedMail } from './templates.ts';

/** Hands one mail over; throws when it was not taken. */
export interface Transport {
  readonly kind: 'smtp' | 'outbox';
  send(mail: RenderedMail): Promise<void>;
  close(): void;
}

/** SMTP_URL, for example smtps://user:password@mail.example.org. */
export function smtpTransport(url: string, from: string): Transport {
  const smtp = createTransport({ url, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }, { from });
  return {
    kind: 'smtp',
    send: async (mail) => {
      await smtp.sendMail({ ...mail, disableFileAccess: true, disableUrlAccess: true });
    },
    close: () => smtp.close(),
  };
}

/** A folder of .eml files for one's own eyes: 0700, each file 0600 and whole as soon as it has its name. */
export function outboxTransport(folder: string, from: string): Transport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' }, { from });
  // Of mails of one millisecond too the later one has the later name.
  let serial = 0;
  return {
    kind: 'outbox',
    send: async (mail) => {
      const { message } = await composer.sendMail({ ...mail, disableFileAccess: true, disableUrlAccess: true });
      if (!Buffer.isBuffer(message)) throw new Error('The mail was not composed in memory.');
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await chmod(folder, 0o700);
      const sent = `${new Date().toISOString().replaceAll(':', '-')}-${String((serial += 1)).padStart(6, '0')}`;
      const file = path.join(folder, `${sent}-${randomBytes(4).toString('hex')}.eml`);
      await writeFile(`${file}.part`, message, { mode: 0o600 });
      await rename(`${file}.part`, file);
    },
    close: () => composer.close(),
  };
}

export const transportOf = (config: Pick<Config, 'SMTP_URL' | 'MAIL' | 'MAIL_FROM' | 'DATA_DIR'>): Transport =>
  config.SMTP_URL && config.MAIL !== 'outbox'
    ? smtpTransport(config.SMTP_URL, config.MAIL_FROM)
    : outboxTransport(path.join(config.DATA_DIR, 'outbox'), config.MAIL_FROM);

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import type { Config } from '../config.ts';
import { serving } from '../db/backup/back-up.ts';
import { openPools } from '../db/client.ts';
import { connectionProblem } from '../db/connection-problem.ts';
import { checkBackups, checkDatabase, checkLogArchive, checkQueues } from './database.ts';
import { type Finding, good, look, mend } from './finding.ts';
import { checkDisk, checkTimeServer } from './machine.ts';
import { checkCertificate, checkProxy, codeOf } from './network.ts';

/** Looks at everything that an installation needs, beside the running server, and changes nothing. */
export async function examine(config: Config): Promise<Finding[]> {
  const found = await Promise.all([
    checkDisk(config),
    checkTimeServer(),
    inDatabase(config),
    checkMail(config),
    checkProxy(config),
    checkCertificate(config),
  ]);
  return found.flat();
}

async function inDatabase(config: Config): Promise<Finding[]> {
  const secret = config.SECRET ?? (await readFile(path.join(config.DATA_DIR, 'secret'), 'utf8').catch(() => '')).trim();
  const admin = await serving(config);
  if (!admin) return [mend('database', 'It does not run in DATA_DIR. Start the server: incisive start.')];
  if (!secret) return [mend('database', 'SECRET is not set, and DATA_DIR holds none. Set the one of the installation.')];
  const database = openPools(admin, secret, {
    max: 2,
    idleMinutes: config.IDLE_MINUTES,
    onError: () => undefined,
    url: config.DATABASE_URL,
    prepare: config.DATABASE_PREPARE,
  });
  try {
    const state = await checkDatabase(database);
    const archive = config.WAL_ARCHIVE ? await checkLogArchive(database) : [];
    return [...state, ...(await checkBackups(database, config)), ...archive, ...(await checkQueues(database))];
  } catch (error) {
    return [mend('database', connectionProblem(error) ?? `It was not reached (${codeOf(error)}). See the log of the database.`)];
  } finally {
    await database.close();
  }
}

/** Whether letters are taken, and whether anybody of the team gets one. */
export async function checkMail(config: Pick<Config, 'SMTP_URL' | 'MAIL' | 'TEAM_EMAIL' | 'production'>): Promise<Finding[]> {
  const nobody = config.production && !config.TEAM_EMAIL;
  return [
    await checkTransport(config),
    ...(nobody ? [look('mail', 'TEAM_EMAIL is not set: nobody is mailed when a visitor or a user writes. Set it.')] : []),
  ];
}

async function checkTransport(config: Pick<Config, 'SMTP_URL' | 'MAIL' | 'production'>): Promise<Finding> {
  if (!config.SMTP_URL || config.MAIL === 'outbox') {
    const words = 'Letters go into DATA_DIR/outbox';
    return config.production ? look('mail', `${words}: nobody gets them. Set SMTP_URL.`) : good('mail', `${words}.`);
  }
  const smtp = createTransport({ url: config.SMTP_URL, connectionTimeout: 5000, greetingTimeout: 5000, socketTimeout: 5000 });
  try {
    await smtp.verify();
    return good('mail', 'The mail server takes our sign-in.');
  } catch (error) {
    const code = codeOf(error);
    const refused = 'The mail server refuses user or password of SMTP_URL. Correct them.';
    return mend('mail', code === 'EAUTH' ? refused : `SMTP_URL does not answer (${code}). Start it, or correct the address.`);
  } finally {
    smtp.close();
  }
}

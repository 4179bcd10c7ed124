import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Config } from '../config.ts';
import { type Finding, good, look, mend } from './finding.ts';

const megabyte = 1024 * 1024;
/** Below it `/readyz` says that nobody should be sent here. */
const leastFree = 50 * megabyte;
const comfortable = 0.2;

/** What free space says of a disk. */
export function roomOn(check: string, { free, total }: { free: number; total: number }): Finding {
  const words = `${shown(free)} of ${shown(total)} are free`;
  if (free < leastFree) return mend(check, `Only ${words}. Make room now: nothing can be saved soon.`);
  if (free < total * comfortable) return look(check, `Only ${words}. Make room, or give it a larger disk.`);
  return good(check, `${words}.`);
}

const shown = (bytes: number): string =>
  bytes < 1024 * megabyte ? `${Math.floor(bytes / megabyte)} MB` : `${(bytes / 1024 / megabyte).toFixed(1)} GB`;

async function folder(check: string, name: string, place: string): Promise<Finding[]> {
  const disk = await statfs(place).catch(() => null);
  if (!disk) return [mend(check, `${name}: ${place} is not there. Mount it, or make the folder.`)];
  const writable = await access(place, constants.W_OK).then(
    () => true,
    () => false,
  );
  return [
    roomOn(check, { free: disk.bavail * disk.bsize, total: disk.blocks * disk.bsize }),
    ...(writable ? [] : [mend(check, `${name}: this user may not write to ${place}. Give it the folder (chown).`)]),
  ];
}

/** The folders that the product writes to, and the secret that everything hangs on. */
export async function checkDisk(config: Pick<Config, 'DATA_DIR' | 'BACKUP_DIR' | 'SECRET'>): Promise<Finding[]> {
  const found = await folder('disk', 'DATA_DIR', config.DATA_DIR);
  if (config.BACKUP_DIR) {
    found.push(...(await folder('backup disk', 'BACKUP_DIR', config.BACKUP_DIR)));
    const [data, backups] = await Promise.all([config.DATA_DIR, config.BACKUP_DIR].map((place) => stat(place).catch(() => null)));
    if (data && data.dev === backups?.dev)
      found.push(look('backup disk', 'BACKUP_DIR and DATA_DIR are on one disk, and are lost with it. Name a folder on another.'));
  }
  const secret = config.SECRET ? null : await stat(path.join(config.DATA_DIR, 'secret')).catch(() => null);
  if (secret && (secret.mode & 0o077) !== 0)
    found.push(mend('secret', 'Others on this machine can read DATA_DIR/secret: chmod 600 it, and keep it 600 in copies.'));
  return found;
}

/** Beyond it a token from another process is not taken. */
const mostSecondsApart = 60;

/** What the difference between the clocks of this machine and of the database says. */
export function clocksApart(seconds: number): Finding {
  const words = `This machine and the database are ${seconds.toFixed(1)} s apart`;
  if (Math.abs(seconds) > mostSecondsApart)
    return mend('clock', `${words}: sign-ins and times are wrong. Set both clocks, and keep them by NTP.`);
  return Math.abs(seconds) > 2 ? look('clock', `${words}. Keep both clocks by NTP.`) : good('clock', `${words}.`);
}

/** Whether the machine's clock follows a time server; nothing where nobody can say. */
export async function checkTimeServer(): Promise<Finding[]> {
  const said = await promisify(execFile)('timedatectl', ['show', '--property=NTPSynchronized', '--value'], {
    timeout: 3000,
  }).then(
    ({ stdout }) => stdout.trim(),
    () => '',
  );
  return said === 'no' ? [look('clock', 'The clock follows no time server. Turn one on (timedatectl set-ntp true).')] : [];
}

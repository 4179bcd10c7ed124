import { readdir, readFile, readlink } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode } from './error.ts';
import { runCommand } from './run-command.ts';

/**
 * What a process id from postmaster.pid stands for now:
 * 'server' our data folder's server; 'gone' nothing; 'other' a zombie, or an unrelated process that got the same id.
 */
export type ProcessState = 'server' | 'gone' | 'other';

export async function processState(pid: number, pgData: string): Promise<ProcessState> {
  if (!isAlive(pid)) return 'gone';
  if (process.platform !== 'linux') return stateByPs(pid);
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '');
  // The name in parentheses may itself hold spaces and parentheses.
  const letter = stat.slice(stat.lastIndexOf(')') + 2)[0];
  if (letter === undefined) return 'gone';
  if (letter === 'Z' || letter === 'X') return 'other';
  const [cwd, exe] = await Promise.all([linkOf(`/proc/${pid}/cwd`), linkOf(`/proc/${pid}/exe`)]);
  return cwd === pgData && basename(exe).startsWith('postgres') ? 'server' : 'other';
}

/** Without /proc the working folder is unknown: any live postgres counts, and the lock decides. */
async function stateByPs(pid: number): Promise<ProcessState> {
  const { code, output } = await runCommand('ps', ['-o', 'stat=,comm=', '-p', String(pid)]);
  if (code !== 0 || output === '') return 'gone';
  return !output.startsWith('Z') && basename(output).startsWith('postgres') ? 'server' : 'other';
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

/** Waits until `done` says true, looking every `everyMs`; false when `limitMs` passed first. */
export async function waitUntil(done: () => boolean | Promise<boolean>, limitMs: number, everyMs = 3): Promise<boolean> {
  const end = performance.now() + limitMs;
  while (!(await done())) {
    if (performance.now() > end) return false;
    await sleep(everyMs);
  }
  return true;
}

/** Server processes that still stand in the data folder: they outlive a killed main process for a moment. */
export async function processesIn(pgData: string): Promise<number[]> {
  const names = await readdir('/proc').catch(() => []);
  const found = await Promise.all(
    names
      .filter((name) => /^\d+$/.test(name))
      .map(async (name) => ((await linkOf(`/proc/${name}/cwd`)) === pgData ? Number(name) : 0)),
  );
  return found.filter((pid) => pid !== 0);
}

async function linkOf(path: string): Promise<string> {
  return readlink(path).catch(() => '');
}

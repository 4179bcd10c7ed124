import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What a running server writes into postmaster.pid. */
export interface PostmasterFile {
  readonly pid: number;
  readonly port: number;
  readonly socketFolder: string;
  /** 'starting', 'ready', 'stopping', or '' while it is being written. */
  readonly status: string;
}

export function postmasterPath(pgData: string): string {
  return join(pgData, 'postmaster.pid');
}

/** The content of postmaster.pid, or undefined when there is none (or nothing in it that names a process). */
export async function readPostmasterFile(pgData: string): Promise<PostmasterFile | undefined> {
  const text = await readFile(postmasterPath(pgData), 'utf8').catch(() => '');
  const lines = text.split('\n').map((line) => line.trim());
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  return { pid, port: Number(lines[3] ?? 0), socketFolder: lines[4] ?? '', status: lines[7] ?? '' };
}

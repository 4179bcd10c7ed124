import { spawn } from 'node:child_process';

export interface CommandResult {
  /** Exit code; -1 when the program could not be started or was ended by a signal. */
  readonly code: number;
  /** Standard output and error, in the order they came. */
  readonly output: string;
}

/** Nothing of our own environment (PGDATA, PGOPTIONS, LANG) may reach PostgreSQL. */
export const CLEAN_ENV = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

export function runCommand(
  command: string,
  args: readonly string[],
  options: { uid?: number; gid?: number } = {},
): Promise<CommandResult> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { ...options, cwd: '/', env: CLEAN_ENV, stdio: ['ignore', 'pipe', 'pipe'] });
    const parts: Buffer[] = [];
    child.stdout.on('data', (part: Buffer) => parts.push(part));
    child.stderr.on('data', (part: Buffer) => parts.push(part));
    child.on('error', (error) => resolve({ code: -1, output: error.message }));
    child.on('close', (code) => resolve({ code: code ?? -1, output: Buffer.concat(parts).toString('utf8').trim() }));
  });
}

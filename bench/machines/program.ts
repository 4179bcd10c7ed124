import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';

interface ProgramOptions {
  readonly ids?: { readonly uid: number; readonly gid: number } | undefined;
  readonly env?: Record<string, string | undefined>;
  readonly cwd?: string;
  /** What it says goes here. */
  readonly log: string;
}

/** A program that runs until it is ended, leader of a process group of its own, so that it can be killed with its children like a machine. */
export class Program {
  readonly #child: ChildProcess;
  readonly #log: string;

  constructor(command: string, args: readonly string[], { ids, env, cwd, log }: ProgramOptions) {
    const file = openSync(log, 'a', 0o644);
    this.#log = log;
    this.#child = spawn(command, args, {
      ...ids,
      ...(cwd === undefined ? {} : { cwd }),
      env: { PATH: process.env['PATH'], ...env },
      detached: true,
      stdio: ['ignore', file, file],
    });
    closeSync(file);
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  get exitCode(): number | null {
    return this.#child.exitCode;
  }

  get ended(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  lastWords(): string {
    return readFileSync(this.#log, 'utf8').slice(-3000);
  }

  /** Ends it, and answers when it is gone; SIGKILL goes to all of its group at once. */
  async end(signal: 'SIGKILL' | 'SIGTERM' | 'SIGINT'): Promise<void> {
    if (this.ended) return;
    const gone = once(this.#child, 'exit');
    process.kill(signal === 'SIGKILL' ? -this.pid : this.pid, signal);
    await gone;
  }

  /** Waits until `is`; @throws Error with the program's last words when it ends before, or when it takes too long */
  async until(is: () => Promise<boolean>, milliseconds = 120_000): Promise<void> {
    const given = performance.now() + milliseconds;
    for (;;) {
      if (await is().catch(() => false)) return;
      if (this.ended || performance.now() > given) throw new Error(`A program did not become ready:\n${this.lastWords()}`);
      await pause(50);
    }
  }
}

export const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Runs a program to its end. @throws Error with what it said when it fails */
export async function run(command: string, args: readonly string[], options: ProgramOptions): Promise<void> {
  const child = new Program(command, args, options);
  while (!child.ended) await pause(20);
  const code = child.exitCode;
  if (code !== 0) throw new Error(`${command} ended with ${code}:\n${child.lastWords()}`);
}

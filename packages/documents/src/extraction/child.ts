import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DocumentError } from '../errors.ts';
import type { ExtractAnswer, ExtractJob } from './extract-child.ts';
import type { ReadText } from '../pdf/pdf-text.ts';
import { childCommand } from './sandbox.ts';

export interface ChildLimits {
  /** Wall time of one file, in milliseconds. */
  readonly timeoutMs: number;
  /** Resident memory at which the child is killed, in bytes. Watched on Linux only. */
  readonly maxMemoryBytes: number;
}

const MEMORY_CHECK_MS = 50;
/** At the least: where files get longer, so does a start. */
const START_LIMIT_MS = 20_000;
const PAGE_BYTES = 4096;

/** One process that reads files, one at a time. Once it has failed or was killed it stays dead. */
export class Child {
  readonly #process: ChildProcess;
  readonly #limits: ChildLimits;
  readonly #ended: Promise<void>;
  #hasEnded = false;

  private constructor(process: ChildProcess, limits: ChildLimits) {
    this.#process = process;
    this.#limits = limits;
    this.#ended = new Promise((resolve) => {
      const end = () => {
        this.#hasEnded = true;
        resolve();
      };
      process.once('exit', end);
      process.once('error', end);
    });
  }

  /** Starts a process and waits until its libraries are loaded and warm. */
  static async start(path: string, limits: ChildLimits): Promise<Child> {
    const { program, args } = await childCommand(path);
    const child = new Child(
      fork(path, [], {
        execPath: program,
        execArgv: [...args],
        serialization: 'advanced',
        env: { PATH: process.env['PATH'] ?? '' },
        cwd: dirname(path),
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      }),
      limits,
    );
    const first = await child.#await(Math.max(START_LIMIT_MS, limits.timeoutMs));
    if (first !== undefined && first !== 'timeout') {
      child.#rest();
      return child;
    }
    child.kill();
    throw new Error(`The process that reads files does not start (${path})`);
  }

  get isAlive(): boolean {
    return !this.#hasEnded && this.#process.connected;
  }

  /** Rejects with a DocumentError: what the child said, timeout, or too-complex when it died of the file. */
  async run(job: ExtractJob): Promise<ReadText> {
    this.#process.ref();
    this.#process.channel?.ref();
    const watch = this.#watchMemory();
    try {
      this.#process.send(job, () => undefined);
      const answer = await this.#await(this.#limits.timeoutMs);
      if (answer === 'timeout') throw new DocumentError('timeout');
      if (answer === undefined) throw new DocumentError('too-complex');
      if (answer.kind === 'refused') throw new DocumentError(answer.code, answer.message);
      return answer.kind === 'text' ? { text: answer.text, leftOut: answer.leftOut } : { text: '', leftOut: [] };
    } catch (error) {
      this.kill();
      throw error;
    } finally {
      clearInterval(watch);
      this.#rest();
    }
  }

  kill(): void {
    this.#process.kill('SIGKILL');
  }

  /** Resolves when the process is gone. */
  async end(): Promise<void> {
    this.#process.ref();
    this.kill();
    await this.#ended;
  }

  /** The next message; undefined when the process ended first. */
  #await(limitMs: number): Promise<ExtractAnswer | 'timeout' | undefined> {
    return new Promise((resolve) => {
      const finish = (result: ExtractAnswer | 'timeout' | undefined) => {
        clearTimeout(timer);
        this.#process.off('message', finish);
        resolve(result);
      };
      const timer = setTimeout(finish, limitMs, 'timeout');
      this.#process.on('message', finish);
      void this.#ended.then(() => finish(undefined));
    });
  }

  /** A resting child does not keep our own process from ending. */
  #rest(): void {
    this.#process.unref();
    this.#process.channel?.unref();
  }

  #watchMemory(): NodeJS.Timeout | undefined {
    const statm = `/proc/${this.#process.pid}/statm`;
    if (process.platform !== 'linux') return undefined;
    return setInterval(() => {
      readFile(statm, 'latin1').then(
        (text) => {
          if (Number(text.split(' ')[1]) * PAGE_BYTES > this.#limits.maxMemoryBytes) this.kill();
        },
        () => undefined,
      );
    }, MEMORY_CHECK_MS);
  }
}

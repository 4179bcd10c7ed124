import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../e2e/support/free-port.ts';
import { allocator } from '../scripts/supervise.mjs';

const slowestStartMs = 300_000;
const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const built = path.join(root, 'dist/current/server/main.js');
const password = 'only for this measurement';

/** One call; `key` names a create, so that it may be sent again. `repeated`: it was sent before and not answered. */
export type Send = (
  method: string,
  address: string,
  body?: unknown,
  key?: string,
) => Promise<{ status: number; body: unknown; repeated?: boolean }>;

/** The product as it is started, with the sample clinics and a port for HL7, on a folder of its own that is made and removed. */
export class StartedServer {
  readonly #entry: readonly string[];
  readonly folder: string;
  readonly #env: Readonly<Record<string, string>>;
  readonly #port: number;
  #child: ChildProcess | undefined;
  readonly hl7Port: number;

  /** What it has written to its log, and how many lines of that tell of an error of its own. */
  logBytes = 0;
  errorLines = 0;

  private constructor(options: {
    fromSource: boolean;
    folder: string;
    port: number;
    hl7Port: number;
    env?: Readonly<Record<string, string>>;
    nodeOptions?: readonly string[];
  }) {
    this.#entry = [
      ...(options.nodeOptions ?? []),
      ...(existsSync(built) && !options.fromSource ? [built] : ['--import', 'tsx', path.join(root, 'apps/api/src/main.ts')]),
    ];
    this.folder = options.folder;
    this.#env = options.env ?? {};
    this.#port = options.port;
    this.hl7Port = options.hl7Port;
  }

  /**
   * @param options.fromSource runs the sources, also where the product was built
   * @param options.env further settings
   * @param options.nodeOptions further options of Node's
   */
  static async make(options: {
    fromSource: boolean;
    env?: Readonly<Record<string, string>>;
    nodeOptions?: readonly string[];
  }): Promise<StartedServer> {
    const folder = await mkdtemp(path.join(tmpdir(), 'incisive-started-'));
    return new StartedServer({ ...options, folder, port: await freePort(), hl7Port: await freePort() });
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Answers when it is ready, with the milliseconds that took. @throws Error with its last words when it ends or is not ready in time */
  async start(): Promise<number> {
    const started = performance.now();
    const child = spawn(process.execPath, this.#entry, {
      cwd: root,
      env: {
        ...allocator,
        PATH: process.env['PATH'],
        HOME: process.env['HOME'],
        DATA_DIR: this.folder,
        PORT: String(this.#port),
        HL7_PORT: String(this.hl7Port),
        DEMO: '1',
        DEMO_PASSWORD: password,
        RATE_LIMIT: 'off',
        LOG_LEVEL: 'error',
        ...this.#env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        this.logBytes += chunk.length;
        this.errorLines += chunk.toString().match(/^\{"level":[56]0,/gm)?.length ?? 0;
        said = (said + chunk.toString()).slice(-4000);
      });
    while (performance.now() - started < slowestStartMs) {
      if (child.exitCode !== null) throw new Error(`The server did not start:\n${said}`);
      const ready = await fetch(`${this.url}/readyz`).catch(() => null);
      if (ready?.ok) return performance.now() - started;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    child.kill('SIGKILL');
    throw new Error(`The server was not ready within ${slowestStartMs} ms:\n${said}`);
  }

  /** Ends the process, and answers when it is gone. */
  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  }

  async remove(): Promise<void> {
    await this.end('SIGTERM');
    await rm(this.folder, { recursive: true, force: true });
  }

  get isRunning(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  /** Resident memory of the process in MB; null where the system does not tell it. */
  memory(): number | null {
    try {
      const told = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${this.#child?.pid ?? 0}/status`, 'utf8'))?.[1];
      return told === undefined ? null : Number(told) / 1024;
    } catch {
      return null;
    }
  }

  async signIn(username = 'approver'): Promise<string> {
    const response = await fetch(`${this.url}/auth/login/`, {
      method: 'POST',
      body: new URLSearchParams({ username, password }),
    });
    if (!response.ok) throw new Error(`Sign-in answered ${response.status}`);
    return ((await response.json()) as { access_token: string }).access_token;
  }

  /** Calls with a token. */
  sender(token: string): Send {
    return async (method, address, body) => {
      const response = await fetch(this.url + address, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { status: response.status, body: await response.json() };
    };
  }
}

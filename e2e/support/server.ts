import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
/** Of all sample accounts. */
export const password = 'journey password 7';

export interface Server {
  readonly child: ChildProcess;
  /** All that it wrote so far. */
  readonly said: () => string;
  /** Its exit code and signal. */
  readonly ended: Promise<unknown[]>;
}

/** The built server as a process of its own. */
export function launch(port: number, dataDir: string, settings: Readonly<Record<string, string>> = {}): Server {
  const child = spawn(process.execPath, [path.join(root, 'dist/current/server/main.js')], {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      PORT: String(port),
      DATA_DIR: dataDir,
      DEMO_PASSWORD: password,
      LOG_LEVEL: 'warn',
      RATE_LIMIT: 'off',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let words = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (words += chunk.toString()));
  return { child, said: () => words, ended: once(child, 'exit') };
}

/** It answers, and where it made sample data nothing of it is still being made: a journey finds the same each time. */
const stands = (said: string): boolean =>
  said.includes('Incisive is ready') && (!said.includes('Making sample data') || said.includes('sample work'));

/** A server that answers. @throws Error with what it said when it ends instead */
export async function start(port: number, dataDir: string): Promise<Server> {
  const server = launch(port, dataDir);
  await new Promise<void>((resolve, reject) => {
    for (const stream of [server.child.stdout, server.child.stderr])
      stream?.on('data', () => {
        if (stands(server.said())) resolve();
      });
    void server.ended.then(() => reject(new Error(`The server ended before it was ready:\n${server.said()}`)));
  });
  return server;
}

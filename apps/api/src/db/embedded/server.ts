import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { open, readFile } from 'node:fs/promises';
import type { PostgresBinaries } from './binaries.ts';
import { EmbeddedPostgresError, LostStartRace } from './error.ts';
import type { DataFolders } from './folders.ts';
import { readPostmasterFile } from './postmaster-file.ts';
import { waitUntil } from './process-state.ts';
import { CLEAN_ENV, runCommand } from './run-command.ts';
import type { ServerUser } from './user.ts';

export interface ServerSettings {
  readonly fastUnsafe: boolean;
  readonly maxConnections: number;
  /** Linux: the kernel asks the server to stop when we die. False in tests of the recovery. */
  readonly stopWithParent: boolean;
  readonly further: Readonly<Record<string, string>>;
}

export interface ServerProcess {
  readonly pid: number;
  /** Resolves with a description when the process has ended. */
  readonly ended: Promise<string>;
  hasEnded(): boolean;
  signal(name: 'SIGINT' | 'SIGQUIT' | 'SIGKILL'): void;
}

const PROGRESS_EVERY_MS = 5000;
/** SIGINT is PostgreSQL's fast shutdown: sessions are cut, the data is written out. */
const STOP_STEPS = [
  { name: 'SIGINT', limitMs: 10_000 },
  { name: 'SIGQUIT', limitMs: 5000 },
  { name: 'SIGKILL', limitMs: 5000 },
] as const;

/** Starts PostgreSQL and waits until it takes connections. */
export async function startServer(
  folders: DataFolders,
  user: ServerUser,
  binaries: PostgresBinaries,
  settings: ServerSettings,
  log: (line: string) => void,
): Promise<ServerProcess> {
  const logFile = await open(folders.logFile, 'a', 0o600);
  const logStart = (await logFile.stat()).size;
  const prefix = [...user.prefix, ...(await stopWithParentPrefix(settings, user))];
  const [command = '', ...args] = [...prefix, binaries.postgres, '-D', folders.pgData, ...serverArguments(folders.run, settings)];
  // Detached: Ctrl+C in the terminal reaches us alone, so that requests are drained before the database goes.
  // A file as log: a full pipe would block the server.
  const child = spawn(command, args, {
    ...user.ids,
    detached: true,
    cwd: '/',
    env: CLEAN_ENV,
    stdio: ['ignore', logFile.fd, logFile.fd],
  });
  const server = watch(child);
  await logFile.close();
  await waitUntilReady(server, folders, logStart, log);
  return server;
}

function serverArguments(run: string, { fastUnsafe, maxConnections, further }: ServerSettings): string[] {
  const values: Record<string, string | number> = {
    listen_addresses: '',
    unix_socket_directories: `"${run.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    max_connections: maxConnections,
    // Rows and statements may hold note text: the server's log shows neither.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    timezone: 'UTC',
    ...(fastUnsafe && {
      fsync: 'off',
      full_page_writes: 'off',
      synchronous_commit: 'off',
      wal_level: 'minimal',
      max_wal_senders: 0,
    }),
    ...further,
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

async function stopWithParentPrefix({ stopWithParent }: ServerSettings, user: ServerUser): Promise<string[]> {
  if (!stopWithParent || process.platform !== 'linux') return [];
  const prefix = ['setpriv', '--pdeathsig=INT'];
  const { code } = await runCommand('setpriv', [...prefix.slice(1), 'true'], user.ids);
  return code === 0 ? prefix : [];
}

function watch(child: ChildProcess): ServerProcess {
  let over = false;
  const ended = new Promise<string>((resolve) => {
    const end = (text: string) => {
      over = true;
      resolve(text);
    };
    child.once('error', (error) => end(error.message));
    child.once('exit', (code, signal) => end(signal === null ? `exit code ${code}` : `signal ${signal}`));
  });
  return {
    pid: child.pid ?? 0,
    ended,
    hasEnded: () => over,
    signal: (name) => {
      child.kill(name);
    },
  };
}

/** No time limit: after a crash PostgreSQL may replay a long log, and cutting that off helps nobody. */
async function waitUntilReady(
  server: ServerProcess,
  folders: DataFolders,
  logStart: number,
  log: (line: string) => void,
): Promise<void> {
  const isReady = async () => {
    const file = await readPostmasterFile(folders.pgData);
    return server.hasEnded() || (file?.pid === server.pid && file.status === 'ready');
  };
  while (!(await waitUntil(isReady, PROGRESS_EVERY_MS))) log('PostgreSQL is still starting (it may be recovering from a crash)');
  if (!server.hasEnded()) return;
  const reason = await server.ended;
  const said = (await readFile(folders.logFile, 'utf8')).slice(logStart).trim().slice(-1500);
  if (said.includes('lock file')) throw new LostStartRace(said);
  throw new EmbeddedPostgresError(
    `PostgreSQL did not start (${reason}). It said:\n${said || 'nothing'}\nThe whole log is ${folders.logFile}. ` +
      'Free disk space or memory, or set DATABASE_URL to a PostgreSQL 15 or newer.',
  );
}

/** Stops the server: first cleanly, with force when it does not go. */
export async function stopServer(server: Pick<ServerProcess, 'signal' | 'hasEnded'>): Promise<void> {
  for (const { name, limitMs } of STOP_STEPS) {
    if (server.hasEnded()) return;
    server.signal(name);
    if (await waitUntil(() => server.hasEnded(), limitMs)) return;
  }
}

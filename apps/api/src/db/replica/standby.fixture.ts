import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { vi } from 'vitest';
import { withConnection } from '../connection.ts';
import { findBinaries } from '../embedded/binaries.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../embedded/embedded-postgres.ts';
import { chooseServerUser } from '../embedded/user.ts';

type Connection = EmbeddedPostgres['connection'];

export interface Pair {
  readonly primary: Connection;
  readonly standby: Connection;
  /** A statement to the standby, as its superuser. */
  onStandby(words: string): Promise<Record<string, unknown>[]>;
  /** Ends the standby; `start` has it go on. */
  stopStandby(): Promise<void>;
  startStandby(): Promise<void>;
  close(): Promise<void>;
}

/** A PostgreSQL of its own and a streaming replica of it, made by copying its files as PostgreSQL's manual tells. */
export async function startPair(): Promise<Pair> {
  const folder = mkdtempSync(path.join(tmpdir(), 'incisive-pair-'));
  chmodSync(folder, 0o755);
  const own = await startEmbeddedPostgres({ dataDir: path.join(folder, 'primary'), log: () => undefined });
  const primary = own.connection;
  const data = path.join(folder, 'standby');
  const socket = path.join(folder, 'run');
  const standby: Connection = { ...primary, host: socket };
  const binaries = await findBinaries();
  const user = await chooseServerUser(path.join(folder, 'primary/pg'), binaries, () => undefined);
  await withConnection(primary, async (client) => {
    await client.query("select pg_backup_start('standby', true)");
    copyCluster(path.join(folder, 'primary/pg'), data);
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    writeFileSync(path.join(data, 'backup_label'), rows[0]!.labelfile);
  });
  writeFileSync(path.join(data, 'standby.signal'), '');
  mkdirSync(socket);
  if (user.ids) for (const one of [folder, socket, data, ...everythingIn(data)]) chownSync(one, user.ids.uid, user.ids.gid);
  const from = `host=${primary.host} port=${primary.port} user=${primary.user} password=${primary.password}`;
  const settings = { listen_addresses: '', unix_socket_directories: socket, primary_conninfo: from, fsync: 'off' };
  const ask = (words: string) =>
    withConnection(
      { ...standby, connectionTimeoutMillis: 1000 },
      async (client) => (await client.query<Record<string, unknown>>(words)).rows,
    );
  let server: ReturnType<typeof spawn> | undefined;
  const startStandby = async (): Promise<void> => {
    const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const [command = '', ...rest] = [...user.prefix, binaries.postgres, '-D', data, ...args];
    server = spawn(command, rest, { ...user.ids, cwd: '/', env: { PATH: '/usr/bin:/bin' }, stdio: 'ignore' });
    await vi.waitFor(() => ask('select 1'), { timeout: 60_000, interval: 50 });
  };
  const stopStandby = async (): Promise<void> => {
    if (!server || server.exitCode !== null) return;
    const gone = once(server, 'exit');
    server.kill('SIGINT');
    await gone;
  };
  await startStandby();
  return {
    primary,
    standby,
    onStandby: ask,
    startStandby,
    stopStandby,
    close: async () => {
      await stopStandby();
      await own.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** All but what is the running server's own: its log of changes comes by streaming. */
function copyCluster(from: string, to: string): void {
  const left = new Set(['postmaster.pid', 'postmaster.opts']);
  cpSync(from, to, {
    recursive: true,
    filter: (source) => {
      const name = path.relative(from, source);
      return (
        !left.has(name) &&
        !/^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\//.test(name)
      );
    },
  });
  mkdirSync(path.join(to, 'pg_wal/archive_status'), { recursive: true });
  chmodSync(to, 0o700);
}

const everythingIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name));

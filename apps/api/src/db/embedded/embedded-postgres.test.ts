import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { access, chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { EmbeddedPostgresError, startEmbeddedPostgres } from './embedded-postgres.ts';
import type { EmbeddedPostgres, EmbeddedPostgresOptions } from './embedded-postgres.ts';
import { dataFolderObject, locks } from '../locks.ts';
import { isAlive, waitUntil } from './process-state.ts';

const FIXTURE = fileURLToPath(new URL('hold-server.fixture.ts', import.meta.url));

let folder: string;
let started: EmbeddedPostgres[];
let holders: ChildProcess[];
let lines: string[];

beforeEach(async () => {
  folder = await mkdtemp(join(await fastestFolder(), 'inc-'));
  started = [];
  holders = [];
  lines = [];
});

afterEach(async () => {
  for (const holder of holders) holder.kill('SIGKILL');
  for (const server of started) await server.stop();
  // A server that lost its race may still write there.
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

/** In memory when there is such a folder: half of these tests make a new database. */
async function fastestFolder(): Promise<string> {
  return access('/dev/shm').then(
    () => '/dev/shm',
    () => tmpdir(),
  );
}

async function start(options: Partial<EmbeddedPostgresOptions> = {}): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({
    dataDir: join(folder, 'data'),
    log: (line) => lines.push(line),
    fastUnsafe: true,
    ...options,
  });
  started.push(server);
  return server;
}

async function query(server: EmbeddedPostgres, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ ...server.connection, ssl: false });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

interface Report {
  readonly server?: number;
  readonly run?: string;
  readonly refused?: string;
}

async function hold(mode = '', dataDir = join(folder, 'data')): Promise<{ process: ChildProcess; report: Report }> {
  const holder = spawn(process.execPath, ['--import', 'tsx', FIXTURE, dataDir, mode], { stdio: ['ignore', 'pipe', 'inherit'] });
  holders.push(holder);
  for await (const line of createInterface({ input: holder.stdout }))
    return { process: holder, report: JSON.parse(line) as Report };
  throw new Error('the other process said nothing');
}

async function kill(holder: ChildProcess): Promise<void> {
  const exited = new Promise((resolve) => holder.once('exit', resolve));
  holder.kill('SIGKILL');
  await exited;
}

describe('a start', () => {
  test('answers on a private socket, keeps files private and what was written, and is quiet the second time', async () => {
    await chmod(folder, 0o755);
    const first = await start({ fastUnsafe: false });
    await query(first, 'create table kept as select 42 as answer');
    const settings = ['listen_addresses', 'server_encoding', 'fsync', 'full_page_writes'].map(
      (name) => `current_setting('${name}')`,
    );
    expect(await query(first, `select array[${settings.join()}] as found`)).toEqual([{ found: ['', 'UTF8', 'on', 'on'] }]);

    const modeOf = async (name: string) => ((await stat(join(folder, 'data', name))).mode & 0o777).toString(8);
    expect(await Promise.all(['pg', 'run', 'pg-password', 'postgres.log'].map(modeOf))).toEqual(['700', '700', '600', '600']);
    expect((await stat(join(folder, 'data'))).mode & 0o007).toBe(0);

    await Promise.all([first.stop(), first.stop()]);
    expect(isAlive(first.pid)).toBe(false);
    expect(lines).toEqual([expect.stringContaining('first start')]);

    const second = await start();
    expect(await query(second, 'select answer from kept')).toEqual([{ answer: 42 }]);
    expect(lines).toHaveLength(1);
  });

  test('leaves the modes of a folder that already holds other things', async () => {
    const dataDir = join(folder, 'shared');
    await mkdir(dataDir, { mode: 0o755 });
    await writeFile(join(dataDir, 'other'), '');
    await start({ dataDir });
    expect((await stat(dataDir)).mode & 0o777).toBe(0o755);
  });

  test('puts the socket into the temporary folder when the path is too long for one', async () => {
    const server = await start({ dataDir: join(folder, 'a'.repeat(60), 'b'.repeat(60)) });
    expect(server.connection.host.startsWith(tmpdir())).toBe(true);
    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }]);
    await server.stop();
    await expect(stat(server.connection.host)).rejects.toThrow('ENOENT');
  });

  test('takes a path with blanks, quotes and commas, below a folder that only its owner may enter', async () => {
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    const server = await start({ dataDir: join(folder, 'it\'s a "b", c') });
    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('writes neither rows nor statements into the server log', async () => {
    const server = await start();
    await query(server, "create table t (id int check (id < 0), note text); insert into t values (1, 'private text')").catch(
      () => undefined,
    );
    const log = await readFile(join(folder, 'data', 'postgres.log'), 'utf8');
    expect(log).toContain('violates check constraint');
    expect(log).not.toContain('private text');
  });
});

describe('a start is refused', () => {
  test('when the files were made by another major version', async () => {
    await mkdir(join(folder, 'data', 'pg'), { recursive: true });
    await writeFile(join(folder, 'data', 'pg', 'PG_VERSION'), '15\n');
    await expect(start()).rejects.toThrow(/made by PostgreSQL 15; this build ships 18\. Dump it/);
  });

  test('when pg holds something that is no database', async () => {
    await mkdir(join(folder, 'data', 'pg'), { recursive: true });
    await writeFile(join(folder, 'data', 'pg', 'notes.txt'), 'x');
    await expect(start()).rejects.toThrow(EmbeddedPostgresError);
    expect(await readFile(join(folder, 'data', 'pg', 'notes.txt'), 'utf8')).toBe('x');
  });

  test('when DATA_DIR is a file', async () => {
    await writeFile(join(folder, 'data'), '');
    await expect(start()).rejects.toThrow(/Set DATA_DIR to a folder/);
  });

  test('with what PostgreSQL said, when it does not start', async () => {
    await (await start()).stop();
    await writeFile(join(folder, 'data', 'pg', 'postgresql.auto.conf'), 'no_such_setting = 1\n');
    await expect(start()).rejects.toThrow(/unrecognized configuration parameter "no_such_setting"/);
  });
});

describe('REL-02: one process at a time', () => {
  test('a second start is refused and names the holder', async () => {
    const { process: holder, report } = await hold();
    expect(report.server).toBeGreaterThan(0);
    await expect(start()).rejects.toThrow(`incisive pid ${holder.pid}`);
    expect(isAlive(report.server ?? 0)).toBe(true);
  });

  test('of two starts at the same moment one wins and the other names it', async () => {
    const both = await Promise.all([hold(), hold()]);
    const winners = both.filter(({ report }) => report.server !== undefined);
    const refused = both.filter(({ report }) => report.refused !== undefined);
    expect(winners).toHaveLength(1);
    expect(refused[0]?.report.refused).toContain(`incisive pid ${winners[0]?.process.pid}`);
  });

  test('the lock is taken again after an operator cuts all connections', async () => {
    const server = await start();
    const holdersNow = "select pid from pg_locks where locktype = 'advisory' and granted";
    const before = await query(server, holdersNow);
    expect(before).toHaveLength(1);
    await query(
      server,
      "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend'",
    );
    // A connection that was told to end may hold its lock for a moment longer.
    const isRetaken = async (): Promise<boolean> => {
      const [holder, ...others] = await query(server, holdersNow);
      return holder !== undefined && others.length === 0 && holder['pid'] !== before[0]?.['pid'];
    };
    expect(await waitUntil(isRetaken, 60_000, 20)).toBe(true);
  });
});

describe('REL-01: after kill -9', () => {
  test('of the holder the server ends by itself, and what was committed is there', async () => {
    const { process: holder, report } = await hold();
    const client = new Client({ ...(await connectionOf(report.run ?? '')), ssl: false });
    client.on('error', () => undefined);
    await client.connect();
    await client.query('create table kept as select 42 as answer');
    await kill(holder);
    const server = await start();
    expect(await query(server, 'select answer from kept')).toEqual([{ answer: 42 }]);
  });

  test('an orphaned server is stopped and replaced', async () => {
    const { process: holder, report } = await hold('leave-orphan');
    await kill(holder);
    expect(isAlive(report.server ?? 0)).toBe(true);
    const server = await start();
    expect(server.pid).not.toBe(report.server);
    expect(lines.join()).toContain('an earlier run left behind');
    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('a lock that the server still keeps for a process that has ended is waited for', async () => {
    const { process: holder, report } = await hold('leave-orphan');
    await kill(holder);
    // What is left of a killed Incisive for a moment: a connection in its name, with the lock.
    const left = new Client({ ...(await connectionOf(report.run ?? '')), ssl: false, application_name: 'incisive pid 4000000' });
    left.on('error', () => undefined);
    await left.connect();
    await left.query('select pg_advisory_lock($1, $2)', [locks.dataFolder, dataFolderObject]);
    const waited: string[] = [];
    const server = await start({
      log: (line) => {
        waited.push(line);
        if (line.includes('that has ended')) void left.end();
      },
    });
    expect(server.pid).not.toBe(report.server);
    expect(waited.filter((line) => line.includes('that has ended'))).toHaveLength(1);
  });

  test('of the server itself the failure is told, and the next start recovers', async () => {
    const first = await start({ fastUnsafe: false });
    await query(first, 'create table kept as select 42 as answer');
    process.kill(first.pid, 'SIGKILL');
    expect(await first.failed).toContain('SIGKILL');
    const second = await start();
    expect(await query(second, 'select answer from kept')).toEqual([{ answer: 42 }]);
  });

  test.each([
    ['an unrelated process', () => process.pid],
    ['nobody', () => 4_000_000],
  ])('a left postmaster.pid whose id now belongs to %s does not stop the start', async (_who, pid) => {
    const first = await start();
    const file = join(folder, 'data', 'pg', 'postmaster.pid');
    const content = (await readFile(file, 'utf8')).replace(/^\d+/, String(pid()));
    await first.stop();
    await writeFile(file, content);
    await writeFile(join(folder, 'data', 'run', '.s.PGSQL.5432.lock'), content);
    const second = await start();
    expect(await query(second, 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});

async function connectionOf(host: string): Promise<object> {
  const password = await readFile(join(folder, 'data', 'pg-password'), 'utf8');
  return { host, port: 5432, user: 'incisive_admin', password, database: 'postgres' };
}

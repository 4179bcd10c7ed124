import { appendFileSync, chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import type { Parts } from './parts.ts';
import { Program, run } from './program.ts';

export const superuser = 'incisive_owner';

/** Nobody but the check of HAProxy comes in without a password. */
const hba = `local all all scram-sha-256
host postgres haproxy 127.0.0.1/32 trust
host all all 127.0.0.1/32 scram-sha-256
host replication replicator 127.0.0.1/32 scram-sha-256
`;

interface NodeOptions {
  readonly parts: Parts;
  readonly folder: string;
  readonly name: string;
  readonly port: number;
  readonly password: string;
  /** More lines of postgresql.conf. */
  readonly settings: string;
}

/** One PostgreSQL server on a folder and a port of its own. */
export class PostgresNode {
  readonly #options: NodeOptions;
  #server: Program | undefined;

  constructor(options: NodeOptions) {
    this.#options = options;
  }

  get name(): string {
    return this.#options.name;
  }
  get port(): number {
    return this.#options.port;
  }
  /** Of its socket, for who is on this machine. */
  get socketFolder(): string {
    return path.join(this.#options.folder, 'run');
  }
  get #data(): string {
    return path.join(this.#options.folder, this.name);
  }

  connection(database = 'postgres'): { host: string; port: number; user: string; password: string; database: string } {
    return { host: this.socketFolder, port: this.port, user: superuser, password: this.#options.password, database };
  }

  /** Makes an empty cluster. */
  async create(): Promise<void> {
    const { parts, password, settings } = this.#options;
    const file = `${this.#data}.password`;
    this.#own(this.#data);
    writeFileSync(file, password, { mode: 0o600 });
    if (parts.ids) chownSync(file, parts.ids.uid, parts.ids.gid);
    await this.#run('initdb', [
      '-D',
      this.#data,
      '-U',
      superuser,
      '--auth=scram-sha-256',
      `--pwfile=${file}`,
      '-E',
      'UTF8',
      '--locale=C.UTF-8',
    ]);
    writeFileSync(path.join(this.#data, 'pg_hba.conf'), hba);
    appendFileSync(
      path.join(this.#data, 'postgresql.conf'),
      `
listen_addresses = '127.0.0.1'
max_connections = 300
wal_level = replica
max_wal_senders = 8
wal_keep_size = 512MB
hot_standby = on
hot_standby_feedback = on
password_encryption = scram-sha-256
${settings}
`,
    );
  }

  /** Makes it a replica of another, from a copy that is taken now; what was in its folder is gone. */
  async copyFrom(primary: PostgresNode, password: string): Promise<void> {
    rmSync(this.#data, { recursive: true, force: true });
    this.#own(this.#data);
    const from = `host=127.0.0.1 port=${primary.port} user=replicator password=${password} application_name=${this.name}`;
    await this.#run('pg_basebackup', ['-D', this.#data, '-d', from, '-R', '-X', 'stream', '-c', 'fast']);
  }

  async start(): Promise<void> {
    const { parts } = this.#options;
    mkdirSync(this.socketFolder, { recursive: true });
    if (parts.ids) chownSync(this.socketFolder, parts.ids.uid, parts.ids.gid);
    const args = ['-D', this.#data, '-p', String(this.port), '-c', `unix_socket_directories=${this.socketFolder}`];
    this.#server = new Program(parts.postgres('postgres'), args, { ids: parts.ids, log: `${this.#data}.log` });
    await this.#server.until(async () => (await this.query('select 1')).length === 1);
  }

  /** As a machine that loses its power: every process of it at once. */
  kill(): Promise<void> {
    return this.#server?.end('SIGKILL') ?? Promise.resolve();
  }

  stop(): Promise<void> {
    return this.#server?.end('SIGINT') ?? Promise.resolve();
  }

  lastWords(): string {
    return this.#server?.lastWords() ?? '';
  }

  async query<R extends object = Record<string, unknown>>(words: string, database = 'postgres'): Promise<R[]> {
    const client = new pg.Client({ ...this.connection(database), connectionTimeoutMillis: 1000 });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query<R>(words)).rows;
    } finally {
      await client.end();
    }
  }

  /** From now on a commit is told when a replica has it on its disk; or when none has to. */
  async waitForReplica(wait: boolean): Promise<void> {
    await this.query(wait ? "alter system set synchronous_standby_names = '*'" : 'alter system reset synchronous_standby_names');
    await this.query('select pg_reload_conf()');
  }

  #own(folder: string): void {
    const { ids } = this.#options.parts;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (ids) chownSync(folder, ids.uid, ids.gid);
  }

  #run(program: 'initdb' | 'pg_basebackup', args: string[]): Promise<void> {
    const { parts, folder } = this.#options;
    return run(parts.postgres(program), args, { ids: parts.ids, cwd: folder, log: `${this.#data}.log` });
  }
}

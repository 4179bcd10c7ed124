import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { freePort } from '../../e2e/support/free-port.ts';
import { withConnection } from '../../apps/api/src/db/connection.ts';
import { type Parts, findParts } from './parts.ts';
import { PostgresNode } from './postgres-node.ts';
import { Program, pause } from './program.ts';

export const root = path.resolve(import.meta.dirname, '../..');
export const databaseName = 'incisive';
const passwords = { owner: 'owner-of-this-shape', replicator: 'replicator-of-this-shape', pgbouncer: 'pgbouncer-of-this-shape' };

export interface Ports {
  readonly http: number;
  readonly web1: number;
  readonly web2: number;
  readonly primary: number;
  readonly replica: number;
  readonly pooler: number;
}

/** How PgBouncer knows the product's logins: by asking the server, as the sample does, or by a list for databases that come and go. */
type Logins = 'asked' | readonly (readonly [name: string, password: string])[];

interface ShapeOptions {
  readonly logins?: Logins;
  /** More lines of postgresql.conf. */
  readonly settings?: string;
}

/**
 * PostgreSQL with a synchronous replica, PgBouncer and HAProxy on ports of this machine, as the samples in `deploy/` set them up: only
 * addresses and places of files are changed in them.
 */
export class Shape {
  readonly folder: string;
  readonly ports: Ports;
  readonly #parts: Parts;
  readonly #programs: Program[] = [];
  primary: PostgresNode;
  replica: PostgresNode;

  private constructor(parts: Parts, folder: string, ports: Ports, nodes: [PostgresNode, PostgresNode]) {
    this.#parts = parts;
    this.folder = folder;
    this.ports = ports;
    [this.primary, this.replica] = nodes;
  }

  static async start({ logins = 'asked', settings = '' }: ShapeOptions = {}): Promise<Shape> {
    const parts = findParts();
    const folder = mkdtempSync(path.join(roomyFolder(), 'incisive-machines-'));
    // The users of the parts go through it.
    chmodSync(folder, 0o755);
    const [http, web1, web2, primary, replica, pooler, pg1, pg2] = await distinctPorts(8);
    const node = (name: string, port: number) =>
      new PostgresNode({ parts, folder, name, port, password: passwords.owner, settings });
    const nodes: [PostgresNode, PostgresNode] = [node('pg1', pg1!), node('pg2', pg2!)];
    const ports = { http: http!, web1: web1!, web2: web2!, primary: primary!, replica: replica!, pooler: pooler! };
    const shape = new Shape(parts, folder, ports, nodes);
    try {
      await shape.#begin(logins);
    } catch (error) {
      await shape.stop();
      throw error;
    }
    return shape;
  }

  /** The database through the pooler, at the server itself, and the replica: what a process of the product is given. */
  get addresses(): { url: string; admin: string; read: string } {
    const { pooler, primary } = this.ports;
    const owner = this.primary.connection();
    return {
      url: `postgres://127.0.0.1:${pooler}/${databaseName}`,
      admin: `postgres://${owner.user}:${encodeURIComponent(owner.password)}@127.0.0.1:${primary}/${databaseName}`,
      read: `postgres://127.0.0.1:${pooler}/${databaseName}_read`,
    };
  }

  async #begin(logins: Logins): Promise<void> {
    await this.primary.create();
    await this.primary.start();
    await this.primary.query(`create database ${databaseName} encoding 'UTF8' template template0`);
    await this.primary.query(readFileSync(path.join(root, 'deploy/scale.sql'), 'utf8'), databaseName);
    for (const role of ['replicator', 'pgbouncer'] as const)
      await this.primary.query(`alter role ${role} password ${pg.escapeLiteral(passwords[role])}`);
    await this.rejoin();
    this.#startProxy();
    this.#startPooler(logins);
    const through = { connectionString: this.addresses.admin, connectionTimeoutMillis: 1000 };
    // HAProxy takes both for the primary until its checks have told them apart.
    await this.#programs[0]!.until(async () => {
      for (let times = 0; times < 10; times += 1) {
        const { rows } = await withConnection(through, (client) =>
          client.query<{ replica: boolean }>('select pg_is_in_recovery() as replica'),
        );
        if (rows[0]?.replica !== false) return false;
        await pause(50);
      }
      return true;
    });
  }

  /** Makes the node that is no primary a replica of the one that is, and has each commit wait for it from then on. */
  async rejoin(): Promise<void> {
    await this.replica.copyFrom(this.primary, passwords.replicator);
    await this.replica.start();
    // It was copied with the primary's settings; as a primary it begins without a replica.
    await this.replica.waitForReplica(false);
    await this.primary.waitForReplica(true);
    const patience = performance.now() + 60_000;
    for (;;) {
      const rows = await this.primary.query<{ sync_state: string }>(
        "select sync_state from pg_stat_replication where state = 'streaming'",
      );
      if (rows.some(({ sync_state }) => sync_state === 'sync' || sync_state === 'quorum')) return;
      if (performance.now() > patience) throw new Error(`The replica does not follow:\n${this.replica.lastWords()}`);
      await pause(50);
    }
  }

  /** What a supervisor such as Patroni does: sees that the primary is gone, and makes the replica the primary. */
  async promoteWhenGone(): Promise<void> {
    const answers = () =>
      this.primary.query('select 1').then(
        () => true,
        () => false,
      );
    for (let misses = 0; misses < 2; misses = (await answers()) ? 0 : misses + 1) await pause(500);
    await this.replica.query('select pg_promote()');
    [this.primary, this.replica] = [this.replica, this.primary];
  }

  async stop(): Promise<void> {
    for (const program of this.#programs.toReversed()) await program.end('SIGTERM');
    for (const node of [this.replica, this.primary]) await node.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  #startProxy(): void {
    const { http, web1, web2, primary, replica } = this.ports;
    const [pg1, pg2] = [this.primary, this.replica].toSorted((a, b) => a.name.localeCompare(b.name));
    const file = this.#place('haproxy.cfg', [
      ['10.0.0.10:8080', `127.0.0.1:${http}`],
      ['10.0.0.10:5432', `127.0.0.1:${primary}`],
      ['10.0.0.10:5433', `127.0.0.1:${replica}`],
      ['10.0.0.11:3000', `127.0.0.1:${web1}`],
      ['10.0.0.12:3000', `127.0.0.1:${web2}`],
      ['10.0.0.21:5432', `127.0.0.1:${pg1!.port}`],
      ['10.0.0.22:5432', `127.0.0.1:${pg2!.port}`],
      ['/etc/haproxy/incisive-503.http', path.join(root, 'deploy/incisive-503.http')],
    ]);
    this.#programs.push(new Program(this.#parts.haproxy, ['-db', '-f', file], { log: path.join(this.folder, 'haproxy.log') }));
  }

  #startPooler(logins: Logins): void {
    const { primary, replica, pooler } = this.ports;
    const list = path.join(this.folder, 'userlist.txt');
    const known = logins === 'asked' ? ([['pgbouncer', passwords.pgbouncer]] as const) : logins;
    writeFileSync(list, known.map(([name, password]) => `"${name}" "${password}"\n`).join(''), { mode: 0o600 });
    const file = this.#place('pgbouncer.ini', [
      ['host=10.0.0.10 port=5432', `host=127.0.0.1 port=${primary}`],
      ['host=10.0.0.10 port=5433', `host=127.0.0.1 port=${replica}`],
      ['listen_port = 6432', `listen_port = ${pooler}`],
      ['/etc/pgbouncer/userlist.txt', list],
    ]);
    if (logins !== 'asked') {
      const text = readFileSync(file, 'utf8')
        .replace(/^auth_(user|query) = .*\n/gm, '')
        .replace(/^\[databases\]$/m, `[databases]\n* = host=127.0.0.1 port=${primary}`);
      writeFileSync(file, text);
    }
    const { ids } = this.#parts;
    if (ids) for (const one of [list, file]) chownSync(one, ids.uid, ids.gid);
    this.#programs.push(new Program(this.#parts.pgbouncer, [file], { ids, log: path.join(this.folder, 'pgbouncer.log') }));
  }

  /** A sample with other addresses. @throws Error when one of them is not in it */
  #place(name: string, changes: readonly (readonly [string, string])[]): string {
    let text = readFileSync(path.join(root, 'deploy', name), 'utf8');
    for (const [from, to] of changes) {
      if (!text.includes(from)) throw new Error(`deploy/${name} has no ${from}`);
      text = text.replaceAll(from, to);
    }
    const file = path.join(this.folder, name);
    writeFileSync(file, text);
    return file;
  }
}

export async function distinctPorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await freePort());
  return [...ports];
}

/** In memory when there is room: a replica is copied anew after each failover. */
function roomyFolder(): string {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    if (bavail * bsize > 4_000_000_000) return '/dev/shm';
  } catch {
    // There is none.
  }
  return tmpdir();
}

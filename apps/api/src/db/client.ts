import { AsyncLocalStorage } from 'node:async_hooks';
import type { Socket } from 'node:net';
import { Kysely, PostgresDialect, type PostgresPool, type Transaction } from 'kysely';
import pg from 'pg';
import { type AdminConnection, loginPassword, loginRoles } from './bootstrap.ts';
import type { Tables } from './schema.ts';
import { sendTogether } from './wire.ts';

export type Tx = Transaction<Tables>;

// bigint columns hold counts and row numbers far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
// A day belongs to no zone.
pg.types.setTypeParser(pg.types.builtins.DATE, String);

/** A pool as those see it who watch. */
export interface PoolView {
  readonly name: 'request' | 'system';
  counts(): { readonly total: number; readonly idle: number; readonly waiting: number };
  /** Told how long each connection was waited for. */
  onWait: ((seconds: number) => void) | undefined;
}

/** The two pools of the product: requests may only take a request role, auth and jobs only the system role. */
export interface Database {
  readonly request: Kysely<Tables>;
  readonly system: Kysely<Tables>;
  /** Connection of the system login, for the job queue's own pool. */
  readonly systemConnection: pg.PoolConfig;
  readonly pools: readonly PoolView[];
  close(): Promise<void>;
}

const connectMilliseconds = 5000;

interface PoolOptions {
  readonly max: number;
  readonly idleMinutes: number;
  readonly onError: (error: Error) => void;
  /** Whether connections keep statements by their names: a PgBouncer before 1.21 loses them. */
  readonly prepare?: boolean;
  /** So long is waited for a statement, and no less for a connection unless that is said; for tests, on a machine that has other work. */
  readonly patience?: number;
  readonly connectPatience?: number;
}

const connectPatienceOf = ({ patience = 0, connectPatience }: PoolOptions): number =>
  connectPatience ?? Math.max(connectMilliseconds, patience);

function poolConfig(admin: AdminConnection, secret: string, role: string, max: number, options: PoolOptions): pg.PoolConfig {
  const password = loginPassword(secret, role);
  const shared = {
    max,
    connectionTimeoutMillis: connectPatienceOf(options),
    idleTimeoutMillis: 30_000,
    application_name: `incisive ${role}`,
    options: `-c app.idle=${options.idleMinutes}min`,
  };
  if (!admin.connectionString)
    return { ...shared, host: admin.host, port: admin.port, database: admin.database, user: role, password };
  const url = new URL(admin.connectionString);
  url.username = role;
  url.password = password;
  return { ...shared, connectionString: url.toString() };
}

/** PostgreSQL ends a request's statement after five seconds by itself; one that is frozen, or behind a dead line, says nothing at all. */
const patienceMilliseconds = 4900;
/** An answer that lies there unread, because this process was busy, is read first. */
const graceMilliseconds = 100;
const unhurried = new AsyncLocalStorage<true>();

/** Work that may take longer than a request: its statements are waited for as long as they take. */
export const unhurriedly = <T>(run: () => Promise<T>): Promise<T> => unhurried.run(true, run);

/** Statements of a connection do not wait for the answers before them to be sent, and are answered in their order. */
const pipelined: pg.PoolConfig = { pipeline: true };

/** Cuts a connection whose database does not answer: the statement fails, its pool takes another connection. */
function cutWhenSilent(client: pg.PoolClient, patience: number): void {
  const query = client.query.bind(client) as (...asked: unknown[]) => unknown;
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  let before: Promise<unknown> = Promise.resolve();
  client.query = ((...asked: unknown[]) => {
    const answer = query(...asked);
    if (!(answer instanceof Promise)) return answer;
    const turn = before;
    before = answer.catch(() => undefined);
    if (unhurried.getStore()) return answer;
    let timer: NodeJS.Timeout | undefined;
    let answered = false;
    // A statement is waited for from when the one before it was answered.
    void turn.then(() => {
      if (answered) return;
      timer = setTimeout(() => {
        timer = setTimeout(() => stream.destroy(), graceMilliseconds);
      }, patience);
    });
    return answer.finally(() => {
      answered = true;
      clearTimeout(timer);
    });
  }) as typeof client.query;
}

/** A pool that answers in time also when one waits first for its turn and then for a new connection. */
const connectingInTime = (pool: pg.Pool, milliseconds: number, view: PoolView): PostgresPool => ({
  end: () => pool.end(),
  connect: () =>
    new Promise((resolve, reject) => {
      let late = false;
      const asked = performance.now();
      const timer = setTimeout(() => {
        late = true;
        reject(new Error('timeout exceeded when trying to connect'));
      }, milliseconds);
      pool.connect().then(
        (client) => {
          clearTimeout(timer);
          view.onWait?.((performance.now() - asked) / 1000);
          if (late) client.release();
          else resolve(client);
        },
        (error: unknown) => {
          clearTimeout(timer);
          reject(error);
        },
      );
    }),
});

/** Opens both pools. A lost connection is dropped by its pool; the next request takes a new one. */
export function openPools(admin: AdminConnection, secret: string, options: PoolOptions): Database {
  const systemConnection = poolConfig(admin, secret, loginRoles.system, Math.max(2, Math.ceil(options.max / 2)), options);
  const pools = [
    new pg.Pool({ ...poolConfig(admin, secret, loginRoles.request, options.max, options), ...pipelined }),
    new pg.Pool({ ...systemConnection, ...pipelined }),
  ] as const;
  for (const pool of pools) {
    pool.on('error', options.onError);
    // A connection that is cut while a request holds it tells its next query; without a listener it would end the process.
    pool.on('connect', (client) => {
      client.on('error', () => undefined);
      sendTogether(client, options.prepare ?? true);
      cutWhenSilent(client, options.patience ?? patienceMilliseconds);
    });
  }
  const views = pools.map((pool, n): PoolView => ({
    name: n === 0 ? 'request' : 'system',
    counts: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    onWait: undefined,
  }));
  const [request, system] = pools.map(
    (pool, n) =>
      new Kysely<Tables>({
        dialect: new PostgresDialect({ pool: connectingInTime(pool, connectPatienceOf(options), views[n]!) }),
      }),
  ) as [Kysely<Tables>, Kysely<Tables>];
  return {
    request,
    system,
    systemConnection,
    pools: views,
    close: async () => {
      await Promise.all([request.destroy(), system.destroy()]);
    },
  };
}

import { AsyncLocalStorage } from 'node:async_hooks';
import type { Socket } from 'node:net';
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import pg from 'pg';
import { type AdminConnection, loginPassword, loginRoles } from './bootstrap.ts';
import { Replica } from './replica/replica.ts';
import type { Tables } from './schema.ts';
import { sendTogether } from './wire.ts';

export type { Tx } from './transaction.ts';

// bigint columns hold counts and row numbers far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
// A day belongs to no zone.
pg.types.setTypeParser(pg.types.builtins.DATE, String);

/** A pool as those see it who watch. */
export interface PoolView {
  readonly name: 'request' | 'system' | 'replica';
  counts(): { readonly total: number; readonly idle: number; readonly waiting: number };
  /** Told how long each connection was waited for. */
  onWait: ((seconds: number) => void) | undefined;
  /** Told of each statement as it is sent; what it answers is told when the statement is over. */
  onStatement: ((text: string) => ((failed: boolean) => void) | undefined) | undefined;
}

/** The pools of the product: requests may only take a request role, auth and jobs only the system role. */
export interface Database {
  readonly request: Kysely<Tables>;
  readonly system: Kysely<Tables>;
  /** Connection of the system login, for the job queue's own pool. */
  readonly systemConnection: pg.PoolConfig;
  /** The same to the server itself, past a pooler that stands between: a lock or a setting of a session needs it. */
  readonly directConnection: pg.PoolConfig;
  readonly pools: readonly PoolView[];
  /** Where lists and exports may be read, beside the primary; null where there is none. */
  readonly replica: Replica | null;
  close(): Promise<void>;
}

const connectMilliseconds = 5000;

interface PoolOptions {
  readonly max: number;
  /** Where the two logins come in, if not by the administrator's own way: a pooler such as PgBouncer, in transaction mode. */
  readonly url?: string | undefined;
  /** A streaming replica, for requests that only read. */
  readonly read?: AdminConnection | undefined;
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
  /** Statements that are not answered yet, in their order, and whether each has to be in time. */
  const owed: boolean[] = [];
  const silence = new Countdown(patience, graceMilliseconds, () => stream.destroy());
  // A statement is waited for from when the one before it was answered.
  const waitForNext = (): void => {
    if (owed[0]) silence.begin();
    else silence.stop();
  };
  const answered = (): void => {
    owed.shift();
    waitForNext();
  };
  client.query = ((...asked: unknown[]) => {
    const answer = query(...asked);
    if (!(answer instanceof Promise)) return answer;
    owed.push(!unhurried.getStore());
    if (owed.length === 1) waitForNext();
    answer.then(answered, answered);
    return answer;
  }) as typeof client.query;
}

/** Begins anew as often as it is told, for one timer in all; what runs out has a moment's grace. */
class Countdown {
  readonly #milliseconds: number;
  readonly #grace: number;
  readonly #over: () => void;
  #timer: NodeJS.Timeout | undefined;
  #last: NodeJS.Timeout | undefined;

  constructor(milliseconds: number, grace: number, over: () => void) {
    this.#milliseconds = milliseconds;
    this.#grace = grace;
    this.#over = over;
  }

  begin(): void {
    clearTimeout(this.#last);
    if (this.#timer) this.#timer.refresh();
    else
      this.#timer = setTimeout(() => {
        this.#timer = undefined;
        this.#last = setTimeout(this.#over, this.#grace);
      }, this.#milliseconds);
  }

  stop(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#last);
    this.#timer = undefined;
  }
}

/** Tells who watches of each statement. */
function tellStatements(client: pg.PoolClient, view: PoolView): void {
  const query = client.query.bind(client) as (...asked: unknown[]) => unknown;
  client.query = ((...asked: unknown[]) => {
    const [asking] = asked as [string | { text?: string }];
    const over = view.onStatement?.(typeof asking === 'string' ? asking : (asking.text ?? ''));
    const answer = query(...asked);
    if (over && answer instanceof Promise)
      answer.then(
        () => over(false),
        () => over(true),
      );
    return answer;
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

/** Opens the pools. A lost connection is dropped by its pool; the next request takes a new one. */
export function openPools(admin: AdminConnection, secret: string, options: PoolOptions): Database {
  const way: AdminConnection = options.url === undefined ? admin : { connectionString: options.url };
  const systemMax = Math.max(2, Math.ceil(options.max / 2));
  const systemConnection = poolConfig(way, secret, loginRoles.system, systemMax, options);
  const directConnection = poolConfig(admin, secret, loginRoles.system, systemMax, options);
  const pools: (readonly [PoolView['name'], pg.PoolConfig])[] = [
    ['request', poolConfig(way, secret, loginRoles.request, options.max, options)],
    ['system', systemConnection],
    ...(options.read ? [['replica', poolConfig(options.read, secret, loginRoles.request, options.max, options)] as const] : []),
  ];
  const opened = pools.map(([name, config]) => openPool(name, config, options));
  const [request, system, replica] = opened.map(({ database }) => database) as [Kysely<Tables>, Kysely<Tables>, Kysely<Tables>?];
  const reader = replica ? new Replica(replica) : null;
  return {
    request,
    system,
    systemConnection,
    directConnection,
    pools: opened.map(({ view }) => view),
    replica: reader,
    close: async () => {
      await Promise.all([request.destroy(), system.destroy(), reader?.close()]);
    },
  };
}

function openPool(
  name: PoolView['name'],
  config: pg.PoolConfig,
  options: PoolOptions,
): { readonly view: PoolView; readonly database: Kysely<Tables> } {
  const pool = new pg.Pool({ ...config, ...pipelined });
  const view: PoolView = {
    name,
    counts: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    onWait: undefined,
    onStatement: undefined,
  };
  pool.on('error', options.onError);
  // A connection that is cut while a request holds it tells its next query; without a listener it would end the process.
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    sendTogether(client, options.prepare ?? true);
    cutWhenSilent(client, options.patience ?? patienceMilliseconds);
    tellStatements(client, view);
  });
  const dialect = new PostgresDialect({ pool: connectingInTime(pool, connectPatienceOf(options), view) });
  return { view, database: new Kysely<Tables>({ dialect }) };
}

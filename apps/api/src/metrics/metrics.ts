import { type Server, createServer } from 'node:http';
import { once } from 'node:events';
import type { FastifyInstance } from 'fastify';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import type { Database } from '../db/client.ts';
import type { Suggester } from '../engine/suggester.ts';
import { type DatabaseFigures, readDatabaseFigures } from './database-figures.ts';

const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const waitBuckets = [0.001, 0.005, 0.025, 0.1, 0.5, 2, 5];
const engineBuckets = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/**
 * Figures for Prometheus. Labels are routes as they are declared, methods, status codes, names of queues and pools: never an address as
 * it was asked for, never whose it was.
 */
export class Metrics {
  readonly #registry = new Registry();
  readonly #database: Database;
  readonly #requests: Histogram<'method' | 'route' | 'status'>;
  readonly #engine: Histogram<'kind'>;
  readonly #ofDatabase: readonly ((figures: DatabaseFigures) => void)[];
  readonly #up: Gauge;

  constructor(database: Database) {
    this.#database = database;
    const registers = [this.#registry];
    // Event-loop delay, memory, garbage collection, handles.
    collectDefaultMetrics({ register: this.#registry });
    this.#requests = new Histogram({
      name: 'incisive_http_request_duration_seconds',
      help: 'Time from a request to the end of its answer, by declared route',
      labelNames: ['method', 'route', 'status'],
      buckets: requestBuckets,
      registers,
    });
    this.#engine = new Histogram({
      name: 'incisive_engine_seconds',
      help: 'Time that the engine was waited for, by what it was asked',
      labelNames: ['kind'],
      buckets: engineBuckets,
      registers,
    });
    this.#watchPools(registers);
    this.#watchReplica(registers);
    this.#up = new Gauge({ name: 'incisive_database_up', help: '1 while the database answers', registers });
    this.#ofDatabase = this.#gauges(registers);
  }

  #watchPools(registers: Registry[]): void {
    const wait = new Histogram({
      name: 'incisive_db_wait_seconds',
      help: 'Time that was waited for a connection to the database',
      labelNames: ['pool'],
      buckets: waitBuckets,
      registers,
    });
    const { pools } = this.#database;
    for (const pool of pools) pool.onWait = (seconds) => wait.observe({ pool: pool.name }, seconds);
    const connections = new Gauge({
      name: 'incisive_db_connections',
      help: 'Connections of a pool, and requests that wait for one',
      labelNames: ['pool', 'state'],
      registers,
      collect: () => {
        for (const pool of pools) {
          const { total, idle, waiting } = pool.counts();
          for (const [state, count] of Object.entries({ busy: total - idle, idle, waiting }))
            connections.set({ pool: pool.name, state }, count);
        }
      },
    });
  }

  /** Whether a replica takes what it is there for. */
  #watchReplica(registers: Registry[]): void {
    const counter = new Counter({
      name: 'incisive_replica_reads_total',
      help: 'Lists and exports that were asked of the replica, by where they were read',
      labelNames: ['from'],
      registers,
      collect: () => {
        counter.reset();
        const reads = this.#database.replica?.reads ?? { replica: 0, primary: 0 };
        for (const [from, count] of Object.entries(reads)) counter.inc({ from }, count);
      },
    });
  }

  /** What is read from the database at each scrape: it is the same of every process. */
  #gauges(registers: Registry[]): ((figures: DatabaseFigures) => void)[] {
    const gauge = (name: string, help: string, read: (figures: DatabaseFigures) => number | null) => {
      const made = new Gauge({ name, help, registers });
      return (figures: DatabaseFigures): void => {
        const value = read(figures);
        // What is not known is not told as naught.
        if (value === null) made.set(Number.NaN);
        else made.set(value);
      };
    };
    const perQueue = (name: string, help: string, read: (queue: DatabaseFigures['queues'][number]) => number) => {
      const made = new Gauge({ name, help, labelNames: ['queue'], registers });
      return (figures: DatabaseFigures): void => {
        for (const queue of figures.queues) made.set({ queue: queue.name }, read(queue));
      };
    };
    return [
      perQueue('incisive_queue_depth', 'Work that is due and not begun', ({ depth }) => depth),
      perQueue('incisive_queue_age_seconds', 'How long the oldest of it waits', ({ age }) => age),
      gauge(
        'incisive_audit_unsealed_seconds',
        'Age of the oldest audit row without a seal',
        ({ unsealedSeconds }) => unsealedSeconds,
      ),
      gauge('incisive_backup_age_seconds', 'Age of the newest backup that the product made', ({ backups }) => backups.newest),
      gauge('incisive_backup_tried_age_seconds', 'Since a backup was last restored for a try', ({ backups }) => backups.tried),
      gauge('incisive_backup_failing', '1 while backups fail', ({ backups }) => Number(backups.failing)),
      gauge(
        'incisive_log_archived_age_seconds',
        'Age of the newest segment of the database’s log in the archive',
        ({ log }) => log.archived,
      ),
      gauge('incisive_log_base_age_seconds', 'Age of the newest copy that a moment is restored from', ({ log }) => log.base),
      gauge('incisive_log_archive_failing', '1 while the archive of the log has a failure', ({ log }) => Number(log.failing)),
    ];
  }

  /** Times every request. Before routes are mounted: a hook counts for those that come after it. */
  watchRequests(app: FastifyInstance): void {
    app.addHook('onResponse', async (request, reply) => {
      const route = request.is404 ? 'none' : (request.routeOptions.url ?? 'none');
      this.#requests.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    });
  }

  /** The engine, with its answers timed. */
  timed(suggester: Suggester): Suggester {
    const timed =
      <A extends unknown[], T>(kind: string, ask: (...asked: A) => Promise<T>) =>
      (...asked: A): Promise<T> => {
        const end = this.#engine.startTimer({ kind });
        return ask(...asked).finally(() => end());
      };
    return {
      ...suggester,
      suggest: timed('suggest', (...asked: Parameters<Suggester['suggest']>) => suggester.suggest(...asked)),
      learn: timed('learn', (...asked: Parameters<Suggester['learn']>) => suggester.learn(...asked)),
      measure: timed('measure', (...asked: Parameters<Suggester['measure']>) => suggester.measure(...asked)),
      search: timed('search', (...asked: Parameters<Suggester['search']>) => suggester.search(...asked)),
      readClaim: timed('claim', (...asked: Parameters<Suggester['readClaim']>) => suggester.readClaim(...asked)),
      readText: timed('text', (...asked: Parameters<Suggester['readText']>) => suggester.readText(...asked)),
      sections: timed('sections', (...asked: Parameters<Suggester['sections']>) => suggester.sections(...asked)),
    };
  }

  /** Everything as Prometheus reads it. */
  async text(): Promise<string> {
    try {
      const figures = await readDatabaseFigures(this.#database);
      for (const show of this.#ofDatabase) show(figures);
      this.#up.set(1);
    } catch {
      this.#up.set(0);
    }
    return this.#registry.metrics();
  }

  /** Serves `/metrics` on an address of its own, which people do not reach. */
  async listen(host: string, port: number): Promise<Server> {
    const server = createServer((request, response) => {
      if (request.method !== 'GET' || request.url !== '/metrics') {
        response.writeHead(404).end();
        return;
      }
      this.text().then(
        (text) => response.writeHead(200, { 'content-type': this.#registry.contentType }).end(text),
        () => response.writeHead(500).end(),
      );
    });
    server.listen(port, host);
    await once(server, 'listening');
    return server;
  }
}

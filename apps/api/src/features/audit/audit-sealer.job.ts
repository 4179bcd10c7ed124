import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { Database } from '../../db/client.ts';
import { withSystem } from '../../db/tenant.ts';
import { type ChainRow, chainColumns, chainHash, chainHead } from './audit-chain.ts';

const everyMilliseconds = 1000;
const rowsAtOnce = 2000;
const lockKey = 724_504;

/**
 * Chains audit rows in batches, once a second. Chaining inside each request's transaction would put all writers in one queue; the
 * advisory lock keeps one sealer at work over all processes.
 */
export class AuditSealer {
  readonly #database: Database;
  readonly #log: FastifyBaseLogger;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<number> | undefined;
  /** The first round after a start looks at the whole log, later ones at what an unfinished transaction may have held back. */
  #whole = true;

  constructor(database: Database, log: FastifyBaseLogger) {
    this.#database = database;
    this.#log = log;
  }

  start(): void {
    this.#timer ??= setInterval(() => {
      if (this.#running) return;
      void this.seal().catch((error: unknown) => {
        this.#log.warn({ code: error instanceof Error && 'code' in error ? error.code : 'failed' }, 'audit rows not sealed yet');
      });
    }, everyMilliseconds).unref();
  }

  /** Seals every row that is visible now; answers how many. */
  async seal(): Promise<number> {
    while (this.#running) await this.#running.catch(() => 0);
    this.#running = this.#sealAll();
    try {
      return await this.#running;
    } finally {
      this.#running = undefined;
    }
  }

  async #sealAll(): Promise<number> {
    let sealed = 0;
    for (;;) {
      const n = await this.#sealBatch();
      if (n === null) return sealed;
      sealed += n;
      if (n < rowsAtOnce) break;
    }
    this.#whole = false;
    return sealed;
  }

  /** Null while another process holds the pen. */
  #sealBatch(): Promise<number | null> {
    return withSystem(this.#database, async (tx) => {
      const lock = await sql<{ got: boolean }>`select pg_try_advisory_xact_lock(${lockKey}) as got`.execute(tx);
      if (!lock.rows[0]?.got) return null;
      const head = await chainHead(tx);
      const recent = this.#whole ? sql`true` : sql`l.recorded > now() - interval '1 hour'`;
      const { rows } = await sql<ChainRow>`
        select ${chainColumns} from app.audit_log l
         where ${recent} and not exists (select from app.audit_seals s where s.audit_id = l.id) order by l.id limit ${rowsAtOnce}`.execute(
        tx,
      );
      if (rows.length === 0) return 0;
      let hash = head.hash;
      const hashes = rows.map((row) => (hash = chainHash(hash, row)).toString('hex'));
      await sql`insert into app.audit_seals (audit_id, hash)
        select id, decode(hash, 'hex') from unnest(${rows.map((row) => row.id)}::bigint[], ${hashes}::text[]) with ordinality as s (id, hash, place) order by place`.execute(
        tx,
      );
      return rows.length;
    });
  }

  /** Stops the clock and seals what is there, so that a clean stop leaves no unsealed tail. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    await this.seal().catch(() => 0);
  }
}

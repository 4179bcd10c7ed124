import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { Rounds } from '../../jobs/rounds.ts';
import { locks } from '../../db/locks.ts';
import type { Database, Tx } from '../../db/client.ts';
import { withSystem } from '../../db/tenant.ts';
import {
  type AuditChain,
  AuditChainError,
  type ChainHead,
  type ChainRow,
  chainColumns,
  goesThrough,
  lastSeal,
  sealableFrom,
} from './audit-chain.ts';
import { typedCommand } from '../../typed-command.ts';

const everyMilliseconds = 1000;
const headLoggedEveryMilliseconds = 3_600_000;
const rowsAtOnce = 2000;

interface SealerOptions {
  readonly database: Database;
  readonly chain: AuditChain;
  readonly log: FastifyBaseLogger;
  /** Tells a new head to people, in the transaction that made it. */
  readonly tellHead?: ((tx: Tx, head: ChainHead) => Promise<void>) | undefined;
}

/**
 * Chains audit rows in batches, once a second. Chaining inside each request's transaction would put all writers in one queue; the
 * advisory lock keeps one sealer at work over all processes. A chain that does not go through the head kept in DATA_DIR is not added to:
 * sealing over a gap would hide it.
 */
export class AuditSealer {
  readonly #options: SealerOptions;
  readonly #rounds = new Rounds({
    run: () => this.#sealAll(),
    everyMilliseconds,
    done: () => (this.#complaint = ''),
    failed: (error) => this.#complain(error),
  });
  /** Undefined until DATA_DIR was read. */
  #kept: ChainHead | null | undefined;
  #logged = -Infinity;
  #complaint = '';

  constructor(options: SealerOptions) {
    this.#options = options;
  }

  start(): void {
    this.#rounds.start();
  }

  readonly #complain = (error: unknown): void => {
    const { log } = this.#options;
    if (!(error instanceof AuditChainError)) {
      log.warn({ code: error instanceof Error && 'code' in error ? error.code : 'failed' }, 'audit rows not sealed yet');
      return;
    }
    // It does not mend itself: once is enough.
    if (this.#complaint !== error.message) log.error(error.message);
    this.#complaint = error.message;
  };

  /**
   * Seals every row that is visible now; answers how many.
   * @throws AuditChainError when the chain does not go through the head that was kept.
   */
  seal(): Promise<number> {
    return this.#rounds.now();
  }

  async #sealAll(): Promise<number> {
    let sealed = 0;
    for (;;) {
      const batch = await this.#sealBatch();
      if (batch === null) return sealed;
      sealed += batch.rows;
      if (batch.head) await this.#keep(batch.head);
      if (batch.rows < rowsAtOnce) return sealed;
    }
  }

  /** Null while another process holds the pen. */
  async #sealBatch(): Promise<{ rows: number; head: ChainHead | null } | null> {
    const { database, chain, tellHead } = this.#options;
    this.#kept ??= await chain.savedHead();
    const kept = this.#kept;
    return withSystem(database, async (tx) => {
      const lock = await sql<{ got: boolean }>`select pg_try_advisory_xact_lock(${locks.auditSealer}) as got`.execute(tx);
      if (!lock.rows[0]?.got) return null;
      const last = await lastSeal(tx);
      if (kept && !(await goesThrough(tx, kept)))
        throw new AuditChainError(
          `The audit log was sealed up to row ${kept.audit_id} (seal ${kept.seq}), which the database does not have as it was. Nothing more is sealed. Run ${typedCommand('audit verify')}.`,
        );
      const recent = last ? sql`l.recorded >= ${sealableFrom}` : sql`true`;
      const { rows } = await sql<ChainRow>`
        select ${chainColumns} from app.audit_log l
         where ${recent} and not exists (select from app.audit_seals s where s.audit_id = l.id) order by l.id limit ${rowsAtOnce}`.execute(
        tx,
      );
      if (rows.length === 0) return { rows: 0, head: null };
      let previous = last ? Buffer.from(last.hash, 'hex') : chain.start;
      let seq = last?.seq ?? 0;
      const hashes = rows.map((row) => (previous = chain.hash(previous, (seq += 1), row)).toString('hex'));
      // The head is kept elsewhere after this COMMIT: a power cut must not take the seals back.
      await sql`set local synchronous_commit = on`.execute(tx);
      await sql`insert into app.audit_seals (audit_id, seq, hash)
        select id, ${last?.seq ?? 0}::bigint + position, decode(hash, 'hex')
          from unnest(${rows.map((row) => row.id)}::bigint[], ${hashes}::text[]) with ordinality as s (id, hash, position)`.execute(
        tx,
      );
      const head = { seq, audit_id: rows.at(-1)!.id, hash: hashes.at(-1)! };
      await tellHead?.(tx, head);
      return { rows: rows.length, head };
    });
  }

  async #keep(head: ChainHead): Promise<void> {
    const { chain, log } = this.#options;
    this.#kept = head;
    await chain.save(head).catch((error: unknown) => {
      log.warn(
        { code: error instanceof Error && 'code' in error ? error.code : 'failed' },
        'the head of the audit log was not kept',
      );
    });
    if (performance.now() - this.#logged < headLoggedEveryMilliseconds) return;
    this.#logged = performance.now();
    log.info({ head }, 'head of the audit log');
  }

  /** Stops the clock and seals what is there, so that a clean stop leaves no unsealed tail. */
  async close(): Promise<void> {
    await this.#rounds.close();
    this.#logged = -Infinity;
    await this.seal().catch(() => 0);
  }
}

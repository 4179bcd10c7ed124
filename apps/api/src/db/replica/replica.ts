import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { AppError } from '../../http/app-error.ts';
import type { Tables } from '../schema.ts';
import { type Tx, transaction } from '../transaction.ts';

/** How far the primary has come: a place in its log, and the timeline that the place is on. Null where it is no primary. */
export interface Position {
  readonly place: string;
  readonly timeline: number;
}

/** So often the replica is looked at; one that did not answer then is not asked by anybody. */
const lookMilliseconds = 1000;
/** What was committed is on the replica within milliseconds: so long a read waits for it, in all. */
const waits = [0, 3, 7, 15, 30] as const;

/**
 * The primary's position now. Everything that anybody was told is committed lies before it; what a power cut may take (the audit rows of
 * reads) may lie behind it.
 */
export async function positionOf(tx: Kysely<Tables>): Promise<Position | null> {
  const { rows } = await sql<{ place: string | null; timeline: number | null }>`
    select case when not pg_is_in_recovery() then pg_current_wal_flush_lsn() end::text as place,
           case when not pg_is_in_recovery() then ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::int end as timeline`.execute(
    tx,
  );
  const { place, timeline } = rows[0]!;
  return place === null || timeline === null ? null : { place, timeline };
}

/**
 * Whether this server is a replica that has all of the primary's log up to the position. One that last heard of another timeline may
 * have followed a primary that is none any more, whose places say nothing here.
 */
async function holds(tx: Tx, { place, timeline }: Position): Promise<boolean> {
  const { rows } = await sql<{ holds: boolean | null }>`
    select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= ${place}::pg_lsn
           and (select timeline_id from pg_control_checkpoint()) = ${timeline} as holds`.execute(tx);
  return rows[0]?.holds === true;
}

/** A read that had begun on the replica and was not finished there: it is to begin again on the primary. */
export class ReplicaError extends Error {
  override readonly name = 'ReplicaError';
}

const readers = new WeakSet<Tx>();

/** Whether a transaction reads from the replica, where nothing is written. */
export const isOnReplica = (tx: Tx): boolean => readers.has(tx);

/** Reads from a streaming replica, never older than the moment at which they were asked for. */
export class Replica {
  readonly #database: Kysely<Tables>;
  readonly #clock: NodeJS.Timeout;
  #answers = false;
  /** Reads that were answered from here, and those that went to the primary instead. */
  readonly reads = { replica: 0, primary: 0 };
  #looking: Promise<void> | undefined;

  constructor(database: Kysely<Tables>) {
    this.#database = database;
    this.#clock = setInterval(() => void this.look(), lookMilliseconds).unref();
    void this.look();
  }

  /** Whether it may be asked. */
  get answers(): boolean {
    return this.#answers;
  }

  /** Asks whether it is there, and a replica. It is waited for here, so that no request has to. */
  look(): Promise<void> {
    this.#looking ??= sql<{ replica: boolean }>`select pg_is_in_recovery() as replica`
      .execute(this.#database)
      .then(
        ({ rows }) => void (this.#answers = rows[0]?.replica === true),
        () => void (this.#answers = false),
      )
      .finally(() => (this.#looking = undefined));
    return this.#looking;
  }

  /**
   * Runs a read in a transaction of its own, once the replica has everything up to the position; `takeRole` puts the second wall around
   * it. Null where it has not, and then nothing was run.
   *
   * @throws ReplicaError when it was lost, or had to give the read up, on the way.
   */
  async read<T>(
    position: Position | null,
    takeRole: (tx: Tx) => Promise<unknown>,
    run: (tx: Tx) => Promise<T>,
  ): Promise<{ readonly value: T } | null> {
    if (!this.#answers || position === null) return null;
    let begun = false;
    this.reads.primary += 1;
    try {
      const read = await transaction(this.#database, async (tx) => {
        if (!(await this.#caughtUp(tx, position))) return null;
        await takeRole(tx);
        readers.add(tx);
        begun = true;
        return { value: await run(tx) };
      });
      if (read) {
        this.reads.primary -= 1;
        this.reads.replica += 1;
      }
      return read;
    } catch (error) {
      // What a handler says of what it found holds wherever it found it.
      if (error instanceof AppError) throw error;
      void this.look();
      if (!begun) return null;
      throw new ReplicaError('the replica was lost', { cause: error });
    }
  }

  async #caughtUp(tx: Tx, position: Position): Promise<boolean> {
    for (const milliseconds of waits) {
      if (milliseconds > 0) await pause(milliseconds);
      if (await holds(tx, position)) return true;
    }
    return false;
  }

  async close(): Promise<void> {
    clearInterval(this.#clock);
    await this.#looking;
    await this.#database.destroy();
  }
}

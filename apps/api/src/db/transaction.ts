import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  DummyDriver,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  Transaction,
} from 'kysely';
import type { Tables } from './schema.ts';

export type Tx = Transaction<Tables>;

/** What a transaction is built with beside its connection, which alone it uses. */
const dialect: Dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (database) => new PostgresIntrospector(database),
  createQueryCompiler: () => new PostgresQueryCompiler(),
};
const props = { dialect, config: { dialect }, driver: new DummyDriver() };

const [begin, commit, rollback] = ['begin', 'commit', 'rollback'].map((words) => CompiledQuery.raw(words)) as [
  CompiledQuery,
  CompiledQuery,
  CompiledQuery,
];

/** What goes to the database with COMMIT, by its transaction. */
const last = new WeakMap<Tx, CompiledQuery[]>();
/** How a transaction is told that nothing follows. */
const closing = new WeakMap<Tx, () => void>();
/** How a transaction takes a write that nobody waits for. */
const beside = new WeakMap<Tx, (write: CompiledQuery) => void>();

/** Leaves a statement to the end of its transaction. It goes to the database with COMMIT, which undoes everything when it fails. */
export function atCommit(tx: Tx, statement: CompiledQuery): void {
  const statements = last.get(tx);
  if (!statements) throw new Error('A statement is left to the end of a transaction that is over.');
  statements.push(statement);
}

/**
 * Leaves a write to its transaction: it is sent on the way of what is asked next, which sees what it did, and whoever asked for it does
 * not wait. When it fails the transaction does, with its error.
 */
export function meanwhile(tx: Tx, write: { compile(tx: Tx): CompiledQuery }): void {
  const take = beside.get(tx);
  if (!take) throw new Error('A write is left to a transaction that is over.');
  take(write.compile(tx));
}

/**
 * Says that nothing follows what has been asked of a transaction: COMMIT goes to the database with that. For reads alone: what their
 * handlers find wrong afterwards undoes nothing.
 */
export function nothingFollows(tx: Tx): void {
  closing.get(tx)?.();
}

/** Of statements that failed the first: those behind it failed because it did. */
const firstFailure = async (statements: readonly Promise<unknown>[]): Promise<PromiseRejectedResult | undefined> =>
  (await Promise.allSettled(statements)).find((one) => one.status === 'rejected');

/** A statement that was not run because one before it had failed, whose error it may know. */
const isAborted = (error: unknown): error is Error => error instanceof Error && 'code' in error && error.code === '25P02';

/**
 * One transaction in as few trips to the database as its statements allow. BEGIN goes with the first statement, COMMIT with what was left
 * to the end; statements that are asked for side by side go together. They run one after the other, in the order in which they were asked
 * for, and after one that failed PostgreSQL runs no other of its transaction. Its pool must be pipelined.
 */
export function transaction<T>(database: Kysely<Tables>, run: (tx: Tx) => Promise<T>): Promise<T> {
  const executor = database.getExecutor();
  return executor.provideConnection(async (connection) => {
    let over = false;
    const provideConnection = async <R>(consumer: (connection: DatabaseConnection) => Promise<R>): Promise<R> => {
      // Who comes late would be in the next transaction of this connection, which is somebody else's.
      if (over) throw new Error('A statement came after the end of its transaction.');
      return consumer(connection);
    };
    const tx = new Transaction<Tables>({ ...props, executor: executor.withConnectionProvider({ provideConnection }) });
    const atEnd: CompiledQuery[] = [];
    last.set(tx, atEnd);
    const writes: Promise<unknown>[] = [];
    // Sent here and now: what is asked for after it comes after it.
    beside.set(tx, (write) => {
      const sent = connection.executeQuery(write);
      sent.catch(() => undefined);
      writes.push(sent);
    });
    const end = (...statements: readonly CompiledQuery[]) => {
      over = true;
      last.delete(tx);
      beside.delete(tx);
      closing.delete(tx);
      return firstFailure([...writes, ...statements.map((statement) => connection.executeQuery(statement))]);
    };
    let committed: ReturnType<typeof end> | undefined;
    const committing = () => (committed ??= end(...atEnd, commit));
    closing.set(tx, () => void committing());
    const begun = connection.executeQuery(begin);
    // The statements after it fail too, and tell.
    begun.catch(() => undefined);
    let result: T;
    try {
      result = await run(tx);
      await begun;
    } catch (error) {
      const cause = await (committed ?? end(rollback));
      if (committed && cause) await end(rollback);
      throw isAborted(error) ? (error.cause ?? cause?.reason ?? error) : error;
    }
    // COMMIT of a transaction in which a write failed commits nothing.
    const failed = await committing();
    if (!failed) return result;
    await end(rollback);
    throw failed.reason;
  });
}

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
import type { Tx } from './client.ts';
import type { Tables } from './schema.ts';

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

/** Leaves a statement to the end of its transaction. It goes to the database with COMMIT, which undoes everything when it fails. */
export function atCommit(tx: Tx, statement: CompiledQuery): void {
  const statements = last.get(tx);
  if (!statements) throw new Error('A statement is left to the end of a transaction that is over.');
  statements.push(statement);
}

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
    const end = (...statements: readonly CompiledQuery[]) => {
      over = true;
      last.delete(tx);
      return Promise.allSettled(statements.map((statement) => connection.executeQuery(statement)));
    };
    const begun = connection.executeQuery(begin);
    // The statements after it fail too, and tell.
    begun.catch(() => undefined);
    let result: T;
    try {
      result = await run(tx);
      await begun;
    } catch (error) {
      await end(rollback);
      throw error;
    }
    const ended = await end(...atEnd, commit);
    const failed = ended.find((one) => one.status === 'rejected');
    if (!failed) return result;
    await end(rollback);
    throw failed.reason;
  });
}

import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import type { CompiledQuery } from 'kysely';
import pg from 'pg';

/** Names of the statements that are kept, by their text. */
const names = new Map<string, string>();

/**
 * Marks a statement whose text is always the same and whose plan need not know its values: each connection parses and plans it once
 * (ADR 022). Row-level security stays: PostgreSQL plans anew for another role, and asks for the tenant whenever it runs.
 */
export function prepared<Q extends CompiledQuery>(statement: Q): Q {
  if (!names.has(statement.sql)) names.set(statement.sql, createHash('sha256').update(statement.sql).digest('hex').slice(0, 16));
  return statement;
}

/** What pg's own classes have beside what their types tell. */
interface Wire {
  readonly stream: Socket;
  /** Named statements by their names: those that the database knows, and those that were sent and are not answered yet. */
  readonly parsedStatements: Record<string, string>;
  readonly submittedNamedStatements: Record<string, string>;
  sync(): void;
}
interface Answerable {
  readonly name?: string;
  readonly text: string;
  prepare(connection: Wire): void;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Wire): void;
  handleReadyForQuery(connection: Wire): void;
  handleError(error: Error, connection: Wire): void;
}
interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}
interface Asked extends Statement {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
}

const aborted = (cause?: Error): Error =>
  Object.assign(new Error('current transaction is aborted: a statement before this one failed', { cause }), { code: '25P02' });

const nothingToTell = { command: '', rowCount: null, rows: [] };

const endsOf = (asked: readonly Asked[]): readonly [Asked, Asked] | undefined => {
  const [first, last] = [asked[0], asked.at(-1)];
  return first?.text === 'begin' && last?.text === 'commit' && asked.length > 2 ? [first, last] : undefined;
};

/** Statements that the database answers in one piece; after one that fails it runs none of those behind it. */
export class Together extends pg.Query {
  readonly statements: readonly string[];
  /** Settled when all of them are. */
  readonly answered: Promise<void>;
  /** What pg has not sent yet; over a connection that is lost it never is. */
  #unsent: readonly Asked[];
  /** What was sent and is not answered yet. */
  readonly #parts: Answerable[] = [];
  /** BEGIN and COMMIT that are not sent: what is answered in one piece is a transaction by itself, and committed when all of it is done. */
  readonly #ends: readonly [Asked, Asked] | undefined;
  readonly #done: Answerable[] = [];
  #over!: () => void;
  readonly #named: boolean;
  /** Of the statement that is answered now: pg keeps its name once it is parsed. */
  name: string | undefined;
  text = '';

  constructor(asked: readonly Asked[], named: boolean) {
    super({ text: '' }, () => undefined);
    this.#ends = endsOf(asked);
    this.#unsent = this.#ends ? asked.slice(1, -1) : asked;
    this.statements = this.#unsent.map(({ text }) => text);
    this.#named = named;
    this.answered = new Promise((resolve) => {
      this.#over = resolve;
    });
  }

  override submit = (connection: unknown): void => {
    const wire = connection as Wire;
    // One answer for all: each of them would ask for one.
    const unanswered = Object.assign(Object.create(wire) as Wire, { sync: () => undefined });
    let refused = false;
    const asked = this.#unsent;
    this.#unsent = [];
    for (const { text, values, resolve, reject } of asked) {
      // A value that cannot be sent: what is behind it would run as if it had been.
      if (refused) {
        reject(aborted());
        continue;
      }
      const part = new pg.Query(queryOf({ text, values }, this.#named), (error, result) => {
        refused ||= Boolean(error);
        if (error) reject(error);
        else resolve(result);
      }) as unknown as Answerable;
      part.prepare(unanswered);
      if (refused) forget(wire, part);
      else this.#parts.push(part);
    }
    if (refused && this.#ends) this.#undo(unanswered);
    this.#await();
    wire.sync();
  };
  /** What was sent before a value that cannot be sent would be committed without the rest. */
  #undo(unanswered: Wire): void {
    const [, commit] = this.#ends!;
    const undoing = new pg.Query({ text: 'rollback' }, () => commit.reject(aborted())) as unknown as Answerable;
    undoing.prepare(unanswered);
    this.#parts.push(undoing);
  }
  #await(): void {
    const [next] = this.#parts;
    this.name = next?.name;
    this.text = next?.text ?? '';
  }
  handleRowDescription(message: unknown): void {
    this.#parts[0]!.handleRowDescription(message);
  }
  handleDataRow(message: unknown): void {
    this.#parts[0]!.handleDataRow(message);
  }
  handleCommandComplete(message: unknown, connection: Wire): void {
    this.#parts[0]!.handleCommandComplete(message, connection);
    this.#done.push(this.#parts.shift()!);
    this.#await();
  }
  handleReadyForQuery(connection: Wire): void {
    this.#settle(connection);
    this.#ends?.[1].resolve(nothingToTell);
    this.#over();
  }
  #settle(connection: Wire): void {
    this.#ends?.[0].resolve(nothingToTell);
    for (const part of this.#done) part.handleReadyForQuery(connection);
  }
  handleError(error: Error, connection: Wire): void {
    if (this.#unsent.length > 0) this.#ends?.[0].reject(error);
    this.#settle(connection);
    // An error behind the last statement is COMMIT's own.
    this.#ends?.[1].reject(this.#parts.length + this.#unsent.length > 0 ? aborted(error) : error);
    this.#over();
    for (const [n, { reject }] of this.#unsent.entries()) reject(n === 0 ? error : aborted(error));
    this.#unsent = [];
    for (const [n, part] of this.#parts.entries()) {
      // Those behind the one that failed were not even parsed.
      if (n > 0 && part.name !== undefined) delete connection.submittedNamedStatements[part.name];
      part.handleError(n === 0 ? error : aborted(error), connection);
    }
  }
}

/** A statement whose values could not be sent is closed. */
function forget({ parsedStatements, submittedNamedStatements }: Wire, { name }: Answerable): void {
  if (name === undefined) return;
  delete parsedStatements[name];
  delete submittedNamedStatements[name];
}

const queryOf = ({ text, values }: Statement, named: boolean): pg.QueryConfig => {
  const name = named ? names.get(text) : undefined;
  return { text, values: [...values], ...(name !== undefined && { name }) };
};

/** All is answered in one piece, but ROLLBACK: it must be run whatever failed before it. */
function inParts(asked: readonly Asked[]): Asked[][] {
  const end = asked.findIndex(({ text }) => text === 'rollback');
  return (end < 0 ? [asked] : [asked.slice(0, end), ...asked.slice(end).map((one) => [one])]).filter(
    (part) => part.length > 0,
  ) as Asked[][];
}

/** Writes at once what is written piece by piece meanwhile: pg writes five pieces for a statement. */
function inOneWrite(stream: Socket, run: () => void): void {
  const pieces: Uint8Array[] = [];
  stream.write = (piece: Uint8Array | string): boolean => pieces.push(typeof piece === 'string' ? Buffer.from(piece) : piece) > 0;
  try {
    run();
  } finally {
    // The stream's own again.
    Reflect.deleteProperty(stream, 'write');
    stream.write(Buffer.concat(pieces));
  }
}

/** Statements that are asked for in one breath leave in one piece; those that are `prepared` go by their name, where names are kept. */
export function sendTogether(client: pg.PoolClient, named: boolean): void {
  const query = client.query.bind(client) as (...asked: unknown[]) => unknown;
  const { stream } = (client as unknown as { connection: Wire }).connection;
  let waiting: Asked[] = [];
  const send = (): void => {
    const asked = waiting;
    waiting = [];
    if (asked.length === 0) return;
    inOneWrite(stream, () => {
      for (const part of inParts(asked)) {
        const [{ resolve, reject, ...one }] = part as [Asked];
        if (part.length > 1) query(new Together(part, named));
        else (query(queryOf(one, named)) as Promise<unknown>).then(resolve, reject);
      }
    });
  };
  client.query = ((...asked: unknown[]) => {
    const [text, values = []] = asked;
    if (typeof text !== 'string' || !Array.isArray(values)) {
      send();
      return query(...asked);
    }
    return new Promise((resolve, reject) => {
      if (waiting.length === 0) process.nextTick(send);
      waiting.push({ text, values, resolve, reject });
    });
  }) as typeof client.query;
}

import pg from 'pg';
import * as z from 'zod/mini';
import { withConnection } from '../connection.ts';
import { BackupError } from './archive.ts';

const manifestSchema = z.object({
  incisive: z.literal('backup'),
  format: z.literal(1),
  version: z.string(),
  made_at: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
});
/** What the first line of a backup says about the rest. */
export type Manifest = z.infer<typeof manifestSchema>;
const tableSchema = z.object({ table: z.string(), columns: z.array(z.string()) });
const endSchema = z.object({
  rows: z.record(z.string(), z.number()),
  sequences: z.record(z.string(), z.nullable(z.number())),
});
export type Ending = z.infer<typeof endSchema>;

/** Values are written and read as text: both sides must spell them alike. */
const spelling = `set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres';
set local bytea_output = 'hex'; set local extra_float_digits = 1; set local row_security = off`;
/** PostgreSQL's code of a role that row-level security or a missing grant holds back. */
const insufficientPrivilege = '42501';
const rowsAtOnce = 100;
const charactersAtOnce = 4_000_000;

interface Table {
  name: string;
  columns: string[];
  stored: string[];
}

/** The product's tables but the list of migrations, with all their columns and those that are not computed. */
async function tablesOf(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns,
      array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as stored
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where n.nspname = 'app' and c.relkind = 'r' and c.relname <> 'migrations' group by 1 order by 1`);
  return rows;
}

const named = (connection: pg.ClientConfig): pg.ClientConfig => ({ ...connection, application_name: 'incisive backup' });
const qualified = (name: string): string => `app.${pg.escapeIdentifier(name)}`;

/**
 * Every row of every table as one moment's snapshot, in lines: the manifest, then for each table its head and its rows, then the counts.
 * Others go on reading and writing meanwhile.
 */
export async function* dumpLines(connection: pg.ClientConfig, version: string): AsyncGenerator<string> {
  const client = new pg.Client(named(connection));
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('begin isolation level repeatable read, read only');
    await client.query(spelling);
    const found = await client.query<{ migrations: string | null }>(`select to_regclass('app.migrations')::text as migrations`);
    if (!found.rows[0]?.migrations) throw new BackupError('There is no Incisive in this database yet: nothing to back up.');
    const migrations = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from app.migrations order by name',
    );
    const head: Manifest = {
      incisive: 'backup',
      format: 1,
      version,
      made_at: new Date().toISOString(),
      migrations: migrations.rows,
    };
    yield JSON.stringify(head);
    const ending: Ending = { rows: {}, sequences: {} };
    for (const { name, columns } of await tablesOf(client)) {
      yield JSON.stringify({ table: name, columns });
      ending.rows[name] = 0;
      await client.query(`declare rows no scroll cursor for select t::text as row from ${qualified(name)} t`);
      for (;;) {
        const { rows } = await client.query<{ row: string }>(`fetch ${rowsAtOnce} from rows`);
        for (const { row } of rows) yield JSON.stringify(row);
        ending.rows[name] += rows.length;
        if (rows.length < rowsAtOnce) break;
      }
      await client.query('close rows');
    }
    const sequences = await client.query<{ name: string; last: string | null }>(
      `select sequencename as name, last_value::text as last from pg_sequences where schemaname = 'app'`,
    );
    for (const { name, last } of sequences.rows) ending.sequences[name] = last === null ? null : Number(last);
    yield JSON.stringify(ending);
    await client.query('commit');
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== insufficientPrivilege) throw error;
    throw new BackupError(
      `The database role "${client.user ?? ''}" may not read every row, so its backup would be incomplete and none was written. Give DATABASE_ADMIN_URL, a connection of the database's owner or of a role with BYPASSRLS, and try again.`,
      { cause: error },
    );
  } finally {
    await client.end();
  }
}

/** Reads the first line; the rest of `lines` is then the rows. */
export async function takeManifest(lines: AsyncIterator<string>): Promise<Manifest> {
  const first = await lines.next();
  const manifest = first.done ? null : manifestSchema.safeParse(JSON.parse(first.value));
  if (!manifest?.success) throw new BackupError('This backup is of a kind that this version does not know.');
  return manifest.data;
}

/** Whoever was signed out or deactivated since must not be signed in again by a restore. */
export async function endSessions(client: pg.Client): Promise<void> {
  await client.query(`update app.sessions set ended_at = now(), ended_reason = 'restored from a backup' where ended_at is null`);
}

/**
 * Fills a database that has the tables of the backup and no rows that matter, in one transaction: all of it or nothing. Checks and
 * triggers stand aside, since the rows come from a database that kept them. Every session is ended.
 */
export async function loadLines(connection: pg.ClientConfig, lines: AsyncIterator<string>): Promise<Ending> {
  return withConnection(named(connection), async (client) => {
    await client.query('begin');
    await client.query(`${spelling}; set local session_replication_role = replica; set local synchronous_commit = on`);
    const tables = await tablesOf(client);
    await client.query(`truncate ${tables.map(({ name }) => qualified(name)).join(', ')}`);
    const loader = new Loader(client, new Map(tables.map((table) => [table.name, table])));
    let ending: Ending | undefined;
    for (let next = await lines.next(); !next.done; next = await lines.next()) {
      if (ending) throw new BackupError('The backup goes on after its end.');
      const value: unknown = JSON.parse(next.value);
      if (typeof value === 'string') await loader.row(value);
      else ending = await loader.turn(value);
    }
    if (!ending) throw new BackupError('The backup is cut off: its end is missing.');
    for (const [name, last] of Object.entries(ending.sequences))
      if (last !== null) await client.query('select setval($1::regclass, $2)', [qualified(name), last]);
    await endSessions(client);
    await client.query('commit');
    await client.query('analyze');
    return ending;
  });
}

class Loader {
  readonly #client: pg.Client;
  readonly #tables: ReadonlyMap<string, Table>;
  readonly #loaded = new Map<string, number>();
  #table: Table | undefined;
  #waiting: string[] = [];
  #characters = 0;

  constructor(client: pg.Client, tables: ReadonlyMap<string, Table>) {
    this.#client = client;
    this.#tables = tables;
  }

  async row(text: string): Promise<void> {
    this.#waiting.push(text);
    this.#characters += text.length;
    if (this.#characters > charactersAtOnce || this.#waiting.length >= 1000) await this.#flush();
  }

  /** A line that is no row: the head of the next table, or the end, which is returned when every count fits. */
  async turn(value: unknown): Promise<Ending | undefined> {
    await this.#flush();
    const head = tableSchema.safeParse(value);
    if (head.success) {
      const table = this.#tables.get(head.data.table);
      if (!table || table.columns.join() !== head.data.columns.join())
        throw new BackupError(`The backup's table ${head.data.table} is not as its migrations make it.`);
      this.#table = table;
      this.#loaded.set(table.name, 0);
      return undefined;
    }
    const ending = endSchema.parse(value);
    const wrong = Object.entries(ending.rows).filter(([name, rows]) => this.#loaded.get(name) !== rows);
    if (wrong.length > 0) throw new BackupError(`Rows are missing in ${wrong.map(([name]) => name).join(', ')}.`);
    return ending;
  }

  async #flush(): Promise<void> {
    const rows = this.#waiting;
    this.#waiting = [];
    this.#characters = 0;
    if (rows.length === 0) return;
    const table = this.#table;
    if (!table) throw new BackupError('The backup has rows before a table.');
    const names = table.stored.map((name) => pg.escapeIdentifier(name));
    await this.#client.query(
      `insert into ${qualified(table.name)} (${names.join(', ')}) overriding system value
       select ${names.map((name) => `(t.r).${name}`).join(', ')} from (select v::${qualified(table.name)} as r from unnest($1::text[]) as v offset 0) as t`,
      [rows],
    );
    this.#loaded.set(table.name, (this.#loaded.get(table.name) ?? 0) + rows.length);
  }
}

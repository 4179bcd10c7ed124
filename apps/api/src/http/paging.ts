import { limits } from '@incisive/contract/limits';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../db/client.ts';
import { nothingFollows } from '../db/transaction.ts';
import { prepared } from '../db/wire.ts';
import { AppError, fieldError } from './app-error.ts';

export interface PageQuery {
  readonly page?: number | undefined;
  readonly per_page?: number | undefined;
  readonly ordering?: string | undefined;
  readonly cursor?: string | undefined;
  readonly [filter: string]: unknown;
}

export interface Sort {
  /** A never-null expression to sort by. */
  readonly by: RawBuilder<unknown>;
  readonly cast: 'text' | 'timestamptz' | 'uuid' | 'boolean' | 'bigint';
}

export interface Counted {
  readonly count: number;
  readonly count_is_minimum?: boolean;
}

export interface Page<Row> extends Counted {
  readonly results: Row[];
  readonly next: string | null;
  readonly previous: string | null;
}

interface ListOptions {
  readonly columns: RawBuilder<unknown>;
  readonly from: RawBuilder<unknown>;
  /** Where sort and id can be read alone, without what the rows need besides; default `from`. */
  readonly keysFrom?: RawBuilder<unknown>;
  readonly where: readonly RawBuilder<unknown>[];
  readonly id: RawBuilder<unknown>;
  readonly idCast?: 'uuid' | 'bigint';
  /** Whether `columns` have the id, as text and named so: it need not be read twice. */
  readonly idShown?: boolean;
  readonly sorts: Readonly<Record<string, Sort>>;
  readonly query: PageQuery;
  readonly defaultOrdering: string;
  readonly defaultSize?: number;
  /** The first page is always asked for in the same words: its statement is kept. */
  readonly prepared?: boolean;
  /** A statement that is run with the list's own, of the rows that `shown` has: those of the page, in their `place`. */
  readonly telling?: ((shown: RawBuilder<unknown>) => RawBuilder<unknown>) | undefined;
  /** This list and its count are the last that their transaction is asked for. */
  readonly last?: boolean;
  /** Absolute base of the list's own address: configuration, never the Host header. */
  readonly url: string;
  /** Default: `cappedCount` of `from` and `where`. */
  readonly count?: () => Promise<Counted>;
  /** How many there are, where that is kept: the first page is told by its own statement, and `count` is not asked. */
  readonly total?: RawBuilder<unknown> | undefined;
}

const encode = (values: readonly string[]): string => Buffer.from(JSON.stringify(values)).toString('base64url');

function readCursor(cursor: string | undefined): readonly [string, string] | null {
  if (!cursor) return null;
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (Array.isArray(value) && value.length === 2) {
      const [key, id]: unknown[] = value;
      if (typeof key === 'string' && typeof id === 'string') return [key, id];
    }
  } catch {
    // Falls through to the same refusal as any other foreign cursor.
  }
  throw fieldError('cursor', 'Not a valid cursor');
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** A day that does not exist rolls over instead of failing. */
const isDay = (value: string): boolean => {
  const day = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value) && !value.startsWith('0000');
};
const castable: Readonly<Record<Sort['cast'], (value: string) => boolean>> = {
  text: (value) => !value.includes('\u0000'),
  timestamptz: (value) =>
    /^\d{4}-\d\d-\d\d ([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?[+-](0\d|1[0-4])(:?[0-5]\d)?$/.test(value) &&
    isDay(value.slice(0, 10)),
  uuid: (value) => uuid.test(value),
  boolean: (value) => /^(t|f|true|false)$/.test(value),
  bigint: (value) => /^-?\d{1,18}$/.test(value),
};

/** A cursor is the caller's to change: what the database could not cast is refused here, by name, and never reaches its log. */
export function checkedCursor(
  text: string | undefined,
  cast: Sort['cast'],
  idCast: 'uuid' | 'bigint',
): readonly [string, string] | null {
  const cursor = readCursor(text);
  if (cursor && !(castable[cast](cursor[0]) && castable[idCast](cursor[1]))) throw fieldError('cursor', 'Not a valid cursor');
  return cursor;
}

export const and = (parts: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  parts.length === 0 ? sql`true` : sql.join([...parts], sql` and `);

/** A page of a list, ordered by one sort and then by id, so that pages never repeat or skip. `next` carries a keyset cursor. */
export async function listPage<Row>(tx: Tx, options: ListOptions): Promise<Page<Row>> {
  const { query } = options;
  const ordering = query.ordering ?? options.defaultOrdering;
  const descending = ordering.startsWith('-');
  const name = descending ? ordering.slice(1) : ordering;
  const sort = options.sorts[name];
  if (!sort) throw new AppError('validation', { fields: [{ path: 'ordering', message: 'Unknown ordering' }] });
  const size = query.per_page ?? options.defaultSize ?? limits.defaultPageSize;
  const page = query.page ?? 1;
  const direction = descending ? sql`desc` : sql`asc`;
  const order = sql`order by ${sort.by} ${direction}, ${options.id} ${direction}`;
  const cursor = checkedCursor(query.cursor, sort.cast, options.idCast ?? 'uuid');
  const offset = cursor ? 0 : (page - 1) * size;
  const far = offset >= farDown;
  const start = far ? await lastKeyBefore(tx, options, { by: sort.by, order, offset }) : cursor;
  const where = [...options.where];
  if (far && !start) where.push(sql`false`);
  if (start) {
    const after = descending ? sql`<` : sql`>`;
    where.push(
      sql`(${sort.by}, ${options.id}) ${after} (${start[0]}::${sql.raw(sort.cast)}, ${start[1]}::${sql.raw(options.idCast ?? 'uuid')})`,
    );
  }
  const first = !start && offset === 0;
  const told = first ? options.total : undefined;
  // Of how many rows the plan is for must be known when it is made.
  const select = sql<Listed<Row>>`
    select ${options.columns}, (${sort.by})::text as sort_key${options.idShown ? sql`` : sql`, (${options.id})::text as sort_id`}${told ? sql`, (${told})::bigint as total` : sql``}
    from ${options.from} where ${and(where)}
    ${order} ${first ? sql`limit ${sql.lit(size + 1)}` : sql`limit ${size + 1} offset ${far ? 0 : offset}`}`;
  const statement = (options.telling ? toldOf(select, size, options.telling) : select).compile(tx);
  const found = tx.executeQuery(first && options.prepared ? prepared(statement) : statement);
  const counting = told ? undefined : counted(tx, options);
  if (options.last) nothingFollows(tx);
  const [{ rows }, count] = await Promise.all([found, counting]);
  const results = rows.slice(0, size);
  const last = results.at(-1);
  const more = rows.length > size && last !== undefined;
  return {
    results,
    ...(count ?? { count: rows[0]?.total ?? 0 }),
    next: more
      ? addressOf(options.url, query, {
          page: page + 1,
          cursor: encode([last.sort_key, (options.idShown ? last.id : last.sort_id) ?? '']),
        })
      : null,
    previous: page > 1 ? addressOf(options.url, query, { page: page - 1, cursor: undefined }) : null,
  };
}

async function counted(tx: Tx, { total, count, from, where }: ListOptions): Promise<Counted> {
  if (!total) return count ? count() : cappedCount(tx, from, where);
  const { rows } = await sql<{ total: number }>`select (${total})::bigint as total`.execute(tx);
  return { count: rows[0]?.total ?? 0 };
}

type Listed<Row> = Row & { sort_key: string; sort_id?: string; id?: string; total?: number };

const toldOf = <Row>(page: RawBuilder<Row>, size: number, telling: NonNullable<ListOptions['telling']>): RawBuilder<Row> =>
  sql<Row>`with page as (select *, row_number() over () as place from (${page}) as page),
    told as (${telling(sql`(select * from page where place <= ${sql.lit(size)}) as shown`)}) select * from page order by place`;

/** Pages from here on are found by the key of the row before them: an index holds the keys, the rows before need not be read. */
const farDown = 500;

async function lastKeyBefore(
  tx: Tx,
  options: Pick<ListOptions, 'id' | 'from' | 'keysFrom' | 'where'>,
  page: { by: RawBuilder<unknown>; order: RawBuilder<unknown>; offset: number },
): Promise<readonly [string, string] | null> {
  const { rows } = await sql<{ sort_key: string; sort_id: string }>`
    select (${page.by})::text as sort_key, (${options.id})::text as sort_id from ${options.keysFrom ?? options.from}
    where ${and(options.where)} ${page.order} limit 1 offset ${page.offset - 1}`.execute(tx);
  const [row] = rows;
  return row ? [row.sort_key, row.sort_id] : null;
}

/** The address of another page of the same list. */
export function addressOf(url: string, query: PageQuery, changes: { page: number; cursor: string | undefined }): string {
  const asked = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...query, ...changes }))
    if (value !== undefined && value !== null && value !== '') asked.set(name, String(value));
  return `${url}?${asked.toString()}`;
}

/** Counts up to a cap; beyond it the cap is the count and `count_is_minimum` says so. */
export async function cappedCount(
  tx: Tx,
  from: RawBuilder<unknown>,
  where: readonly RawBuilder<unknown>[],
  cap: number = limits.countCap,
): Promise<Counted> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from (select 1 from ${from} where ${and(where)} limit ${cap + 1}) as found`.execute(tx);
  const n = rows[0]?.n ?? 0;
  return n > cap ? { count: cap, count_is_minimum: true } : { count: n };
}

/** A literal text for ILIKE: what the user typed, anywhere. */
export const anywhere = (text: string): string => `%${text.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;

/** The moments that `name_after` and `name_before` mean, whole days in the viewer's zone: from the first on, and before the second. */
export function dateBounds(name: string, query: PageQuery): { from?: RawBuilder<unknown>; before?: RawBuilder<unknown> } {
  const zone = typeof query['tz'] === 'string' ? query['tz'] : 'UTC';
  const after = query[`${name}_after`];
  const before = query[`${name}_before`];
  return {
    ...(typeof after === 'string' ? { from: sql`(${after}::date::timestamp at time zone ${zone})` } : {}),
    ...(typeof before === 'string' ? { before: sql`((${before}::date + 1)::timestamp at time zone ${zone})` } : {}),
  };
}

/** Conditions for `name_after` and `name_before`, whole days in the viewer's zone. */
export function dateConditions(column: RawBuilder<unknown>, name: string, query: PageQuery): RawBuilder<unknown>[] {
  const { from, before } = dateBounds(name, query);
  return [...(from ? [sql`${column} >= ${from}`] : []), ...(before ? [sql`${column} < ${before}`] : [])];
}

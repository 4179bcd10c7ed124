import { limits } from '@incisive/contract/limits';
import type { NoteKind } from '@incisive/contract/notes';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
import { prepared } from '../../db/wire.ts';
import type { Actor } from '../../db/tenant.ts';
import { can, isSuperRole } from '@incisive/contract/roles';
import { AppError } from '../../http/app-error.ts';
import {
  type Counted,
  type Page,
  type PageQuery,
  type Sort,
  and,
  anywhere,
  cappedCount,
  dateConditions,
  listPage,
  checkedCursor,
} from '../../http/paging.ts';
import type { StoredNote } from './notes.policy.ts';

const sorts: Readonly<Record<string, Sort>> = {
  id: { by: sql`n.id`, cast: 'uuid' },
  created_at: { by: sql`n.created_at`, cast: 'timestamptz' },
  updated_at: { by: sql`n.updated_at`, cast: 'timestamptz' },
  created_by: { by: sql`n.creator_key`, cast: 'text' },
  updated_by: { by: sql`n.updater_key`, cast: 'text' },
  tenant: { by: sql`lower(t.name)`, cast: 'text' },
  filename: { by: sql`n.filename_key`, cast: 'text' },
  cpt_codes_approved: { by: sql`n.codes_key`, cast: 'text' },
  state: { by: sql`n.state`, cast: 'text' },
};
const columns = sql`n.id, n.tenant_id, t.name as tenant_name, n.kind, n.excerpt as text, n.text_length, n.filename, n.type, n.approved_codes, n.state, n.version,
  n.created_by, n.created_at, n.updated_by, n.updated_at`;
const from = sql`app.notes n join app.tenants t on t.id = n.tenant_id`;
/** Counting needs no names of tenants. */
const countedFrom = sql`app.notes n`;
/** What else a list reads with each note `n`, and what of it is shown. */
export interface BesideNotes {
  readonly column: RawBuilder<unknown>;
  readonly shown: (value: unknown, actor: Actor) => object;
}

const string = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** DataEntry may neither sort nor filter by who created a note; the tenant is SuperAdmin's to filter by. */
function checkAllowed(actor: Actor, query: PageQuery): void {
  const used = (name: string): boolean => query[name] !== undefined || query.ordering === name || query.ordering === `-${name}`;
  if (!can(actor.role, 'notes.see-creator') && (used('created_by') || used('created_by__tenant')))
    throw new AppError('forbidden');
  if (!can(actor.role, 'notes.tenant-filter') && (used('tenant') || used('created_by__tenant'))) throw new AppError('forbidden');
}

/** By its id, and not by a subquery: which of two indexes to read depends on how many notes that tenant has. */
async function tenantCondition(tx: Tx, name: string): Promise<RawBuilder<unknown>> {
  const { rows } = await sql<{
    id: string;
  }>`select id from app.tenants where lower(name) = lower(${name}::text) and not platform`.execute(tx);
  return rows[0] ? sql`n.tenant_id = ${rows[0].id}::uuid` : sql`false`;
}

/** Conditions that an index answers by itself. */
async function conditions(tx: Tx, kind: NoteKind, query: PageQuery): Promise<RawBuilder<unknown>[]> {
  const where: RawBuilder<unknown>[] = [];
  const creator = string(query['created_by']);
  if (creator) where.push(sql`n.creator_key = lower(${creator}::text)`);
  const updater = string(query['updated_by']);
  if (updater) where.push(sql`n.updater_key = lower(${updater}::text)`);
  const tenant = string(query['tenant']);
  if (tenant) where.push(await tenantCondition(tx, tenant));
  const state = kind === 'op' ? string(query['state']) : undefined;
  if (state) where.push(sql`n.state = ${state}`);
  const tenantId = string(query['created_by__tenant']);
  if (tenantId) where.push(sql`n.tenant_id = ${tenantId}::uuid`);
  where.push(
    ...dateConditions(sql`n.created_at`, 'created_at', query),
    ...dateConditions(sql`n.updated_at`, 'updated_at', query),
  );
  return where;
}

/** A condition that matches anywhere in a field, and how the notes that it finds are found. */
interface Search {
  readonly condition: RawBuilder<unknown>;
  /** The same, asked of one note after the other: for a list that is read in its order until a page is full. */
  readonly probed: RawBuilder<unknown>;
  /** Yields `id`s: a superset of what the condition finds, where that is quicker. */
  readonly candidates?: RawBuilder<unknown>;
}

/** Conditions that match anywhere in a field. */
function searches(kind: NoteKind, query: PageQuery): Search[] {
  const where: Search[] = [];
  const inField = (condition: RawBuilder<unknown>): void => void where.push({ condition, probed: condition });
  const id = string(query['id'])?.trim().toLowerCase();
  if (id) inField(wholeId.test(id) ? sql`n.id = ${id}::uuid` : sql`n.id::text like ${anywhere(id)}`);
  const filename = string(query['filename']);
  if (filename) inField(sql`n.filename_key like lower(${anywhere(filename)}::text)`);
  const codes =
    kind === 'op'
      ? string(query['cpt_codes_approved'])
          ?.toUpperCase()
          .split(/[\s,]+/)
          .filter(Boolean)
      : undefined;
  for (const code of codes ?? []) {
    const approved = sql`l.state = 'APPROVED' and l.code = any (array(select c.code from app.cpt_codes c where c.code like ${anywhere(code)}))`;
    where.push({
      condition: sql`exists (select from app.code_links l where l.note_id = n.id and ${approved})`,
      // Not joined, which would go through all links of the code for each note.
      probed: sql`exists (select from app.code_links l where l.note_id = n.id and ${approved} offset 0)`,
      candidates: sql`select l.note_id as id from app.code_links l where ${approved}`,
    });
  }
  return where;
}

const wholeId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const fewHits = 5000;
const fewTexts = 2000;

interface Narrowed {
  readonly condition: RawBuilder<unknown>;
  readonly probed: RawBuilder<unknown>;
  readonly few: boolean;
  /** How many notes it finds, as the list would count them if it were its only filter; null: not known yet. */
  readonly counted: Counted | null;
}

const upToTextCap = (n: number): Counted =>
  n > limits.textCountCap ? { count: limits.textCountCap, count_is_minimum: true } : { count: n };

/**
 * A search anywhere in a field has no order of its own. Few hits are found first, in an index that holds just that field, and then
 * sorted; of many, the list's own order soon meets a page full.
 */
async function narrowed(tx: Tx, base: readonly RawBuilder<unknown>[], search: Search): Promise<Narrowed> {
  const { condition, probed, candidates } = search;
  const found = await sql<{
    id: string;
  }>`${candidates ?? sql`select n.id from app.notes n where ${and([...base, condition])}`} limit ${fewHits + 1}`.execute(tx);
  if (found.rows.length <= fewHits) {
    const isOne = sql`n.id = any (${found.rows.map((row) => row.id)}::uuid[])`;
    return { few: true, condition: isOne, probed: isOne, counted: candidates ? null : upToTextCap(found.rows.length) };
  }
  return { few: false, condition, probed, counted: candidates ? await countMany(tx, base, candidates) : upToTextCap(fewHits) };
}

/** Of so many candidates more notes than are counted are in the list, unless most were deleted. */
async function countMany(tx: Tx, base: readonly RawBuilder<unknown>[], candidates: RawBuilder<unknown>): Promise<Counted | null> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from (
    select distinct n.id from (${candidates} limit ${fewHits + 1}) k join app.notes n on n.id = k.id where ${and(base)}) m`.execute(
    tx,
  );
  const n = rows[0]?.n ?? 0;
  return n > limits.textCountCap ? upToTextCap(n) : null;
}

/**
 * Row-level security hides the statistics of searched columns, so the planner takes every search for a rare one and would fetch all
 * notes to sort the few it expects. Where it is known that there are many, it is kept to the list's order.
 */
async function inListOrder<T>(tx: Tx, many: boolean, run: () => Promise<T>): Promise<T> {
  const set = (value: 'on' | 'off') =>
    sql`select set_config(name, ${value}, true) from unnest(array['enable_sort', 'enable_seqscan', 'enable_bitmapscan']) name`.execute(
      tx,
    );
  if (!many) return run();
  await set('off');
  const result = await run();
  await set('on');
  return result;
}

interface FoundTexts {
  readonly ids: string[];
  /** Known when all notes that hold the pattern were looked up on the way. */
  readonly total: number | null;
}

async function searchIds(
  tx: Tx,
  kind: NoteKind,
  pattern: string,
  rows: number,
  before: readonly [string, string] | null,
): Promise<FoundTexts> {
  const found = await sql<{
    id: string;
    total: number | null;
  }>`select id, total from app.search_note_ids(${kind}, ${pattern}, ${rows}, ${before?.[0] ?? null}::timestamptz, ${before?.[1] ?? null}::uuid)`.execute(
    tx,
  );
  return { ids: found.rows.map((row) => row.id), total: found.rows[0]?.total ?? null };
}

async function countTexts(tx: Tx, kind: NoteKind, pattern: string): Promise<Counted> {
  const found = await sql<{
    n: number;
  }>`select app.count_note_ids(${kind}, ${pattern}, ${limits.textCountCap + 1}) as n`.execute(tx);
  return upToTextCap(found.rows[0]?.n ?? 0);
}

async function countAll(tx: Tx, actor: Actor, kind: NoteKind): Promise<Counted> {
  const scope = isSuperRole(actor.role) ? sql`true` : sql`tenant_id = ${actor.tenantId}::uuid`;
  const { rows } = await tx.executeQuery(
    prepared(
      sql<{ n: number | null }>`select sum(n)::bigint as n from app.note_counts where kind = ${kind} and ${scope}`.compile(tx),
    ),
  );
  return { count: Number(rows[0]?.n ?? 0) };
}

/**
 * The order by tenant's name is no column of a note: each tenant gives as many of its notes as the page could need, by its own index,
 * instead of all notes being sorted by a name that they are joined to.
 */
function tenantByTenant(
  query: PageQuery,
  size: number,
  where: readonly RawBuilder<unknown>[],
): { from: RawBuilder<unknown>; keysFrom: RawBuilder<unknown> } {
  const descending = query.ordering?.startsWith('-') ?? false;
  const cursor = checkedCursor(query.cursor, 'text', 'uuid');
  const after = cursor
    ? sql` and (lower(t.name), n.id) ${descending ? sql`<` : sql`>`} (${cursor[0]}::text, ${cursor[1]}::uuid)`
    : sql``;
  const most = cursor ? size + 1 : (query.page ?? 1) * size + 1;
  const keysFrom = sql`app.tenants t cross join lateral (select n.id from app.notes n where n.tenant_id = t.id and ${and(where)}${after}
    order by n.id ${descending ? sql`desc` : sql`asc`} limit ${most}) k join app.notes n on n.id = k.id`;
  return { from: keysFrom, keysFrom };
}

type ListedNote = StoredNote & { readonly beside?: unknown };

/** A page of notes under the actor's policies; every filter and sort runs in the database. */
export async function listNotes(
  tx: Tx,
  actor: Actor,
  kind: NoteKind,
  query: PageQuery,
  options: { url: string; defaultSize: number; beside?: BesideNotes | undefined },
): Promise<Page<ListedNote>> {
  const { url, defaultSize, beside } = options;
  checkAllowed(actor, query);
  const base = [sql`n.kind = ${sql.lit(kind)}`];
  const filters = await conditions(tx, kind, query);
  const inFields: Narrowed[] = [];
  for (const search of searches(kind, query)) inFields.push(await narrowed(tx, base, search));
  const plainly = filters.length === 0;
  const ordered = [...filters, ...inFields.map((found) => found.probed)];
  filters.push(...inFields.map((found) => found.condition));
  const few = inFields.some((found) => found.few);
  const text = string(query['text']);
  const shared = {
    columns: beside ? sql`${columns}, ${beside.column} as beside` : columns,
    from,
    keysFrom: countedFrom,
    id: sql`n.id`,
    sorts,
    query,
    defaultOrdering: '-created_at',
    url,
    defaultSize,
  };
  const byTenant = /^-?tenant$/.test(query.ordering ?? '');
  const size = query.per_page ?? defaultSize;
  if (!text) {
    const where = [...base, ...filters];
    const cap = inFields.length > 0 ? limits.textCountCap : limits.countCap;
    const known = plainly && inFields.length === 1 ? inFields[0]?.counted : undefined;
    const counting = (): Promise<Counted> =>
      filters.length === 0 ? countAll(tx, actor, kind) : cappedCount(tx, countedFrom, where, cap);
    const many = inFields.length > 0 && !few;
    // The planner counts as it likes: before it is kept to the list's order.
    const count = known ?? (many ? await counting() : null);
    const keys = byTenant ? (few ? { keysFrom: from } : tenantByTenant(query, size, [...base, ...ordered])) : {};
    return inListOrder(tx, many, () =>
      listPage<ListedNote>(tx, {
        ...shared,
        ...keys,
        where: few ? where : [...base, ...ordered],
        prepared: filters.length === 0,
        count: async () => count ?? counting(),
      }),
    );
  }
  const pattern = anywhere(text);
  if (filters.length === 0 && (query.ordering ?? '-created_at') === '-created_at') {
    const rows = query.cursor ? size + 1 : (query.page ?? 1) * size + 1;
    const { ids, total } = await searchIds(tx, kind, pattern, rows, checkedCursor(query.cursor, 'timestamptz', 'uuid'));
    return listPage<ListedNote>(tx, {
      ...shared,
      where: [...base, sql`n.id = any (${ids}::uuid[])`],
      count: async () => (total === null ? countTexts(tx, kind, pattern) : upToTextCap(total)),
    });
  }
  const rare = await sql<{
    id: string | null;
  }>`select few_note_ids as id from app.few_note_ids(${kind}, ${pattern}, ${fewTexts})`.execute(tx);
  const ids = rare.rows.map((row) => row.id);
  const many = ids.includes(null);
  const where = [...base, ...filters, many ? sql`n.text ilike ${pattern}` : sql`n.id = any (${ids}::uuid[])`];
  const count = async (): Promise<Counted> => {
    if (filters.length > 0) return cappedCount(tx, countedFrom, where, limits.textCountCap);
    return many ? countTexts(tx, kind, pattern) : upToTextCap(ids.length);
  };
  const keys = byTenant ? (many && !few ? tenantByTenant(query, size, where) : { keysFrom: from }) : {};
  return inListOrder(tx, many && !few, () => listPage<ListedNote>(tx, { ...shared, ...keys, where, count }));
}

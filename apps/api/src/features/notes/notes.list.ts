import { limits } from '@incisive/contract/limits';
import type { NoteKind } from '@incisive/contract/notes';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
import type { Actor } from '../../db/tenant.ts';
import { can, isSuperRole } from '@incisive/contract/roles';
import { isOnReplica } from '../../db/replica/replica.ts';
import { AppError } from '../../http/app-error.ts';
import type { AuditTrail } from '../../http/context.ts';
import {
  type Counted,
  type Page,
  type PageQuery,
  type Sort,
  and,
  anywhere,
  cappedCount,
  dateBounds,
  dateConditions,
  listPage,
  checkedCursor,
} from '../../http/paging.ts';
import type { ListedNote as Listed } from './notes.policy.ts';

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
const columns = sql`n.id, n.tenant_id, t.name as tenant_name, n.excerpt as text, n.text_length, n.filename, n.type, n.approved_codes, n.state,
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

/** By its id, and not by a subquery: which of two indexes to read depends on how many notes that tenant has. Null: there is none. */
async function tenantAsked(tx: Tx, query: PageQuery): Promise<string | null | undefined> {
  const id = string(query['created_by__tenant']);
  const name = string(query['tenant']);
  if (!name) return id;
  const { rows } = await sql<{
    id: string;
  }>`select id from app.tenants where lower(name) = lower(${name}::text) and not platform`.execute(tx);
  const found = rows[0]?.id ?? null;
  return id && id !== found ? null : found;
}

const wholeId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const idAsked = (query: PageQuery): string | undefined => string(query['id'])?.trim().toLowerCase();
const stateAsked = (kind: NoteKind, query: PageQuery): string | undefined => (kind === 'op' ? string(query['state']) : undefined);
const codesAsked = (kind: NoteKind, query: PageQuery): string[] =>
  (kind === 'op' ? string(query['cpt_codes_approved']) : undefined)
    ?.toUpperCase()
    .split(/[\s,]+/)
    .filter(Boolean) ?? [];

/** Conditions that an index answers by itself. */
function conditions(kind: NoteKind, query: PageQuery, tenant: string | null | undefined): RawBuilder<unknown>[] {
  const where: RawBuilder<unknown>[] = [];
  const creator = string(query['created_by']);
  if (creator) where.push(sql`n.creator_key = lower(${creator}::text)`);
  const updater = string(query['updated_by']);
  if (updater) where.push(sql`n.updater_key = lower(${updater}::text)`);
  if (tenant !== undefined) where.push(tenant === null ? sql`false` : sql`n.tenant_id = ${tenant}::uuid`);
  const state = stateAsked(kind, query);
  if (state) where.push(sql`n.state = ${state}`);
  const id = idAsked(query);
  if (id && wholeId.test(id)) where.push(sql`n.id = ${id}::uuid`);
  where.push(
    ...dateConditions(sql`n.created_at`, 'created_at', query),
    ...dateConditions(sql`n.updated_at`, 'updated_at', query),
  );
  return where;
}

/** Conditions that match anywhere in a field, asked of one note after the other. The text last: it is the longest. */
function anywhereConditions(kind: NoteKind, query: PageQuery): RawBuilder<unknown>[] {
  const where = codesAsked(kind, query).map((code) => sql`n.approved_codes like ${anywhere(code)}`);
  const filename = string(query['filename']);
  if (filename) where.push(sql`n.filename_key like lower(${anywhere(filename)}::text)`);
  const id = idAsked(query);
  if (id && !wholeId.test(id)) where.push(sql`n.id::text like ${anywhere(id)}`);
  const text = string(query['text']);
  if (text) where.push(sql`n.text ~* ${`***=${text}`}`);
  return where;
}

/** What the functions of the search are asked: every filter, as they read it. */
function searched(kind: NoteKind, query: PageQuery, tenant: string | undefined): RawBuilder<unknown> {
  const codes = codesAsked(kind, query);
  const id = idAsked(query);
  const filename = string(query['filename']);
  const lower = (words: string | undefined) => (words ? sql`lower(${words}::text)` : undefined);
  const created = dateBounds('created_at', query);
  const updated = dateBounds('updated_at', query);
  const fields: [string, RawBuilder<unknown> | undefined][] = [
    ['tenant', tenant ? sql`${tenant}::text` : undefined],
    ['creator', lower(string(query['created_by']))],
    ['updater', lower(string(query['updated_by']))],
    ['state', stateAsked(kind, query) ? sql`${stateAsked(kind, query)}::text` : undefined],
    ['codes', codes.length > 0 ? sql`${codes.map(anywhere)}::text[]` : undefined],
    ['filename', lower(filename && anywhere(filename))],
    ['id', id ? sql`${anywhere(id)}::text` : undefined],
    ['text', string(query['text']) ? sql`${string(query['text'])}::text` : undefined],
    ['created_from', created.from],
    ['created_before', created.before],
    ['updated_from', updated.from],
    ['updated_before', updated.before],
  ];
  const pairs = fields.flatMap(([name, value]) => (value ? [sql`${name}::text, ${value}`] : []));
  return sql`jsonb_build_object(${sql.join(pairs)})`;
}

/** Notes that are found, newest first. */
async function newestFound(
  tx: Tx,
  kind: NoteKind,
  asked: RawBuilder<unknown>,
  rows: number,
  before: readonly [string, string] | null,
): Promise<string[]> {
  const found = await sql<{
    id: string;
  }>`select newest_found as id from app.newest_found(${kind}, ${asked}, ${rows}, ${before?.[0] ?? null}::timestamptz, ${before?.[1] ?? null}::uuid)`.execute(
    tx,
  );
  return found.rows.map((row) => row.id);
}

/** As many of the notes that are found as are counted, in no order, and how many that are. Few are sorted by themselves. */
async function someFound(
  tx: Tx,
  kind: NoteKind,
  asked: RawBuilder<unknown>,
): Promise<{ ids: string[]; whole: boolean; counted: Counted }> {
  const found = await sql<{
    id: string | null;
  }>`select some_found as id from app.some_found(${kind}, ${asked}, ${limits.textCountCap + 1})`.execute(tx);
  const ids = found.rows.flatMap((row) => row.id ?? []);
  const whole = ids.length === found.rows.length;
  return { ids, whole, counted: upToTextCap(ids.length, !whole) };
}

async function countFound(tx: Tx, kind: NoteKind, asked: RawBuilder<unknown>): Promise<Counted> {
  const { rows } = await sql<{
    n: number;
    more: boolean;
  }>`select count(id)::int as n, count(*) > count(id) as more from app.some_found(${kind}, ${asked}, ${limits.textCountCap + 1}) id`.execute(
    tx,
  );
  return upToTextCap(rows[0]!.n, rows[0]!.more);
}

const upToTextCap = (n: number, more = false): Counted =>
  more || n > limits.textCountCap ? { count: Math.min(n, limits.textCountCap), count_is_minimum: true } : { count: n };

/**
 * Row-level security hides the statistics of searched columns, so the planner takes every search for a rare one and would fetch all
 * notes to sort the few it expects. Where it is known that there are many, it is kept to the list's order.
 */
async function inListOrder<T>(tx: Tx, run: () => Promise<T>): Promise<T> {
  const set = (value: 'on' | 'off') =>
    sql`select set_config(name, ${value}, true) from unnest(array['enable_sort', 'enable_seqscan', 'enable_bitmapscan']) name`.execute(
      tx,
    );
  await set('off');
  const result = await run();
  await set('on');
  return result;
}

/** How many notes of the kind the actor has, without a filter. */
const countOfAll = (actor: Actor, kind: NoteKind): RawBuilder<unknown> =>
  sql`select coalesce(sum(c.n), 0) from app.note_counts c where c.kind = ${sql.lit(kind)}${isSuperRole(actor.role) ? sql`` : sql` and c.tenant_id = ${actor.tenantId}::uuid`}`;

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

/** Whose notes a page hands out: one row for each tenant, in its own record. */
const toldIn = (audit: AuditTrail) => (shown: RawBuilder<unknown>) =>
  audit.inStatement(sql`select tenant_id, array_agg('note:' || id order by place) as entity from ${shown} group by tenant_id`);

type ListedNote = Listed & { readonly beside?: unknown };

/** The same for the gate to write. */
const handedOut = (notes: readonly ListedNote[]): { entity: string[]; tenantId: string }[] =>
  [...new Set(notes.map((note) => note.tenant_id))].map((tenantId) => ({
    tenantId,
    entity: notes.filter((note) => note.tenant_id === tenantId).map((note) => `note:${note.id}`),
  }));

interface ListOfNotes {
  readonly url: string;
  readonly defaultSize: number;
  readonly beside?: BesideNotes | undefined;
}

/** A page of notes under the actor's policies, which tells the audit log whose it hands out; every filter and sort runs in the database. */
export async function listNotes(
  tx: Tx,
  actor: Actor,
  kind: NoteKind,
  query: PageQuery,
  { audit, ...list }: ListOfNotes & { readonly audit?: AuditTrail },
): Promise<Page<ListedNote>> {
  if (!audit) return pageOfNotes(tx, actor, kind, query, list);
  if (!isOnReplica(tx)) return pageOfNotes(tx, actor, kind, query, { ...list, telling: toldIn(audit) });
  const page = await pageOfNotes(tx, actor, kind, query, list);
  if (page.results.length > 0) audit.each(handedOut(page.results));
  return page;
}

async function pageOfNotes(
  tx: Tx,
  actor: Actor,
  kind: NoteKind,
  query: PageQuery,
  options: ListOfNotes & { readonly telling?: ReturnType<typeof toldIn> },
): Promise<Page<ListedNote>> {
  const { url, defaultSize, beside, telling } = options;
  checkAllowed(actor, query);
  const base = [sql`n.kind = ${sql.lit(kind)}`];
  const tenant = await tenantAsked(tx, query);
  const filters = conditions(kind, query, tenant);
  const anywhereIn = anywhereConditions(kind, query);
  const ordering = query.ordering ?? '-created_at';
  const byTenant = /^-?tenant$/.test(ordering);
  const size = query.per_page ?? defaultSize;
  const shown = beside ? sql`${columns}, ${beside.column} as beside` : columns;
  const page = { url, defaultSize, query, sorts, defaultOrdering: ordering, telling };
  const shared = { ...page, columns: shown, from, keysFrom: countedFrom, id: sql`n.id`, idShown: true };
  if (anywhereIn.length === 0 || tenant === null) {
    const where = [...base, ...filters];
    const all = filters.length === 0;
    const total = all ? countOfAll(actor, kind) : undefined;
    const count = (): Promise<Counted> => cappedCount(tx, countedFrom, where, limits.countCap);
    const keys = byTenant ? tenantByTenant(query, size, where) : {};
    return listPage<ListedNote>(tx, { ...shared, ...keys, where, prepared: all, count, total, last: true });
  }
  const asked = searched(kind, query, tenant);
  const isOne = (ids: readonly string[]) => [...base, sql`n.id = any (${ids}::uuid[])`];
  if (ordering === '-created_at') {
    const wanted = query.cursor ? size + 1 : (query.page ?? 1) * size + 1;
    const ids = await newestFound(tx, kind, asked, wanted, checkedCursor(query.cursor, 'timestamptz', 'uuid'));
    const count = async (): Promise<Counted> =>
      query.cursor || ids.length === wanted ? countFound(tx, kind, asked) : upToTextCap(ids.length);
    return noFewerThanSeen(await listPage<ListedNote>(tx, { ...shared, where: isOne(ids), count }), query, size);
  }
  const { ids, whole, counted } = await someFound(tx, kind, asked);
  const count = async () => counted;
  if (whole) return listPage<ListedNote>(tx, { ...shared, ...(byTenant ? { keysFrom: from } : {}), where: isOne(ids), count });
  const where = [...base, ...filters, ...anywhereIn];
  const keys = byTenant ? tenantByTenant(query, size, where) : {};
  const found = await inListOrder(tx, () => listPage<ListedNote>(tx, { ...shared, ...keys, where, count }));
  return noFewerThanSeen(found, query, size);
}

/** Counting stops where it would take long: what the page shows is there all the same. */
function noFewerThanSeen(page: Page<ListedNote>, { page: nth = 1 }: PageQuery, size: number): Page<ListedNote> {
  const seen = page.results.length === 0 ? 0 : (nth - 1) * size + page.results.length;
  return page.count_is_minimum ? { ...page, count: Math.max(page.count, Math.min(seen, limits.textCountCap)) } : page;
}

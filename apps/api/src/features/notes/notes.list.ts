import { limits } from '@incisive/contract/limits';
import type { NoteKind } from '@incisive/contract/notes';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
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
  readCursor,
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
};
const columns = sql`n.id, n.tenant_id, t.name as tenant_name, n.kind, n.excerpt as text, n.text_length, n.filename, n.type, n.approved_codes, n.version,
  n.created_by, n.created_at, n.updated_by, n.updated_at`;
const from = sql`app.notes n join app.tenants t on t.id = n.tenant_id`;
/** Counting needs no names of tenants. */
const countedFrom = sql`app.notes n`;
const string = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** DataEntry may neither sort nor filter by who created a note; the tenant is SuperAdmin's to filter by. */
function checkAllowed(actor: Actor, query: PageQuery): void {
  const used = (name: string): boolean => query[name] !== undefined || query.ordering === name || query.ordering === `-${name}`;
  if (!can(actor.role, 'notes.see-creator') && (used('created_by') || used('created_by__tenant')))
    throw new AppError('forbidden');
  if (!can(actor.role, 'notes.tenant-filter') && (used('tenant') || used('created_by__tenant'))) throw new AppError('forbidden');
}

/** Conditions that an index answers by itself. */
function conditions(query: PageQuery): RawBuilder<unknown>[] {
  const where: RawBuilder<unknown>[] = [];
  const creator = string(query['created_by']);
  if (creator) where.push(sql`n.creator_key = lower(${creator}::text)`);
  const updater = string(query['updated_by']);
  if (updater) where.push(sql`n.updater_key = lower(${updater}::text)`);
  const tenant = string(query['tenant']);
  if (tenant)
    where.push(sql`n.tenant_id = (select id from app.tenants where lower(name) = lower(${tenant}::text) and not platform)`);
  const tenantId = string(query['created_by__tenant']);
  if (tenantId) where.push(sql`n.tenant_id = ${tenantId}::uuid`);
  where.push(
    ...dateConditions(sql`n.created_at`, 'created_at', query),
    ...dateConditions(sql`n.updated_at`, 'updated_at', query),
  );
  return where;
}

/** Conditions that match anywhere in a field. */
function searches(kind: NoteKind, query: PageQuery): RawBuilder<unknown>[] {
  const where: RawBuilder<unknown>[] = [];
  const id = string(query['id'])?.trim().toLowerCase();
  if (id) where.push(wholeId.test(id) ? sql`n.id = ${id}::uuid` : sql`n.id::text like ${anywhere(id)}`);
  const filename = string(query['filename']);
  if (filename) where.push(sql`n.filename_key like lower(${anywhere(filename)}::text)`);
  const codes =
    kind === 'op'
      ? string(query['cpt_codes_approved'])
          ?.toUpperCase()
          .split(/[\s,]+/)
          .filter(Boolean)
      : undefined;
  for (const code of codes ?? [])
    where.push(sql`exists (select from app.code_links l where l.note_id = n.id and l.state = 'APPROVED'
      and l.code = any (array(select c.code from app.cpt_codes c where c.code like ${anywhere(code)})))`);
  return where;
}

const wholeId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const fewHits = 5000;
const fewTexts = 2000;

interface Narrowed {
  readonly condition: RawBuilder<unknown>;
  readonly few: boolean;
}

/**
 * A search anywhere in a field has no order of its own. Few hits are found first, in an index that holds just that field, and then
 * sorted; of many, the list's own order soon meets a page full.
 */
async function narrowed(tx: Tx, base: readonly RawBuilder<unknown>[], search: RawBuilder<unknown>): Promise<Narrowed> {
  const found = await sql<{
    id: string;
  }>`select n.id from app.notes n where ${and([...base, search])} limit ${fewHits + 1}`.execute(tx);
  const few = found.rows.length <= fewHits;
  return { few, condition: few ? sql`n.id = any (${found.rows.map((row) => row.id)}::uuid[])` : search };
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

async function searchIds(
  tx: Tx,
  kind: NoteKind,
  pattern: string,
  rows: number,
  before: readonly [string, string] | null,
): Promise<string[]> {
  const found = await sql<{
    id: string;
  }>`select id from app.search_note_ids(${kind}, ${pattern}, ${rows}, ${before?.[0] ?? null}::timestamptz, ${before?.[1] ?? null}::uuid)`.execute(
    tx,
  );
  return found.rows.map((row) => row.id);
}

async function countTexts(tx: Tx, kind: NoteKind, pattern: string): Promise<Counted> {
  const found = await sql<{
    n: number;
  }>`select app.count_note_ids(${kind}, ${pattern}, ${limits.textCountCap + 1}) as n`.execute(tx);
  const n = found.rows[0]?.n ?? 0;
  return n > limits.textCountCap ? { count: limits.textCountCap, count_is_minimum: true } : { count: n };
}

async function countAll(tx: Tx, actor: Actor, kind: NoteKind): Promise<Counted> {
  const scope = isSuperRole(actor.role) ? sql`true` : sql`tenant_id = ${actor.tenantId}::uuid`;
  const { rows } = await sql<{
    n: number | null;
  }>`select sum(n)::bigint as n from app.note_counts where kind = ${kind} and ${scope}`.execute(tx);
  return { count: Number(rows[0]?.n ?? 0) };
}

/** A page of notes under the actor's policies; every filter and sort runs in the database. */
export async function listNotes(
  tx: Tx,
  actor: Actor,
  kind: NoteKind,
  query: PageQuery,
  options: { url: string; defaultSize: number },
): Promise<Page<StoredNote>> {
  checkAllowed(actor, query);
  const base = [sql`n.kind = ${kind}`];
  const filters = conditions(query);
  const inFields = searches(kind, query);
  let few = false;
  for (const search of inFields) {
    const found = await narrowed(tx, base, search);
    few ||= found.few;
    filters.push(found.condition);
  }
  const text = string(query['text']);
  const ordering = query.ordering ?? '-created_at';
  const shared = { columns, from, id: sql`n.id`, sorts, query, defaultOrdering: '-created_at', ...options };
  if (!text) {
    const where = [...base, ...filters];
    const cap = inFields.length > 0 ? limits.textCountCap : limits.countCap;
    const count = await (filters.length === 0 ? countAll(tx, actor, kind) : cappedCount(tx, countedFrom, where, cap));
    return inListOrder(tx, inFields.length > 0 && !few, () =>
      listPage<StoredNote>(tx, { ...shared, where, count: async () => count }),
    );
  }
  const pattern = anywhere(text);
  const size = query.per_page ?? options.defaultSize;
  const plain = filters.length === 0 && ordering === '-created_at';
  if (plain) {
    const rows = query.cursor ? size + 1 : (query.page ?? 1) * size + 1;
    const ids = await searchIds(tx, kind, pattern, rows, readCursor(query.cursor));
    return listPage<StoredNote>(tx, {
      ...shared,
      where: [...base, sql`n.id = any (${ids}::uuid[])`],
      count: () => countTexts(tx, kind, pattern),
    });
  }
  const rare = await sql<{
    id: string | null;
  }>`select few_note_ids as id from app.few_note_ids(${kind}, ${pattern}, ${fewTexts})`.execute(tx);
  const ids = rare.rows.map((row) => row.id);
  const many = ids.includes(null);
  const where = [...base, ...filters, many ? sql`n.text ilike ${pattern}` : sql`n.id = any (${ids}::uuid[])`];
  return inListOrder(tx, many && !few, () =>
    listPage<StoredNote>(tx, {
      ...shared,
      where,
      count: () =>
        filters.length === 0 ? countTexts(tx, kind, pattern) : cappedCount(tx, countedFrom, where, limits.textCountCap),
    }),
  );
}

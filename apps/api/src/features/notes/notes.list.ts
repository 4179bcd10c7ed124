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
  created_by: { by: sql`lower(n.created_by)`, cast: 'text' },
  updated_by: { by: sql`lower(coalesce(n.updated_by, ''))`, cast: 'text' },
  tenant: { by: sql`lower(t.name)`, cast: 'text' },
  filename: { by: sql`lower(coalesce(n.filename, ''))`, cast: 'text' },
  cpt_codes_approved: { by: sql`n.approved_codes`, cast: 'text' },
};
const columns = sql`n.id, n.tenant_id, t.name as tenant_name, n.kind, n.excerpt as text, n.text_length, n.filename, n.type, n.approved_codes, n.version,
  n.created_by, n.created_at, n.updated_by, n.updated_at`;
const from = sql`app.notes n join app.tenants t on t.id = n.tenant_id`;
const string = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** DataEntry may neither sort nor filter by who created a note; the tenant is SuperAdmin's to filter by. */
function checkAllowed(actor: Actor, query: PageQuery): void {
  const used = (name: string): boolean => query[name] !== undefined || query.ordering === name || query.ordering === `-${name}`;
  if (!can(actor.role, 'notes.see-creator') && (used('created_by') || used('created_by__tenant')))
    throw new AppError('forbidden');
  if (!can(actor.role, 'notes.tenant-filter') && (used('tenant') || used('created_by__tenant'))) throw new AppError('forbidden');
}

function conditions(kind: NoteKind, query: PageQuery): RawBuilder<unknown>[] {
  const where: RawBuilder<unknown>[] = [];
  const id = string(query['id']);
  if (id) where.push(sql`n.id::text ilike ${anywhere(id)}`);
  const filename = string(query['filename']);
  if (filename) where.push(sql`n.filename ilike ${anywhere(filename)}`);
  for (const name of ['created_by', 'updated_by'] as const) {
    const who = string(query[name]);
    // The exact spelling comes from the users; comparing lower() of each note would keep the index out.
    if (who)
      where.push(
        sql`${sql.ref(`n.${name}`)} = any (array(select username from app.users where username_key = ${who.toLowerCase()}) || ${who}::text)`,
      );
  }
  const tenant = string(query['tenant']);
  if (tenant)
    where.push(
      sql`n.tenant_id = any (array(select id from app.tenants where lower(name) = ${tenant.toLowerCase()} and not platform))`,
    );
  const tenantId = string(query['created_by__tenant']);
  if (tenantId) where.push(sql`n.tenant_id = ${tenantId}::uuid`);
  const code = string(query['cpt_codes_approved'])?.trim().toUpperCase();
  if (code && kind === 'op') {
    where.push(
      /^[0-9A-Z]{5}$/.test(code)
        ? sql`n.id = any (array(select l.note_id from app.code_links l where l.code = ${code} and l.state = 'APPROVED'))`
        : sql`n.approved_codes ilike ${anywhere(code)}`,
    );
  }
  where.push(
    ...dateConditions(sql`n.created_at`, 'created_at', query),
    ...dateConditions(sql`n.updated_at`, 'updated_at', query),
  );
  return where;
}

const manyHits = 5000;

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
  const filters = conditions(kind, query);
  const text = string(query['text']);
  const ordering = query.ordering ?? '-created_at';
  const shared = { columns, from, id: sql`n.id`, sorts, query, defaultOrdering: '-created_at', ...options };
  if (!text) {
    const where = [...base, ...filters];
    return listPage<StoredNote>(tx, {
      ...shared,
      where,
      count: () => (filters.length === 0 ? countAll(tx, actor, kind) : cappedCount(tx, from, where)),
    });
  }
  const pattern = anywhere(text);
  const size = query.per_page ?? options.defaultSize;
  const plain = filters.length === 0 && ordering === '-created_at';
  if (plain) {
    const rows = query.cursor ? size + 1 : (query.page ?? 1) * size + 1;
    const ids = await searchIds(tx, kind, pattern, rows, readCursor(query.cursor));
    const count = async (): Promise<Counted> => {
      const found = await sql<{
        n: number;
      }>`select app.count_note_ids(${kind}, ${pattern}, ${limits.textCountCap + 1}) as n`.execute(tx);
      const n = found.rows[0]?.n ?? 0;
      return n > limits.textCountCap ? { count: limits.textCountCap, count_is_minimum: true } : { count: n };
    };
    return listPage<StoredNote>(tx, { ...shared, where: [...base, sql`n.id = any (${ids}::uuid[])`], count });
  }
  const ids = await searchIds(tx, kind, pattern, manyHits + 1, null);
  const hit = ids.length <= manyHits ? sql`n.id = any (${ids}::uuid[])` : sql`n.text ilike ${pattern}`;
  const where = [...base, ...filters, hit];
  return listPage<StoredNote>(tx, { ...shared, where, count: () => cappedCount(tx, from, where, limits.textCountCap) });
}

import type { Tenant } from '@incisive/contract/tenants';
import { limits } from '@incisive/contract/limits';
import { type Role, can } from '@incisive/contract/roles';
import { type Selectable, type RawBuilder, sql } from 'kysely';
import { hashOf, foldedCode, typedCode } from '../../secrets/one-time-codes.ts';
import type { Tx } from '../../db/client.ts';
import type { TenantsTable } from '../../db/account-tables.ts';
import type { Actor } from '../../db/tenant.ts';
import { AppError } from '../../http/app-error.ts';
import { type Page, type PageQuery, type Sort, anywhere, cappedCount, dateConditions, listPage } from '../../http/paging.ts';
import { noteCountsOfTenants } from './note-counts.store.ts';
import { textKept } from './text-quota.service.ts';
import { activeTenants } from './active-tenant.service.ts';

type TenantRow = Selectable<TenantsTable>;
/** How much it may keep is said by the installation, not by the database. */
type StoredTenant = Omit<Tenant, 'text_limit'>;

const named = (expression: RawBuilder<unknown>): Sort => ({ by: sql`lower(${expression}) collate "und-x-icu"`, cast: 'text' });
const sorts: Readonly<Record<string, Sort>> = {
  id: { by: sql`t.id`, cast: 'uuid' },
  name: named(sql`t.name`),
  created_by: named(sql`t.created_by`),
  created_at: { by: sql`t.created_at`, cast: 'timestamptz' },
  updated_by: named(sql`coalesce(t.updated_by, '')`),
  updated_at: { by: sql`t.updated_at`, cast: 'timestamptz' },
  active: { by: sql`t.active`, cast: 'boolean' },
};
const from = sql`app.tenants t`;

/** How many users each of these tenants has, closed accounts left out. */
async function usersOf(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom('app.users')
    .select((row) => ['tenant_id', row.fn.countAll<number>().as('n')])
    .where('tenant_id', 'in', [...ids])
    .where('deleted_at', 'is', null)
    .groupBy('tenant_id')
    .execute();
  return new Map(rows.map(({ tenant_id, n }) => [String(tenant_id), Number(n)]));
}

async function shown(tx: Tx, rows: readonly TenantRow[]): Promise<StoredTenant[]> {
  const ids = rows.map((row) => row.id);
  const [users, counts, kept] = [await usersOf(tx, ids), await noteCountsOfTenants(tx, ids), await textKept(tx, ids)];
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    active: row.active,
    otp_required: row.otp_required,
    created_by: row.created_by,
    created_at: row.created_at.toISOString(),
    updated_by: row.updated_by,
    updated_at: row.updated_at.toISOString(),
    count_users: users.get(row.id) ?? 0,
    count_opnotes: counts.get(row.id)?.op ?? 0,
    count_ednotes: counts.get(row.id)?.ed ?? 0,
    text_kept: kept.get(row.id) ?? 0,
    keep_years: row.keep_years,
    legal_hold: row.legal_hold,
  }));
}

export async function listTenants(tx: Tx, query: PageQuery, url: string): Promise<Page<StoredTenant>> {
  const filters: RawBuilder<unknown>[] = [];
  const text = (name: string): string | undefined => {
    const value = query[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const [id, name] = [text('id'), text('name')];
  if (id) filters.push(sql`t.id::text ilike ${anywhere(id)}`);
  if (name) filters.push(sql`t.name ilike ${anywhere(name)}`);
  for (const column of ['created_by', 'updated_by'] as const) {
    const who = text(column);
    if (who) filters.push(sql`lower(${sql.ref(`t.${column}`)}) = lower(${who})`);
  }
  if (typeof query['active'] === 'boolean') filters.push(sql`t.active = ${query['active']}`);
  for (const column of ['created_at', 'updated_at'] as const)
    filters.push(...dateConditions(sql.ref(`t.${column}`), column, query));
  const where = [sql`not t.platform`, sql`t.deleted_at is null`, ...filters];
  const page = await listPage<TenantRow>(tx, {
    columns: sql`t.*`,
    from,
    where,
    id: sql`t.id`,
    sorts,
    query,
    defaultOrdering: '-created_at',
    url,
    count: () => (filters.length > 0 ? cappedCount(tx, from, where) : cappedCount(tx, from, where, 10_000_000)),
  });
  return { ...page, results: await shown(tx, page.results) };
}

/** The tenants that a form may offer: row-level security leaves one's own, or all to super-level users. */
export async function selectableTenants(tx: Tx): Promise<{ id: string; name: string }[]> {
  return activeTenants(tx)
    .orderBy(sql`lower(name) collate "und-x-icu"`)
    .limit(limits.tenantSelectorSize)
    .execute();
}

/** @throws AppError `not-found` for an unknown, deleted or hidden tenant, and for the platform's own row. */
async function findTenants(tx: Tx, ids: readonly string[], lock: boolean): Promise<TenantRow[]> {
  let query = tx
    .selectFrom('app.tenants')
    .selectAll()
    .where('id', 'in', [...ids])
    .where('platform', '=', false)
    .where('deleted_at', 'is', null)
    .orderBy('id');
  if (lock) query = query.forUpdate();
  const rows = await query.execute();
  if (rows.length !== ids.length) throw new AppError('not-found');
  return rows;
}

export async function getTenant(tx: Tx, id: string): Promise<StoredTenant> {
  const [tenant] = await shown(tx, await findTenants(tx, [id], false));
  return tenant!;
}

async function refuseTakenName(tx: Tx, name: string, except: string | null): Promise<void> {
  let query = tx
    .selectFrom('app.tenants')
    .select('id')
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .where('deleted_at', 'is', null);
  if (except) query = query.where('id', '!=', except);
  if (await query.executeTakeFirst())
    throw new AppError('conflict', {
      detail: 'A tenant of this name is there already. Choose another name.',
      fields: [{ path: 'name', message: 'This name is taken' }],
    });
}

export async function createTenant(tx: Tx, actor: Actor, name: string): Promise<StoredTenant> {
  await refuseTakenName(tx, name, null);
  const row = await tx
    .insertInto('app.tenants')
    .values({ name, created_by: actor.username })
    .returningAll()
    .executeTakeFirstOrThrow();
  const [tenant] = await shown(tx, [row]);
  return tenant!;
}

/** Renames, activates or deactivates. A deactivated tenant's sessions end in the same transaction; its data stays. */
export async function updateTenant(
  tx: Tx,
  actor: Actor,
  id: string,
  changes: { name?: string | undefined; active?: boolean | undefined },
): Promise<StoredTenant> {
  await findTenants(tx, [id], true);
  if (changes.name !== undefined) await refuseTakenName(tx, changes.name, id);
  const row = await tx
    .updateTable('app.tenants')
    .set({
      ...(changes.name === undefined ? {} : { name: changes.name }),
      ...(changes.active === undefined ? {} : { active: changes.active }),
      updated_by: actor.username,
      updated_at: new Date(),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (changes.active === false) await sql`select app.end_sessions_of_tenant(${id}::uuid)`.execute(tx);
  const [tenant] = await shown(tx, [row]);
  return tenant!;
}

const several = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`;

/** What keeps a tenant from being deleted, in words; null when nothing does. */
async function inTheWay(tx: Tx, tenant: TenantRow): Promise<string | null> {
  const users = (await usersOf(tx, [tenant.id])).get(tenant.id) ?? 0;
  const notes = (await noteCountsOfTenants(tx, [tenant.id])).get(tenant.id)!;
  const things = [
    [users, 'user'],
    [notes.op, 'OpNote'],
    [notes.ed, 'EdNote'],
  ] as const;
  const found = things.filter(([n]) => n > 0).map(([n, thing]) => several(n, thing));
  return found.length === 0 ? null : `${tenant.name} still has ${found.join(' and ')}.`;
}

/** Deletes empty tenants, all or none. The rows stay, hidden: audit and closed accounts point at them. */
export async function removeTenants(tx: Tx, actor: Actor, ids: readonly string[]): Promise<{ count: number }> {
  const tenants = await findTenants(tx, ids, true);
  const reasons: string[] = [];
  for (const tenant of tenants) {
    const reason = await inTheWay(tx, tenant);
    if (reason) reasons.push(reason);
  }
  if (reasons.length > 0)
    throw new AppError('in-use', { detail: `${reasons.join(' ')} Remove those first, or deactivate instead.` });
  await tx
    .updateTable('app.tenants')
    .set({ deleted_at: new Date(), active: false, updated_by: actor.username, updated_at: new Date() })
    .where('id', 'in', [...ids])
    .execute();
  return { count: tenants.length };
}

/** The tenant whose users the actor administers. */
async function administered(tx: Tx, actor: Actor, id: string): Promise<TenantRow> {
  if (!can(actor.role, 'tenants.manage') && id !== actor.tenantId) throw new AppError('not-found');
  const [tenant] = await findTenants(tx, [id], false);
  return tenant!;
}

export async function requireSecondFactorOf(
  tx: Tx,
  actor: Actor,
  id: string,
  required: boolean,
): Promise<{ otp_required: boolean }> {
  await administered(tx, actor, id);
  await tx
    .updateTable('app.tenants')
    .set({ otp_required: required, updated_by: actor.username, updated_at: new Date() })
    .where('id', '=', id)
    .execute();
  return { otp_required: required };
}

export async function setRetention(
  tx: Tx,
  actor: Actor,
  id: string,
  retention: { keep_years: number | null; legal_hold: boolean },
): Promise<StoredTenant> {
  await findTenants(tx, [id], true);
  await tx
    .updateTable('app.tenants')
    .set({ ...retention, updated_by: actor.username, updated_at: new Date() })
    .where('id', '=', id)
    .execute();
  return getTenant(tx, id);
}

/** The notes of the tenant that nobody changed for so many years, or for as long as it keeps them. */
export async function notesPast(tx: Tx, id: string, asked: number | undefined): Promise<number> {
  const [tenant] = await findTenants(tx, [id], false);
  const years = asked ?? tenant!.keep_years;
  if (years === null) return 0;
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from app.notes
    where tenant_id = ${id} and deleted_at is null and greatest(created_at, updated_at) < now() - make_interval(years => ${years})`.execute(
    tx,
  );
  return rows[0]?.n ?? 0;
}

/** Makes a sign-up code of some 78 bits; only its hash is kept. */
export async function inviteTo(
  tx: Tx,
  actor: Actor,
  id: string,
  role: Role | undefined,
): Promise<{ code: string; expires_at: string }> {
  const tenant = await administered(tx, actor, id);
  if (!tenant.active) throw new AppError('conflict', { detail: 'This tenant is deactivated. Activate it first.' });
  const code = typedCode(4);
  const expires = new Date(Date.now() + limits.invitationDays * 86_400_000);
  await tx
    .insertInto('app.invitations')
    .values({
      tenant_id: id,
      code_hash: hashOf(foldedCode(code)),
      role: role ?? null,
      created_by: actor.username,
      expires_at: expires,
    })
    .execute();
  return { code, expires_at: expires.toISOString() };
}

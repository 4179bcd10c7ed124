import type { Profile } from '@incisive/contract/auth';
import { can } from '@incisive/contract/roles';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
import type { Actor } from '../../db/tenant.ts';
import { AppError } from '../../http/app-error.ts';
import { type Page, type PageQuery, type Sort, anywhere, cappedCount, dateConditions, listPage } from '../../http/paging.ts';
import { noteCountsOfCreators } from '../notes/note-tenants.service.ts';
import { type UserRow, onlyTenantsOf, selectUsers, shownProfile } from './profile.ts';

const named = (expression: RawBuilder<unknown>): Sort => ({
  by: sql`lower(${expression}) collate "und-x-icu"`,
  cast: 'text',
});
const pendingFirst = 'pending first';
const sorts: Readonly<Record<string, Sort>> = {
  id: { by: sql`u.id`, cast: 'uuid' },
  username: named(sql`u.username`),
  created_at: { by: sql`u.created_at`, cast: 'timestamptz' },
  tenant: named(sql`case when t.platform then '' else t.name end`),
  email: named(sql`u.email`),
  updated_at: { by: sql`u.updated_at`, cast: 'timestamptz' },
  phone_number: { by: sql`u.phone_number`, cast: 'text' },
  groups: { by: sql`u.role`, cast: 'text' },
  status: { by: sql`u.status`, cast: 'text' },
  specialty: named(sql`u.specialty`),
  practice: named(sql`u.practice`),
  last_login: { by: sql`coalesce(u.last_login, 'epoch'::timestamptz)`, cast: 'timestamptz' },
  // Whoever waits for activation comes first, then the newest.
  [pendingFirst]: {
    by: sql`(case when u.status = 'pending' then '1 ' else '0 ' end || to_char(u.created_at at time zone 'UTC', 'YYYYMMDDHH24MISSUS')) collate "C"`,
    cast: 'text',
  },
};
const columns = sql`u.*, t.name as tenant_name, t.platform, t.otp_required, ${onlyTenantsOf} as only_tenants`;
const from = sql`app.users u join app.tenants t on t.id = u.tenant_id`;
const words = ['username', 'email', 'phone_number', 'specialty', 'practice'] as const;

function conditions(query: PageQuery): RawBuilder<unknown>[] {
  const text = (name: string): string | undefined => {
    const value = query[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const where: RawBuilder<unknown>[] = [];
  const like = (expression: RawBuilder<unknown>, value: string | undefined): void => {
    if (value !== undefined) where.push(sql`${expression} ilike ${anywhere(value)}`);
  };
  like(sql`u.id::text`, text('id'));
  for (const name of words) like(sql.ref(`u.${name}`), text(name));
  like(sql`u.role`, text('groups'));
  const tenant = text('tenant');
  if (tenant) where.push(sql`(lower(t.name) = lower(${tenant}) and not t.platform)`);
  const status = text('status');
  if (status) where.push(sql`u.status = ${status}`);
  for (const name of ['created_at', 'updated_at', 'last_login'] as const)
    where.push(...dateConditions(sql.ref(`u.${name}`), name, query));
  return where;
}

/** A page of users under the actor's policies, with their note counts and whether wrong passwords slow them now. */
export async function listUsers(tx: Tx, actor: Actor, query: PageQuery, url: string): Promise<Page<Profile>> {
  if (query['tenant'] !== undefined && !can(actor.role, 'tenants.manage')) throw new AppError('forbidden');
  const open = [sql`u.deleted_at is null`];
  const filters = conditions(query);
  const where = [...open, ...filters];
  const page = await listPage<UserRow>(tx, {
    columns,
    from,
    where,
    id: sql`u.id`,
    sorts,
    query,
    defaultOrdering: `-${pendingFirst}`,
    url,
    count: () => (filters.length > 0 ? cappedCount(tx, from, where) : cappedCount(tx, from, where, 10_000_000)),
  });
  return { ...page, results: await withCounts(tx, page.results) };
}

/** One user with the same additions; another tenant's does not exist. */
export async function getUser(tx: Tx, id: string): Promise<{ profile: Profile; tenantId: string }> {
  const user = await selectUsers(tx).where('u.id', '=', id).executeTakeFirst();
  if (!user) throw new AppError('not-found');
  const [profile] = await withCounts(tx, [user]);
  return { profile: profile!, tenantId: user.tenant_id };
}

async function withCounts(tx: Tx, users: readonly UserRow[]): Promise<Profile[]> {
  const ids = users.map((user) => user.id);
  const counts = await noteCountsOfCreators(tx, ids);
  const { rows } = await sql<{ id: string }>`select id from app.slowed_users(${ids}::uuid[]) as id`.execute(tx);
  const slowed = new Set(rows.map((row) => row.id));
  return users.map((user) => ({
    ...shownProfile(user),
    locked: slowed.has(user.id),
    count_opnotes: counts.get(user.id)?.op ?? 0,
    count_ednotes: counts.get(user.id)?.ed ?? 0,
  }));
}

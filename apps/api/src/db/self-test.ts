import { sql } from 'kysely';
import pg from 'pg';
import { type AdminConnection, loginRoles } from './bootstrap.ts';
import type { Database, Tx } from './client.ts';
import { platformTenantId } from './tenant.ts';

export class SelfTestError extends Error {
  override readonly name = 'SelfTestError';
}

/** Tables that belong to no tenant; every other one has a tenant_id. */
export const tablesWithoutTenant = [
  'tenants',
  'credentials',
  'sessions',
  'refresh_tokens',
  'client_sessions',
  'client_assertions',
  'sso_attempts',
  'sso_sessions',
  'sso_logout_tokens',
  'sign_in_throttle',
  'mailed_secrets',
  'mail_queue',
  'settings',
  'rate_counters',
  'audit_seals',
  'audit_floor',
  'cpt_codes',
  'catalogue_version',
  'catalogue_imports',
  'edit_files',
  'edit_file_bytes',
  'ptp_columns',
  'mue_values',
  'addon_codes',
  'fees',
  'icd_codes',
  'hcpcs_codes',
  'contact_messages',
  'interchange_control',
  'migrations',
];

interface TableFacts {
  name: string;
  rls: boolean;
  forced: boolean;
  policies: number;
  public_policies: number;
  tenant_not_null: boolean | null;
  tenant_indexed: boolean;
  narrowed: boolean;
}

const tablesSql = `
select c.relname as name, c.relrowsecurity as rls, c.relforcerowsecurity as forced,
  (select count(*)::int from pg_policy p where p.polrelid = c.oid) as policies,
  (select count(*)::int from pg_policy p where p.polrelid = c.oid and 0 = any (p.polroles)) as public_policies,
  (select a.attnotnull from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped) as tenant_not_null,
  exists (select from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0] where i.indrelid = c.oid and a.attname = 'tenant_id') as tenant_indexed,
  exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'narrowed' and not p.polpermissive and p.polroles = array[(select oid from pg_roles where rolname = 'inc_narrowed')]) as narrowed
from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'app' and c.relkind in ('r', 'p') order by 1`;

/** A view reads with its owner's eyes, and a definer's function that everybody may call is a door beside the wall. */
const sideDoorsSql = `
select 'view ' || c.relname || ': reads past row-level security; use a function or a query' as problem
  from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'app' and c.relkind in ('v', 'm', 'f')
union all
select 'function ' || p.proname || ': SECURITY DEFINER and executable by everybody'
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace
 where n.nspname = 'app' and p.prosecdef and has_function_privilege('public', p.oid, 'execute')
union all
select 'function ' || p.proname || ': SECURITY DEFINER without a fixed search_path'
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace
 where n.nspname = 'app' and p.prosecdef and not exists (select from unnest(p.proconfig) as setting where setting like 'search_path=%')
order by 1`;

/** What is wrong with a schema's second wall; empty when nothing is. Also the migration linter of the tests. */
export async function wallProblems(client: pg.Client): Promise<string[]> {
  const wrong: string[] = [];
  const { rows } = await client.query<TableFacts>(tablesSql);
  for (const table of rows) {
    if (table.name === 'migrations') continue;
    if (!table.rls || !table.forced) wrong.push(`${table.name}: row-level security must be enabled and forced`);
    if (table.policies === 0) wrong.push(`${table.name}: has no policy`);
    if (table.public_policies > 0) wrong.push(`${table.name}: a policy is not bound to a named role`);
    if (tablesWithoutTenant.includes(table.name)) continue;
    if (table.tenant_not_null !== true) wrong.push(`${table.name}: needs tenant_id NOT NULL`);
    if (!table.tenant_indexed && !['drafts', 'suggestion_cache'].includes(table.name))
      wrong.push(`${table.name}: needs an index led by tenant_id`);
    if (!table.narrowed)
      wrong.push(`${table.name}: needs the wall of a Coder's list; end its migration with select app.narrow_tables()`);
  }
  const doors = await client.query<{ problem: string }>(sideDoorsSql);
  wrong.push(...doors.rows.map((row) => row.problem));
  const roles = await client.query<{ rolname: string }>(
    `select rolname from pg_roles where rolname in ('inc_owner','inc_tenant','inc_super','inc_narrowed','inc_system','inc_search','inc_login','inc_auth_login') and (rolsuper or rolbypassrls)`,
  );
  for (const role of roles.rows) wrong.push(`role ${role.rolname}: must be neither superuser nor BYPASSRLS`);
  const member = await client.query<{ ok: boolean }>(
    `select pg_has_role('${loginRoles.request}', 'inc_system', 'member') or pg_has_role('${loginRoles.request}', 'inc_owner', 'member') as ok`,
  );
  if (member.rows[0]?.ok) wrong.push(`role ${loginRoles.request}: must not be able to take the system's or the owner's role`);
  const encoding = await client.query<{ server_encoding: string }>('show server_encoding');
  if (encoding.rows[0]?.server_encoding !== 'UTF8') wrong.push('the database must be encoded in UTF8');
  return wrong;
}

/**
 * Run at every start: the walls stand, the request role sees nothing without a tenant and cannot write for another.
 * @throws SelfTestError naming each problem; the server then refuses to start.
 */
export async function selfTest(admin: AdminConnection, database: Database): Promise<void> {
  const client = new pg.Client(admin);
  await client.connect();
  let wrong: string[];
  try {
    wrong = await wallProblems(client);
  } finally {
    await client.end();
  }
  const noTenant = (tx: Tx) => sql`select set_config('role', 'inc_tenant', true)`.execute(tx);
  const seen = await database.request.transaction().execute(async (tx) => {
    await noTenant(tx);
    return sql<{
      n: number;
    }>`select (select count(*) from app.notes)::int + (select count(*) from app.users)::int + (select count(*) from app.audit_log)::int as n`.execute(
      tx,
    );
  });
  const foreign = await database.request
    .transaction()
    .execute(async (tx) => {
      await noTenant(tx);
      await sql`insert into app.notes (tenant_id, kind, text, created_by, created_by_id) values (${platformTenantId}, 'op', 'x', 'x', gen_random_uuid())`.execute(
        tx,
      );
      return 'written';
    })
    .catch((error: unknown) => (error instanceof Error && 'code' in error ? error.code : error));
  if (seen.rows[0]?.n !== 0) wrong.push('the request role sees rows without a tenant');
  if (foreign !== '42501') wrong.push('the request role can write a row for another tenant');
  if (wrong.length > 0) throw new SelfTestError(`The database's tenant wall is not intact:\n- ${wrong.join('\n- ')}`);
}

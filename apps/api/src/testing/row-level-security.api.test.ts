import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loginPassword, loginRoles } from '../db/bootstrap.ts';
import { tablesWithoutTenant, wallProblems } from '../db/self-test.ts';
import { platformTenantId } from '../db/tenant.ts';
import { type TestApp, buildTestApp, testSecret } from './build-test-app.ts';

// Made from the database itself: every table of schema app gets a row of each tenant and is read and written by raw SQL as the request
// login. A new table is covered by being there.

let t: TestApp;
let root: pg.Client;
let request: pg.Client;
const columnsOf = new Map<string, string[]>();

/** Tables of no tenant that every signed-in user may read: no row of them belongs to anybody. */
const common = [
  'addon_codes',
  'audit_seals',
  'catalogue_version',
  'cpt_codes',
  'edit_files',
  'fees',
  'hcpcs_codes',
  'icd_codes',
  'mue_values',
  'ptp_columns',
];
const denied = '42501';

interface Column {
  table: string;
  name: string;
  type: string;
  needed: boolean;
}

const columnsSql = `
select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type,
  (a.attgenerated = '' and a.attidentity = '' and (a.attnotnull and not a.atthasdef or a.attname in ('tenant_id', 'user_id'))) as needed
from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
where n.nspname = 'app' and c.relkind in ('r', 'p') order by 1, a.attnum`;

let serial = 0;
const valueOf = (type: string): unknown => {
  if (type.endsWith('[]')) return '{}';
  if (type === 'uuid') return randomUUID();
  if (type === 'text' || type.startsWith('character')) return `x${randomUUID().slice(0, 8)}`;
  if (type === 'bytea') return Buffer.from(randomUUID());
  if (type.startsWith('json')) return '{}';
  if (type.startsWith('timestamp') || type === 'date') return '2026-01-01';
  if (type === 'boolean') return true;
  return (serial += 1);
};

/** One row in each table for the tenant and its user, whatever the table is: checks and references are switched off in this copy. */
async function plant(tenantId: string, userId: string, columns: readonly Column[]): Promise<void> {
  for (const table of new Set(columns.map((column) => column.table))) {
    const needed = columns.filter((column) => column.table === table && column.needed);
    const values = needed.map(({ name, type }) =>
      name === 'tenant_id' ? tenantId : name === 'user_id' ? userId : valueOf(type),
    );
    const names = needed.map(({ name }) => pg.escapeIdentifier(name)).join(', ');
    await root.query(
      needed.length === 0
        ? `insert into app.${pg.escapeIdentifier(table)} default values on conflict do nothing`
        : `insert into app.${pg.escapeIdentifier(table)} (${names}) values (${needed.map((_, index) => `$${index + 1}`).join(', ')}) on conflict do nothing`,
      values,
    );
  }
}

beforeAll(async () => {
  t = await buildTestApp();
  root = new pg.Client(t.admin);
  await root.connect();
  const { rows: checks } = await root.query<{ words: string }>(
    `select format('alter table app.%I drop constraint %I', c.relname, k.conname) as words from pg_constraint k
       join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'app' and k.contype = 'c'`,
  );
  for (const check of checks) await root.query(check.words);
  await root.query('set session_replication_role = replica');
  const { rows } = await root.query<Column>(columnsSql);
  for (const { table, name } of rows) columnsOf.set(table, [...(columnsOf.get(table) ?? []), name]);
  await plant(t.tenants[0], t.users['approver']!.id, rows);
  await plant(t.tenants[1], t.users['approver2']!.id, rows);
  request = new pg.Client({ ...t.admin, user: loginRoles.request, password: loginPassword(testSecret, loginRoles.request) });
  await request.connect();
});
afterAll(async () => {
  await request.end();
  await root.end();
  await t.close();
});

interface As {
  readonly role: 'inc_tenant' | 'inc_super' | 'inc_narrowed';
  readonly only?: readonly string[];
  readonly tenant?: string;
  readonly user?: string;
}

/** Runs raw SQL as a request role in a transaction that is rolled back; answers rows and row count, or the refusal's code. */
async function run<Row extends pg.QueryResultRow>(
  as: As,
  sql: string,
  values: unknown[] = [],
): Promise<{ rows: Row[]; changed: number } | string> {
  await request.query('begin');
  try {
    await request.query(
      `select set_config('role', $1, true), set_config('app.tenant_id', $2, true), set_config('app.user_id', $3, true), set_config('app.only_tenants', $4, true)`,
      [as.role, as.tenant ?? '', as.user ?? '', (as.only ?? []).join(',')],
    );
    const result = await request.query<Row>(sql, values);
    return { rows: result.rows, changed: result.rowCount ?? 0 };
  } catch (error) {
    return error instanceof pg.DatabaseError ? String(error.code) : String(error);
  } finally {
    await request.query('rollback');
  }
}

/** Where a person without a tenant has rows of the own: the list of a Coder leaves them. */
const personal = [
  'users',
  'notices',
  'drafts',
  'idempotency_keys',
  'audit_log',
  'exports',
  'export_chunks',
  'feedbacks',
  'page_views',
];

const tables = (): string[] => [...columnsOf.keys()].filter((table) => table !== 'migrations');
const tenantTables = (): string[] => tables().filter((table) => columnsOf.get(table)!.includes('tenant_id'));
const quoted = (table: string): string => `app.${pg.escapeIdentifier(table)}`;
const first = (): As => ({ role: 'inc_tenant', tenant: t.tenants[0], user: t.users['approver']!.id });

describe('RLS-01 the second wall, table by table', () => {
  test('every table has a row of each tenant to be hidden or shown', async () => {
    const bare: string[] = [];
    for (const table of tables()) {
      const tenant = columnsOf.get(table)!.includes('tenant_id');
      const { rows } = await root.query<{ n: number }>(
        tenant
          ? `select count(distinct tenant_id)::int as n from ${quoted(table)} where tenant_id = any ($1)`
          : `select count(*)::int + 1 as n from ${quoted(table)} where $1::uuid[] is not null`,
        [[...t.tenants]],
      );
      if ((rows[0]?.n ?? 0) < 2) bare.push(table);
    }
    expect(bare).toEqual([]);
  });

  test('without a role the request login reads nothing at all', async () => {
    const open: string[] = [];
    for (const table of tables()) {
      const answer = await request.query(`select from ${quoted(table)}`).catch((error: pg.DatabaseError) => error.code);
      if (answer !== denied) open.push(table);
    }
    expect(open).toEqual([]);
  });

  test('without a tenant no table shows a row but those that belong to nobody', async () => {
    const seen: string[] = [];
    for (const table of tables()) {
      const answer = await run({ role: 'inc_tenant' }, `select * from ${quoted(table)}`);
      if (answer !== denied && (typeof answer === 'string' || answer.rows.length > 0)) seen.push(table);
    }
    expect(seen.toSorted()).toEqual(common);
  });

  test('one tenant sees its own rows and no other tenant’s, in every table', async () => {
    const leaks: string[] = [];
    const shown: string[] = [];
    for (const table of tenantTables()) {
      const answer = await run<{ tenant_id: string }>(first(), `select distinct tenant_id from ${quoted(table)}`);
      if (answer === denied) continue;
      if (typeof answer === 'string' || answer.rows.some((row) => row.tenant_id !== t.tenants[0])) leaks.push(table);
      else if (answer.rows.length === 1) shown.push(table);
    }
    const tenants = await run<{ id: string }>(first(), 'select id from app.tenants');
    expect(leaks).toEqual([]);
    expect(tenants).toMatchObject({ rows: [{ id: t.tenants[0] }] });
    // The proof is not an empty one: the tables that requests work with show the own row.
    expect(shown).toEqual(
      expect.arrayContaining(['audit_log', 'code_links', 'drafts', 'feedbacks', 'notes', 'notices', 'users']),
    );
  });

  test('the other tenant likewise, on the same connection: nothing is left over from the one before', async () => {
    const second: As = { role: 'inc_tenant', tenant: t.tenants[1], user: t.users['approver2']!.id };
    const leaks: string[] = [];
    for (const table of tenantTables()) {
      await run(first(), 'select 1');
      const answer = await run<{ tenant_id: string }>(second, `select distinct tenant_id from ${quoted(table)}`);
      if (answer !== denied && (typeof answer === 'string' || answer.rows.some((row) => row.tenant_id !== t.tenants[1])))
        leaks.push(table);
    }
    expect(leaks).toEqual([]);
    const after = await request.query<{ who: string; tenant: string }>(
      `select current_user as who, coalesce(current_setting('app.tenant_id', true), '') as tenant`,
    );
    expect(after.rows).toEqual([{ who: loginRoles.request, tenant: '' }]);
  });

  test('no row of another tenant can be written, changed, taken over or deleted', async () => {
    const holes: string[] = [];
    const other = t.tenants[1];
    for (const table of tenantTables()) {
      const names = columnsOf.get(table)!.map((name) => pg.escapeIdentifier(name));
      const attempts: Record<string, [string, unknown[]]> = {
        insert: [`insert into ${quoted(table)} (tenant_id) values ($1)`, [other]],
        change: [`update ${quoted(table)} set ${names[1]} = ${names[1]} where tenant_id = $1`, [other]],
        move: [`update ${quoted(table)} set tenant_id = $1`, [other]],
        delete: [`delete from ${quoted(table)} where tenant_id = $1`, [other]],
      };
      for (const [name, [sql, values]] of Object.entries(attempts)) {
        const answer = await run(first(), sql, values);
        // An update or delete that finds no row is as good as a refusal; 428C9 is a column that nobody can write.
        const refused =
          typeof answer === 'string' ? [denied, '428C9'].includes(answer) : name !== 'insert' && answer.changed === 0;
        // A policy is checked before constraints, so a missing value must not be what stopped the insert.
        if (!refused) holes.push(`${table}: ${name} ${typeof answer === 'string' ? answer : answer.changed}`);
      }
    }
    expect(holes).toEqual([]);
  });

  test('a super-level request sees every tenant, but no secrets, and drafts and notices of its own only', async () => {
    const as: As = { role: 'inc_super', tenant: t.tenants[0], user: t.users['coder']!.id };
    for (const table of [
      'credentials',
      'sessions',
      'refresh_tokens',
      'mailed_secrets',
      'mail_queue',
      'settings',
      'sign_in_throttle',
    ])
      expect({ table, answer: await run(as, `select * from ${quoted(table)}`) }).toEqual({ table, answer: denied });
    const notes = await run<{ n: number }>(
      as,
      'select count(distinct tenant_id)::int as n from app.notes where tenant_id = any ($1)',
      [[...t.tenants]],
    );
    expect(notes).toMatchObject({ rows: [{ n: 2 }] });
    for (const table of ['drafts', 'notices', 'idempotency_keys', 'exports', 'export_chunks'])
      expect({ table, answer: await run(as, `select * from ${quoted(table)}`) }).toMatchObject({ table, answer: { rows: [] } });
  });

  test('a narrowed Coder sees, changes and writes in the tenants of the list alone, in every table', async () => {
    const as: As = { role: 'inc_narrowed', tenant: platformTenantId, user: t.users['coder']!.id, only: [t.tenants[0]] };
    const holes: string[] = [];
    const shown: string[] = [];
    for (const table of tenantTables()) {
      const seen = await run<{ tenant_id: string }>(as, `select distinct tenant_id from ${quoted(table)}`);
      if (seen === denied) continue;
      const tenants = typeof seen === 'string' ? [seen] : seen.rows.map((row) => row.tenant_id);
      if (tenants.includes(t.tenants[0])) shown.push(table);
      if (tenants.some((id) => id !== t.tenants[0] && !(personal.includes(table) && id === platformTenantId))) holes.push(table);
      const written = await run(as, `insert into ${quoted(table)} (tenant_id) values ($1)`, [t.tenants[1]]);
      if (written !== denied && written !== '428C9') holes.push(`${table}: insert`);
      const moved = await run(as, `update ${quoted(table)} set tenant_id = $1`, [t.tenants[1]]);
      if (moved !== denied && (typeof moved === 'string' || moved.changed > 0)) holes.push(`${table}: move`);
    }
    expect(holes).toEqual([]);
    expect(shown).toEqual(expect.arrayContaining(['audit_log', 'cases', 'code_links', 'notes', 'users']));
    expect(await run<{ id: string }>(as, `select id from app.tenants where id = any ($1)`, [[...t.tenants]])).toMatchObject({
      rows: [{ id: t.tenants[0] }],
    });
  });

  test('a narrowed role without a list sees no tenant at all', async () => {
    const as: As = { role: 'inc_narrowed', tenant: platformTenantId, user: t.users['coder']!.id };
    const seen: string[] = [];
    for (const table of tenantTables().filter((name) => !personal.includes(name))) {
      const answer = await run(as, `select from ${quoted(table)}`);
      if (answer !== denied && (typeof answer === 'string' || answer.changed > 0)) seen.push(table);
    }
    expect(seen).toEqual([]);
  });

  test('a request cannot take the system’s, the owner’s or the search role', async () => {
    for (const role of ['inc_system', 'inc_owner', 'inc_search', 'inc_auth_login']) {
      const answer = await request.query(`set role ${role}`).catch((error: pg.DatabaseError) => error.code);
      expect({ role, answer }).toEqual({ role, answer: denied });
    }
  });
});

describe('the migration linter', () => {
  test('finds nothing to complain about', async () => {
    expect(await wallProblems(root)).toEqual([]);
  });

  test('knows every table that has no tenant', () => {
    const undeclared = tables().filter(
      (table) => !columnsOf.get(table)!.includes('tenant_id') && !tablesWithoutTenant.includes(table),
    );
    expect(undeclared).toEqual([]);
  });

  const bad: readonly [string, string, string][] = [
    [
      'without row-level security',
      'create table app.bad (tenant_id uuid not null); create index on app.bad (tenant_id)',
      'row-level security must be enabled and forced',
    ],
    [
      'without a policy',
      'create table app.bad (tenant_id uuid not null); alter table app.bad enable row level security; alter table app.bad force row level security',
      'has no policy',
    ],
    [
      'with a policy for everybody',
      'create table app.bad (tenant_id uuid not null); create policy p on app.bad using (true)',
      'not bound to a named role',
    ],
    [
      'without the wall of a Coder’s list',
      'create table app.bad (tenant_id uuid not null); create index on app.bad (tenant_id)',
      'needs the wall of a Coder',
    ],
    ['without a tenant', 'create table app.bad (id uuid primary key)', 'needs tenant_id NOT NULL'],
    ['whose tenant may be null', 'create table app.bad (tenant_id uuid)', 'needs tenant_id NOT NULL'],
    ['without an index led by the tenant', 'create table app.bad (tenant_id uuid not null)', 'needs an index led by tenant_id'],
    ['that is a view', 'create view app.bad as select * from app.notes', 'reads past row-level security'],
    [
      'that is a function for everybody',
      `create function app.bad() returns int language sql security definer set search_path = app as 'select 1'`,
      'executable by everybody',
    ],
    [
      'that is a function without search_path',
      `create function app.bad() returns int language sql security definer as 'select 1'`,
      'without a fixed search_path',
    ],
  ];
  test.each(bad)('reports something %s', async (_what, sql, problem) => {
    await root.query('begin');
    try {
      await root.query(sql);
      const found = (await wallProblems(root)).filter((words) => words.includes('bad'));
      expect(found.join('\n')).toContain(problem);
    } finally {
      await root.query('rollback');
    }
  });
});

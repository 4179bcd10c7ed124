import { createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { withConnection } from './connection.ts';
import { locks } from './locks.ts';

/** Where the database is and who may administer it. */
export interface AdminConnection {
  readonly host?: string;
  readonly port?: number;
  readonly user?: string;
  readonly password?: string;
  readonly database?: string;
  readonly connectionString?: string;
}

export const loginRoles = { request: 'inc_login', system: 'inc_auth_login' } as const;

/** The two logins' passwords follow from the installation's secret, so that every process of an installation knows them. */
export const loginPassword = (secret: string, role: string): string =>
  createHmac('sha256', secret).update(`database login ${role}`).digest('hex');

const rolesSql = `
do $$
declare r text;
begin
  foreach r in array array['inc_owner', 'inc_tenant', 'inc_super', 'inc_narrowed', 'inc_system', 'inc_search'] loop
    if not exists (select from pg_roles where rolname = r) then
      begin execute format('create role %I nologin nosuperuser nobypassrls', r); exception when duplicate_object or unique_violation then null; end;
    end if;
  end loop;
  foreach r in array array['inc_login', 'inc_auth_login'] loop
    if not exists (select from pg_roles where rolname = r) then
      begin execute format('create role %I login noinherit nosuperuser nobypassrls', r); exception when duplicate_object or unique_violation then null; end;
    end if;
  end loop;
end $$;
grant inc_super to inc_narrowed;
grant inc_tenant, inc_super, inc_narrowed to inc_login;
grant inc_system to inc_auth_login;
grant inc_search to inc_owner;
`;

/** Time limits; and disks of today, on which an index read alone is cheaper than the table. */
const settingsSql = Object.values(loginRoles)
  .map(
    (role) => `alter role ${role} set statement_timeout = '5s';
alter role ${role} set lock_timeout = '2s';
alter role ${role} set random_page_cost = 1.1;
alter role ${role} set idle_in_transaction_session_timeout = '10s';`,
  )
  .join('\n');

/**
 * Roles belong to the whole server, the lock to one database: an installation of another database that starts at the same moment changes
 * the same rows. Whoever comes second is refused by the server and says it again.
 */
async function onRoles(client: pg.Client, statements: string): Promise<void> {
  for (let more = 20; ; more -= 1) {
    try {
      await client.query(statements);
      return;
    } catch (error) {
      const disturbed = error instanceof pg.DatabaseError && (error.code === 'XX000' || error.code === '23505');
      if (!disturbed || more === 0) throw error;
      await pause(5 + Math.random() * 50);
    }
  }
}

/** Creates the database, its roles, schemas and extensions where they are missing, and sets the logins' passwords. */
export async function bootstrapDatabase(admin: AdminConnection, secret: string, database: string): Promise<AdminConnection> {
  await withConnection(admin, async (first) => {
    const found = await first.query('select 1 from pg_database where datname = $1', [database]);
    if (found.rowCount === 0)
      await first.query(`create database ${pg.escapeIdentifier(database)} encoding 'UTF8' template template0`);
  });
  const connection = admin.connectionString ? admin : { ...admin, database };
  await withConnection(connection, async (client) => {
    // One process at a time: concurrent grants on the same role fail.
    await client.query('select pg_advisory_lock($1)', [locks.bootstrap]);
    await onRoles(client, rolesSql);
    await onRoles(client, 'grant inc_owner to current_user');
    await onRoles(client, `grant ${loginRoles.system} to current_user`);
    await onRoles(client, settingsSql);
    for (const role of Object.values(loginRoles)) {
      await onRoles(client, `alter role ${role} password ${pg.escapeLiteral(loginPassword(secret, role))}`);
    }
    await client.query('create schema if not exists ext authorization inc_owner');
    await client.query('create schema if not exists app authorization inc_owner');
    // The job queue makes its own tables: they belong to the login that works on them.
    await client.query(`create schema if not exists jobs authorization ${loginRoles.system}`);
    await client.query('create extension if not exists pg_trgm schema ext');
    await client.query('create extension if not exists btree_gin schema ext');
    await client.query('grant usage on schema ext to public');
    await client.query('revoke create on schema public from public');
  });
  return connection;
}

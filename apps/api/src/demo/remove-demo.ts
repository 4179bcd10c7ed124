import { sql } from 'kysely';
import type { AdminConnection } from '../db/bootstrap.ts';
import type { Database } from '../db/client.ts';
import { withConnection } from '../db/connection.ts';
import { withSystem } from '../db/tenant.ts';
import { demoTenantNames } from './ensure-demo.ts';

/**
 * Takes the sample tenants with their notes and people out of an installation, for good. Refuses when there is none.
 * The audit log keeps its rows; its tenants stay as closed names for that reason.
 */
export async function removeDemo(database: Database, admin: AdminConnection): Promise<number> {
  const made = await withSystem(database, (tx) =>
    tx.selectFrom('app.settings').select('name').where('name', '=', 'demo').executeTakeFirst(),
  );
  if (!made) return 0;
  return withConnection(admin, async (client) => {
    await client.query('begin');
    await client.query('set local role inc_owner');
    const tenants = await client.query<{ id: string }>('select id from app.tenants where name = any ($1)', [demoTenantNames]);
    const ids = tenants.rows.map((row) => row.id);
    const notes = await client.query('delete from app.notes where tenant_id = any ($1)', [ids]);
    await client.query(
      `delete from app.feedbacks where created_by_id in (select id from app.users where email like '%@example.org')`,
    );
    for (const table of [
      'page_views',
      'review_draws',
      'queues',
      'queue_settings',
      'learned_models',
      'case_leases',
      'notices',
      'text_usage',
    ])
      await client.query(`delete from app.${table} where tenant_id = any ($1)`, [ids]);
    await client.query(
      `update app.users set status = 'deactivated', deleted_at = now() where deleted_at is null and email like '%@example.org' and (tenant_id = any ($1) or username in ('superadmin', 'superapprover', 'coder', 'coder2'))`,
      [ids],
    );
    await client.query(
      'update app.sessions set ended_at = now() where ended_at is null and user_id in (select id from app.users where deleted_at is not null)',
    );
    await client.query(`update app.tenants set active = false where id = any ($1)`, [ids]);
    await client.query(`delete from app.settings where name = 'demo'`);
    await client.query('commit');
    return notes.rowCount ?? 0;
  });
}

/** Whether sample data is still in the installation, for the banner on every screen. */
export const hasDemo = (database: Database): Promise<boolean> =>
  withSystem(database, async (tx) => (await sql`select 1 from app.settings where name = 'demo'`.execute(tx)).rows.length > 0);

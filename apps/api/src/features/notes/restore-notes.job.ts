import { sql } from 'kysely';
import type { Database } from '../../db/client.ts';
import { platformTenantId, withSystem } from '../../db/tenant.ts';
import { writeAudit } from '../../http/audit-trail.ts';

export interface DeletedNote {
  readonly id: string;
  readonly kind: 'op' | 'ed';
  readonly tenant: string;
  readonly deleted_at: Date;
  readonly deleted_by: string | null;
}

/** Deleted notes that can still come back, newest deletion first. */
export function listDeletedNotes(database: Database): Promise<DeletedNote[]> {
  return withSystem(database, async (tx) => {
    const { rows } = await sql<DeletedNote>`
      select n.id, n.kind, t.name as tenant, n.deleted_at, n.deleted_by from app.notes n join app.tenants t on t.id = n.tenant_id
       where n.deleted_at is not null order by n.deleted_at desc limit 1000`.execute(tx);
    return rows;
  });
}

/** Brings deleted notes back with their codes and history; answers the ids that were found deleted. All in one transaction, audited. */
export function restoreNotes(database: Database, ids: readonly string[], by: string): Promise<string[]> {
  return withSystem(database, async (tx) => {
    const { rows } = await sql<{ id: string; tenant_id: string }>`
      update app.notes set deleted_at = null, deleted_by = null where id = any (${[...ids]}::uuid[]) and deleted_at is not null
      returning id, tenant_id`.execute(tx);
    await writeAudit(
      tx,
      rows.map((row) => ({
        tenant_id: row.tenant_id ?? platformTenantId,
        type: 'note_update',
        action: 'U',
        outcome: 'success',
        who: by,
        request_id: 'command',
        entity: [`note:${row.id}`],
        detail: 'restore',
      })),
    );
    return rows.map((row) => row.id);
  });
}

import { auditEvents } from '@incisive/contract/audit-events';
import { sql } from 'kysely';
import type { Database, Tx } from '../../db/client.ts';
import { withSystem } from '../../db/tenant.ts';
import { writeAudit } from '../../http/audit-trail.ts';

/** So many notes in one transaction, each with an audit row of its own. */
const notesAtOnce = 500;

/**
 * Deletes notes that nobody changed for as long as their tenant keeps them, as a person would: for 30 days each can be brought back.
 * A tenant without such a time, or under legal hold, keeps all.
 */
export async function retireNotes(database: Database): Promise<number> {
  let retired = 0;
  for (;;) {
    const notes = await withSystem(database, retireSome);
    retired += notes;
    if (notes < notesAtOnce) return retired;
  }
}

async function retireSome(tx: Tx): Promise<number> {
  const { rows } = await sql<{ id: string; tenant_id: string }>`
    update app.notes set deleted_at = clock_timestamp(), deleted_by = 'retention' where id in (
      select n.id from app.tenants t join app.notes n on n.tenant_id = t.id
       where t.keep_years is not null and not t.legal_hold and n.deleted_at is null
         and greatest(n.created_at, n.updated_at) < now() - make_interval(years => t.keep_years) limit ${notesAtOnce})
    returning id, tenant_id`.execute(tx);
  await writeAudit(
    tx,
    rows.map(({ id, tenant_id }) => ({
      tenant_id,
      type: 'note_delete',
      action: auditEvents.note_delete,
      outcome: 'success',
      request_id: 'retention',
      entity: [`note:${id}`],
      detail: 'past the years that the tenant keeps notes',
    })),
  );
  return rows.length;
}

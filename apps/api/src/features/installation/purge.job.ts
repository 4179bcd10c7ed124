import { limits } from '@incisive/contract/limits';
import { sql } from 'kysely';
import type { Database } from '../../db/client.ts';
import { withSystem } from '../../db/tenant.ts';
import { purgeExports } from '../exports/exports.service.ts';

/** Page views answer for the last weeks; a year is what the date picker may look back. */
const pageViewDays = 400;
const importDays = 30;
/** So many notes in one transaction: each takes versions, codes and history with it. */
const notesAtOnce = 500;

export interface Purged {
  readonly notes: number;
  readonly drafts: number;
  readonly idempotencyKeys: number;
  readonly pageViews: number;
  readonly imports: number;
  readonly editFiles: number;
  readonly exports: number;
  readonly webhookMessages: number;
  readonly binaries: number;
}

/** Deletes for good what is past its time: deleted notes, old drafts, repeat keys, page views, import records, exports, settled messages and files whose document never came. */
export async function purge(database: Database): Promise<Purged> {
  let notes = 0;
  for (;;) {
    const removed = await withSystem(database, async (tx) => {
      const { numAffectedRows } = await sql`delete from app.notes where id in (
        select id from app.notes where deleted_at < now() - make_interval(days => ${limits.restoreDays})
          and not exists (select from app.tenants t where t.id = tenant_id and t.legal_hold) limit ${notesAtOnce})`.execute(tx);
      return Number(numAffectedRows ?? 0n);
    });
    notes += removed;
    if (removed < notesAtOnce) break;
  }
  const rest = await withSystem(database, async (tx) => ({
    drafts: await affected(
      sql`delete from app.drafts where updated_at < now() - make_interval(days => ${limits.draftDays})`.execute(tx),
    ),
    idempotencyKeys: await affected(
      sql`delete from app.idempotency_keys where created_at < now() - make_interval(hours => ${limits.idempotencyHours})`.execute(
        tx,
      ),
    ),
    pageViews: await affected(
      sql`delete from app.page_views where viewed_at < now() - make_interval(days => ${pageViewDays})`.execute(tx),
    ),
    imports: await affected(
      sql`delete from app.catalogue_imports where created_at < now() - make_interval(days => ${importDays})`.execute(tx),
    ),
    // Files that never came whole, and those that nobody took.
    editFiles: await affected(
      sql`delete from app.edit_files where state in ('sending', 'failed', 'preview') and created_at < now() - make_interval(days => ${importDays})`.execute(
        tx,
      ),
    ),
    exports: await purgeExports(tx),
    webhookMessages: await affected(
      sql`delete from app.webhook_messages where state <> 'waiting' and settled_at < now() - make_interval(days => ${limits.webhookMessageDays})`.execute(
        tx,
      ),
    ),
    // Their document never came.
    binaries: await affected(sql`delete from app.fhir_binaries where created_at < now() - interval '1 day'`.execute(tx)),
  }));
  return { notes, ...rest };
}

const affected = async (result: Promise<{ numAffectedRows?: bigint }>): Promise<number> =>
  Number((await result).numAffectedRows ?? 0n);

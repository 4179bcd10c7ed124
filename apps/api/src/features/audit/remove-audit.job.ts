import { auditEvents } from '@incisive/contract/audit-events';
import { sql } from 'kysely';
import type { Database, Tx } from '../../db/client.ts';
import { locks } from '../../db/locks.ts';
import { platformTenantId, withSystem } from '../../db/tenant.ts';
import { writeAudit } from '../../http/audit-trail.ts';
import { type AuditChain, type ChainHead, readFloor } from './audit-chain.ts';

/** So many rows in one transaction. */
const rowsAtOnce = 10_000;

/**
 * Removes audit rows that are older than `years`, in the order in which they were sealed, and tells how many in a row of its own. The
 * newest seal stays. Where the beginning of the chain is not as it was sealed, nothing goes.
 */
export async function removeOldAudit(database: Database, chain: AuditChain, years: number): Promise<number> {
  let removed = 0;
  for (;;) {
    const rows = await withSystem(database, (tx) => removeSome(tx, chain, years));
    removed += rows;
    if (rows < rowsAtOnce) return removed;
  }
}

async function removeSome(tx: Tx, chain: AuditChain, years: number): Promise<number> {
  // The sealer reads the last seal; it and another remover wait.
  await sql`select pg_advisory_xact_lock(${locks.auditSealer})`.execute(tx);
  const floor = await readFloor(tx);
  if (floor && !chain.holdsFloor(floor)) return 0;
  const { rows } = await sql<{ seq: number; audit_id: number; hash: string }>`
    with next as (select seq, audit_id, hash from app.audit_seals order by seq limit ${rowsAtOnce}),
         young as (select min(n.seq) as seq from next n join app.audit_log l on l.id = n.audit_id
                    where l.recorded > now() - make_interval(years => ${years}))
    select seq, audit_id, encode(hash, 'hex') as hash from next
     where seq < coalesce((select seq from young), 'infinity'::float8) and seq < (select max(seq) from app.audit_seals)
     order by seq desc limit 1`.execute(tx);
  const last: ChainHead | undefined = rows[0];
  if (!last) return 0;
  const done = await sql<{ n: number }>`
    select app.remove_audit_rows(${last.seq}, ${years}, ${chain.floorMac(last)}) as n`.execute(tx);
  const removed = Number(done.rows[0]?.n ?? 0);
  await writeAudit(tx, [
    {
      type: 'audit_removed',
      action: auditEvents.audit_removed,
      outcome: 'success',
      tenant_id: platformTenantId,
      request_id: 'audit-retention',
      detail: `${removed} rows over ${years} years old, up to seal ${last.seq}`,
    },
  ]);
  return removed;
}

import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '../../db/client.ts';

/** An audit row as it is hashed: every column as the text that PostgreSQL gives for it. */
export interface ChainRow {
  readonly id: number;
  readonly tenant_id: string;
  readonly recorded: string;
  readonly type: string;
  readonly action: string;
  readonly outcome: string;
  readonly user_id: string | null;
  readonly who: string | null;
  readonly role: string | null;
  readonly network: string | null;
  readonly request_id: string;
  readonly entity: readonly string[];
  readonly detail: string | null;
}

/** The hash before the first row. */
export const chainStart: Buffer = createHash('sha256').update('incisive audit chain').digest();

/** h(n) = SHA-256(h(n-1) followed by the row as a JSON array). */
export function chainHash(previous: Buffer, row: ChainRow): Buffer {
  const content = JSON.stringify([
    row.id,
    row.tenant_id,
    row.recorded,
    row.type,
    row.action,
    row.outcome,
    row.user_id,
    row.who,
    row.role,
    row.network,
    row.request_id,
    row.entity,
    row.detail,
  ]);
  return createHash('sha256').update(previous).update(content).digest();
}

/** The columns of a chain row. A JavaScript date would lose the microseconds, so the time comes as text. */
export const chainColumns = sql.raw(
  `l.id, l.tenant_id::text, to_char(l.recorded at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as recorded,
   l.type, l.action, l.outcome, l.user_id::text, l.who, l.role, l.network, l.request_id, l.entity, l.detail`,
);

export async function chainHead(tx: Tx): Promise<{ seq: number; hash: Buffer }> {
  const last = await tx.selectFrom('app.audit_seals').select(['seq', 'hash']).orderBy('seq', 'desc').limit(1).executeTakeFirst();
  return last ?? { seq: 0, hash: chainStart };
}

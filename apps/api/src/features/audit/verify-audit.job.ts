import { sql } from 'kysely';
import type { Database } from '../../db/client.ts';
import { withSystem } from '../../db/tenant.ts';
import { type ChainRow, chainColumns, chainHash, chainStart } from './audit-chain.ts';

const rowsAtOnce = 5000;

export interface ChainReport {
  readonly verified: number;
  /** Rows written since the last seal; a running server seals them within a second or two. */
  readonly unsealed: number;
  /** The hash of the last sealed row: kept elsewhere, it also shows that later rows were cut off. */
  readonly head: string;
  readonly firstBad: { readonly auditId: number; readonly reason: 'changed' | 'missing' } | null;
}

type Sealed = { [K in keyof ChainRow]: ChainRow[K] | null } & { audit_id: number; seq: number; hash: Buffer };

/** Walks the whole chain and compares; stops at the first row that is not as it was sealed. */
export async function verifyAudit(database: Database): Promise<ChainReport> {
  let previous = chainStart;
  let seq = 0;
  let verified = 0;
  for (;;) {
    const rows = await withSystem(database, async (tx) => {
      const found = await sql<Sealed>`
        select s.audit_id, s.seq, s.hash, ${chainColumns} from app.audit_seals s left join app.audit_log l on l.id = s.audit_id
         where s.seq > ${seq} order by s.seq limit ${rowsAtOnce}`.execute(tx);
      return found.rows;
    });
    for (const row of rows) {
      const expected = row.id === null ? null : chainHash(previous, row as ChainRow);
      if (expected === null || !expected.equals(row.hash))
        return {
          verified,
          unsealed: await countUnsealed(database),
          head: previous.toString('hex'),
          firstBad: { auditId: row.audit_id, reason: expected === null ? 'missing' : 'changed' },
        };
      previous = row.hash;
      seq = row.seq;
      verified += 1;
    }
    if (rows.length < rowsAtOnce) break;
  }
  return { verified, unsealed: await countUnsealed(database), head: previous.toString('hex'), firstBad: null };
}

function countUnsealed(database: Database): Promise<number> {
  return withSystem(database, async (tx) => {
    const { rows } = await sql<{
      n: number;
    }>`select count(*)::int as n from app.audit_log l where not exists (select from app.audit_seals s where s.audit_id = l.id)`.execute(
      tx,
    );
    return rows[0]?.n ?? 0;
  });
}

import { sql } from 'kysely';
import { BackupError } from '../../db/backup/archive.ts';
import type { Database, Tx } from '../../db/client.ts';
import { withSystem } from '../../db/tenant.ts';
import {
  type AuditChain,
  type ChainFloor,
  type ChainHead,
  type ChainRow,
  chainColumns,
  goesThrough,
  readFloor,
  sealableFrom,
} from './audit-chain.ts';

const rowsAtOnce = 5000;

/** Why a row does not hold, in words that follow its number. */
export const reasons = {
  changed: 'is not as it was sealed',
  missing: 'is gone from the log',
  'seal-missing': 'stands after a seal that is gone',
  'cut-off': 'was sealed, and the log or its seals end before it',
  'never-sealed': 'was never sealed although rows after it were: it was written past the product, or its seal is gone',
  'floor-moved': 'is named as the last that was removed for its age, which this installation did not seal',
  'unknown-number': 'has a number that the log never gave',
} as const;

interface BadRow {
  readonly auditId: number;
  readonly reason: keyof typeof reasons;
}

export interface ChainReport {
  readonly verified: number;
  /** Rows that were removed because their years were over. */
  readonly removed: number;
  /** Rows written since the last seal; a running server seals them within a second or two. */
  readonly unsealed: number;
  /** Numbers that were given and have no row: requests that were rolled back. */
  readonly gaps: number;
  readonly head: ChainHead | null;
  readonly firstBad: BadRow | null;
}

type Sealed = { [K in keyof ChainRow]: ChainRow[K] | null } & { audit_id: number; seq: number; hash: Buffer };

/**
 * Walks the whole chain and names the first row that does not hold.
 * @param kept Heads that were kept outside the database: the chain has to go through each.
 */
export async function verifyAudit(
  database: Database,
  chain: AuditChain,
  kept: readonly (ChainHead | null)[],
): Promise<ChainReport> {
  const floor = await withSystem(database, readFloor);
  const walked = await walk(database, chain, floor);
  return withSystem(database, async (tx) => {
    // These look at the whole log.
    await sql`set local statement_timeout = '10min'`.execute(tx);
    return {
      verified: walked.verified,
      removed: floor?.seq ?? 0,
      head: walked.head,
      ...(await numbers(tx, floor?.seq ?? 0)),
      firstBad: walked.firstBad ?? (await besideTheChain(tx, kept)),
    };
  });
}

/**
 * Looks at a database that was restored for a try.
 * @throws BackupError naming the first row that does not hold.
 */
export async function verifyRestored(restored: Database, chain: AuditChain): Promise<void> {
  const { firstBad } = await verifyAudit(restored, chain, []);
  if (firstBad)
    throw new BackupError(`In the restored backup row ${String(firstBad.auditId)} of the audit log ${reasons[firstBad.reason]}.`);
}

/** Every seal in its order, with the row that it seals. */
async function walk(
  database: Database,
  chain: AuditChain,
  floor: ChainFloor | null,
): Promise<{ verified: number; head: ChainHead | null; firstBad: BadRow | null }> {
  if (floor && !chain.holdsFloor(floor))
    return { verified: 0, head: null, firstBad: { auditId: floor.audit_id, reason: 'floor-moved' } };
  const removed = floor?.seq ?? 0;
  let previous = floor ? Buffer.from(floor.hash, 'hex') : chain.start;
  let head: ChainHead | null = null;
  let verified = 0;
  for (;;) {
    const after: number = removed + verified;
    const rows: Sealed[] = await withSystem(database, async (tx) => {
      const found = await sql<Sealed>`
        select s.audit_id, s.seq, s.hash, ${chainColumns} from app.audit_seals s left join app.audit_log l on l.id = s.audit_id
         where s.seq > ${after} order by s.seq limit ${rowsAtOnce}`.execute(tx);
      return found.rows;
    });
    for (const row of rows) {
      const wrong = judged(chain, previous, removed + verified + 1, row);
      if (wrong) return { verified, head, firstBad: { auditId: row.audit_id, reason: wrong } };
      previous = row.hash;
      verified += 1;
      head = { seq: row.seq, audit_id: row.audit_id, hash: row.hash.toString('hex') };
    }
    if (rows.length < rowsAtOnce) return { verified, head, firstBad: null };
  }
}

function judged(chain: AuditChain, previous: Buffer, seq: number, row: Sealed): BadRow['reason'] | null {
  if (row.seq !== seq) return 'seal-missing';
  if (row.id === null) return 'missing';
  return chain.hash(previous, seq, row as ChainRow).equals(row.hash) ? null : 'changed';
}

/** What a chain that holds in itself does not show: its end, rows that it never took in, numbers that nobody gave. */
async function besideTheChain(tx: Tx, kept: readonly (ChainHead | null)[]): Promise<BadRow | null> {
  const old = await first(
    tx,
    sql`l.recorded < ${sealableFrom} and not exists (select from app.audit_seals s where s.audit_id = l.id)`,
  );
  if (old !== null) return { auditId: old, reason: 'never-sealed' };
  for (const head of kept) if (head && !(await goesThrough(tx, head))) return { auditId: head.audit_id, reason: 'cut-off' };
  const unknown = await first(tx, sql`l.id > ${lastNumber}`);
  return unknown === null ? null : { auditId: unknown, reason: 'unknown-number' };
}

async function first(tx: Tx, condition: ReturnType<typeof sql>): Promise<number | null> {
  const { rows } = await sql<{ id: number | null }>`select min(l.id) as id from app.audit_log l where ${condition}`.execute(tx);
  return rows[0]?.id ?? null;
}

const lastNumber = sql`coalesce(pg_sequence_last_value(pg_get_serial_sequence('app.audit_log', 'id')), 0)`;

async function numbers(tx: Tx, removed: number): Promise<{ unsealed: number; gaps: number }> {
  const { rows } = await sql<{ unsealed: number; gaps: number }>`
    select (count(*) filter (where s.audit_id is null))::int as unsealed, greatest(${lastNumber} - count(*) - ${removed}::bigint, 0)::int as gaps
      from app.audit_log l left join app.audit_seals s on s.audit_id = l.id`.execute(tx);
  return rows[0] ?? { unsealed: 0, gaps: 0 };
}

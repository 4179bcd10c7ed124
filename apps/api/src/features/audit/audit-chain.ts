import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Tx } from '../../db/client.ts';

/** An audit row as it is sealed: every column as the text that PostgreSQL gives for it. */
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

/** The last link of the chain. Kept outside the database it shows that what came before was cut off, or rebuilt. */
export interface ChainHead {
  readonly seq: number;
  readonly audit_id: number;
  /** Hexadecimal. */
  readonly hash: string;
}

const savedHead = z.object({ seq: z.int(), audit_id: z.int(), hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)) });

/** The last seal that was removed, as it was sealed. */
export interface ChainFloor extends ChainHead {
  readonly mac: Buffer;
}

/** The columns of a chain row. A JavaScript date would lose the microseconds, so the time comes as text. */
export const chainColumns = sql.raw(
  `l.id, l.tenant_id::text, to_char(l.recorded at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as recorded,
   l.type, l.action, l.outcome, l.user_id::text, l.who, l.role, l.network, l.request_id, l.entity, l.detail`,
);

/** The audit log is not as it was sealed: somebody has to look at it. */
export class AuditChainError extends Error {
  override readonly name = 'AuditChainError';
}

/**
 * h(n) = HMAC-SHA-256(key, h(n-1), n and the row as a JSON array), under a key made of the installation's secret: who holds the database
 * alone can neither change a row nor make a seal. The head is kept in DATA_DIR.
 */
export class AuditChain {
  readonly #key: Buffer;
  readonly #file: string;
  readonly start: Buffer;

  constructor(secret: string, dataDir: string) {
    this.#key = Buffer.from(hkdfSync('sha256', secret, 'incisive', 'audit chain', 32));
    this.#file = path.join(dataDir, 'audit-head');
    this.start = createHmac('sha256', this.#key).update('start').digest();
  }

  hash(previous: Buffer, seq: number, row: ChainRow): Buffer {
    const content = JSON.stringify([
      seq,
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
    return createHmac('sha256', this.#key).update(previous).update(content).digest();
  }

  /** The seal of where the log begins, once older rows were removed. */
  floorMac({ seq, audit_id, hash }: ChainHead): Buffer {
    return createHmac('sha256', this.#key)
      .update(JSON.stringify(['floor', seq, audit_id, hash]))
      .digest();
  }

  holdsFloor(floor: ChainFloor): boolean {
    const mac = this.floorMac(floor);
    return mac.length === floor.mac.length && timingSafeEqual(mac, floor.mac);
  }

  /**
   * The head that DATA_DIR keeps; null where none was kept yet.
   * @throws AuditChainError when the file cannot be understood.
   */
  async savedHead(): Promise<ChainHead | null> {
    const text = await readFile(this.#file, 'utf8').catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
      throw error;
    });
    if (text === null) return null;
    const head = readHead(text);
    if (!head) throw new AuditChainError(`${this.#file} is not the head of an audit chain. Bring it back from a copy.`);
    return head;
  }

  async save(head: ChainHead): Promise<void> {
    await mkdir(path.dirname(this.#file), { recursive: true, mode: 0o710 });
    const next = `${this.#file}.${process.pid}`;
    await writeFile(next, `${JSON.stringify(head)}\n`, { mode: 0o600 });
    await rename(next, this.#file);
  }
}

/** A head as it is kept in DATA_DIR, logged and mailed; null for anything else. */
export function readHead(text: string): ChainHead | null {
  try {
    const { seq, audit_id, hash } = savedHead.parse(JSON.parse(text));
    return { seq, audit_id, hash };
  } catch {
    return null;
  }
}

/** The last seal of the database. */
export async function lastSeal(tx: Tx): Promise<ChainHead | null> {
  const last = await tx
    .selectFrom('app.audit_seals')
    .select(['seq', 'audit_id', 'hash'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last ? { seq: last.seq, audit_id: last.audit_id, hash: last.hash.toString('hex') } : null;
}

/** Where the log begins; null where it still begins at its first row. */
export async function readFloor(tx: Tx): Promise<ChainFloor | null> {
  const floor = await tx.selectFrom('app.audit_floor').select(['seq', 'audit_id', 'hash', 'mac']).executeTakeFirst();
  return floor ? { ...floor, hash: floor.hash.toString('hex') } : null;
}

/** Whether the chain still goes through a head that was kept elsewhere. */
export async function goesThrough(tx: Tx, head: ChainHead): Promise<boolean> {
  const seal = await tx.selectFrom('app.audit_seals').select(['audit_id', 'hash']).where('seq', '=', head.seq).executeTakeFirst();
  return seal?.audit_id === head.audit_id && seal.hash.toString('hex') === head.hash;
}

/**
 * From when on an unsealed row may still be sealed: rows become visible in another order than they got their numbers, but never an hour
 * late. What is older was written past the product. Null before the first seal.
 */
export const sealableFrom = sql`(select h.recorded - interval '1 hour' from app.audit_seals s join app.audit_log h on h.id = s.audit_id
  order by s.seq desc limit 1)`;

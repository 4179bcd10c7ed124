import type { ClaimFormat } from '@incisive/contract/cases';
import { auditEvents } from '@incisive/contract/audit-events';
import type { NoteExport } from '@incisive/contract/exports';
import type { NoteKind } from '@incisive/contract/notes';
import { can } from '@incisive/contract/roles';
import { type ZipEntry, zipStream } from '@incisive/documents';
import { sql } from 'kysely';
import type { Database, Tx } from '../../db/client.ts';
import { enqueue } from '../../jobs/job-queue.ts';
import { type Actor, readWithTenant, withSystem } from '../../db/tenant.ts';
import { type ClaimSource, disclosureOf, sumOf } from './exports.service.ts';
import { madeInOrder } from './made-in-order.ts';
import { readForExport, wordFile } from './word-files.service.ts';
import { AppError } from '../../http/app-error.ts';
import { writeAudit } from '../../http/audit-trail.ts';

/** The file lies in the database in pieces of this size; one is in memory at a time. */
const chunkBytes = 256 * 1024;
/** So many notes between two words of progress. */
const notesAtOnce = 10;
/** What fails or is cut off so often is given up: the person is told. */
const mostAttempts = 6;
/** An export that has not moved for so long has lost its worker. */
const stillSeconds = 45;

interface Order {
  readonly id: string;
  readonly attempt: number;
  readonly kind: NoteKind;
  readonly format: NoteExport['format'];
  readonly rowLimit: number;
  readonly noteIds: readonly string[];
  readonly actor: Pick<Actor, 'role' | 'tenantId' | 'userId'>;
}

/** Another attempt has taken the export over, or it was dropped: nothing more is to be done here. */
class Superseded extends Error {
  override readonly name = 'Superseded';
}

/**
 * Makes the zip of an order under the eyes of the person who gave it: what is not theirs to see when its turn comes is left out and
 * counted. Starts over each time: the attempt's number keeps the pieces of two from mixing. Repeating a finished one does nothing.
 */
export async function runExport<Claim extends { readonly tenantId: string }>(
  { database, claims }: { readonly database: Database; readonly claims: ClaimSource<Claim> },
  id: string,
  stop?: AbortSignal,
): Promise<void> {
  const order = await withSystem(database, (tx) => takeOrder(tx, id));
  if (!order) return;
  const file = new ExportFile(database, order);
  const entries =
    order.format === 'docx'
      ? wordEntries(database, order, file, stop)
      : claimEntries(database, claims, order, order.format, file, stop);
  try {
    for await (const bytes of zipStream(entries)) await file.add(bytes);
    await file.finish();
  } catch (error) {
    if (error instanceof Superseded) return;
    await withSystem(database, (tx) => giveBack(tx, order, stop?.aborted === true || order.attempt < mostAttempts));
    throw error;
  }
}

/** The order with this attempt's number, its file empty; null where there is nothing to do, or nobody to do it for. */
async function takeOrder(tx: Tx, id: string): Promise<Order | null> {
  const row = await tx
    .updateTable('app.exports')
    .set({
      state: 'running',
      attempt: sql<number>`attempt + 1`,
      done: 0,
      left_out: 0,
      bytes: 0,
      moved_at: sql<Date>`clock_timestamp()`,
    })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'running'])
    .returning(['attempt', 'kind', 'format', 'row_limit', 'note_ids', 'user_id', 'tenant_id'])
    .executeTakeFirst();
  if (!row) return null;
  await tx.deleteFrom('app.export_chunks').where('export_id', '=', id).execute();
  if (row.attempt > mostAttempts) {
    await giveUp(tx, id);
    return null;
  }
  const person = await tx
    .selectFrom('app.users as u')
    .innerJoin('app.tenants as t', 't.id', 'u.tenant_id')
    .select('u.role')
    .where('u.id', '=', row.user_id)
    .where('u.tenant_id', '=', row.tenant_id)
    .where('u.status', '=', 'active')
    .where('u.deleted_at', 'is', null)
    .where('t.active', '=', true)
    .executeTakeFirst();
  if (!person || !can(person.role, row.format === 'docx' ? 'notes.export' : 'claims.export')) {
    await tx.deleteFrom('app.exports').where('id', '=', id).execute();
    return null;
  }
  const actor = { role: person.role, tenantId: row.tenant_id, userId: row.user_id };
  return { id, attempt: row.attempt, kind: row.kind, format: row.format, rowLimit: row.row_limit, noteIds: row.note_ids, actor };
}

/** The next try starts over, if there is one. */
async function giveBack(tx: Tx, { id, attempt }: Order, again: boolean): Promise<void> {
  const row = await tx
    .updateTable('app.exports')
    .set({ state: 'waiting' })
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('state', '=', 'running')
    .returning('id')
    .executeTakeFirst();
  if (!row) return;
  await tx.deleteFrom('app.export_chunks').where('export_id', '=', id).execute();
  if (!again) await giveUp(tx, id);
}

/** The person is told in the list, the administrators by the audit log: what was ordered did not come to be. */
async function giveUp(tx: Tx, id: string): Promise<void> {
  const { tenant_id, user_id, note_ids, format } = await tx
    .updateTable('app.exports')
    .set({ state: 'failed' })
    .where('id', '=', id)
    .returning(['tenant_id', 'user_id', 'note_ids', 'format'])
    .executeTakeFirstOrThrow();
  const person = await tx.selectFrom('app.users').select(['username', 'role']).where('id', '=', user_id).executeTakeFirst();
  const { type, detail } = disclosureOf(format);
  await writeAudit(tx, [
    {
      tenant_id,
      type,
      action: auditEvents[type],
      outcome: 'failed',
      user_id,
      who: person?.username ?? null,
      role: person?.role ?? null,
      request_id: 'job',
      entity: [`export:${id}`],
      detail: `${detail} of ${note_ids.length} given up`,
    },
  ]);
}

/** The Word files of the notes that are still to be seen: a few in memory at a time, each read in a transaction of its own. */
async function* wordEntries(
  database: Database,
  order: Order,
  file: ExportFile,
  stop: AbortSignal | undefined,
): AsyncGenerator<ZipEntry> {
  const made = madeInOrder(order.noteIds, async (noteId) => {
    stop?.throwIfAborted();
    const exported = await readWithTenant(database, order.actor, (tx) => readForExport(tx, order.kind, noteId)).catch(nullIfGone);
    const bytes = exported && (await wordFile(exported, order.rowLimit));
    return { noteId, bytes, tenantId: exported?.note.tenant_id };
  });
  for await (const { noteId, bytes, tenantId } of made) {
    if (bytes) yield { name: `${noteId}.docx`, bytes };
    await file.looked(noteId, tenantId);
  }
}

/** Finished claims: a bundle as its turn comes, charges of all together. */
async function* claimEntries<Claim extends { readonly tenantId: string }>(
  database: Database,
  claims: ClaimSource<Claim>,
  order: Order,
  format: ClaimFormat,
  file: ExportFile,
  stop: AbortSignal | undefined,
): AsyncGenerator<ZipEntry> {
  const charges: Claim[] = [];
  const entries = (some: readonly Claim[]): ZipEntry[] =>
    claims.files(some, format).map(({ name, text }) => ({ name, bytes: Buffer.from(text) }));
  for (const noteId of order.noteIds) {
    stop?.throwIfAborted();
    const claim = await readWithTenant(database, order.actor, (tx) => claims.read(tx, noteId)).catch(nullIfGone);
    if (claim && format === 'csv') charges.push(claim);
    else if (claim) yield* entries([claim]);
    await file.looked(noteId, claim?.tenantId);
  }
  if (charges.length > 0) yield* entries(charges);
}

const nullIfGone = (error: unknown): null => {
  if (error instanceof AppError && error.code === 'not-found') return null;
  throw error;
};

/** The zip as it grows in the database, with its progress. */
class ExportFile {
  readonly #database: Database;
  readonly #order: Order;
  readonly #included: string[] = [];
  readonly #tenants: string[] = [];
  #parts: Uint8Array[] = [];
  #waiting = 0;
  #chunks = 0;
  #bytes = 0;
  #leftOut = 0;

  constructor(database: Database, order: Order) {
    this.#database = database;
    this.#order = order;
  }

  async add(bytes: Uint8Array): Promise<void> {
    for (let from = 0; from < bytes.length;) {
      const part = bytes.subarray(from, from + chunkBytes - this.#waiting);
      this.#parts.push(part);
      this.#waiting += part.length;
      from += part.length;
      if (this.#waiting === chunkBytes) await this.#write();
    }
  }

  /** A note's turn is over; without a tenant it was left out. */
  async looked(noteId: string, tenantId: string | undefined): Promise<void> {
    if (tenantId === undefined) this.#leftOut += 1;
    else {
      this.#included.push(noteId);
      this.#tenants.push(tenantId);
    }
    if (this.#done % notesAtOnce === 0) await withSystem(this.#database, (tx) => this.#mark(tx));
  }

  async finish(): Promise<void> {
    if (this.#waiting > 0) await this.#write();
    await withSystem(this.#database, (tx) =>
      this.#mark(tx, { state: 'ready', included: this.#included, included_tenants: this.#tenants }),
    );
  }

  get #done(): number {
    return this.#included.length + this.#leftOut;
  }

  async #write(): Promise<void> {
    const bytes = Buffer.concat(this.#parts);
    const { id, actor } = this.#order;
    const number = this.#chunks;
    await withSystem(this.#database, async (tx) => {
      await this.#mark(tx);
      await tx
        .insertInto('app.export_chunks')
        .values({ tenant_id: actor.tenantId, user_id: actor.userId, export_id: id, number, bytes, sha256: sumOf(bytes) })
        .execute();
    });
    this.#chunks += 1;
    this.#bytes += bytes.length;
    this.#parts = [];
    this.#waiting = 0;
  }

  /** Tells how far this attempt is, holding the row, so that no other attempt begins in the same transaction. */
  async #mark(tx: Tx, also: { state?: 'ready'; included?: string[]; included_tenants?: string[] } = {}): Promise<void> {
    const { numUpdatedRows } = await tx
      .updateTable('app.exports')
      .set({ done: this.#done, left_out: this.#leftOut, bytes: this.#bytes, moved_at: sql<Date>`clock_timestamp()`, ...also })
      .where('id', '=', this.#order.id)
      .where('attempt', '=', this.#order.attempt)
      .where('state', '=', 'running')
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new Superseded();
  }
}

/** Orders that stand still, since their job was lost with the queue or with its process, get a new one. One job too many does no harm. */
export function resumeExports(database: Database): Promise<number> {
  return withSystem(database, async (tx) => {
    const rows = await tx
      .selectFrom('app.exports')
      .select(['id', 'tenant_id'])
      .where('state', 'in', ['waiting', 'running'])
      .where('moved_at', '<', sql<Date>`clock_timestamp() - make_interval(secs => ${stillSeconds})`)
      .execute();
    for (const { id, tenant_id } of rows) await enqueue(tx, 'export', { tenant_id, export_id: id });
    return rows.length;
  });
}

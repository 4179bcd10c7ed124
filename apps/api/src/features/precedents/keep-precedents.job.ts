import { MARKS_VERSION } from '@incisive/engine';
import { sql } from 'kysely';
import type { Database, Tx } from '../../db/client.ts';
import { platformTenantId, withSystem } from '../../db/tenant.ts';
import { catalogueVersion } from '../../engine/catalogue-version.ts';
import type { Suggester } from '../../engine/suggester.ts';
import { followSettled } from './precedents.service.ts';
import { isSettled, writeMarks } from './precedents.store.ts';

/** Small parts, so that other requests of the engine get their turn between them. */
const notesAtOnce = 20;

interface Settled {
  readonly id: string;
  readonly tenant_id: string;
  readonly version: number;
  readonly text: string;
  /** Whether it is found by nothing yet, or its marks are of another text or way. */
  readonly settled_at: Date;
}

/** A settled note that is not found by what it is about. */
const missing = (tenantId: string) => sql`n.tenant_id = ${tenantId}::uuid and n.kind = 'op' and ${isSettled('n')}
  and not exists (select from app.note_marks m where m.note_id = n.id and m.text_version = n.version and m.marks_version = ${MARKS_VERSION}
    and (m.keys = '{}' or exists (select from app.precedent_keys k where k.tenant_id = n.tenant_id and k.note_id = n.id)))`;

/** Found by its keys, and settled no more. */
const unsettled = (tenantId: string) => sql`k.tenant_id = ${tenantId}::uuid
  and not exists (select from app.notes n where n.id = k.note_id and ${isSettled('n')})`;

/** Makes every settled note of a tenant findable by what it is about, and takes out those that are settled no more. Repeatable. */
export async function keepPrecedents(
  database: Database,
  suggester: Suggester,
  tenantId: string,
): Promise<{ kept: number; removed: number }> {
  if (tenantId === platformTenantId) return { kept: 0, removed: 0 };
  const removed = await withSystem(database, async (tx) => {
    const { numAffectedRows } = await sql`delete from app.precedent_keys k where ${unsettled(tenantId)}`.execute(tx);
    return Number(numAffectedRows ?? 0n);
  });
  let kept = 0;
  for (;;) {
    const { notes, catalogue } = await withSystem(database, async (tx) => ({
      notes: await readMissing(tx, tenantId),
      catalogue: await catalogueVersion(tx),
    }));
    if (notes.length === 0) return { kept, removed };
    const marks = await suggester.marks(
      notes.map(({ text }) => text),
      catalogue,
    );
    await withSystem(database, async (tx) => {
      for (const [at, note] of notes.entries()) {
        const own = marks[at];
        // Gone or changed meanwhile: the next round, or its deletion, sees to it.
        if (!own || !(await isThere(tx, note))) continue;
        await writeMarks(tx, note, own);
        await sql`delete from app.precedent_keys where tenant_id = ${tenantId}::uuid and note_id = ${note.id}::uuid`.execute(tx);
        await sql`insert into app.precedent_keys (tenant_id, key, settled_at, note_id)
          select ${tenantId}::uuid, key, ${note.settled_at}, ${note.id}::uuid from unnest(${[...own.keys]}::int[]) as key`.execute(
          tx,
        );
      }
    });
    kept += notes.length;
  }
}

async function readMissing(tx: Tx, tenantId: string): Promise<Settled[]> {
  const { rows } = await sql<Settled>`
    select n.id, n.tenant_id, n.version, n.text, coalesce((
             select max(e.created_at) from app.training_examples e where e.note_id = n.id and e.kind = 'submitted' and e.undone_at is null),
             (select max(c.finished_at) from app.cases c where c.note_id = n.id), n.updated_at) as settled_at
      from app.notes n where ${missing(tenantId)} order by n.id limit ${notesAtOnce}`.execute(tx);
  return rows;
}

async function isThere(tx: Tx, { id, version }: Settled): Promise<boolean> {
  const { rows } =
    await sql`select from app.notes where id = ${id}::uuid and version = ${version} and deleted_at is null for share`.execute(tx);
  return rows.length > 0;
}

/** Asks for the work of every tenant that has some: settled before there were precedents, or lost with the queue. */
export async function findMissingPrecedents(database: Database): Promise<number> {
  const tenants = await withSystem(database, (tx) =>
    tx.selectFrom('app.tenants').select('id').where('platform', '=', false).where('deleted_at', 'is', null).execute(),
  );
  let asked = 0;
  for (const { id } of tenants) {
    await withSystem(database, async (tx) => {
      const { rows } = await sql<{ work: boolean }>`select exists (select from app.notes n where ${missing(id)})
        or exists (select from app.precedent_keys k where ${unsettled(id)}) as work`.execute(tx);
      if (!rows[0]?.work) return;
      await followSettled(tx, id);
      asked += 1;
    });
  }
  return asked;
}

import { sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
import { lockOf } from '../../db/locks.ts';

/** By which another system knows a document. */
export interface SourceId {
  readonly system: string;
  readonly value: string;
}

/** The note that one of these identifiers stands for. Whoever else comes with one of them at this moment waits. */
export async function noteOfSources(tx: Tx, tenantId: string, ids: readonly SourceId[]): Promise<string | null> {
  const names = ids.map(({ system, value }) => `${tenantId} ${system}|${value}`).toSorted((a, b) => (a < b ? -1 : 1));
  for (const name of names) await sql`select pg_advisory_xact_lock(${lockOf('noteSource', name)})`.execute(tx);
  for (const { system, value } of ids) {
    // A note that was deleted is hidden here: its document may come again.
    const { rows } = await sql<{ id: string }>`select n.id from app.note_sources s join app.notes n on n.id = s.note_id
      where s.tenant_id = ${tenantId} and s.system = ${system} and s.value = ${value} and n.deleted_at is null`.execute(tx);
    if (rows[0]) return rows[0].id;
  }
  return null;
}

export async function saveSources(tx: Tx, tenantId: string, noteId: string, ids: readonly SourceId[]): Promise<void> {
  for (const { system, value } of ids)
    await sql`insert into app.note_sources (tenant_id, system, value, note_id) values (${tenantId}, ${system}, ${value}, ${noteId})
      on conflict (tenant_id, system, value) do update set note_id = excluded.note_id`.execute(tx);
}

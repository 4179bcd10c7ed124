import { sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
import { lockOf } from '../../db/locks.ts';

/** By which another system knows a document. */
export interface SourceId {
  readonly system: string;
  readonly value: string;
}

/** By what this server itself knows a document that came by HL7: its text, and the message that brought it. No other system is told. */
export const hl7Systems = { text: 'urn:incisive:hl7:text', message: 'urn:incisive:hl7:message' } as const;

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

/** The identifier of a system that came to a note last. */
export async function newestSource(tx: Tx, noteId: string, system: string): Promise<string | null> {
  const { rows } = await sql<{ value: string }>`select value from app.note_sources
    where note_id = ${noteId} and system = ${system} order by created_at desc limit 1`.execute(tx);
  return rows[0]?.value ?? null;
}

export async function saveSources(tx: Tx, tenantId: string, noteId: string, ids: readonly SourceId[]): Promise<void> {
  for (const { system, value } of ids)
    await sql`insert into app.note_sources (tenant_id, system, value, note_id) values (${tenantId}, ${system}, ${value}, ${noteId})
      on conflict (tenant_id, system, value) do update set note_id = excluded.note_id`.execute(tx);
}

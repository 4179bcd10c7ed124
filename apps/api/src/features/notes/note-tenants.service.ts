import type { NoteKind } from '@incisive/contract/notes';
import type { Tx } from '../../db/client.ts';
import { getNotes } from './notes.store.ts';

/**
 * The tenants of notes that the actor may see, by note id, for features that pass notes on.
 * @throws AppError `not-found` when one of them is not the actor's to see.
 */
export async function tenantsOfNotes(tx: Tx, kind: NoteKind, ids: readonly string[]): Promise<Map<string, string>> {
  return new Map((await getNotes(tx, kind, ids)).map((note) => [note.id, note.tenant_id]));
}

/** How many notes of each kind these users created, among those that the actor sees: one grouped query. */
export async function noteCountsOfCreators(tx: Tx, userIds: readonly string[]): Promise<Map<string, Record<NoteKind, number>>> {
  const counts = new Map<string, Record<NoteKind, number>>(userIds.map((id) => [id, { op: 0, ed: 0 }]));
  if (userIds.length === 0) return counts;
  const rows = await tx
    .selectFrom('app.notes')
    .select((row) => ['created_by_id', 'kind', row.fn.countAll<number>().as('n')])
    .where('created_by_id', 'in', [...userIds])
    .where('deleted_at', 'is', null)
    .groupBy(['created_by_id', 'kind'])
    .execute();
  for (const row of rows) counts.get(row.created_by_id)![row.kind] = Number(row.n);
  return counts;
}

import type { NoteKind } from '@incisive/contract/notes';
import type { Tx } from '../../db/client.ts';

/** How many notes of each kind these tenants have: from the kept counts. */
export async function noteCountsOfTenants(tx: Tx, tenantIds: readonly string[]): Promise<Map<string, Record<NoteKind, number>>> {
  const counts = new Map<string, Record<NoteKind, number>>(tenantIds.map((id) => [id, { op: 0, ed: 0 }]));
  if (tenantIds.length === 0) return counts;
  const rows = await tx
    .selectFrom('app.note_counts')
    .select((row) => ['tenant_id', 'kind', row.fn.sum<number>('n').as('n')])
    .where('tenant_id', 'in', [...tenantIds])
    .groupBy(['tenant_id', 'kind'])
    .execute();
  for (const row of rows) counts.get(row.tenant_id)![row.kind] = Number(row.n);
  return counts;
}

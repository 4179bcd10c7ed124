import type { Precedent } from '@incisive/contract/precedents';
import { type Actor, platformTenantId, withTenant } from '../../db/tenant.ts';
import type { Deps } from '../../deps.ts';
import { catalogueVersion } from '../../engine/catalogue-version.ts';
import type { AuditTrail } from '../../http/context.ts';
import type { Tx } from '../../db/client.ts';
import { enqueue } from '../../jobs/job-queue.ts';
import { getNote } from '../notes/notes.service.ts';
import { findPrecedents, readMarks, writeMarks } from './precedents.store.ts';

/** The tenant's settled notes that are like this one; a note without a tenant has none. */
export async function precedentsOf(
  deps: Deps,
  actor: Actor,
  noteId: string,
  audit: AuditTrail,
): Promise<{ results: Precedent[] }> {
  const seen = await withTenant(deps.database, actor, async (tx) => {
    const note = await getNote(tx, 'op', noteId);
    if (note.tenant_id === platformTenantId) return { note, results: [] };
    const marks = await readMarks(tx, note);
    if (!marks) return { note, catalogue: await catalogueVersion(tx) };
    return { note, results: await findPrecedents(tx, note, marks) };
  });
  const results = seen.results ?? (await readAndFind(deps, actor, seen.note, seen.catalogue));
  audit.entity(`note:${noteId}`, ...results.map(({ id }) => `note:${id}`));
  audit.tenant(seen.note.tenant_id);
  return { results };
}

/** Asks the engine what the note is about, outside any transaction, and keeps it. */
async function readAndFind(
  deps: Deps,
  actor: Actor,
  note: { id: string; tenant_id: string; version: number; text: string },
  catalogue: number,
): Promise<Precedent[]> {
  const [marks] = await deps.suggester.marks([note.text], catalogue);
  if (!marks) return [];
  return withTenant(deps.database, actor, async (tx) => {
    // Deleted or hidden meanwhile: nothing is kept of it.
    const now = await getNote(tx, 'op', note.id);
    await writeMarks(tx, { ...note, tenant_id: now.tenant_id }, marks);
    return findPrecedents(tx, now, marks);
  });
}

/** To be called in the transaction that settles a note, or takes that back. */
export async function followSettled(tx: Tx, tenantId: string): Promise<void> {
  if (tenantId !== platformTenantId) await enqueue(tx, 'precedents', { tenant_id: tenantId });
}

import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { withConnection } from '../../db/connection.ts';
import { locks } from '../../db/locks.ts';
import { type Database, unhurriedly } from '../../db/client.ts';
import { enqueue } from '../../jobs/job-queue.ts';
import { withSystem } from '../../db/tenant.ts';
import { outdatedNotes } from './freshness.store.ts';
import type { Suggester } from '../../engine/suggester.ts';
import { type SeenNote, computeSuggestions, saveSuggestions, seeNote } from './suggestions.service.ts';
import { learnerFor } from './suggestions.store.ts';

/** So many notes, or so long, in one job; the rest goes to the end of the line, so that tenants take turns. */
const notesAtOnce = 100;
const runMilliseconds = 60_000;
/** With another process at the same tenant, look again after so long. */
const waitSeconds = 30;
/** After each note the engine is left to people for twice as long as the note took, within these bounds. */
const restShare = 2;
const leastRestMilliseconds = 10;
const mostRestMilliseconds = 1000;

export interface Resuggested {
  readonly computed: number;
  readonly failed: number;
  /** Whether another job was put in for the rest. */
  readonly more: boolean;
}

/** Puts in a job for each tenant that has outdated suggestions; answers how many. What was lost with the queue is found here too. */
export async function findOutdated(database: Database, suggester: Suggester): Promise<number> {
  const tenants = await withSystem(database, (tx) =>
    tx.selectFrom('app.tenants').select('id').where('deleted_at', 'is', null).execute(),
  );
  let found = 0;
  for (const { id } of tenants) {
    const outdated = await withSystem(database, async (tx) => {
      const any = (await listOutdated(tx, suggester, id, 1)).length > 0;
      if (any) await enqueue(tx, 'resuggest', { tenant_id: id });
      return any;
    });
    if (outdated) found += 1;
  }
  return found;
}

/** In a large tenant without outdated notes all of them are looked at: nobody waits for it. */
async function listOutdated(...[tx, ...asked]: Parameters<typeof outdatedNotes>): Promise<string[]> {
  await sql`select set_config('statement_timeout', '60s', true)`.execute(tx);
  return unhurriedly(() => outdatedNotes(tx, ...asked));
}

/**
 * Recomputes a tenant's outdated suggestions, newest note first, one at a time and each with the versions of its own moment. How far it
 * is stands in the notes' caches alone, so that it may be cut off and begun again anywhere. One process at a time does it for a tenant.
 */
export async function resuggestTenant(
  database: Database,
  suggester: Suggester,
  tenantId: string,
  stopping?: AbortSignal,
): Promise<Resuggested> {
  // The lock goes with its connection.
  return withConnection(database.directConnection, async (holder) => {
    const { rows } = await holder.query<{ got: boolean }>('select pg_try_advisory_lock($1::int, hashtext($2)) as got', [
      locks.resuggest,
      tenantId,
    ]);
    if (!rows[0]?.got) {
      await withSystem(database, (tx) => enqueue(tx, 'resuggest', { tenant_id: tenantId }, waitSeconds));
      return { computed: 0, failed: 0, more: true };
    }
    return computeSome(database, suggester, tenantId, stopping);
  });
}

async function computeSome(
  database: Database,
  suggester: Suggester,
  tenantId: string,
  stopping: AbortSignal | undefined,
): Promise<Resuggested> {
  const ids = await withSystem(database, (tx) => listOutdated(tx, suggester, tenantId, notesAtOnce));
  const until = performance.now() + runMilliseconds;
  let [computed, failed, looked] = [0, 0, 0];
  let failure: unknown;
  for (const id of ids) {
    if (stopping?.aborted || performance.now() > until) break;
    looked += 1;
    try {
      const milliseconds = await computeOne(database, suggester, tenantId, id);
      if (milliseconds === null) continue;
      computed += 1;
      await pause(Math.min(mostRestMilliseconds, Math.max(leastRestMilliseconds, milliseconds * restShare)));
    } catch (error) {
      // One note that fails does not keep the others waiting.
      failed += 1;
      failure = error;
    }
  }
  if (failed > 0 && computed === 0) throw failure;
  const more = looked < ids.length || (ids.length === notesAtOnce && computed > 0);
  if (more) await withSystem(database, (tx) => enqueue(tx, 'resuggest', { tenant_id: tenantId }));
  return { computed, failed, more };
}

/** Answers the engine's time, null when there was nothing to do any more or the text was changed meanwhile. */
async function computeOne(database: Database, suggester: Suggester, tenantId: string, id: string): Promise<number | null> {
  const found = await withSystem(database, async (tx) => {
    const note = await tx
      .selectFrom('app.notes')
      .select(['id', 'tenant_id', 'version', 'text'])
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (!note) return null;
    const seen: SeenNote = await seeNote(tx, suggester, note);
    return seen.fresh ? null : { seen, learned: await learnerFor(tx, suggester, tenantId, seen.key.model) };
  });
  if (!found) return null;
  const computed = await computeSuggestions(suggester, found.seen, found.learned);
  const kept = await withSystem(database, (tx) => saveSuggestions(tx, found.seen, computed));
  return kept ? computed.milliseconds : null;
}

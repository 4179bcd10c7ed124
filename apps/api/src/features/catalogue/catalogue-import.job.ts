import { AsyncLocalStorage } from 'node:async_hooks';
import type { ImportResult } from '@incisive/contract/cpt-codes';
import { type Insertable, sql } from 'kysely';
import { locks } from '../../db/locks.ts';
import { type Database, type Tx, unhurriedly } from '../../db/client.ts';
import { enqueue } from '../../jobs/job-queue.ts';
import type { AuditLogTable } from '../../db/schema.ts';
import { type Actor, platformTenantId, withSystem } from '../../db/tenant.ts';
import { writeAudit } from '../../http/audit-trail.ts';
import { outdateAll } from '../suggestions/suggestions.service.ts';

/** The good lines of a file and what is known of the others. */
export interface ImportPayload {
  readonly codes: readonly string[];
  readonly descriptions: readonly string[];
  readonly refused: number;
  readonly lines: ImportResult['lines'];
}

/** The job only matters if the request's own process dies: until then that process is at work. */
const rescueSeconds = 120;
/** So many codes between two words of progress. */
const codesAtOnce = 2000;

type AuditBase = Omit<Insertable<AuditLogTable>, 'detail'>;

/** Keeps the file's content and a job that finishes it should this process not: nothing is lost by a restart. */
export function beginImport(database: Database, actor: Actor, payload: ImportPayload): Promise<string> {
  const audit: AuditBase = {
    tenant_id: platformTenantId,
    type: 'catalogue_change',
    action: 'U',
    outcome: 'success',
    user_id: actor.userId,
    who: actor.username,
    role: actor.role,
    network: actor.address,
    request_id: actor.requestId,
    entity: ['catalogue'],
  };
  return withSystem(database, async (tx) => {
    const { id } = await tx
      .insertInto('app.catalogue_imports')
      .values({
        state: 'waiting',
        payload: JSON.stringify(payload),
        audit: JSON.stringify(audit),
        created_by: actor.username,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await enqueue(tx, 'import', { import_id: id }, rescueSeconds);
    return id;
  });
}

/** Nothing comes of an import that was dropped, also not by its job. */
export async function dropImport(database: Database, id: string): Promise<void> {
  await withSystem(database, (tx) =>
    tx.deleteFrom('app.catalogue_imports').where('id', '=', id).where('state', '<>', 'done').execute(),
  );
}

/**
 * Brings an import to its end: all its good lines, the audit row and the result in one transaction. Repeating it does nothing more;
 * null when the import was dropped.
 */
export async function runImport(database: Database, id: string): Promise<ImportResult | null> {
  // Progress is told in transactions of their own, so that others see it while this one is open. Nothing depends on it.
  const beside = AsyncLocalStorage.snapshot();
  const tellProgress = (share: number): Promise<unknown> => beside(() => markRunning(database, id, share)).catch(() => undefined);
  try {
    return await unhurriedly(() =>
      withSystem(database, async (tx) => {
        // A file may wait for the one before it longer than a request may.
        await sql`select set_config('lock_timeout', '0', true), set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true)`.execute(
          tx,
        );
        await sql`select pg_advisory_xact_lock(${locks.catalogueImport})`.execute(tx);
        const row = await tx
          .selectFrom('app.catalogue_imports')
          .select(['state', 'payload', 'audit', 'result', 'created_by'])
          .where('id', '=', id)
          .executeTakeFirst();
        if (!row) return null;
        if (row.state === 'done') return row.result as ImportResult;
        const payload = row.payload as ImportPayload;
        const result = await putCodes(tx, payload, row.created_by, tellProgress);
        await writeAudit(tx, [
          {
            ...(row.audit as AuditBase),
            detail: `import ${id} added ${result.added} updated ${result.updated} refused ${result.refused}`,
          },
        ]);
        await tx
          .updateTable('app.catalogue_imports')
          .set({ state: 'done', progress: 1, result: JSON.stringify(result), payload: null })
          .where('id', '=', id)
          .execute();
        if (result.added + result.updated > 0) await outdateAll(tx);
        return result;
      }),
    );
  } catch (error) {
    await withSystem(database, (tx) => recordFailure(tx, id)).catch(() => undefined);
    throw error;
  }
}

const markRunning = (database: Database, id: string, progress: number): Promise<unknown> =>
  withSystem(database, (tx) =>
    tx
      .updateTable('app.catalogue_imports')
      .set({ state: 'running', progress })
      .where('id', '=', id)
      .where('state', '<>', 'done')
      .execute(),
  );

/** An attempt that came to nothing is recorded as well: what was asked for did not happen, and a later attempt has a row of its own. */
async function recordFailure(tx: Tx, id: string): Promise<void> {
  const row = await tx
    .updateTable('app.catalogue_imports')
    .set({ state: 'failed', progress: 0 })
    .where('id', '=', id)
    .where('state', '<>', 'done')
    .returning('audit')
    .executeTakeFirst();
  if (row) await writeAudit(tx, [{ ...(row.audit as AuditBase), outcome: 'failed', detail: `import ${id}` }]);
}

/** The codes of a file, a part at a time in the one transaction. */
async function putCodes(
  tx: Tx,
  payload: ImportPayload,
  by: string,
  progress: (share: number) => Promise<unknown>,
): Promise<ImportResult> {
  const total = payload.codes.length;
  let added = 0;
  let updated = 0;
  for (let from = 0; from < total; from += codesAtOnce) {
    await progress(from / total);
    const part = await putPart(tx, payload, by, from);
    added += part.added;
    updated += part.updated;
  }
  return { added, updated, unchanged: total - added - updated, refused: payload.refused, lines: [...payload.lines] };
}

async function putPart(tx: Tx, payload: ImportPayload, by: string, from: number): Promise<{ added: number; updated: number }> {
  const codes = payload.codes.slice(from, from + codesAtOnce);
  const descriptions = payload.descriptions.slice(from, from + codesAtOnce);
  const { rows } = await sql<{ added: number; updated: number }>`
    with put as (
      insert into app.cpt_codes as c (code, description, created_by)
      select code, description, ${by} from unnest(${codes}::text[], ${descriptions}::text[]) as given (code, description)
      on conflict (code) do update
        set description = excluded.description, retired_at = null, updated_by = excluded.created_by, updated_at = clock_timestamp()
        where c.description is distinct from excluded.description or c.retired_at is not null
      returning (xmax = 0) as added)
    select count(*) filter (where added)::int as added, count(*) filter (where not added)::int as updated from put`.execute(tx);
  return rows[0] ?? { added: 0, updated: 0 };
}

import { emptyLearner } from '@incisive/engine';
import { sql } from 'kysely';
import type { Tx } from '../../db/client.ts';

/**
 * Whether a row `e` of training_examples is the tenant's word on its note. A later one of the same kind replaces it; a note that was ever
 * trained is known by its Trains alone, also when they were taken back; a deleted note teaches nothing until it comes back.
 */
export const current = sql`e.undone_at is null
  and exists (select from app.notes live where live.id = e.note_id and live.deleted_at is null)
  and not exists (select from app.training_examples other where other.note_id = e.note_id and other.id <> e.id and (
    (e.kind = 'approved' and other.kind = 'submitted')
    or (other.kind = e.kind and other.undone_at is null and (other.created_at, other.id) > (e.created_at, e.id))))`;

/** Learned, but not the tenant's word any more. */
export const takenBack = sql`e.learned_version is not null and not (${current})`;

/** Not learned yet. */
export const waiting = sql`e.learned_version is null and ${current}`;

/** An engine of this version would take a model of another one for an empty one. */
const otherVersion = sql`m.state ->> 'version' is distinct from ${String(emptyLearner().version)}`;

const found = async (tx: Tx, condition: ReturnType<typeof sql>): Promise<boolean> => {
  const { rows } = await sql<{ found: boolean }>`select (${condition}) as found`.execute(tx);
  return rows[0]?.found ?? false;
};

/**
 * Whether a model has to be rebuilt: it was made by an engine of another version, something learned was taken back, or what waits is
 * older than something learned. Learning step by step then ends in the same state as learning everything in order.
 */
export const mustRebuild = (tx: Tx, tenantId: string): Promise<boolean> =>
  found(
    tx,
    sql`exists (select from app.learned_models m where m.tenant_id = ${tenantId}::uuid and ${otherVersion})
      or exists (select from app.training_examples e where e.tenant_id = ${tenantId}::uuid and (${takenBack} or (${waiting}
        and (e.created_at, e.id) < (select last.created_at, last.id from app.training_examples last
          where last.tenant_id = ${tenantId}::uuid and last.learned_version is not null
          order by last.created_at desc, last.id desc limit 1))))`,
  );

/** Whether there is anything to learn or to forget. */
export const hasWork = async (tx: Tx, tenantId: string): Promise<boolean> =>
  (await found(tx, sql`exists (select from app.training_examples e where e.tenant_id = ${tenantId}::uuid and ${waiting})`)) ||
  mustRebuild(tx, tenantId);

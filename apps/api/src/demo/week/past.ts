import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, Tx } from '../../db/client.ts';
import { withSystem } from '../../db/tenant.ts';

/**
 * Runs what somebody does with a note, and then dates what it left as if it had been done then. Steps of a note are made in the order of
 * their times, so that what came after what is true also of the rows.
 */
export async function inThePast<T>(database: Database, noteId: string, at: Date, run: () => Promise<T>): Promise<T> {
  const began = await withSystem(
    database,
    async (tx) => (await sql<{ now: Date }>`select clock_timestamp() as now`.execute(tx)).rows[0]!.now,
  );
  const result = await run();
  await withSystem(database, (tx) => redate(tx, noteId, began, at));
  return result;
}

async function redate(tx: Tx, noteId: string, began: Date, at: Date): Promise<void> {
  const case_ = sql`(select c.id from app.cases c where c.note_id = ${noteId})`;
  const asked = sql`(select q.id from app.queries q where q.note_id = ${noteId})`;
  // Days that were counted from today are counted from then.
  const from = sql`(${at}::timestamptz at time zone 'UTC')::date - (now() at time zone 'UTC')::date`;
  await sql`update app.cases set due_on = due_on + (${from}) where note_id = ${noteId}
    and exists (select from app.case_acts a where a.case_id = cases.id and a.acted_at >= ${began} and a.due_on is not null)`.execute(
    tx,
  );
  await sql`update app.cases set work_since = least(work_since, ${at}) where note_id = ${noteId} and work_since >= ${began}`.execute(
    tx,
  );
  await sql`update app.cases set finished_at = ${at} where note_id = ${noteId} and finished_at >= ${began}`.execute(tx);
  await sql`update app.case_acts set acted_at = ${at}, due_on = due_on + (${from}) where case_id in ${case_} and acted_at >= ${began}`.execute(
    tx,
  );
  await sql`update app.case_history set acted_at = ${at} where case_id in ${case_} and acted_at >= ${began}`.execute(tx);
  await sql`update app.case_met set met_at = ${at} where case_id in ${case_} and met_at >= ${began}`.execute(tx);
  await sql`update app.queries set due_on = due_on + (${from}), sent_at = ${at} where note_id = ${noteId} and sent_at >= ${began}`.execute(
    tx,
  );
  await sql`update app.query_versions set acted_at = ${at} where query_id in ${asked} and acted_at >= ${began}`.execute(tx);
  await sql`update app.case_comments set created_at = ${at} where note_id = ${noteId} and created_at >= ${began}`.execute(tx);
  await sql`update app.activity_stretches set began_at = ${at}::timestamptz - (ended_at - began_at), ended_at = ${at}
    where case_id in ${case_} and ended_at >= ${began}`.execute(tx);
  await sql`update app.training_examples set created_at = ${at} where note_id = ${noteId} and created_at >= ${began}`.execute(tx);
  await sql`update app.notes set updated_at = ${at} where id = ${noteId} and updated_at >= ${began}`.execute(tx);
  await sql`update app.notices set created_at = ${at} where created_at >= ${began}
    and (link = ${`/opnotes/${noteId}`} or link in (select '/queries/' || q.id from app.queries q where q.note_id = ${noteId}))`.execute(
    tx,
  );
  await redateVersion(tx, noteId, began, at);
}

/** A finished version says in its own bytes when it was finished, and its hash is of those. */
async function redateVersion(tx: Tx, noteId: string, began: Date, at: Date): Promise<void> {
  const { rows } = await sql<{ case_id: string; version: number; content: string }>`
    select v.case_id, v.version, v.content from app.case_versions v join app.cases c on c.id = v.case_id
     where c.note_id = ${noteId} and v.finished_at >= ${began}`.execute(tx);
  for (const { case_id, version, content } of rows) {
    const dated = JSON.stringify({ ...(JSON.parse(content) as object), finished_at: at.toISOString() });
    const sha256 = createHash('sha256').update(dated).digest('hex');
    await sql`update app.case_versions set finished_at = ${at}, content = ${dated}, sha256 = ${sha256}
      where case_id = ${case_id} and version = ${version}`.execute(tx);
  }
}

import { sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
import type { Suggester } from '../../engine/suggester.ts';

type Versions = Pick<Suggester, 'engineVersion' | 'knowledgeVersion'>;

/** Operative notes that are worked on: neither deleted nor settled by a Train. */
const openNotes = sql`app.notes n
  left join app.suggestion_cache c on c.note_id = n.id
  left join app.learned_models m on m.tenant_id = n.tenant_id
 where n.kind = 'op' and n.deleted_at is null
   and not exists (select from app.training_examples e where e.note_id = n.id and e.kind = 'submitted' and e.undone_at is null)`;

/** The cache's key as SQL: null where nothing was computed yet. */
const upToDate = ({ engineVersion, knowledgeVersion }: Versions) => sql`(c.text_version = n.version
  and c.engine_version = ${engineVersion} and c.knowledge_version = ${knowledgeVersion}
  and c.catalogue_version = (select version from app.catalogue_version) and c.model_version = coalesce(m.version, 0))`;

/** A tenant's open notes whose suggestions are outdated or absent, newest first. */
export async function outdatedNotes(tx: Tx, versions: Versions, tenantId: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select n.id from ${openNotes} and n.tenant_id = ${tenantId}::uuid and ${upToDate(versions)} is not true
     order by n.created_at desc, n.id desc limit ${limit}`.execute(tx);
  return rows.map((row) => row.id);
}

/** How many of the open notes that the caller may see have suggestions of now. */
export async function readFreshness(tx: Tx, versions: Versions): Promise<{ notes: number; up_to_date: number }> {
  const { rows } = await sql<{ notes: number; up_to_date: number }>`
    select count(*)::int as notes, count(*) filter (where ${upToDate(versions)})::int as up_to_date from ${openNotes}`.execute(
    tx,
  );
  return rows[0] ?? { notes: 0, up_to_date: 0 };
}

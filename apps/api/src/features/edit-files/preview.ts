import type { EditFile } from '@incisive/contract/edit-files';
import { sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
import { activeFiles, tableOf } from './edit-files.store.ts';
import type { FileFacts } from './readers/edit-file-reader.ts';

const daysLookedBack = 90;
const changesTold = 200;

/** What the file says otherwise than the one in force, for the codes that were approved on notes lately. */
export async function previewOf(tx: Tx, id: string, facts: FileFacts): Promise<NonNullable<EditFile['preview']>> {
  const active = (await activeFiles(tx, facts.kind)).filter((file) => file.part === facts.part);
  const before = active.find((file) => file.release === facts.release) ?? active[0];
  const table = sql.table(`app.${tableOf[facts.kind]}`);
  const says = sql`(to_jsonb(r) - 'file_id')::text`;
  // Diagnoses are not linked to notes, procedure codes are.
  const { rows } = await sql<{ in_use: number; code: string | null; what: 'added' | 'removed' | 'changed' }>`
    with used as materialized (
      select distinct code from app.code_links where state = 'APPROVED' and approved_at > now() - make_interval(days => ${daysLookedBack})),
    old as (select r.code, string_agg(${says}, ' ' order by ${says}) as words from ${table} r join used using (code)
             where r.file_id = ${before?.id ?? null}::uuid group by r.code),
    new as (select r.code, string_agg(${says}, ' ' order by ${says}) as words from ${table} r join used using (code)
             where r.file_id = ${id}::uuid group by r.code)
    select (select count(*)::int from used) as in_use, c.code, c.what from (select 1) as always left join (
      select coalesce(old.code, new.code) as code,
             case when old.code is null then 'added' when new.code is null then 'removed' else 'changed' end as what
        from old full join new using (code) where old.words is distinct from new.words order by 1) c on true`.execute(tx);
  const changes = rows.flatMap(({ code, what }) => (code === null ? [] : [{ code, what }]));
  return {
    before: before?.release ?? null,
    rows_before: before?.rows ?? null,
    codes_in_use: rows[0]?.in_use ?? 0,
    changed: changes.length,
    changes: changes.slice(0, changesTold),
  };
}

import type { EditFile } from '@incisive/contract/edit-files';
import { sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
import { activeFiles, tableOf } from './edit-files.store.ts';
import type { FileFacts } from './readers/edit-file-reader.ts';

const daysLookedBack = 90;
const changesTold = 200;
const casesTold = 50;

/** What the file says otherwise than the one in force, for the codes that were approved on notes lately. */
export async function previewOf(tx: Tx, id: string, facts: FileFacts): Promise<NonNullable<EditFile['preview']>> {
  const active = (await activeFiles(tx, facts.kind)).filter((file) => file.part === facts.part);
  const before = active.find((file) => file.release === facts.release) ?? active[0];
  const table = sql.table(`app.${tableOf[facts.kind]}`);
  const says = sql`(to_jsonb(r) - 'file_id')::text`;
  const { rows } = await sql<{ in_use: number; code: string | null; what: 'added' | 'removed' | 'changed' }>`
    with used as materialized (
      select code from app.code_links where state = 'APPROVED' and approved_at > now() - make_interval(days => ${daysLookedBack})
      union select l.code from app.case_lines l join app.cases c on c.id = l.case_id where c.finished_at is null
      union select d.icd from app.case_diagnoses d join app.cases c on c.id = d.case_id
             where c.finished_at is null and ${facts.kind} = 'icd'),
    old as (select r.code, string_agg(${says}, ' ' order by ${says}) as words from ${table} r join used using (code)
             where r.file_id = ${before?.id ?? null}::uuid group by r.code),
    new as (select r.code, string_agg(${says}, ' ' order by ${says}) as words from ${table} r join used using (code)
             where r.file_id = ${id}::uuid group by r.code)
    select (select count(*)::int from used) as in_use, c.code, c.what from (select 1) as always left join (
      select coalesce(old.code, new.code) as code,
             case when old.code is null then 'added' when new.code is null then 'removed' else 'changed' end as what
        from old full join new using (code) where old.words is distinct from new.words order by 1) c on true`.execute(tx);
  const changes = rows.flatMap(({ code, what }) => (code === null ? [] : [{ code, what }]));
  const cases = await openCases(
    tx,
    facts,
    changes.map((one) => one.code),
  );
  return {
    before: before?.release ?? null,
    rows_before: before?.rows ?? null,
    codes_in_use: rows[0]?.in_use ?? 0,
    changed: changes.length,
    changes: changes.slice(0, changesTold),
    cases_changed: cases.length,
    cases: cases.slice(0, casesTold),
  };
}

/** Open claims of days that the file covers, with the codes on them for which it says other things. */
async function openCases(tx: Tx, facts: FileFacts, codes: readonly string[]): Promise<{ note_id: string; codes: string[] }[]> {
  if (codes.length === 0) return [];
  const { rows } = await sql<{ note_id: string; codes: string[] }>`
    select c.note_id, array_agg(distinct b.code order by b.code) as codes
      from app.cases c join app.notes n on n.id = c.note_id and n.deleted_at is null
      join (select case_id, code, service_date from app.case_lines union all select case_id, icd, null from app.case_diagnoses) b
        on b.case_id = c.id
     where c.finished_at is null and coalesce(b.service_date, c.service_date) between ${facts.from} and ${facts.to}
       and b.code = any (${[...codes]}::text[])
     group by c.note_id order by min(c.service_date) desc, c.note_id`.execute(tx);
  return rows;
}

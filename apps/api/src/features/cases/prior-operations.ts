import type { PriorOperation } from '@incisive/rules';
import { sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
import type { StoredCase } from './cases.store.ts';

/** The longest global period, in days. */
const longestPeriod = 90;

/** What finished claims of the same patient at the same tenant say was done in the days whose global period may reach this claim, newest first. */
export async function priorOperations(tx: Tx, { row, doc }: StoredCase): Promise<PriorOperation[]> {
  const patient = doc.header.patient_number.trim();
  const dates = doc.lines.flatMap((line) => line.service_date ?? doc.header.service_date ?? []).toSorted();
  const [first, last] = [dates[0], dates.at(-1)];
  if (patient === '' || first === undefined) return [];
  const { rows } = await sql<PriorOperation>`
    select l.code, coalesce(l.service_date, c.service_date)::text as date, l.modifiers
      from app.cases c
      join app.notes n on n.id = c.note_id and n.deleted_at is null
      join app.case_lines l on l.case_id = c.id
     where c.tenant_id = ${row.tenant_id} and trim(c.patient_number) = ${patient} and c.note_id <> ${row.note_id}
       and c.finished_at is not null
       and coalesce(l.service_date, c.service_date) between ${first}::date - ${longestPeriod}::int and ${last}::date
     order by 2 desc, l.code`.execute(tx);
  return rows;
}

import { sql } from 'kysely';
import type { Database, Tx } from '../../db/client.ts';
import { withSystem } from '../../db/tenant.ts';
import type { JobData } from '../../jobs/job-queue.ts';
import { type EditFileRow, dropReplacedRows, getEditFile } from '../edit-files/edit-files.service.ts';
import { type Recheck, readCase } from './cases.store.ts';
import type { Checked } from './claim-check.ts';
import { checked } from './shown-claim.ts';

const claimsAtOnce = 20;
const noId = '00000000-0000-0000-0000-000000000000';

/**
 * Checks the open claims of the days that a new file speaks of by the files of before and by those of now, and keeps with each what
 * that changed. Rows of files that were replaced are deleted afterwards: until then they are what was before.
 */
export async function recheckClaims(database: Database, { file_id, before, after }: JobData['recheck']): Promise<void> {
  const file = await withSystem(database, (tx) => getEditFile(tx, file_id));
  if (!file) return;
  let last = noId;
  for (let full = true; full;) {
    const some = await withSystem(database, async (tx) => {
      const found = await openClaims(tx, file, last);
      for (const { note_id } of found) await recheck(tx, note_id, file, { before, after });
      return found;
    });
    last = some.at(-1)?.id ?? last;
    full = some.length === claimsAtOnce;
  }
  await withSystem(database, (tx) =>
    dropReplacedRows(
      tx,
      before.filter((id) => !after.includes(id)),
    ),
  );
}

async function openClaims(tx: Tx, file: EditFileRow, last: string): Promise<{ id: string; note_id: string }[]> {
  const { rows } = await sql<{ id: string; note_id: string }>`
    select c.id, c.note_id from app.cases c join app.notes n on n.id = c.note_id and n.deleted_at is null
     where c.id > ${last}::uuid and c.finished_at is null and c.revision > 0 and c.performer = 'surgeon'
       and (c.service_date between ${file.valid_from} and ${file.valid_to} or exists (
         select from app.case_lines l where l.case_id = c.id and l.service_date between ${file.valid_from} and ${file.valid_to}))
     order by c.id limit ${claimsAtOnce}`.execute(tx);
  return rows;
}

/** Errors and warnings by their keys; that a kind of file is missing is told by the claim itself. */
const told = ({ findings }: Checked): string[] =>
  findings.flatMap((one) => (one.severity === 'info' || one.reason === 'data.not-covered' ? [] : [one.key]));

async function recheck(
  tx: Tx,
  noteId: string,
  file: EditFileRow,
  files: { readonly before: readonly string[]; readonly after: readonly string[] },
): Promise<void> {
  const stored = await readCase(tx, noteId);
  if (!stored || stored.doc.lines.length === 0) return;
  const was = new Set(told(await checked(tx, stored, files.before)));
  const now = new Set(told(await checked(tx, stored, files.after)));
  const fresh = [...now].filter((key) => !was.has(key));
  const gone = [...was].filter((key) => !now.has(key));
  if (fresh.length + gone.length === 0) return;
  const { row } = stored;
  const kept: Recheck = {
    kinds: [...new Set([...(row.recheck?.kinds ?? []), file.kind!])],
    keys: [...new Set([...(row.recheck?.keys ?? []).filter((key) => now.has(key)), ...fresh])],
    gone: (row.recheck?.gone ?? 0) + gone.length,
  };
  await sql`update app.cases set recheck = ${JSON.stringify(kept)}::jsonb
    where id = ${row.id} and revision = ${row.revision} and finished_at is null`.execute(tx);
}

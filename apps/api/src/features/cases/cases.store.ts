import { type ClaimHeader, newHeader } from '@incisive/contract/cases';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
import type { Actor } from '../../db/tenant.ts';
import { meanwhile } from '../../db/transaction.ts';
import { type ClaimDoc, type DocLine, type Said } from './claim-doc.ts';
import type { StoredReading } from './claim-reading.ts';

export interface CaseRow extends ClaimHeader {
  readonly id: string;
  readonly tenant_id: string;
  readonly note_id: string;
  readonly left_out: string[];
  readonly acks: Record<string, Said>;
  readonly reading: StoredReading | null;
  readonly reading_of: string | null;
  readonly revision: number;
  readonly claim_version: number;
  readonly finished_by: string | null;
  readonly finished_at: Date | null;
  readonly recheck: Recheck | null;
}

/** What new published files changed on an open claim since somebody last worked on it. */
export interface Recheck {
  readonly kinds: readonly string[];
  /** Keys of findings that were not there before. */
  readonly keys: readonly string[];
  readonly gone: number;
}

export interface StoredCase {
  readonly row: CaseRow;
  readonly doc: ClaimDoc;
}

/** The case of a note with its claim, once that was begun. The note's row is the lock of whoever changes it. */
export async function readCase(tx: Tx, noteId: string): Promise<StoredCase | null> {
  const ofNote = sql`from app.cases where note_id = ${noteId} and performer = 'surgeon' and revision > 0`;
  const [{ rows }, lines, diagnoses] = await Promise.all([
    sql<CaseRow>`select * ${ofNote}`.execute(tx),
    sql<DocLine>`select id, code, units, modifiers, side, facts, dx, service_date, origin, settled, stale, evidence
      from app.case_lines where case_id = (select id ${ofNote}) order by position`.execute(tx),
    sql<{ icd: string; chosen_by: string }>`select icd, chosen_by from app.case_diagnoses
      where case_id = (select id ${ofNote}) order by position`.execute(tx),
  ]);
  const row = rows[0];
  if (!row) return null;
  const header = Object.fromEntries(Object.keys(newHeader).map((name) => [name, row[name as keyof ClaimHeader]]));
  return {
    row,
    doc: {
      header: header as unknown as ClaimHeader,
      lines: lines.rows,
      diagnoses: diagnoses.rows,
      leftOut: row.left_out,
      acks: row.acks,
    },
  };
}

/** Begins the claim of a case that has none. */
export async function insertCase(tx: Tx, note: { id: string; tenant_id: string }): Promise<StoredCase> {
  const begun = sql`insert into app.cases as c (tenant_id, note_id) values (${note.tenant_id}, ${note.id})
    on conflict (note_id, performer) do update set revision = 1 where c.revision = 0`;
  meanwhile(tx, begun);
  return (await readCase(tx, note.id))!;
}

/** Puts the claim in the place of the one before, with the history of it unless reading the note alone changed it. */
export function writeCase(
  tx: Tx,
  actor: Pick<Actor, 'userId' | 'username'>,
  { row, doc: before }: StoredCase,
  doc: ClaimDoc,
  act: { readonly action: string; readonly undoes?: number } | null,
): void {
  const { header } = doc;
  const write = (statement: RawBuilder<unknown>): void => meanwhile(tx, statement);
  const revision = row.revision + 1;
  write(sql`update app.cases set performer = ${header.performer}, service_date = ${header.service_date}, pos = ${header.pos},
    payer = ${header.payer}, bilateral = ${header.bilateral}, mod51 = ${header.mod51}, distinct_on = ${header.distinct_on},
    patient_number = ${header.patient_number}, encounter_number = ${header.encounter_number}, left_out = ${[...doc.leftOut]}::text[],
    acks = ${JSON.stringify(doc.acks)}::jsonb, revision = ${revision},
    recheck = case when ${act !== null && act.action !== 'codes'} then null else recheck end where id = ${row.id}`);
  if (doc.lines !== before.lines) {
    write(sql`delete from app.case_lines where case_id = ${row.id}`);
    const lines = doc.lines.map((line, at) => ({ ...line, position: at + 1, case_id: row.id, tenant_id: row.tenant_id }));
    write(
      sql`insert into app.case_lines select * from jsonb_populate_recordset(null::app.case_lines, ${JSON.stringify(lines)}::jsonb)`,
    );
  }
  if (doc.diagnoses !== before.diagnoses) {
    write(sql`delete from app.case_diagnoses where case_id = ${row.id}`);
    const diagnoses = doc.diagnoses.map((one, at) => ({ ...one, position: at + 1, case_id: row.id, tenant_id: row.tenant_id }));
    write(
      sql`insert into app.case_diagnoses select * from jsonb_populate_recordset(null::app.case_diagnoses, ${JSON.stringify(diagnoses)}::jsonb)`,
    );
  }
  if (act)
    write(sql`insert into app.case_history (tenant_id, case_id, action, revision, before, after, undoes, acted_by, acted_by_id)
      values (${row.tenant_id}, ${row.id}, ${act.action}, ${revision}, ${JSON.stringify(before)}::jsonb, ${JSON.stringify(doc)}::jsonb,
        ${act.undoes ?? null}, ${actor.username}, ${actor.userId})`);
}

export interface LastAct {
  readonly id: number;
  readonly acted_by_id: string;
  readonly before: ClaimDoc;
}

/** The newest change that stands: what an undo took back does not, and an undo is none itself. Reopening ends what can be taken back. */
export async function lastAct(tx: Tx, caseId: string): Promise<LastAct | null> {
  const { rows } = await sql<LastAct & { action: string }>`
    select h.id, h.acted_by_id, h.before, h.action from app.case_history h where h.case_id = ${caseId} and h.undoes is null
       and not exists (select from app.case_history u where u.case_id = h.case_id and u.undoes = h.id)
     order by h.id desc limit 1`.execute(tx);
  return rows[0]?.action === 'change' ? rows[0] : null;
}

export interface VersionRow {
  readonly version: number;
  readonly content: string;
  readonly sha256: string;
  readonly finished_by: string;
  readonly finished_at: Date;
  readonly reopened_at: Date | null;
  readonly file: string | null;
}

/** Finished versions, newest first; each as long as it was the claim. */
export async function listVersions(tx: Tx, caseId: string): Promise<VersionRow[]> {
  const { rows } = await sql<VersionRow>`
    select v.version, v.content, v.sha256, v.finished_by, v.finished_at,
           (select min(h.acted_at) from app.case_history h where h.case_id = v.case_id and h.action = 'reopen' and h.acted_at > v.finished_at) as reopened_at,
           (select lpad(f.control::text, 9, '0') from app.claim_file_cases i join app.claim_files f on f.id = i.file_id
             where i.case_id = v.case_id and i.version = v.version) as file
      from app.case_versions v where v.case_id = ${caseId} order by v.version desc`.execute(tx);
  return rows;
}

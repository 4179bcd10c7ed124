import type { ClaimFile, Insurance } from '@incisive/contract/billing';
import { limits } from '@incisive/contract/limits';
import { sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
import { AppError } from '../../http/app-error.ts';

/** Nine digits, as an interchange is numbered. */
export const controlText = (control: number): string => String(control).padStart(9, '0');

export async function takeControl(tx: Tx): Promise<number> {
  const { rows } = await sql<{ control: number }>`select app.next_interchange() as control`.execute(tx);
  return rows[0]!.control;
}

export interface NewClaimFile {
  readonly tenantId: string;
  readonly control: number;
  readonly mode: ClaimFile['mode'];
  readonly content: string;
  readonly sha256: string;
  readonly madeBy: string;
  readonly cases: readonly { readonly id: string; readonly version: number }[];
}

export async function insertFile(tx: Tx, file: NewClaimFile): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into app.claim_files (tenant_id, control, mode, content, sha256, claims, made_by)
    values (${file.tenantId}, ${file.control}, ${file.mode}, ${file.content}, ${file.sha256}, ${file.cases.length}, ${file.madeBy})
    returning id`.execute(tx);
  const { id } = rows[0]!;
  await sql`insert into app.claim_file_cases (tenant_id, file_id, case_id, version)
    select ${file.tenantId}, ${id}, c.id, c.version from jsonb_to_recordset(${JSON.stringify(file.cases)}::jsonb) as c (id uuid, version int)`.execute(
    tx,
  );
  return id;
}

interface FileRow {
  readonly id: string;
  readonly tenant_id: string;
  readonly tenant_name: string;
  readonly control: number;
  readonly mode: ClaimFile['mode'];
  readonly claims: number;
  readonly sha256: string;
  readonly made_by: string;
  readonly made_at: Date;
  readonly emptied_at: Date | null;
}
const columns = sql`f.id, f.tenant_id, t.name as tenant_name, f.control, f.mode, f.claims, f.sha256, f.made_by, f.made_at, f.emptied_at`;
const shown = ({ tenant_id, tenant_name, control, made_at, emptied_at, ...row }: FileRow): ClaimFile => ({
  ...row,
  tenant: { id: tenant_id, name: tenant_name },
  number: controlText(control),
  made_at: made_at.toISOString(),
  emptied_at: emptied_at?.toISOString() ?? null,
});

export async function listFiles(tx: Tx): Promise<ClaimFile[]> {
  const { rows } = await sql<FileRow>`select ${columns} from app.claim_files f join app.tenants t on t.id = f.tenant_id
    order by f.made_at desc, f.id desc limit ${limits.claimFilesShown}`.execute(tx);
  return rows.map(shown);
}

/** Without content once that was removed. @throws AppError `not-found` for a foreign and an unknown id alike */
export async function readFile(tx: Tx, id: string): Promise<{ file: ClaimFile; content: string | null; notes: string[] }> {
  const { rows } = await sql<FileRow & { content: string | null }>`select ${columns}, f.content from app.claim_files f
    join app.tenants t on t.id = f.tenant_id where f.id = ${id}`.execute(tx);
  if (!rows[0]) throw new AppError('not-found');
  const { content, ...row } = rows[0];
  const held = await sql<{ note_id: string }>`select c.note_id from app.claim_file_cases h join app.cases c on c.id = h.case_id
    where h.file_id = ${id} order by c.note_id`.execute(tx);
  return { file: shown(row), content, notes: held.rows.map((one) => one.note_id) };
}

/** Those of the cases of which an earlier version stands in a file. */
export async function filedBefore(tx: Tx, caseIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ case_id: string }>`
    select distinct case_id from app.claim_file_cases where case_id = any(${[...caseIds]}::uuid[])`.execute(tx);
  return new Set(rows.map((row) => row.case_id));
}

export async function readInsurance(tx: Tx, caseIds: readonly string[]): Promise<Map<string, Insurance>> {
  const { rows } = await sql<{ case_id: string; insurance: Insurance }>`
    select case_id, insurance from app.case_insurance where case_id = any(${[...caseIds]}::uuid[])`.execute(tx);
  return new Map(rows.map((row) => [row.case_id, row.insurance]));
}

export async function writeInsurance(
  tx: Tx,
  by: string,
  of: { case: string; tenant: string },
  insurance: Insurance,
): Promise<void> {
  await sql`insert into app.case_insurance (case_id, tenant_id, insurance, updated_by)
    values (${of.case}, ${of.tenant}, ${JSON.stringify(insurance)}::jsonb, ${by})
    on conflict (case_id) do update set insurance = excluded.insurance, updated_by = excluded.updated_by, updated_at = now()`.execute(
    tx,
  );
}

import { createHash } from 'node:crypto';
import type { BillingCase, BillingSettings, ClaimFile, Insurance } from '@incisive/contract/billing';
import { limits } from '@incisive/contract/limits';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
import type { Actor } from '../../db/tenant.ts';
import { AppError, fieldError } from '../../http/app-error.ts';
import type { AuditTrail, FileAnswer } from '../../http/context.ts';
import { type FinishedClaim, finishedClaims } from '../cases/finished-claims.service.ts';
import { take } from '../queue/work.service.ts';
import { claimFile837 } from './claim-837.ts';
import {
  controlText,
  filedBefore,
  insertFile,
  readFile,
  readInsurance,
  takeControl,
  writeInsurance,
} from './claim-files.store.ts';
import { billable } from './missing.ts';
import { readSettings } from './settings.store.ts';
import { structuralFaults } from './structure.ts';

export { listFiles } from './claim-files.store.ts';

/** Finished, passed by whoever reviews, and in no file as it is now; of practices that make files. */
const toFile = [
  sql`c.work_state in ('final', 'exported')`,
  sql`exists (select from app.billing_settings s where s.tenant_id = c.tenant_id and (s.practice->>'enabled')::boolean)`,
  sql`not exists (select from app.claim_file_cases h where h.case_id = c.id and h.version = c.claim_version)`,
];

interface Judged extends FinishedClaim {
  readonly settings: BillingSettings;
  readonly insurance: Insurance | null;
  readonly result: ReturnType<typeof billable>;
}

async function judged(tx: Tx, where: readonly RawBuilder<unknown>[], count: number): Promise<Judged[]> {
  const found = await finishedClaims(tx, where, count);
  const ids = found.map(({ claim }) => claim.case_id);
  const settings = await readSettings(tx, [...new Set(found.map(({ claim }) => claim.tenant_id))]);
  const [insurance, before] = [await readInsurance(tx, ids), await filedBefore(tx, ids)];
  return found.flatMap((one) => {
    const of = settings.get(one.claim.tenant_id);
    if (!of) return [];
    const asked = {
      claim: one.claim,
      practice: of.practice,
      payers: of.payers,
      insurance: insurance.get(one.claim.case_id) ?? null,
      replaces: before.has(one.claim.case_id),
    };
    return [{ ...one, settings: of, insurance: asked.insurance, result: billable(asked) }];
  });
}

const shown = ({ claim, settings, insurance, finishedAt, result }: Judged): BillingCase => ({
  id: claim.case_id,
  note_id: claim.note_id,
  tenant: settings.tenant,
  version: claim.version,
  finished_at: finishedAt.toISOString(),
  patient_number: claim.header.patient_number,
  encounter_number: claim.header.encounter_number,
  service_date: claim.header.service_date,
  lines: claim.lines.length,
  insurance,
  missing: 'missing' in result ? result.missing : [],
});

/** A row of the audit log for each tenant, in its own record. */
function audited(audit: AuditTrail, claims: readonly Judged[], detail: string, ...more: string[]): void {
  if (claims.length === 0) audit.none();
  audit.each(
    [...new Set(claims.map(({ claim }) => claim.tenant_id))].map((tenantId) => ({
      tenantId,
      entity: [
        ...more,
        ...claims.filter(({ claim }) => claim.tenant_id === tenantId).map(({ claim }) => `note:${claim.note_id}`),
      ],
      detail,
    })),
  );
}

export async function listCases(tx: Tx, audit: AuditTrail): Promise<BillingCase[]> {
  const found = await judged(tx, toFile, limits.claimFileCases);
  audited(audit, found, 'billing');
  return found.map(shown);
}

const gone = (): AppError =>
  new AppError('not-found', { detail: 'A claim is not there, not finished, or in a file already. Read the list again.' });

export async function saveInsurance(
  tx: Tx,
  actor: Actor,
  caseId: string,
  insurance: Insurance,
  audit: AuditTrail,
): Promise<BillingCase> {
  const where = [...toFile, sql`c.id = ${caseId}`];
  const [found] = await judged(tx, where, 1);
  if (!found) throw gone();
  audited(audit, [found], 'insurance');
  await writeInsurance(tx, actor.username, { case: caseId, tenant: found.claim.tenant_id }, insurance);
  return shown((await judged(tx, where, 1))[0]!);
}

/** Makes one file of the claims, all or none. @throws AppError `validation` with what each lacks */
export async function makeFile(tx: Tx, actor: Actor, caseIds: readonly string[], audit: AuditTrail): Promise<ClaimFile> {
  if (caseIds.length > limits.claimFileCases) throw fieldError('cases', `At most ${limits.claimFileCases} claims in a file`);
  const where = [...toFile, sql`c.id = any(${[...caseIds]}::uuid[])`];
  const asked = await judged(tx, where, caseIds.length);
  if (asked.length !== caseIds.length) throw gone();
  const { settings } = asked[0]!;
  if (asked.some((one) => one.settings.tenant.id !== settings.tenant.id))
    throw fieldError('cases', 'A file holds the claims of one practice');
  // In one order, so that two files made at once wait for each other.
  for (const noteId of asked.map(({ claim }) => claim.note_id).toSorted()) await take(tx, actor, noteId, 'export');
  // What somebody else filed or reopened while this waited for the cases is seen only now.
  const held = await judged(tx, where, caseIds.length);
  if (held.length !== caseIds.length) throw gone();
  const order = new Map(caseIds.map((id, at) => [id, at]));
  const claims = held.toSorted((a, b) => order.get(a.claim.case_id)! - order.get(b.claim.case_id)!);
  const lacking = claims.flatMap(({ result }, at) =>
    'missing' in result ? [{ path: `cases.${at}`, message: result.missing.join('; ') }] : [],
  );
  if (lacking.length > 0) throw new AppError('validation', { fields: lacking });
  const control = await takeControl(tx);
  const content = claimFile837(
    settings.practice,
    claims.flatMap(({ result }) => ('ready' in result ? [result.ready] : [])),
    controlText(control),
    new Date(),
  );
  const faults = structuralFaults(content);
  if (faults.length > 0) throw new Error(`A claim file has faults of structure: ${faults.join('; ')}`);
  const id = await insertFile(tx, {
    tenantId: settings.tenant.id,
    control,
    mode: settings.practice.mode,
    content,
    sha256: createHash('sha256').update(content).digest('hex'),
    madeBy: actor.username,
    cases: claims.map(({ claim }) => ({ id: claim.case_id, version: claim.version })),
  });
  audited(audit, claims, `837P ${controlText(control)}`, `claim-file:${id}`);
  return (await readFile(tx, id)).file;
}

export async function downloadFile(tx: Tx, id: string, audit: AuditTrail): Promise<FileAnswer> {
  const { file, content, notes } = await readFile(tx, id);
  audit.tenant(file.tenant.id);
  audit.entity(`claim-file:${id}`, ...notes.map((note) => `note:${note}`));
  audit.detail(`837P ${file.number}`);
  if (content === null)
    throw new AppError('conflict', {
      detail:
        'What this file said was removed, with a note in it that was removed for good. Only its number is kept: ask the clearinghouse for a copy.',
    });
  return { filename: `Claims ${file.number}.837`, contentType: 'application/edi-x12', body: Buffer.from(content) };
}

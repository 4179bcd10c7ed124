import type { ClaimFormat } from '@incisive/contract/cases';
import type { Tx } from '../../db/client.ts';
import type { Actor } from '../../db/tenant.ts';
import { AppError } from '../../http/app-error.ts';
import type { AuditTrail, FileAnswer } from '../../http/context.ts';
import type { ClaimSource } from '../exports/exports.service.ts';
import { getNoteHead } from '../notes/notes.service.ts';
import { take } from '../queue/work.service.ts';
import { listVersions, readCase } from './cases.store.ts';
import { chargesCsv } from './charges.csv.ts';
import { claimBundle } from './claim.fhir.ts';
import type { FrozenClaim } from './frozen-claim.ts';

/** A claim as it was frozen, with the hash of its version. */
interface ExportedClaim {
  readonly noteId: string;
  readonly tenantId: string;
  readonly version: number;
  readonly claim: FrozenClaim;
  readonly sha256: string;
}

/** The newest version of a claim that is finished; null while it is open. @throws AppError `not-found` for a note out of reach */
async function readFinished(tx: Tx, noteId: string): Promise<ExportedClaim | null> {
  const note = await getNoteHead(tx, 'op', noteId);
  const stored = await readCase(tx, noteId);
  const newest = stored?.row.finished_at ? (await listVersions(tx, stored.row.id))[0] : undefined;
  if (!newest) return null;
  const { version, content, sha256 } = newest;
  return { noteId, tenantId: note.tenant_id, version, claim: JSON.parse(content) as FrozenClaim, sha256 };
}

/** Notes whose finished claims were handed over go on in the work of the day; one that was reopened or deleted meanwhile stays where it is. */
async function handedOver(tx: Tx, actor: Actor, noteIds: readonly string[]): Promise<void> {
  for (const noteId of noteIds)
    await take(tx, actor, noteId, 'export').catch((error: unknown) => {
      if (!(error instanceof AppError && (error.code === 'conflict' || error.code === 'not-found'))) throw error;
    });
}

/** Claims as files: charges in one, bundles in one each. */
const claimFiles = (claims: readonly ExportedClaim[], format: ClaimFormat): { name: string; text: string }[] =>
  format === 'csv'
    ? [{ name: 'Charges.csv', text: chargesCsv(claims.map((one) => one.claim)) }]
    : claims.map(({ claim, sha256, noteId }) => ({
        name: `${noteId}.fhir.json`,
        text: JSON.stringify(claimBundle(claim, sha256), null, 2),
      }));

/** Finished claims for the exports of many. */
export const claimSource: ClaimSource<ExportedClaim> = { read: readFinished, files: claimFiles, handedOver };

const answers: Readonly<Record<ClaimFormat, Pick<FileAnswer, 'filename' | 'contentType'>>> = {
  csv: { filename: 'Charges.csv', contentType: 'text/csv; charset=utf-8' },
  fhir: { filename: 'Claim.fhir.json', contentType: 'application/fhir+json; charset=utf-8' },
};

/** The newest finished version, as it was frozen. @throws AppError `conflict` while the claim is open */
export async function exportClaim(
  tx: Tx,
  actor: Actor,
  noteId: string,
  format: ClaimFormat,
  audit: AuditTrail,
): Promise<FileAnswer> {
  const note = await getNoteHead(tx, 'op', noteId);
  audit.entity(`note:${note.id}`);
  audit.tenant(note.tenant_id);
  const finished = await readFinished(tx, noteId);
  if (!finished) throw new AppError('conflict', { detail: 'Only a finished claim is exported. Finish it first.' });
  await take(tx, actor, noteId, 'export');
  audit.detail(`${format} version ${finished.version}`);
  return { ...answers[format], body: Buffer.from(claimFiles([finished], format)[0]!.text) };
}

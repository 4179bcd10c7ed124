import { createHash } from 'node:crypto';
import type { AskedCodes, ClaimCase, ClaimOperation, FoundDiagnosis } from '@incisive/contract/cases';
import { can } from '@incisive/contract/roles';
import { sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
import { type Actor, withSession } from '../../db/tenant.ts';
import { meanwhile } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../http/app-error.ts';
import type { AuditTrail } from '../../http/context.ts';
import { listLinks } from '../codes/codes.service.ts';
import { searchDiagnoses } from '../edit-files/edit-files.service.ts';
import { getNote, getNoteHead, lockAhead, lockNote, type StoredNote } from '../notes/notes.service.ts';
import { followSettled } from '../precedents/precedents.service.ts';
import { openLanes } from '../queue/fast-lane.service.ts';
import { follow, holdForChange, take } from '../queue/work.service.ts';
import { cachedSuggestions } from '../suggestions/suggestions.service.ts';
import { type Checked, isOpen, isStructural, isToSay } from './claim-check.ts';
import { applyOperation, type ClaimDoc, followApproved } from './claim-doc.ts';
import { claimFigures, fastFigures, recordMet, valueOf } from './claim-figures.ts';
import type { FrozenClaim } from './frozen-claim.ts';
import { openAgain } from './returned-claim.service.ts';
import { insertCase, lastAct, listVersions, readCase, type StoredCase, writeCase } from './cases.store.ts';
import { afterReading, approvedCodes, type CaseCall, checked, etagOf, seeClaim, today } from './shown-claim.ts';

export { readClaimFigures } from './claim-figures.ts';
export { claimSource } from './claim-exports.ts';
export { withPairs } from './code-pairs.ts';
export { answer as getCase, type CaseCall } from './shown-claim.ts';

const finishedRefusal = (): AppError =>
  new AppError('conflict', { detail: 'The claim of this note is finished. Reopen it before its codes or lines are changed.' });

const approversOf = async (tx: Tx, noteId: string): Promise<Record<string, string>> =>
  Object.fromEntries((await listLinks(tx, noteId)).flatMap((link) => (link.approved_by ? [[link.code, link.approved_by]] : [])));

/**
 * Brings the lines of the note's claim after an act on its codes, in the transaction of the act.
 * @throws AppError `conflict` when the claim is finished: a frozen claim does not change behind anybody's back
 */
export async function followCodes(tx: Tx, actor: Actor, noteId: string): Promise<void> {
  const [approved, stored] = await Promise.all([approvedCodes(tx, noteId), readCase(tx, noteId)]);
  if (!stored && approved.length === 0) return;
  const claim = stored ?? (await insertCase(tx, await lockNote(tx, 'op', noteId)));
  const doc = followApproved(claim.doc, approved);
  if (!doc) return;
  if (claim.row.finished_at !== null) throw finishedRefusal();
  writeCase(tx, actor, claim, doc, { action: 'codes' });
}

/** Runs a change of the claim under the note's lock. @throws AppError `stale` when it was changed since the caller read it */
async function change(
  deps: Deps,
  call: CaseCall,
  run: (tx: Tx, note: StoredNote, stored: StoredCase) => Promise<void>,
): Promise<ClaimCase> {
  const told = { ...call, audit: { ...call.audit, entity: () => undefined, tenant: () => undefined } };
  const seen = await withSession(deps.database, call.actor, async (tx) => {
    lockAhead(tx, 'op', call.noteId);
    const [note, stored] = await Promise.all([getNote(tx, 'op', call.noteId), readCase(tx, call.noteId)]);
    call.audit.entity(`note:${note.id}`);
    call.audit.tenant(note.tenant_id);
    if (!stored) throw new AppError('conflict', { detail: 'There is no claim yet. Approve a code of this note first.' });
    const tags = call.request.headers['if-match'];
    if (tags !== undefined && tags !== '*' && !tags.split(',').some((tag) => tag.trim() === etagOf(stored.row.revision)))
      throw new AppError('stale', { detail: 'Somebody else changed this claim. Read it again and make your change there.' });
    await holdForChange(tx, call.actor, note.id);
    await run(tx, note, stored);
    await call.audit.writeIn(tx);
    return seeClaim(deps, tx, told);
  });
  return afterReading(deps, told, seen);
}

export const changeCase = (deps: Deps, call: CaseCall, operations: readonly ClaimOperation[]): Promise<ClaimCase> =>
  change(deps, call, async (tx, note, stored) => {
    if (stored.row.finished_at !== null) throw finishedRefusal();
    const [approved, { findings }] = await Promise.all([approvedCodes(tx, note.id), checked(tx, stored)]);
    const context = { by: call.actor.username, at: new Date().toISOString(), text: note.text, approved };
    recordMet(tx, stored.row, findings);
    checkSaid(call.actor, findings, operations);
    const doc = operations.reduce<ClaimDoc>((before, operation) => applyOperation(before, operation, context), stored.doc);
    writeCase(tx, call.actor, stored, doc, { action: 'change' });
    const kinds = [...new Set(operations.map((one) => one.do))].join(' ');
    call.audit.detail(`${kinds} revision ${stored.row.revision + 1}`);
  });

/** A reason stands for a warning; for an error only from those who may override, and never for what makes it no claim at all. */
function checkSaid(actor: Actor, findings: Checked['findings'], operations: readonly ClaimOperation[]): void {
  const keys = operations.flatMap((one) => (one.do === 'say-why' ? [one.key] : []));
  for (const key of keys) {
    const finding = findings.find((one) => one.key === key);
    if (!finding) throw new AppError('conflict', { detail: 'This finding is no longer there. Read the claim again.' });
    if (isStructural(finding))
      throw new AppError('conflict', { detail: 'Nobody can override this. Mend it: without it there is no claim.' });
    if (finding.severity === 'error' && !can(actor.role, 'claims.override'))
      throw new AppError('forbidden', {
        detail: 'Your role cannot override an error. Mend the line, or ask an approver who can.',
      });
  }
}

export const undoChange = (deps: Deps, call: CaseCall): Promise<ClaimCase> =>
  change(deps, call, async (tx, note, stored) => {
    if (stored.row.finished_at !== null) throw finishedRefusal();
    const [last, approved] = await Promise.all([lastAct(tx, stored.row.id), approvedCodes(tx, note.id)]);
    if (!last)
      throw new AppError('acted-since', { detail: 'There is nothing left to undo on this claim. Change its lines instead.' });
    if (last.acted_by_id !== call.actor.userId)
      throw new AppError('acted-since', { detail: 'Somebody else changed the claim after you. Read it again, then decide.' });
    const doc = followApproved(last.before, approved) ?? last.before;
    writeCase(tx, call.actor, stored, doc, { action: 'undo', undoes: last.id });
    call.audit.detail('undo');
  });

/** Whether a finished claim waits for a second reader before it is billed; what is asked of it is given to them. */
export type AskReview = (
  tx: Tx,
  actor: Actor,
  finished: { caseId: string; tenantId: string; lines: FrozenClaim['lines']; overrides: readonly string[]; value: number | null },
) => Promise<boolean>;

/** Freezes the claim: nothing of it is open, and everything it rests on is kept beside it. */
export const finishCase = (
  deps: Deps,
  call: CaseCall,
  askReview: AskReview,
  { asked, fast = false }: { asked?: AskedCodes | undefined; fast?: boolean | undefined } = {},
): Promise<ClaimCase> =>
  change(deps, call, async (tx, note, stored) => {
    const { row, doc } = stored;
    if (row.finished_at !== null) throw finishedRefusal();
    const [result, suggested, approvers] = await Promise.all([
      checked(tx, stored),
      cachedSuggestions(tx, note),
      approversOf(tx, note.id),
    ]);
    recordMet(tx, row, result.findings);
    const open = result.findings.filter((one) => isOpen(one) || isToSay(one));
    if (doc.lines.length === 0 || open.length > 0) {
      const detail =
        doc.lines.length === 0
          ? 'The claim has no lines. Approve a code first.'
          : `${open.length} findings are open. Mend the lines, or say why.`;
      throw new AppError('conflict', { detail });
    }
    const like = await fastFigures(tx, stored, [...suggested.values()], result.findings);
    if (fast && !(like.eligible && like.agreed && (await openLanes(tx)).includes(note.tenant_id)))
      throw new AppError('conflict', { detail: 'This case is none of the fast lane. Finish it in its note.' });
    const version = row.claim_version + 1;
    const at = new Date();
    const frozen: FrozenClaim & Record<string, unknown> = {
      case_id: row.id,
      note_id: note.id,
      tenant_id: note.tenant_id,
      version,
      text_version: note.version,
      header: doc.header,
      lines: [...doc.lines],
      diagnoses: doc.diagnoses.map((one) => one.icd),
      findings: result.findings,
      values: result.values,
      checked: result.checked,
      not_checked: result.not_checked,
      engine: deps.suggester.engineVersion,
      approvers,
      overrides: result.findings.filter((one) => one.severity === 'error' && one.said !== null).map((one) => one.reason),
      finished_by: call.actor.username,
      finished_at: at.toISOString(),
    };
    const value = valueOf(result.values, result.shares);
    const content = JSON.stringify(frozen);
    const sha256 = createHash('sha256').update(content).digest('hex');
    const kept = sql`insert into app.case_versions (tenant_id, case_id, version, content, sha256, finished_by, finished_at, figures)
      values (${row.tenant_id}, ${row.id}, ${version}, ${content}, ${sha256}, ${call.actor.username}, ${at},
        ${JSON.stringify(claimFigures(stored, asked, frozen.overrides, { ...like, lane: fast }, value))}::jsonb)`;
    meanwhile(tx, kept);
    writeCase(tx, call.actor, stored, doc, { action: 'finish' });
    const ended = sql`update app.cases set claim_version = ${version}, finished_by = ${call.actor.username}, finished_at = ${at} where id = ${row.id}`;
    meanwhile(tx, ended);
    await take(tx, call.actor, note.id, 'finish');
    await followSettled(tx, note.tenant_id);
    const { lines, overrides } = frozen;
    const reviewed = await askReview(tx, call.actor, { caseId: row.id, tenantId: note.tenant_id, lines, overrides, value });
    // No payer's profile asks for a delay.
    await follow(tx, call.actor, note.id, reviewed ? 'draw' : 'settle');
    call.audit.detail(`version ${version} ${sha256.slice(0, 16)} overrides ${frozen.overrides.length}`);
  });

export const reopenCase = (deps: Deps, call: CaseCall): Promise<ClaimCase> =>
  change(deps, call, async (tx, note, stored) => {
    if (stored.row.finished_at === null) throw new AppError('conflict', { detail: 'The claim is open already. Read it again.' });
    await take(tx, call.actor, note.id, 'reopen', { reason: 'reopened', dueInDays: 0 });
    await openAgain(tx, call.actor, stored);
    await followSettled(tx, note.tenant_id);
    call.audit.detail(`reopened after version ${stored.row.claim_version}`);
  });

export async function caseVersions(tx: Tx, noteId: string, audit: AuditTrail) {
  const note = await getNoteHead(tx, 'op', noteId);
  audit.entity(`note:${note.id}`);
  audit.tenant(note.tenant_id);
  const stored = await readCase(tx, noteId);
  const rows = stored ? await listVersions(tx, stored.row.id) : [];
  return {
    results: rows.map((row) => ({
      version: row.version,
      finished_by: row.finished_by,
      finished_at: row.finished_at.toISOString(),
      reopened_at: row.reopened_at?.toISOString() ?? null,
      sha256: row.sha256,
      lines: (JSON.parse(row.content) as FrozenClaim).lines.length,
      file: row.file,
    })),
  };
}

export const findDiagnoses = (
  tx: Tx,
  q: string,
  date: string | undefined,
): Promise<{ imported: boolean; results: FoundDiagnosis[] }> => searchDiagnoses(tx, q, date ?? today(), { exact: false });

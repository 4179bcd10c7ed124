import { createHash } from 'node:crypto';
import type { AskedCodes, ClaimCase, ClaimOperation, FoundDiagnosis } from '@incisive/contract/cases';
import { can } from '@incisive/contract/roles';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
import { type Actor, withSession } from '../../db/tenant.ts';
import type { Deps } from '../../deps.ts';
import type { ReadClaim } from '../../engine/suggester.ts';
import { AppError } from '../../http/app-error.ts';
import type { AuditTrail } from '../../http/context.ts';
import { describeCodes, listLinks } from '../codes/codes.service.ts';
import { claimTables, searchDiagnoses } from '../edit-files/edit-files.service.ts';
import { getNote, getNoteHead, lockNote, type StoredNote } from '../notes/notes.service.ts';
import { follow, holdForChange, take } from '../queue/work.service.ts';
import { cachedSuggestions, type SuggestedCode } from '../suggestions/suggestions.service.ts';
import { type Checked, check, isOpen, isStructural, isToSay } from './claim-check.ts';
import { applyOperation, type ClaimDoc, followApproved, newHeader } from './claim-doc.ts';
import { applyReading, readingKey } from './claim-reading.ts';
import { claimFigures, recordMet } from './claim-figures.ts';
import type { FrozenClaim } from './frozen-claim.ts';
import { insertCase, lastAct, listVersions, readCase, type StoredCase, writeCase } from './cases.store.ts';

export { readClaimFigures } from './claim-figures.ts';
export { claimSource } from './claim-exports.ts';
export { withPairs } from './code-pairs.ts';

export interface CaseCall {
  readonly noteId: string;
  readonly actor: Actor;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly audit: AuditTrail;
}

const etagOf = (revision: number): string => `"c${revision}"`;
const today = (): string => new Date().toISOString().slice(0, 10);
const finishedRefusal = (): AppError =>
  new AppError('conflict', { detail: 'The claim of this note is finished. Reopen it before its codes or lines are changed.' });

async function approvedCodes(tx: Tx, noteId: string): Promise<string[]> {
  const links = (await listLinks(tx, noteId)).filter((link) => link.state === 'APPROVED');
  const at = (link: (typeof links)[number]): number => link.approved_at?.getTime() ?? 0;
  return links.toSorted((a, b) => at(a) - at(b) || a.code.localeCompare(b.code)).map((link) => link.code);
}

const approversOf = async (tx: Tx, noteId: string): Promise<Record<string, string>> =>
  Object.fromEntries((await listLinks(tx, noteId)).flatMap((link) => (link.approved_by ? [[link.code, link.approved_by]] : [])));

/**
 * Brings the lines of the note's claim after an act on its codes, in the transaction of the act.
 * @throws AppError `conflict` when the claim is finished: a frozen claim does not change behind anybody's back
 */
export async function followCodes(tx: Tx, actor: Actor, noteId: string): Promise<void> {
  const approved = await approvedCodes(tx, noteId);
  const stored = await readCase(tx, noteId);
  if (!stored && approved.length === 0) return;
  const claim = stored ?? (await insertCase(tx, await lockNote(tx, 'op', noteId)));
  const doc = followApproved(claim.doc, approved);
  if (!doc) return;
  if (claim.row.finished_at !== null) throw finishedRefusal();
  await writeCase(tx, actor, claim, doc, { action: 'codes' });
}

/** The case of a note whose codes were approved where no act made one, such as sample data. */
async function firstCase(tx: Tx, actor: Actor, note: StoredNote): Promise<StoredCase | null> {
  const approved = await approvedCodes(tx, note.id);
  if (approved.length === 0) return null;
  const empty = await insertCase(tx, await lockNote(tx, 'op', note.id));
  const doc = followApproved(empty.doc, approved);
  if (doc) await writeCase(tx, actor, empty, doc, null);
  return readCase(tx, note.id);
}

/** Whether the engine's reading is of this text and these codes. */
const isRead = (deps: Deps, note: StoredNote, { row, doc }: StoredCase): boolean =>
  doc.lines.length === 0 ||
  row.finished_at !== null ||
  row.reading_of === readingKey(note.version, deps.suggester.engineVersion, doc);

const askEngine = (deps: Deps, note: StoredNote, doc: ClaimDoc): Promise<ReadClaim> =>
  deps.suggester.readClaim({
    text: note.text,
    codes: [...new Set(doc.lines.map((line) => line.code))],
    pos: doc.header.pos,
    performer: doc.header.performer,
  });

/** The claim as it is answered; the engine is asked between two short transactions when the note or the codes are new to it. */
async function answer(deps: Deps, call: CaseCall): Promise<ClaimCase> {
  const { noteId, actor } = call;
  const seen = await withSession(deps.database, actor, async (tx) => {
    const note = await getNote(tx, 'op', noteId);
    const stored = (await readCase(tx, noteId)) ?? (await firstCase(tx, actor, note));
    if (!stored || isRead(deps, note, stored)) return { done: await shown(tx, call, note, stored) };
    return { note, stored };
  });
  if ('done' in seen) return seen.done!;
  const read = await askEngine(deps, seen.note, seen.stored.doc);
  return withSession(deps.database, actor, async (tx) => {
    const note = await getNote(tx, 'op', noteId, { lock: true });
    const stored = await readCase(tx, noteId);
    const key = readingKey(seen.note.version, deps.suggester.engineVersion, seen.stored.doc);
    if (stored && isRead(deps, note, stored)) return shown(tx, call, note, stored);
    // Somebody changed text or codes meanwhile: theirs is read by whoever asks next, and nothing is marked wrongly now.
    if (
      !stored ||
      note.version !== seen.note.version ||
      readingKey(note.version, deps.suggester.engineVersion, stored.doc) !== key
    )
      return shown(tx, call, note, stored);
    await writeCase(tx, actor, stored, applyReading(stored.doc, read, note.text), null);
    const { lines: _lines, ...kept } = read;
    const now = (await readCase(tx, noteId))!;
    // The key is of the lines as they are now: those that the note tells apart have the same codes.
    await sql`update app.cases set reading = ${JSON.stringify(kept)}::jsonb, reading_of = ${readingKey(note.version, deps.suggester.engineVersion, now.doc)}
      where id = ${now.row.id}`.execute(tx);
    return shown(tx, call, note, await readCase(tx, noteId));
  });
}

async function checked(tx: Tx, { row, doc }: StoredCase): Promise<Checked> {
  const loaded = await claimTables(tx, {
    codes: doc.lines.map((line) => line.code),
    icd: doc.diagnoses.map((one) => one.icd),
  });
  return check(doc, row.reading, loaded, today());
}

async function shown(tx: Tx, call: CaseCall, note: StoredNote, stored: StoredCase | null): Promise<ClaimCase> {
  call.audit.entity(`note:${note.id}`);
  call.audit.tenant(note.tenant_id);
  const doc: ClaimDoc = stored?.doc ?? { header: newHeader, lines: [], diagnoses: [], leftOut: [], acks: {} };
  const result: Checked = stored
    ? await checked(tx, stored)
    : { findings: [], sequence: [], values: {}, checked: [], not_checked: [], counts: { open: 0, to_say: 0, not_checked: 0 } };
  const acted = new Set((await listLinks(tx, note.id)).map((link) => link.code));
  const leads = [...(await cachedSuggestions(tx, note)).values()].filter((one) => isLead(one, acted));
  const described = await describeCodes(tx, [...doc.lines.map((line) => line.code), ...leads.map((one) => one.code)]);
  const words = (code: string): string => described.get(code)?.description ?? '';
  const finished = stored?.row.finished_at ?? null;
  const version = stored && finished ? (await listVersions(tx, stored.row.id))[0] : undefined;
  const last = stored && !finished ? await lastAct(tx, stored.row.id) : null;
  const icd = await describeDiagnoses(tx, doc);
  call.reply.header('etag', etagOf(stored?.row.revision ?? 0));
  return {
    id: stored?.row.id ?? null,
    note_id: note.id,
    header: doc.header,
    revision: stored?.row.revision ?? 0,
    state: finished ? 'finished' : 'open',
    claim_version: stored?.row.claim_version ?? 0,
    finished_by: stored?.row.finished_by ?? null,
    finished_at: finished?.toISOString() ?? null,
    sha256: version?.sha256 ?? null,
    lines: doc.lines.map((line) => ({
      ...line,
      modifiers: [...line.modifiers],
      dx: [...line.dx],
      facts: { ...line.facts },
      description: words(line.code),
      evidence: Object.fromEntries(Object.entries(line.evidence).map(([name, some]) => [name, [...some]])),
      proposed: proposedOf(doc, line, stored),
    })),
    diagnoses: doc.diagnoses.map((one) => ({ icd: one.icd, description: icd.get(one.icd) ?? null })),
    findings: result.findings,
    questions: (stored?.row.reading?.questions ?? []).map((one) => ({ ...one, words: [...one.words] })),
    sequence: result.sequence,
    values: result.values,
    checked: result.checked,
    not_checked: result.not_checked,
    counts: result.counts,
    also_saw: leads.map((one) => ({
      code: one.code,
      description: words(one.code),
      confidence: one.confidence,
      evidence: [...one.evidence],
    })),
    without_words: stored?.row.reading
      ? doc.lines.filter((line) => (line.evidence['code'] ?? []).length === 0).map((line) => line.code)
      : [],
    can_undo: last !== null && last.acted_by_id === call.actor.userId,
  };
}

/** Leads that nobody decided: likely, and neither another reading of an acted code nor a part of one. */
const isLead = (one: SuggestedCode, acted: ReadonlySet<string>): boolean =>
  one.tier === 'likely' &&
  !acted.has(one.code) &&
  !(one.alternativeTo !== null && acted.has(one.alternativeTo)) &&
  !(one.partOf !== null && acted.has(one.partOf));

const proposedOf = (
  doc: ClaimDoc,
  line: ClaimDoc['lines'][number],
  stored: StoredCase | null,
): ClaimCase['lines'][number]['proposed'] =>
  (stored?.row.reading?.proposed ?? [])
    // The engine counts among its own lines; several lines of one code are those of the note's digits or sides, in its order.
    .filter((one) => one.code === line.code && !line.modifiers.includes(one.modifier))
    .filter((one) => one.nth === doc.lines.filter((other) => other.code === line.code).indexOf(line))
    .map((one) => ({ modifier: one.modifier, words: [...one.words] }));

async function describeDiagnoses(tx: Tx, doc: ClaimDoc): Promise<Map<string, string>> {
  const found = await Promise.all(doc.diagnoses.map(async ({ icd }) => [icd, await describeIcd(tx, icd, doc)] as const));
  return new Map(found.flatMap(([icd, words]) => (words === null ? [] : [[icd, words] as const])));
}
const describeIcd = async (tx: Tx, icd: string, doc: ClaimDoc): Promise<string | null> =>
  (await searchDiagnoses(tx, icd, doc.header.service_date ?? today(), { exact: true })).results[0]?.description ?? null;

export const getCase = (deps: Deps, call: CaseCall): Promise<ClaimCase> => answer(deps, call);

/** Runs a change of the claim under the note's lock. @throws AppError `stale` when it was changed since the caller read it */
async function change(
  deps: Deps,
  call: CaseCall,
  run: (tx: Tx, note: StoredNote, stored: StoredCase) => Promise<void>,
): Promise<ClaimCase> {
  await withSession(deps.database, call.actor, async (tx) => {
    const note = await getNote(tx, 'op', call.noteId, { lock: true });
    const stored = await readCase(tx, call.noteId);
    call.audit.entity(`note:${note.id}`);
    call.audit.tenant(note.tenant_id);
    if (!stored) throw new AppError('conflict', { detail: 'There is no claim yet. Approve a code of this note first.' });
    const tags = call.request.headers['if-match'];
    if (tags !== undefined && tags !== '*' && !tags.split(',').some((tag) => tag.trim() === etagOf(stored.row.revision)))
      throw new AppError('stale', { detail: 'Somebody else changed this claim. Read it again and make your change there.' });
    await holdForChange(tx, call.actor, note.id);
    await run(tx, note, stored);
    await call.audit.writeIn(tx);
  });
  return answer(deps, { ...call, audit: { ...call.audit, entity: () => undefined, tenant: () => undefined } });
}

export const changeCase = (deps: Deps, call: CaseCall, operations: readonly ClaimOperation[]): Promise<ClaimCase> =>
  change(deps, call, async (tx, note, stored) => {
    if (stored.row.finished_at !== null) throw finishedRefusal();
    const context = {
      by: call.actor.username,
      at: new Date().toISOString(),
      text: note.text,
      approved: await approvedCodes(tx, note.id),
    };
    const { findings } = await checked(tx, stored);
    await recordMet(tx, stored.row, findings);
    checkSaid(call.actor, findings, operations);
    const doc = operations.reduce<ClaimDoc>((before, operation) => applyOperation(before, operation, context), stored.doc);
    await writeCase(tx, call.actor, stored, doc, { action: 'change' });
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
    const last = await lastAct(tx, stored.row.id);
    if (!last)
      throw new AppError('acted-since', { detail: 'There is nothing left to undo on this claim. Change its lines instead.' });
    if (last.acted_by_id !== call.actor.userId)
      throw new AppError('acted-since', { detail: 'Somebody else changed the claim after you. Read it again, then decide.' });
    const approved = await approvedCodes(tx, note.id);
    const doc = followApproved(last.before, approved) ?? last.before;
    await writeCase(tx, call.actor, stored, doc, { action: 'undo', undoes: last.id });
    call.audit.detail('undo');
  });

/** Freezes the claim: nothing of it is open, and everything it rests on is kept beside it. */
export const finishCase = (deps: Deps, call: CaseCall, asked?: AskedCodes): Promise<ClaimCase> =>
  change(deps, call, async (tx, note, stored) => {
    const { row, doc } = stored;
    if (row.finished_at !== null) throw finishedRefusal();
    const result = await checked(tx, stored);
    await recordMet(tx, row, result.findings);
    const open = result.findings.filter((one) => isOpen(one) || isToSay(one));
    if (doc.lines.length === 0 || open.length > 0) {
      const detail =
        doc.lines.length === 0
          ? 'The claim has no lines. Approve a code first.'
          : `${open.length} findings are open. Mend the lines, or say why.`;
      throw new AppError('conflict', { detail });
    }
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
      approvers: await approversOf(tx, note.id),
      overrides: result.findings.filter((one) => one.severity === 'error' && one.said !== null).map((one) => one.reason),
      finished_by: call.actor.username,
      finished_at: at.toISOString(),
    };
    const content = JSON.stringify(frozen);
    const sha256 = createHash('sha256').update(content).digest('hex');
    await sql`insert into app.case_versions (tenant_id, case_id, version, content, sha256, finished_by, finished_at, figures)
      values (${row.tenant_id}, ${row.id}, ${version}, ${content}, ${sha256}, ${call.actor.username}, ${at},
        ${JSON.stringify(claimFigures(stored, asked))}::jsonb)`.execute(tx);
    await writeCase(tx, call.actor, stored, doc, { action: 'finish' });
    await sql`update app.cases set claim_version = ${version}, finished_by = ${call.actor.username}, finished_at = ${at} where id = ${row.id}`.execute(
      tx,
    );
    await take(tx, call.actor, note.id, 'finish');
    // Nothing waits for a review yet, and no payer's profile asks for a delay.
    await follow(tx, call.actor, note.id, 'settle');
    call.audit.detail(`version ${version} ${sha256.slice(0, 16)} overrides ${frozen.overrides.length}`);
  });

export const reopenCase = (deps: Deps, call: CaseCall): Promise<ClaimCase> =>
  change(deps, call, async (tx, note, stored) => {
    if (stored.row.finished_at === null) throw new AppError('conflict', { detail: 'The claim is open already. Read it again.' });
    await take(tx, call.actor, note.id, 'reopen', { reason: 'reopened', dueInDays: 0 });
    await writeCase(tx, call.actor, stored, stored.doc, { action: 'reopen' });
    await sql`update app.cases set finished_by = null, finished_at = null where id = ${stored.row.id}`.execute(tx);
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
    })),
  };
}

export const findDiagnoses = (
  tx: Tx,
  q: string,
  date: string | undefined,
): Promise<{ imported: boolean; results: FoundDiagnosis[] }> => searchDiagnoses(tx, q, date ?? today(), { exact: false });

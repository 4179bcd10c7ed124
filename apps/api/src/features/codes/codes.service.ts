import type { CodeAction, CodeLink, HistoryEntry } from '@incisive/contract/code-links';
import type { SuggestionSize } from '@incisive/contract/limits';
import type { RejectReason } from '@incisive/contract/reject-reasons';
import { type CodeState, can } from '@incisive/contract/roles';
import type { Tx } from '../../db/client.ts';
import { type Actor, withSession } from '../../db/tenant.ts';
import type { Deps } from '../../deps.ts';
import { AppError, fieldError } from '../../http/app-error.ts';
import type { AuditTrail } from '../../http/context.ts';
import type { Page } from '../../http/paging.ts';
import { type NoteHead, getNoteHead, listSaves, lockNote } from '../notes/notes.service.ts';
import { cachedSuggestions, suggestionsOf } from '../suggestions/suggestions.service.ts';
import { withBundles } from './bundles.ts';
import { afterAction, toCodeLinkDto, isInList } from './codes.policy.ts';
import {
  type LinkState,
  describeCodes,
  type Step,
  lastActsInForce,
  linkState,
  listLinks,
  listTransitions,
  lockLinks,
  writeSteps,
} from './codes.store.ts';

export { isInList } from './codes.policy.ts';
export { describeCodes, listLinks } from './codes.store.ts';

const page = <Row>(results: Row[]): Page<Row> => ({ results, count: results.length, next: null, previous: null });

/** The codes of a note in one state, with how they were suggested where they were. */
export async function listCodes(tx: Tx, noteId: string, list: CodeState, audit: AuditTrail): Promise<Page<CodeLink>> {
  const note = await getNoteHead(tx, 'op', noteId);
  audit.entity(`note:${noteId}`);
  audit.tenant(note.tenant_id);
  const links = (await listLinks(tx, noteId)).filter((link) => isInList(link, list));
  return page(
    await showLinks(
      tx,
      note,
      () => list,
      links.map((link) => link.code),
    ),
  );
}

async function showLinks(
  tx: Tx,
  note: NoteHead,
  listOf: (code: string) => CodeState,
  codes: readonly string[],
): Promise<CodeLink[]> {
  const [links, described, suggested] = await Promise.all([
    listLinks(tx, note.id),
    describeCodes(tx, codes),
    cachedSuggestions(tx, note),
  ]);
  const byCode = new Map(links.map((link) => [link.code, link]));
  const rows = codes.map((code) => toCodeLinkDto(code, listOf(code), byCode.get(code), described.get(code), suggested.get(code)));
  return withBundles(rows, [...byCode.keys(), ...suggested.keys()]);
}

/** The best n suggestions that nobody acted on yet. */
export async function listSuggested(
  deps: Deps,
  actor: Actor,
  noteId: string,
  size: SuggestionSize,
  audit: AuditTrail,
): Promise<Page<CodeLink>> {
  const { note, suggestions } = await suggestionsOf(deps, actor, noteId);
  audit.entity(`note:${noteId}`);
  audit.tenant(note.tenant_id);
  const results = await withSession(deps.database, actor, async (tx) => {
    const acted = new Set((await listLinks(tx, noteId)).map((link) => link.code));
    const open = suggestions.filter((suggestion) => !acted.has(suggestion.code));
    const described = await describeCodes(
      tx,
      open.map((suggestion) => suggestion.code),
    );
    const rows = open
      .filter((suggestion) => described.get(suggestion.code)?.retired === false)
      .slice(0, size)
      .map((suggestion) => toCodeLinkDto(suggestion.code, 'SUGGESTED', undefined, described.get(suggestion.code), suggestion));
    return withBundles(rows, [...acted, ...suggestions.map((suggestion) => suggestion.code)]);
  });
  return page(results);
}

/** Only a new link needs the active catalogue; a code already on the note is taken as it is. */
async function checkCatalogue(tx: Tx, codes: readonly string[]): Promise<void> {
  const known = await describeCodes(tx, codes);
  const missing = codes.filter((code) => known.get(code)?.retired !== false);
  if (missing.length > 0)
    throw new AppError('unknown-code', {
      detail: `Not in the active catalog: ${missing.join(', ')}. Use other codes, or have them added.`,
      fields: [{ path: 'cpt_codes', message: `Not in the active catalog: ${missing.join(', ')}` }],
    });
}

/** Applies one action to codes of a note: all or nothing, repeatable, every change in the history. */
export async function actOnCodes(
  tx: Tx,
  actor: Actor,
  noteId: string,
  action: CodeAction,
  codes: readonly string[],
  audit: AuditTrail,
): Promise<Page<CodeLink>> {
  // The note's row is the lock that puts two people's actions on one note in an order.
  const note = await lockNote(tx, 'op', noteId);
  const links = await lockLinks(tx, noteId, codes);
  await checkCatalogue(
    tx,
    codes.filter((code) => !links.has(code)),
  );
  const at = new Date();
  const steps = codes.toSorted().flatMap((code): Step[] => {
    const before = links.get(code);
    const after = afterAction(before, action, actor.username, at, actor.role);
    if (!after) return [];
    return [
      { code, action, from: before?.state ?? 'SUGGESTED', to: after.state, before: before ? linkState(before) : null, after },
    ];
  });
  await writeSteps(tx, actor, note, steps);
  auditTransition(
    audit,
    note,
    action,
    steps.map((step) => step.code),
  );
  const list: CodeState =
    action === 'approve' ? 'APPROVED' : action === 'reject' ? 'REJECTED' : action === 'assign' ? 'ASSIGNED' : 'CODED';
  return page(await showLinks(tx, note, () => list, codes));
}

/** One of two readings of a procedure instead of the other: what led is rejected, the alternative approved, or nothing of it. */
export async function replaceCode(
  tx: Tx,
  actor: Actor,
  noteId: string,
  replaced: { cpt_code: string; with: string },
  audit: AuditTrail,
): Promise<Page<CodeLink>> {
  if (replaced.cpt_code === replaced.with) throw fieldError('with', 'Must be another code');
  const rejected = await actOnCodes(tx, actor, noteId, 'reject', [replaced.cpt_code], audit);
  const approved = await actOnCodes(tx, actor, noteId, 'approve', [replaced.with], audit);
  audit.detail(`replace ${replaced.cpt_code} with ${replaced.with}`);
  return page([...approved.results, ...rejected.results]);
}

function auditTransition(audit: AuditTrail, note: NoteHead, action: string, changed: readonly string[]): void {
  audit.entity(`note:${note.id}`);
  audit.tenant(note.tenant_id);
  if (changed.length === 0) audit.none();
  else audit.detail(`${action} ${changed.join(' ')}`);
}

/** Restores the state before the actor's own last action on each code, one action at a time. @throws AppError `acted-since` when somebody acted after that. */
export async function undoCodes(
  tx: Tx,
  actor: Actor,
  noteId: string,
  codes: readonly string[],
  audit: AuditTrail,
): Promise<Page<CodeLink>> {
  const note = await lockNote(tx, 'op', noteId);
  const links = await lockLinks(tx, noteId, codes);
  const acts = await lastActsInForce(tx, noteId, codes);
  const steps = codes.toSorted().map((code): Step => {
    const last = acts.get(code);
    if (!last)
      throw new AppError('acted-since', { detail: 'There is nothing left to undo on this code. Approve or reject it instead.' });
    if (last.acted_by_id !== actor.userId) throw new AppError('acted-since');
    const [now, after] = [links.get(code), last.before as LinkState | null];
    return {
      code,
      action: 'undo',
      from: now?.state ?? 'SUGGESTED',
      to: after?.state ?? 'SUGGESTED',
      before: now ? linkState(now) : null,
      after,
    };
  });
  await writeSteps(tx, actor, note, steps);
  auditTransition(audit, note, 'undo', codes);
  const states = new Map(steps.map((step) => [step.code, step.to]));
  return page(await showLinks(tx, note, (code) => states.get(code) ?? 'SUGGESTED', codes));
}

/**
 * Says why codes were rejected, or takes that back; once more the same changes nothing. It stands in the history and goes with the
 * rejection when that is undone. @throws AppError `acted-since` unless the caller's rejection is what stands
 */
export async function explainRejection(
  tx: Tx,
  actor: Actor,
  noteId: string,
  { cpt_codes: codes, reason }: { cpt_codes: readonly string[]; reason: RejectReason | null },
  audit: AuditTrail,
): Promise<Page<CodeLink>> {
  const note = await lockNote(tx, 'op', noteId);
  const links = await lockLinks(tx, noteId, codes);
  const acts = await lastActsInForce(tx, noteId, codes);
  const steps = codes.toSorted().flatMap((code): Step[] => {
    const link = links.get(code);
    if (link?.state !== 'REJECTED' || acts.get(code)?.acted_by_id !== actor.userId)
      throw new AppError('acted-since', { detail: `${code} does not stand rejected by you. Ask who rejected it to say why.` });
    if (link.reject_reason === reason) return [];
    const before = linkState(link);
    return [
      { code, action: 'reason', from: 'REJECTED', to: 'REJECTED', before, after: { ...before, reject_reason: reason }, reason },
    ];
  });
  await writeSteps(tx, actor, note, steps);
  auditTransition(
    audit,
    note,
    `reason ${reason ?? 'none'}`,
    steps.map((step) => step.code),
  );
  return page(await showLinks(tx, note, () => 'REJECTED', codes));
}

/** Everything that happened on the note, newest first. Who created it is left out for those who may not know. */
export async function listHistory(tx: Tx, actor: Actor, noteId: string, audit: AuditTrail): Promise<Page<HistoryEntry>> {
  const note = await getNoteHead(tx, 'op', noteId);
  audit.entity(`note:${noteId}`);
  audit.tenant(note.tenant_id);
  const [codes, versions, training] = await Promise.all([
    listTransitions(tx, noteId),
    listSaves(tx, noteId),
    tx
      .selectFrom('app.training_examples')
      .select(['id', 'created_by', 'created_at', 'undone_at', 'undone_by'])
      .where('note_id', '=', noteId)
      .where('kind', '=', 'submitted')
      .execute(),
  ]);
  const entries: HistoryEntry[] = [
    ...codes.map((row) => ({
      id: `code-${row.id}`,
      kind: 'code' as const,
      code: row.code,
      action: row.action,
      from: row.from_state,
      to: row.to_state,
      reason: row.reason,
      by: row.acted_by,
      at: row.acted_at.toISOString(),
    })),
    ...training.flatMap((row) => [
      {
        id: `train-${row.id}`,
        kind: 'train' as const,
        code: null,
        action: 'train',
        from: null,
        to: null,
        reason: null,
        by: row.created_by,
        at: row.created_at.toISOString(),
      },
      ...(row.undone_at
        ? [
            {
              id: `untrain-${row.id}`,
              kind: 'train' as const,
              code: null,
              action: 'undo train',
              from: null,
              to: null,
              reason: null,
              by: row.undone_by,
              at: row.undone_at.toISOString(),
            },
          ]
        : []),
    ]),
    ...textEntries(note, versions, can(actor.role, 'notes.see-creator')),
  ];
  return page(entries.toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0)));
}

function textEntries(note: NoteHead, versions: Awaited<ReturnType<typeof listSaves>>, withCreator: boolean): HistoryEntry[] {
  const saved = [
    ...versions.map((row) => ({ version: row.version, by: row.saved_by, at: row.saved_at })),
    { version: note.version, by: note.updated_by ?? note.created_by, at: note.updated_at },
  ];
  const entry = (kind: 'created' | 'text', version: number, by: string, at: Date): HistoryEntry => ({
    id: `${kind}-${version}`,
    kind,
    code: null,
    action: kind === 'created' ? 'create' : 'edit',
    from: null,
    to: null,
    reason: null,
    by,
    at: at.toISOString(),
  });
  return [
    ...(withCreator ? [entry('created', 1, note.created_by, note.created_at)] : []),
    ...saved.filter((row) => row.version > 1).map((row) => entry('text', row.version, row.by, row.at)),
  ];
}

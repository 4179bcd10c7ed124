import type { Duplicates, NoteDetail, NoteKind } from '@incisive/contract/notes';
import { can } from '@incisive/contract/roles';
import type { Deps } from '../../deps.ts';
import type { Tx } from '../../db/client.ts';
import { type Actor, isNarrowed, platformTenantId } from '../../db/tenant.ts';
import { AppError, fieldError } from '../../http/app-error.ts';
import type { AuditTrail } from '../../http/context.ts';
import { chooseActiveTenant, holdActiveTenant } from '../tenants/active-tenant.service.ts';
import { takeTextRoom } from '../tenants/text-quota.service.ts';
import type { NoteSection } from '../../engine/suggester.ts';
import { forgetDraft, forgetNewDraft } from './notes.drafts.ts';
import { type StoredNote, abilitiesOf, etagOf, mayEdit, shownNote, storedText } from './notes.policy.ts';
import { findSections, saveSections, sectionsOf } from './notes.sections.ts';
import { type NewNote, findSameNote, getNote, getNotes, hasActedCodes, insertNote, replaceText } from './notes.store.ts';

export type { NoteHead, StoredNote } from './notes.policy.ts';
export { getNote, getNoteHead, getNotes, listSaves, lockAhead, lockNote } from './notes.store.ts';

/** The note as its screen needs it: text, sections and what the actor may do. */
export async function noteDetail(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  note: StoredNote,
  sections?: readonly NoteSection[],
): Promise<NoteDetail> {
  const acted = await hasActedCodes(tx, note.id);
  return {
    ...shownNote(note, actor.role),
    text_truncated: false,
    left_out: [...(note.left_out ?? [])],
    sections: [...(sections ?? (await sectionsOf(tx, deps.suggester, note)))],
    abilities: abilitiesOf(actor.role, acted, deps.config.SEPARATE_ADMINISTRATORS),
  };
}

/** The tenant that a new note is stamped with: one's own; super-level users may choose one, or none. */
export async function tenantForNew(tx: Tx, actor: Actor, chosen: string | null | undefined): Promise<string> {
  if (!can(actor.role, 'notes.choose-tenant')) return actor.tenantId;
  if (!chosen) {
    // A note without a tenant is seen by those alone who see all of them.
    if (actor.role === 'Coder' && (await isNarrowed(tx))) throw chooseActiveTenant();
    return platformTenantId;
  }
  if (!(await holdActiveTenant(tx, chosen))) throw chooseActiveTenant();
  return chosen;
}

export async function createNote(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  input: {
    kind: NoteKind;
    text: string;
    tenant?: string | null | undefined;
    filename?: string | null;
    type?: StoredNote['type'];
    leftOut?: readonly string[];
    fileSha256?: Buffer;
    duplicates?: Duplicates | undefined;
  },
  audit: AuditTrail,
): Promise<{ note: NoteDetail; etag: string }> {
  const text = storedText(input.text);
  if (text === '') throw fieldError('text', 'The note is empty. Type or paste its text.');
  const sections = await findSections(deps.suggester, input.kind, text);
  const tenantId = await tenantForNew(tx, actor, input.tenant);
  const fresh: NewNote = {
    kind: input.kind,
    tenantId,
    text,
    filename: input.filename ?? null,
    type: input.type ?? 'text',
    leftOut: input.leftOut ?? [],
    fileSha256: input.fileSha256 ?? null,
  };
  const same = input.duplicates === 'refuse' ? await findSameNote(tx, fresh) : null;
  if (same)
    throw new AppError('same-note', {
      detail:
        'A note with the same file or text was added within the last 30 days. Open it, or send duplicates=keep to add this one too.',
      current: same,
    });
  await takeTextRoom(tx, deps.config, tenantId, text.length);
  const id = await insertNote(tx, actor, fresh);
  const note = await getNote(tx, input.kind, id);
  saveSections(tx, deps.suggester, note, sections);
  audit.entity(`note:${id}`);
  audit.tenant(tenantId);
  // A file says nothing about what was typed and not yet sent.
  if (note.type === 'text') await forgetNewDraft(tx, actor, input.kind, note.text);
  return { note: await noteDetail(deps, tx, actor, note, sections), etag: etagOf(note.version) };
}

/**
 * Saves a changed text unless somebody else saved since: If-Match refuses with 412, `updated_at` with 409; with neither, the last
 * save wins and the version before is kept.
 */
export async function updateNote(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  input: { kind: NoteKind; id: string; text: string; ifMatch: string | undefined; updatedAt: string | undefined },
  audit: AuditTrail,
): Promise<{ note: NoteDetail; etag: string }> {
  const text = storedText(input.text);
  const sections = await findSections(deps.suggester, input.kind, text);
  const before = await getNote(tx, input.kind, input.id, { lock: true });
  audit.entity(`note:${input.id}`);
  audit.tenant(before.tenant_id);
  if (!mayEdit(actor.role, await hasActedCodes(tx, input.id)))
    throw new AppError('forbidden', { detail: 'Locked: coding has started on this note. Ask an approver to change its text.' });
  const current = {
    etag: etagOf(before.version),
    updated_at: before.updated_at.toISOString(),
    updated_by: before.updated_by,
    text: before.text,
  };
  if (
    input.ifMatch !== undefined &&
    input.ifMatch !== '*' &&
    !input.ifMatch.split(',').some((tag) => tag.trim() === etagOf(before.version))
  )
    throw new AppError('stale', { current });
  if (input.updatedAt !== undefined && Number.isNaN(Date.parse(input.updatedAt)))
    throw fieldError('updated_at', 'Not a valid time');
  if (input.ifMatch === undefined && input.updatedAt !== undefined && Date.parse(input.updatedAt) !== before.updated_at.getTime())
    throw new AppError('stale-version', { current });
  if (text === '') throw fieldError('text', 'The note is empty. Type or paste its text.');
  if (text !== before.text) {
    // The text before stays as a version: what is kept grows by the whole new one.
    await takeTextRoom(tx, deps.config, before.tenant_id, text.length);
    replaceText(tx, actor, before, text);
  }
  await forgetDraft(tx, actor, input.kind, input.id);
  const note = await getNote(tx, input.kind, input.id);
  saveSections(tx, deps.suggester, note, sections);
  return { note: await noteDetail(deps, tx, actor, note, sections), etag: etagOf(note.version) };
}

/** Adds to the end of a locked note; what was there stays, byte for byte, and is kept as a version. Answers the new version. */
export async function appendToNote(deps: Deps, tx: Tx, actor: Actor, before: StoredNote, words: string): Promise<number> {
  const text = storedText(`${before.text}\n\n${words}`);
  const sections = await findSections(deps.suggester, before.kind, text);
  await takeTextRoom(tx, deps.config, before.tenant_id, text.length);
  replaceText(tx, actor, before, text);
  const note = await getNote(tx, before.kind, before.id);
  saveSections(tx, deps.suggester, note, sections);
  return note.version;
}

/** One audit row for each note of a bulk call, in the note's own tenant. */
export async function auditEach(
  tx: Tx,
  kind: NoteKind,
  ids: readonly string[],
  audit: AuditTrail,
  detail: string,
): Promise<void> {
  const notes = await getNotes(tx, kind, ids);
  audit.each(notes.map((note) => ({ entity: [`note:${note.id}`], tenantId: note.tenant_id, detail })));
}

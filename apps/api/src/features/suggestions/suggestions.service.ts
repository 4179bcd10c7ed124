import type { DocumentReading } from '@incisive/contract/code-links';
import { limits } from '@incisive/contract/limits';
import type { NoteKind } from '@incisive/contract/notes';
import type { Deps } from '../../deps.ts';
import type { Tx } from '../../db/client.ts';
import { type Actor, platformTenantId, withTenant } from '../../db/tenant.ts';
import { AppError } from '../../http/app-error.ts';
import type { AuditTrail } from '../../http/context.ts';
import { enqueue } from '../../jobs/job-queue.ts';
import { getNote } from '../notes/notes.service.ts';
import { catalogueVersion } from '../../engine/catalogue-version.ts';
import type { Learner, Suggester } from '../../engine/suggester.ts';
import {
  type CacheKey,
  type SuggestedCode,
  countActed,
  learnedVersion,
  learnerFor,
  readCache,
  writeCache,
} from './suggestions.store.ts';

export { readFreshness } from './freshness.store.ts';
export { type SuggestedCode, cachedSuggestions } from './suggestions.store.ts';

/** Kept beyond the ten shown, so that acting on some does not ask the engine again. */
const kept = limits.defaultSuggestionSize + 15;

const sameKey = (a: CacheKey, b: CacheKey): boolean =>
  a.textVersion === b.textVersion &&
  a.engine === b.engine &&
  a.knowledge === b.knowledge &&
  a.catalogue === b.catalogue &&
  a.model === b.model;

interface NoteText {
  readonly id: string;
  readonly tenant_id: string;
  readonly version: number;
  readonly text: string;
}

/** A note as of one transaction: what its suggestions have to be made from, and those that are fresh, if any. */
export interface SeenNote {
  readonly note: NoteText;
  readonly key: CacheKey;
  /** So many codes have been acted on: they are left out of what is shown. */
  readonly acted: number;
  readonly fresh: Suggested | null;
}

/** What the engine makes of a note: its codes, and what kind of document it is. */
export interface Suggested {
  readonly suggestions: readonly SuggestedCode[];
  readonly reading: DocumentReading;
}

export async function seeNote(tx: Tx, suggester: Suggester, note: NoteText): Promise<SeenNote> {
  const [catalogue, model, cached, acted] = await Promise.all([
    catalogueVersion(tx),
    note.tenant_id === platformTenantId ? 0 : learnedVersion(tx, note.tenant_id),
    readCache(tx, note.id),
    countActed(tx, note.id),
  ]);
  const { engineVersion: engine, knowledgeVersion: knowledge } = suggester;
  const key: CacheKey = { textVersion: note.version, engine, knowledge, catalogue, model };
  const fresh =
    cached &&
    sameKey(cached.key, key) &&
    (cached.suggestions.length < kept || cached.suggestions.length >= limits.defaultSuggestionSize + acted);
  return { note, key, acted, fresh: fresh ? cached : null };
}

export interface ComputedSuggestions extends Suggested {
  readonly milliseconds: number;
}

/** Asks the engine, outside any transaction. */
export async function computeSuggestions(
  suggester: Suggester,
  seen: SeenNote,
  learner: Learner | null,
): Promise<ComputedSuggestions> {
  const result = await suggester.suggest({
    text: seen.note.text,
    size: Math.max(kept, limits.defaultSuggestionSize + seen.acted),
    catalogue: seen.key.catalogue,
    ...(learner ? { learner } : {}),
  });
  const suggestions: SuggestedCode[] = result.suggestions.map(
    ({ code, rank, score, confidence, tier, why, group, alternativeTo, partOf, evidence }) => ({
      code,
      rank,
      score,
      confidence,
      tier,
      why,
      group,
      alternativeTo,
      partOf,
      evidence,
    }),
  );
  return { suggestions, reading: result.reading, milliseconds: result.milliseconds };
}

/** Puts what was computed into the cache, unless the note was changed or deleted meanwhile. */
export async function saveSuggestions(tx: Tx, seen: SeenNote, computed: ComputedSuggestions): Promise<boolean> {
  const now = await tx
    .selectFrom('app.notes')
    .select('version')
    .where('id', '=', seen.note.id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  // Whoever changed the text has its suggestions computed.
  if (now?.version !== seen.key.textVersion) return false;
  return writeCache(tx, seen.note, seen.key, computed);
}

/** The note's suggestions, from its cache when engine, catalogue, learned model and text are unchanged, else computed outside any transaction. */
export async function suggestionsOf(
  deps: Deps,
  actor: Actor,
  noteId: string,
): Promise<Suggested & { note: { id: string; tenant_id: string; version: number } }> {
  const { seen, learner } = await withTenant(deps.database, actor, async (tx) => {
    const note = await seeNote(tx, deps.suggester, await getNote(tx, 'op', noteId));
    const learned = note.fresh ? null : await learnerFor(tx, deps.suggester, note.note.tenant_id, note.key.model);
    return { seen: note, learner: learned };
  });
  if (seen.fresh) return { note: seen.note, ...seen.fresh };
  const computed = await computeSuggestions(deps.suggester, seen, learner);
  await withTenant(deps.database, actor, (tx) => saveSuggestions(tx, seen, computed));
  return { note: seen.note, suggestions: computed.suggestions, reading: computed.reading };
}

/** What kind of document the note is. */
export async function readingOf(deps: Deps, actor: Actor, noteId: string, audit: AuditTrail): Promise<DocumentReading> {
  const { note, reading } = await suggestionsOf(deps, actor, noteId);
  audit.entity(`note:${noteId}`);
  audit.tenant(note.tenant_id);
  return reading;
}

/** Has a saved note's suggestions computed in the background; EdNotes have none. */
export function prepareSuggestions(deps: Deps, actor: Actor, note: { id: string; kind: NoteKind }): void {
  if (note.kind !== 'op') return;
  deps.suggestionQueue.add(note.id, async () => {
    try {
      await suggestionsOf(deps, actor, note.id);
    } catch (error) {
      // Deleted meanwhile.
      if (!(error instanceof AppError && error.code === 'not-found')) throw error;
    }
  });
}

/** Changes come in rows: what follows one within this time is answered by the same round. */
export const settleSeconds = 30;

/** To be called in the transaction that makes suggestions older than what they are made from, for everybody. */
export const outdateAll = (tx: Tx): Promise<void> => enqueue(tx, 'outdated', {}, settleSeconds);

/** The same for one tenant. */
export const invalidateTenant = (tx: Tx, tenantId: string): Promise<void> =>
  enqueue(tx, 'resuggest', { tenant_id: tenantId }, settleSeconds);

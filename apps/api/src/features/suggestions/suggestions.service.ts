import type { CodeLink } from '@incisive/contract/code-links';
import { type SuggestionSize, limits } from '@incisive/contract/limits';
import type { NoteKind } from '@incisive/contract/notes';
import type { Deps } from '../../deps.ts';
import { type Actor, platformTenantId, withTenant } from '../../db/tenant.ts';
import { AppError } from '../../http/app-error.ts';
import type { AuditTrail } from '../../http/context.ts';
import type { Page } from '../../http/paging.ts';
import { type SuggestedCode, shownLink } from '../codes/codes.policy.ts';
import { describeCodes, listLinks } from '../codes/codes.store.ts';
import { getNote } from '../notes/notes.store.ts';
import { type CacheKey, catalogueVersion, learnedModel, learnedVersion, readCache, writeCache } from './suggestions.store.ts';

/** Kept beyond the ten shown, so that acting on some does not ask the engine again. */
const kept = limits.defaultSuggestionSize + 15;

const sameKey = (a: CacheKey, b: CacheKey): boolean =>
  a.textVersion === b.textVersion &&
  a.engine === b.engine &&
  a.knowledge === b.knowledge &&
  a.catalogue === b.catalogue &&
  a.model === b.model;

/** The note's suggestions, from its cache when engine, catalogue, learned model and text are unchanged, else computed outside any transaction. */
export async function suggestionsOf(
  deps: Deps,
  actor: Actor,
  noteId: string,
): Promise<{ note: { id: string; tenant_id: string; version: number }; suggestions: readonly SuggestedCode[] }> {
  const seen = await withTenant(deps.database, actor, async (tx) => {
    const note = await getNote(tx, 'op', noteId);
    const model = note.tenant_id === platformTenantId ? 0 : await learnedVersion(tx, note.tenant_id);
    const key: CacheKey = {
      textVersion: note.version,
      engine: deps.suggester.engineVersion,
      knowledge: deps.suggester.knowledgeVersion,
      catalogue: await catalogueVersion(tx),
      model,
    };
    const cached = await readCache(tx, noteId);
    const acted = (await listLinks(tx, noteId)).length;
    const fresh =
      cached &&
      sameKey(cached.key, key) &&
      (cached.suggestions.length < kept || cached.suggestions.length >= limits.defaultSuggestionSize + acted);
    if (fresh) return { note, key, acted, suggestions: cached.suggestions, learner: null };
    return { note, key, acted, suggestions: null, learner: model > 0 ? await learnedModel(tx, note.tenant_id) : null };
  });
  if (seen.suggestions) return { note: seen.note, suggestions: seen.suggestions };
  const result = await deps.suggester.suggest({
    text: seen.note.text,
    size: Math.max(kept, limits.defaultSuggestionSize + seen.acted),
    catalogue: seen.key.catalogue,
    ...(seen.learner ? { learner: seen.learner.state } : {}),
  });
  const suggestions: SuggestedCode[] = result.suggestions.map(({ code, rank, score, confidence, tier, why, evidence }) => ({
    code,
    rank,
    score,
    confidence,
    tier,
    why,
    evidence,
  }));
  await withTenant(deps.database, actor, async (tx) => {
    const now = await tx.selectFrom('app.notes').select('version').where('id', '=', noteId).executeTakeFirst();
    // The text may have changed meanwhile; its own request computes for it.
    if (now?.version === seen.key.textVersion) await writeCache(tx, seen.note, seen.key, suggestions, result.milliseconds);
  });
  return { note: seen.note, suggestions };
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
  const results = await withTenant(deps.database, actor, async (tx) => {
    const acted = new Set((await listLinks(tx, noteId)).map((link) => link.code));
    const open = suggestions.filter((suggestion) => !acted.has(suggestion.code));
    const described = await describeCodes(
      tx,
      open.map((suggestion) => suggestion.code),
    );
    return open
      .filter((suggestion) => described.get(suggestion.code)?.retired === false)
      .slice(0, size)
      .map((suggestion) => shownLink(suggestion.code, 'SUGGESTED', undefined, described.get(suggestion.code), suggestion));
  });
  return { results, count: results.length, next: null, previous: null };
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

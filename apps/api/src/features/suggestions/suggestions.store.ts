import type { DocumentReading } from '@incisive/contract/code-links';
import { sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
import type { Learner, Suggester } from '../../engine/suggester.ts';

/** A code as the engine suggested it, as it is cached. */
export interface SuggestedCode {
  readonly code: string;
  readonly rank: number;
  readonly score: number;
  readonly confidence: number;
  readonly tier: 'likely' | 'look';
  readonly why: string;
  readonly group: number;
  readonly alternativeTo: string | null;
  readonly partOf: string | null;
  readonly evidence: readonly { readonly start: number; readonly end: number }[];
}

export interface CacheKey {
  readonly textVersion: number;
  readonly engine: string;
  readonly knowledge: string;
  readonly catalogue: number;
  readonly model: number;
}

export interface Cached {
  readonly suggestions: readonly SuggestedCode[];
  readonly reading: DocumentReading;
}

export async function readCache(tx: Tx, noteId: string): Promise<(Cached & { key: CacheKey }) | null> {
  const row = await tx.selectFrom('app.suggestion_cache').selectAll().where('note_id', '=', noteId).executeTakeFirst();
  if (!row) return null;
  return {
    key: {
      textVersion: row.text_version,
      engine: row.engine_version,
      knowledge: row.knowledge_version,
      catalogue: row.catalogue_version,
      model: row.model_version,
    },
    suggestions: row.suggestions as SuggestedCode[],
    reading: row.reading as DocumentReading,
  };
}

/** Answers whether it was written: what is known of a later text stays. */
export async function writeCache(
  tx: Tx,
  note: { id: string; tenant_id: string },
  key: CacheKey,
  computed: Cached & { readonly milliseconds: number },
): Promise<boolean> {
  const values = {
    text_version: key.textVersion,
    engine_version: key.engine,
    knowledge_version: key.knowledge,
    catalogue_version: key.catalogue,
    model_version: key.model,
    suggestions: JSON.stringify(computed.suggestions),
    reading: JSON.stringify(computed.reading),
    milliseconds: computed.milliseconds,
    computed_at: new Date(),
  };
  const written = await tx
    .insertInto('app.suggestion_cache')
    .values({ tenant_id: note.tenant_id, note_id: note.id, ...values })
    .onConflict((conflict) =>
      conflict.column('note_id').doUpdateSet(values).where('app.suggestion_cache.text_version', '<=', key.textVersion),
    )
    .executeTakeFirst();
  return (written.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** How many codes of the note people have acted on: they are left out of what is suggested. */
export async function countActed(tx: Tx, noteId: string): Promise<number> {
  const row = await tx
    .selectFrom('app.code_links')
    .select((links) => links.fn.countAll<number>().as('n'))
    .where('note_id', '=', noteId)
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

/** How the engine came to the codes of this text, as far as it was asked already. */
export async function cachedSuggestions(tx: Tx, note: { id: string; version: number }): Promise<Map<string, SuggestedCode>> {
  const cached = await readCache(tx, note.id);
  // Evidence of an older text would mark the wrong words.
  if (!cached || cached.key.textVersion !== note.version) return new Map();
  return new Map(cached.suggestions.map((suggestion) => [suggestion.code, suggestion]));
}

/** What was learned for a tenant, with its state where the engine does not hold that; null where nothing was. @param version 0 for nothing */
export async function learnerFor(
  tx: Tx,
  engine: Pick<Suggester, 'holds'>,
  tenant: string,
  version: number,
): Promise<Learner | null> {
  if (version === 0) return null;
  if (engine.holds({ tenant, version })) return { tenant, version, state: null };
  const row = await tx
    .selectFrom('app.learned_models')
    .select(['version', sql<string>`state::text`.as('state')])
    .where('tenant_id', '=', tenant)
    .executeTakeFirst();
  return row ? { tenant, ...row } : null;
}

export async function learnedVersion(tx: Tx, tenantId: string): Promise<number> {
  const row = await tx.selectFrom('app.learned_models').select('version').where('tenant_id', '=', tenantId).executeTakeFirst();
  return row?.version ?? 0;
}

import { limits } from '@incisive/contract/limits';
import type { Draft, NoteKind } from '@incisive/contract/notes';
import { sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
import type { Actor } from '../../db/tenant.ts';
import { fieldError } from '../../http/app-error.ts';
import { storableText } from './notes.policy.ts';
import { getNoteHead } from './notes.store.ts';

const shown = (row: { text: string; updated_at: Date; base_updated_at: Date | null }): Draft => ({
  text: row.text,
  updated_at: row.updated_at.toISOString(),
  base_updated_at: row.base_updated_at?.toISOString() ?? null,
});

/** The actor's unsaved text; it outlives its note, so that what was typed can still be copied. */
export async function readDraft(tx: Tx, actor: Actor, kind: NoteKind, key: string): Promise<Draft | null> {
  const row = await tx
    .selectFrom('app.drafts')
    .select(['text', 'updated_at', 'base_updated_at'])
    .where('user_id', '=', actor.userId)
    .where('kind', '=', kind)
    .where('key', '=', key)
    .where('updated_at', '>', sql<Date>`now() - make_interval(days => ${limits.draftDays})`)
    .executeTakeFirst();
  return row ? shown(row) : null;
}

/** The actor's drafts of notes that are not made yet: each window of the browser writes one of its own. */
export async function listNewDrafts(tx: Tx, actor: Actor, kind: NoteKind): Promise<{ key: string; updated_at: string }[]> {
  const rows = await tx
    .selectFrom('app.drafts')
    .select(['key', 'updated_at'])
    .where('user_id', '=', actor.userId)
    .where('kind', '=', kind)
    .where('key', 'like', 'new%')
    .where('updated_at', '>', sql<Date>`now() - make_interval(days => ${limits.draftDays})`)
    .orderBy('updated_at', 'desc')
    .limit(100)
    .execute();
  return rows.map((row) => ({ key: row.key, updated_at: row.updated_at.toISOString() }));
}

/** @throws AppError `not-found` for a note that the actor may not see. */
export async function saveDraft(
  tx: Tx,
  actor: Actor,
  kind: NoteKind,
  key: string,
  draft: { text: string; base_updated_at?: string | null | undefined },
): Promise<Draft> {
  if (!key.startsWith('new')) await getNoteHead(tx, kind, key);
  const base = draft.base_updated_at ? new Date(draft.base_updated_at) : null;
  if (base && Number.isNaN(base.getTime())) throw fieldError('base_updated_at', 'Not a valid time');
  const values = { text: storableText(draft.text), base_updated_at: base, updated_at: new Date() };
  const row = await tx
    .insertInto('app.drafts')
    .values({ tenant_id: actor.tenantId, user_id: actor.userId, kind, key, ...values })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'user_id', 'kind', 'key']).doUpdateSet(values))
    .returning(['text', 'updated_at', 'base_updated_at'])
    .executeTakeFirstOrThrow();
  return shown(row);
}

export async function forgetDraft(tx: Tx, actor: Actor, kind: NoteKind, key: string): Promise<void> {
  await tx.deleteFrom('app.drafts').where('user_id', '=', actor.userId).where('kind', '=', kind).where('key', '=', key).execute();
}

/** A note was made of this text: the draft that it was typed in has done its work; others are kept. */
export async function forgetNewDraft(tx: Tx, actor: Actor, kind: NoteKind, text: string): Promise<void> {
  await tx
    .deleteFrom('app.drafts')
    .where('user_id', '=', actor.userId)
    .where('kind', '=', kind)
    .where('key', 'like', 'new%')
    .where(sql<boolean>`btrim(text, E' \\t\\r\\n') = btrim(${text}, E' \\t\\r\\n')`)
    .execute();
}

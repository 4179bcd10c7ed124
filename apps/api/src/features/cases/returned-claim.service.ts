import type { Tx } from '../../db/client.ts';
import type { Actor } from '../../db/tenant.ts';
import { sql } from 'kysely';
import { getNoteHead } from '../notes/notes.service.ts';
import { follow } from '../queue/work.service.ts';
import { type StoredCase, listVersions, readCase, writeCase } from './cases.store.ts';
import type { FrozenClaim } from './frozen-claim.ts';

/** A finished claim whose note got another text goes back to its coder; the version that was finished stays as it was. */
export async function followText(tx: Tx, actor: Actor, noteId: string): Promise<void> {
  const stored = await readCase(tx, noteId);
  if (!stored || stored.row.finished_at === null) return;
  const [newest] = await listVersions(tx, stored.row.id);
  const note = await getNoteHead(tx, 'op', noteId);
  if (!newest || (JSON.parse(newest.content) as FrozenClaim).text_version === note.version) return;
  await openAgain(tx, actor, stored);
  await follow(tx, actor, noteId, 'note-changed', { reason: 'note-changed', dueInDays: 1 });
}

/** Lets the lines of a finished claim be changed again; what was finished stays as a version. */
export async function openAgain(tx: Tx, actor: Actor, stored: StoredCase): Promise<void> {
  writeCase(tx, actor, stored, stored.doc, { action: 'reopen' });
  await sql`update app.cases set finished_by = null, finished_at = null where id = ${stored.row.id}`.execute(tx);
}

/** The claim of a case whose review found something is open for its coder again. */
export async function openReviewed(tx: Tx, actor: Actor, noteId: string): Promise<void> {
  const stored = await readCase(tx, noteId);
  if (stored && stored.row.finished_at !== null) await openAgain(tx, actor, stored);
}

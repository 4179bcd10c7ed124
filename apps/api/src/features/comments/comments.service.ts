import { type Comment, mentionsIn } from '@incisive/contract/comments';
import type { Tx } from '../../db/client.ts';
import type { Actor } from '../../db/tenant.ts';
import { AppError, fieldError } from '../../http/app-error.ts';
import type { AuditTrail } from '../../http/context.ts';
import { getNoteHead } from '../notes/notes.service.ts';
import { type CommentRow, commentsOfNote, countOfNote, insertComment, peopleOf, readComment, settle } from './comments.store.ts';

/** More than so many on one case are no help to anybody. */
const mostComments = 1000;

interface CommentList {
  people: string[];
  results: Comment[];
}

const shown = (row: CommentRow): Comment => ({
  id: row.id,
  text: row.text,
  code: row.code,
  words: row.words,
  author: row.author,
  created_at: row.created_at.toISOString(),
  mentioned: row.mentioned,
  resolved: row.resolved_at === null ? null : { by: row.resolved_by ?? '', at: row.resolved_at.toISOString() },
});

async function listed(tx: Tx, note: { id: string; tenant_id: string }): Promise<CommentList> {
  const [rows, people] = [await commentsOfNote(tx, note.id), await peopleOf(tx, note.tenant_id)];
  return { people: people.map((person) => person.username), results: rows.map(shown) };
}

export async function listComments(tx: Tx, noteId: string, audit: AuditTrail): Promise<CommentList> {
  const note = await getNoteHead(tx, 'op', noteId);
  audit.entity(`note:${note.id}`);
  audit.tenant(note.tenant_id);
  return listed(tx, note);
}

/** @throws AppError on `text` for a mention of somebody who does not see the case: nobody would be told. */
export async function addComment(
  tx: Tx,
  actor: Actor,
  noteId: string,
  body: { text: string; code?: string | null | undefined; words?: string | null | undefined },
  audit: AuditTrail,
): Promise<CommentList> {
  const note = await getNoteHead(tx, 'op', noteId);
  audit.entity(`note:${note.id}`);
  audit.tenant(note.tenant_id);
  if ((await countOfNote(tx, note.id)) >= mostComments)
    throw new AppError('conflict', {
      detail: `A case has at most ${mostComments.toLocaleString('en-US')} comments. Ask a lead to close what they are about.`,
    });
  const people = new Map((await peopleOf(tx, note.tenant_id)).map((person) => [person.username, person]));
  const { found, unknown } = mentionsIn(body.text, [...people.keys()]);
  if (unknown.length > 0)
    throw fieldError('text', `${unknown[0]!} does not see this case. Mention somebody of the list, or leave out the @.`);
  const id = await insertComment(tx, actor, note.id, {
    text: body.text,
    code: body.code ?? null,
    words: body.words ?? null,
    mentioned: found.map((name) => people.get(name)!),
  });
  if (id === null) throw new AppError('not-found');
  audit.entity(`note:${note.id}`, `comment:${id}`);
  return listed(tx, note);
}

export async function resolveComment(
  tx: Tx,
  actor: Actor,
  id: string,
  resolved: boolean,
  audit: AuditTrail,
): Promise<CommentList> {
  const row = await readComment(tx, id);
  if (!row) throw new AppError('not-found');
  audit.entity(`note:${row.note_id}`, `comment:${id}`);
  audit.tenant(row.tenant_id);
  audit.detail(resolved ? 'resolved' : 'opened again');
  if (resolved !== (row.resolved_at !== null)) await settle(tx, id, resolved ? actor.username : null);
  return listed(tx, { id: row.note_id, tenant_id: row.tenant_id });
}

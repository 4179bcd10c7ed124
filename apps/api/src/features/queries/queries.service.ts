import {
  type QueryBody,
  type QueryOutcome,
  type QueryShow,
  type SurgeonQuery,
  signatureMinutes,
} from '@incisive/contract/queries';
import { checkQuery, otherChoice, undeterminedChoice } from '@incisive/contract/query-check';
import { can } from '@incisive/contract/roles';
import type { Tx } from '../../db/client.ts';
import { giveNotices } from '../../db/give-notices.ts';
import { type Actor, withSession } from '../../db/tenant.ts';
import type { Deps } from '../../deps.ts';
import { AppError, fieldError } from '../../http/app-error.ts';
import type { AuditTrail } from '../../http/context.ts';
import { letters } from '../../mail/templates.ts';
import { followText } from '../cases/returned-claim.service.ts';
import { appendToNote, getNote, getNoteHead } from '../notes/notes.service.ts';
import { stopWaiting, waitFor } from '../queue/work.service.ts';
import {
  type QueryRow,
  countOpen,
  insertQuery,
  queriesOfNote,
  queriesOfPerson,
  readQuery,
  recipientsOf,
  signedInLately,
  tellAsker,
  waitsForMore,
  writeQuery,
} from './queries.store.ts';

/** Who is asked answers, and neither judges that answer nor takes the question back; unless they asked themselves. */
const isAnswerer = (actor: Actor, query: QueryRow): boolean => query.to_id === actor.userId && query.asked_by_id !== actor.userId;

function shown(actor: Actor, row: QueryRow): SurgeonQuery {
  const asks = can(actor.role, 'queries.ask') && !isAnswerer(actor, row);
  return {
    id: row.id,
    note_id: row.note_id,
    state: row.state,
    ...row.asked,
    to: { id: row.to_id, username: row.to_username },
    asked_by: row.asked_by,
    sent_at: row.sent_at.toISOString(),
    due_on: row.due_on,
    answer: row.answer,
    answered_at: row.answered_at?.toISOString() ?? null,
    outcome: row.outcome,
    may: {
      answer: row.state === 'sent' && row.to_id === actor.userId && can(actor.role, 'queries.answer'),
      close: asks && (row.state === 'sent' || row.state === 'answered'),
      withdraw: asks && row.state === 'sent',
    },
  };
}

async function queryOf(tx: Tx, id: string, audit: AuditTrail, lock = false): Promise<QueryRow> {
  const row = await readQuery(tx, id, lock);
  if (!row) throw new AppError('not-found');
  audit.entity(`note:${row.note_id}`, `query:${row.id}`);
  audit.tenant(row.tenant_id);
  return row;
}

export async function getQuery(tx: Tx, actor: Actor, id: string, audit: AuditTrail): Promise<SurgeonQuery> {
  return shown(actor, await queryOf(tx, id, audit));
}

export async function listQueries(
  tx: Tx,
  actor: Actor,
  { show, all }: { show: QueryShow; all: boolean },
  audit: AuditTrail,
): Promise<{ for_me: number; by_me: number; results: SurgeonQuery[] }> {
  const rows = await queriesOfPerson(tx, actor.userId, show, all);
  audit.entity(...rows.map(({ id }) => `query:${id}`));
  return { ...(await countOpen(tx, actor.userId)), results: rows.map((row) => shown(actor, row)) };
}

export async function listOfNote(tx: Tx, actor: Actor, noteId: string, audit: AuditTrail) {
  const note = await getNoteHead(tx, 'op', noteId);
  audit.entity(`note:${note.id}`);
  audit.tenant(note.tenant_id);
  const rows = await queriesOfNote(tx, note.id);
  return { recipients: await recipientsOf(tx, actor, note), results: rows.map((row) => shown(actor, row)) };
}

/** Asks: the case waits for the answer, and who is asked is told that a question waits and nothing of it. */
export async function sendQuery(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  noteId: string,
  body: QueryBody,
  audit: AuditTrail,
): Promise<SurgeonQuery> {
  const note = await getNote(tx, 'op', noteId, { lock: true });
  audit.entity(`note:${note.id}`);
  audit.tenant(note.tenant_id);
  const { to: toId, due_in_days, quotes, ...asked } = body;
  const problems = checkQuery(body, note.text);
  if (problems.length > 0)
    throw new AppError('validation', {
      detail: 'The question cannot go like this. Mend what is named, and send it again.',
      fields: problems.map(({ path, message }) => ({ path, message })),
    });
  const to = (await recipientsOf(tx, actor, note)).find(({ id }) => id === toId);
  if (!to) throw fieldError('to', 'Choose an approver or administrator of the note’s organization');
  const work = await waitFor(tx, actor, note.id, due_in_days);
  const id = await insertQuery(tx, actor, work, to);
  const content = {
    ...asked,
    quotes: quotes.map(([start, end]) => ({ start, end, words: note.text.slice(start, end) })),
  };
  await writeQuery(
    tx,
    actor,
    { id, tenant_id: note.tenant_id },
    { act: 'send', state: 'sent', noteVersion: note.version, content },
  );
  audit.entity(`note:${note.id}`, `query:${id}`);
  await giveNotices(tx, [to], [{ message: 'A question about an operative note waits for your answer', link: `/queries/${id}` }]);
  await deps.mailer.queue(tx, to.email, letters.question({ url: `${deps.config.publicUrl}/queries/${id}` }));
  return getQuery(tx, actor, id, audit);
}

export interface AnswerBody {
  readonly choice?: string | undefined;
  readonly words?: string | undefined;
  readonly tz?: string | undefined;
}

/** What is answered, in words. @throws AppError when the form has no such answer */
function answerWords(query: QueryRow, { choice, words }: AnswerBody): string {
  const { form, choices } = query.asked;
  if (form === 'open') {
    if (choice !== undefined) throw fieldError('choice', 'This question has no choices. Answer in words.');
    if (!words) throw fieldError('words', 'Required');
    return words;
  }
  const offered = form === 'yes-no' ? ['Yes', 'No'] : choices.map(({ label }) => label);
  if (!choice) throw fieldError('choice', 'Choose one');
  if (choice === otherChoice) {
    if (!words) throw fieldError('words', 'Say what it was');
    return words;
  }
  if (![...offered, undeterminedChoice].includes(choice))
    throw fieldError('choice', `Choose one of ${[...offered, otherChoice, undeterminedChoice].join(', ')}`);
  return words ? `${choice}. ${words}` : choice;
}

const usDay = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', { timeZone, month: '2-digit', day: '2-digit', year: 'numeric' }).format(at);

/** The end of the note that an answer becomes. The engine knows its lines: what was asked is not read as done. */
export const addendum = (by: string, day: string, question: string, answer: string): string =>
  `ADDENDUM ${day} by ${by}: ${question.replaceAll(/\s+/g, ' ').trim()}\nAnswer: ${answer.replaceAll(/\s*\n\s*/g, ' ')}`;

/**
 * Answers and signs: the note gets an addendum at its end, which is read as every new text, and the case goes back to who asked.
 * @param sign asks for the password where the sign-in is too old to stand for a signature
 */
export async function answerQuery(
  deps: Deps,
  actor: Actor,
  id: string,
  body: AnswerBody,
  audit: AuditTrail,
  sign: () => Promise<void>,
  at = new Date(),
): Promise<SurgeonQuery> {
  const check = async (tx: Tx, lock: boolean): Promise<{ query: QueryRow; answer: string }> => {
    const query = await queryOf(tx, id, audit, lock);
    if (query.to_id !== actor.userId)
      throw new AppError('forbidden', { detail: `This question is for ${query.to_username}. Ask them to answer it.` });
    if (query.state !== 'sent') throw settled(query);
    return { query, answer: answerWords(query, body) };
  };
  const fresh = await withSession(deps.database, actor, async (tx) => {
    await check(tx, false);
    return signedInLately(tx, actor.sessionId, signatureMinutes);
  });
  if (!fresh) await sign();
  return withSession(deps.database, actor, async (tx) => {
    // A note is locked before what hangs on it, as everywhere.
    const { query: first } = await check(tx, false);
    const note = await getNote(tx, 'op', first.note_id, { lock: true });
    const { query, answer } = await check(tx, true);
    const version = await appendToNote(
      deps,
      tx,
      actor,
      note,
      addendum(actor.username, usDay(at, body.tz ?? 'UTC'), query.asked.question, answer),
    );
    await writeQuery(tx, actor, query, { act: 'answer', state: 'answered', noteVersion: version, content: { answer } });
    if (!(await waitsForMore(tx, query.case_id, query.id)))
      await stopWaiting(tx, actor, note.id, 'answer', { answerFor: query.asked_by_id });
    await followText(tx, actor, note.id);
    await tellAsker(tx, query.id);
    const result = await getQuery(tx, actor, id, audit);
    await audit.writeIn(tx);
    return result;
  });
}

const settled = (query: QueryRow): AppError =>
  new AppError('conflict', { detail: `This question is ${query.state} already. Read it again to see what was said.` });

/** Closes or takes back a query; a case that waited for nothing else waits no more. */
async function end(
  tx: Tx,
  actor: Actor,
  query: QueryRow,
  done: { act: 'close' | 'withdraw'; outcome?: QueryOutcome; content: object },
): Promise<void> {
  const note = await getNoteHead(tx, 'op', query.note_id);
  await writeQuery(tx, actor, query, {
    ...done,
    state: done.act === 'close' ? 'closed' : 'withdrawn',
    noteVersion: note.version,
  });
  if (query.state === 'sent' && !(await waitsForMore(tx, query.case_id, query.id)))
    await stopWaiting(tx, actor, query.note_id, 'resume', { dueInDays: 0 });
}

async function queryToEnd(tx: Tx, actor: Actor, id: string, audit: AuditTrail): Promise<QueryRow> {
  const query = await queryOf(tx, id, audit, true);
  if (isAnswerer(actor, query))
    throw new AppError('forbidden', { detail: `Nobody ends a question that they were asked. Leave that to ${query.asked_by}.` });
  return query;
}

export async function closeQuery(
  tx: Tx,
  actor: Actor,
  id: string,
  outcome: QueryOutcome,
  audit: AuditTrail,
): Promise<SurgeonQuery> {
  const query = await queryToEnd(tx, actor, id, audit);
  if (query.state !== 'sent' && query.state !== 'answered') throw settled(query);
  if ((outcome === 'no-answer') !== (query.state === 'sent'))
    throw fieldError(
      'outcome',
      query.state === 'sent' ? 'It has no answer yet: close it with no-answer' : 'It was answered: agreed or disagreed',
    );
  audit.detail(outcome);
  await end(tx, actor, query, { act: 'close', outcome, content: { outcome } });
  return getQuery(tx, actor, id, audit);
}

export async function withdrawQuery(tx: Tx, actor: Actor, id: string, reason: string, audit: AuditTrail): Promise<SurgeonQuery> {
  const query = await queryToEnd(tx, actor, id, audit);
  if (query.state !== 'sent') throw settled(query);
  audit.detail('withdrawn');
  await end(tx, actor, query, { act: 'withdraw', content: { reason } });
  return getQuery(tx, actor, id, audit);
}

import type { CaseWork } from '@incisive/contract/queue';
import {
  type HoldReason,
  type Refusal,
  type WorkAct,
  type WorkFacts,
  type WorkState,
  actsNow,
  firstHoldReasons,
  step,
} from '@incisive/contract/work-state';
import { can } from '@incisive/contract/roles';
import type { Tx } from '../../db/client.ts';
import { giveNotices } from '../../db/give-notices.ts';
import type { Actor } from '../../db/tenant.ts';
import { AppError, fieldError } from '../../http/app-error.ts';
import type { AuditTrail } from '../../http/context.ts';
import { getNoteHead } from '../notes/notes.service.ts';
import {
  type Stand,
  type WorkRow,
  addActivity,
  endLease,
  readSettings,
  readWork,
  restingOf,
  standColumn,
  takeLease,
  writeWork,
} from './work.store.ts';

export { leaseLives } from './work.store.ts';
export { answering, renderingOf, surgeonColumn } from './surgeon.store.ts';

export const shownState = (row: WorkRow): WorkState => (row.holder_id === null ? row.work_state : 'claimed');

const factsOf = (row: WorkRow, actor: Actor): WorkFacts => ({
  holder: row.holder_id === null ? 'nobody' : row.holder_id === actor.userId ? 'self' : 'other',
  resting: restingOf(row.work_state),
  isCoder: row.coder_id === actor.userId,
});

const minutes = (n: number | null): string => (n === 1 ? '1 minute' : `${n ?? 0} minutes`);

const refusal = (why: Refusal, row: WorkRow): AppError => {
  const detail: Record<Refusal, string> = {
    claimed: `${row.holder ?? 'Somebody else'} has had this case for ${minutes(row.holder_minutes)}. Take another one, or ask a lead to take it over.`,
    'not-yours': 'Take the case first.',
    role: 'Your role does not allow this. Ask an administrator whether it should.',
    state: `This cannot be done while the case is ${shownState(row)}. Open it again to see what can.`,
    'own-case': 'Nobody reviews a case that they coded. Leave it to somebody else.',
  };
  return new AppError(why === 'claimed' ? 'claimed' : why === 'role' ? 'forbidden' : 'conflict', { detail: detail[why] });
};

async function caseOf(tx: Tx, noteId: string): Promise<WorkRow> {
  const row = await readWork(tx, noteId, true);
  if (!row) throw new AppError('not-found');
  return row;
}

interface Input {
  readonly reason?: string;
  readonly words?: string | null;
  readonly dueInDays?: number;
  readonly answerFor?: string;
}

/** Takes one step with the case of a note. @throws AppError with what stands in the way */
export const take = async (tx: Tx, actor: Actor, noteId: string, act: WorkAct, input: Input = {}): Promise<WorkRow> =>
  takeNow(tx, actor, await caseOf(tx, noteId), act, input);

async function takeNow(tx: Tx, actor: Actor, row: WorkRow, act: WorkAct, input: Input = {}): Promise<WorkRow> {
  const from = shownState(row);
  const next = step(from, act, actor.role, factsOf(row, actor));
  if ('refused' in next) throw refusal(next.refused, row);
  if (act === 'take-over') {
    endLease(tx, row.id);
    await tellHolder(tx, actor, row);
  }
  const mine = from === 'claimed' && next.to === 'claimed' && act === 'claim';
  if (next.to === 'claimed' && !(await takeLease(tx, actor, row)))
    throw refusal('claimed', (await readWork(tx, row.note_id)) ?? row);
  if (next.to !== 'claimed') endLease(tx, row.id);
  if (!mine) writeWork(tx, actor, row, { act, from, to: next.to, ...input });
  return row;
}

/** What follows by itself from an act of the actor; nothing where the state does not ask for it. */
export async function follow(
  tx: Tx,
  actor: Actor,
  noteId: string,
  act: 'settle' | 'draw' | 'note-changed',
  input: { reason?: string; dueInDays?: number } = {},
): Promise<boolean> {
  const row = await readWork(tx, noteId, true);
  if (!row) return false;
  const from = shownState(row);
  const next = step(from, act, null, factsOf(row, actor));
  if ('refused' in next) return false;
  writeWork(tx, actor, row, { act, from, to: next.to, ...input });
  return true;
}

/** The first change of a claim takes its case. @throws AppError `claimed` when somebody else has it */
export async function holdForChange(tx: Tx, actor: Actor, noteId: string): Promise<void> {
  const row = await caseOf(tx, noteId);
  // A finished claim has a refusal of its own.
  if (['coded', 'in-review', 'final', 'exported', 'void'].includes(shownState(row))) return;
  await takeNow(tx, actor, row, 'claim');
}

/** Asks: takes the case, where nobody else has it, and puts it where it waits for an answer. */
export async function waitFor(
  tx: Tx,
  actor: Actor,
  noteId: string,
  dueInDays: number,
): Promise<Pick<WorkRow, 'id' | 'tenant_id' | 'note_id' | 'due_on'>> {
  await holdForChange(tx, actor, noteId);
  await take(tx, actor, noteId, 'query', { dueInDays });
  return caseOf(tx, noteId);
}

/** An answer came, or none is waited for any more; a case that somebody took meanwhile stays theirs, and waits no more when they let it go. */
export async function stopWaiting(
  tx: Tx,
  actor: Actor,
  noteId: string,
  act: 'answer' | 'resume',
  input: Pick<Input, 'answerFor' | 'dueInDays'>,
): Promise<void> {
  const row = await caseOf(tx, noteId);
  if (shownState(row) === 'queried') await takeNow(tx, actor, row, act, input);
  else if (row.work_state === 'queried') writeWork(tx, actor, row, { act, from: 'claimed', to: 'claimed', ...input });
}

async function tellHolder(tx: Tx, actor: Actor, row: WorkRow): Promise<void> {
  const users = await tx.selectFrom('app.users').select(['id', 'tenant_id']).where('id', '=', row.holder_id!).execute();
  // A tenant's administrator cannot see people above tenants, nor write to them: their list says who has the case now.
  const message = `${actor.username} took over a case that you had`;
  await giveNotices(tx, users, [{ message, link: `/opnotes/${row.note_id}` }]);
}

export async function settingsOf(tx: Tx, tenantId: string): Promise<{ hold_reasons: HoldReason[]; auto_load_forced: boolean }> {
  const own = await readSettings(tx, tenantId);
  return { hold_reasons: [...(own?.hold_reasons ?? firstHoldReasons)], auto_load_forced: own?.auto_load_forced ?? false };
}

const returnedFor: Readonly<Record<string, string>> = {
  'note-changed': 'Note changed',
  review: 'Review',
  'not-billable': 'Not billable',
  duplicate: 'Duplicate',
  'wrong-patient': 'Wrong patient',
};
/** A reason in words, whether or not the tenant still offers it. */
export const reasonWords = (key: string | null, reasons: readonly HoldReason[]): { key: string; label: string } | null =>
  key === null
    ? null
    : {
        key,
        label:
          reasons.find((one) => one.key === key)?.label ??
          returnedFor[key] ??
          firstHoldReasons.find((one) => one.key === key)?.label ??
          key,
      };

/** Where the case of a note stands, as its reader sees it. */
export async function workOf(tx: Tx, actor: Actor, noteId: string): Promise<CaseWork> {
  const [, row] = await Promise.all([getNoteHead(tx, 'op', noteId), readWork(tx, noteId)]);
  if (!row) throw new AppError('not-found');
  const { hold_reasons } = await settingsOf(tx, row.tenant_id);
  const state = shownState(row);
  return {
    note_id: noteId,
    state,
    since: row.work_since.toISOString(),
    due_on: row.due_on,
    reason: reasonWords(row.work_reason, hold_reasons),
    holder:
      row.holder === null ? null : { name: row.holder, minutes: row.holder_minutes ?? 0, mine: row.holder_id === actor.userId },
    acts: actsNow(state, actor.role, factsOf(row, actor)),
    hold_reasons,
    open_comments: row.open_comments,
    review: row.work_state === 'returned' && row.coder_id === actor.userId ? row.review : null,
    question: row.question,
  };
}

/** Where the cases of some notes stand, as their list tells it to everybody who may see the notes; a lease is no news there. */
export const stands = {
  column: standColumn,
  shown: (
    value: unknown,
    { role }: Pick<Actor, 'role'>,
  ): { work?: { state: WorkState; reason: string | null; new_findings: number } } => {
    if (value === null) return {};
    const [state, reason, holdReasons, newFindings] = value as Stand;
    return {
      work: {
        state,
        reason: reasonWords(reason, holdReasons ?? firstHoldReasons)?.label ?? null,
        new_findings: can(role, 'claims.read') ? newFindings : 0,
      },
    };
  },
};

export interface WorkCall {
  readonly tx: Tx;
  readonly actor: Actor;
  readonly params: { readonly id: string };
  readonly audit: AuditTrail;
}

/** An act of a person on the case of a note that they may see. */
export async function act(call: WorkCall, what: WorkAct, input: Input = {}): Promise<CaseWork> {
  const { tx, actor, params, audit } = call;
  const note = await getNoteHead(tx, 'op', params.id);
  audit.entity(`note:${note.id}`);
  audit.tenant(note.tenant_id);
  audit.detail([what, input.reason].filter(Boolean).join(' '));
  await take(tx, actor, note.id, what, input);
  return workOf(tx, actor, note.id);
}

/** Counts this moment as work of the actor on a case that they have. */
export async function atWork(tx: Tx, actor: Actor, noteId: string): Promise<void> {
  await getNoteHead(tx, 'op', noteId);
  await addActivity(tx, actor, noteId);
}

/** Holds the case for one of the tenant's reasons. @throws AppError when the reason is none, or needs words */
export async function hold(call: WorkCall, body: { reason: string; words?: string | undefined }): Promise<CaseWork> {
  const note = await getNoteHead(call.tx, 'op', call.params.id);
  const { hold_reasons } = await settingsOf(call.tx, note.tenant_id);
  const reason = hold_reasons.find((one) => one.key === body.reason);
  if (!reason) throw fieldError('reason', `Choose one of ${hold_reasons.map((one) => one.key).join(', ')}`);
  if (reason.words && !body.words) throw fieldError('words', 'Say what it waits for');
  return act(call, 'hold', { reason: reason.key, words: body.words ?? null, dueInDays: reason.days });
}

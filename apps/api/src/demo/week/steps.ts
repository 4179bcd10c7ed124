import { sql } from 'kysely';
import { type Actor, withSession, withSystem, withTenant } from '../../db/tenant.ts';
import type { Deps } from '../../deps.ts';
import { changeCase, finishCase, getCase } from '../../features/cases/cases.service.ts';
import { exportClaim } from '../../features/cases/claim-exports.ts';
import { followText } from '../../features/cases/returned-claim.service.ts';
import { addComment } from '../../features/comments/comments.service.ts';
import { listLinks } from '../../features/codes/codes.service.ts';
import { submitNote } from '../../features/learning/training.service.ts';
import { getNote, updateNote } from '../../features/notes/notes.service.ts';
import { answerQuery, closeQuery, sendQuery } from '../../features/queries/queries.service.ts';
import { reviewFinished } from '../../features/reviews/plan.service.ts';
import { act, hold } from '../../features/queue/work.service.ts';
import type { DemoNote } from '../demo-notes/demo-note.ts';
import { isoDay } from './days.ts';
import { type Cast, callOf, noTrail } from './people.ts';
import type { Question, Step } from './plan.ts';

export interface Told {
  readonly deps: Deps;
  readonly cast: Cast;
  readonly noteId: string;
  readonly note: DemoNote;
  readonly at: Date;
  readonly operated: Date;
}

/** One step with a note, by the service that a person's request calls. @throws AppError when the service refuses it */
export async function takeStep(told: Told, step: Step): Promise<unknown> {
  const { deps, noteId, at } = told;
  const actor = told.cast.get(step.by)!;
  const call = { actor, params: { id: noteId }, audit: noTrail };
  const within = <T>(run: Parameters<typeof withSession<T>>[2]): Promise<T> => withSession(deps.database, actor, run);
  switch (step.do) {
    case 'claim':
    case 'release':
    case 'resume':
      return within((tx) => act({ tx, ...call }, step.do as 'claim'));
    case 'hold':
      return within((tx) => hold({ tx, ...call }, { reason: step.reason }));
    case 'skip':
      return within((tx) => act({ tx, ...call }, 'skip', { reason: step.reason }));
    case 'begin':
      return beginClaim(told, actor);
    case 'finish':
      return finishClaim(told, actor);
    case 'train': {
      const links = await within((tx) => listLinks(tx, noteId));
      const codes = links.filter(({ state }) => state === 'APPROVED').map(({ code }) => code);
      return submitNote(deps, actor, noteId, codes, noTrail);
    }
    case 'export':
      return within((tx) => exportClaim(tx, actor, noteId, 'csv', noTrail));
    case 'ask':
      return ask(told, actor, step);
    case 'answer':
      return answerQuery(deps, actor, await queryOf(told, actor), step, noTrail, () => Promise.resolve(), at);
    case 'close': {
      const id = await queryOf(told, actor);
      return within((tx) => closeQuery(tx, actor, id, 'agreed', noTrail));
    }
    case 'comment':
      return within((tx) => addComment(tx, actor, noteId, { text: step.text, words: step.words ?? null }, noTrail));
    case 'edit':
      return within(async (tx) => {
        const { text } = await getNote(tx, 'op', noteId);
        const changed = {
          kind: 'op' as const,
          id: noteId,
          text: `${text}\n${step.add}`,
          ifMatch: undefined,
          updatedAt: undefined,
        };
        await updateNote(deps, tx, actor, changed, noTrail);
        await followText(tx, actor, noteId);
      });
  }
}

async function beginClaim({ deps, noteId, note, operated }: Told, actor: Actor): Promise<void> {
  const call = callOf(actor, noteId);
  await getCase(deps, call);
  await changeCase(deps, call, [
    { do: 'header', service_date: isoDay(operated) },
    { do: 'diagnoses', icd: [...(note.dx ?? [])] },
  ]);
}

/** Says why of what the rules warn, and finishes. */
async function finishClaim({ deps, noteId }: Told, actor: Actor): Promise<void> {
  const call = callOf(actor, noteId);
  const { findings } = await getCase(deps, call);
  const open = findings.filter((one) => one.severity === 'warning' && one.said === null);
  const why = 'Looked up by hand';
  if (open.length > 0)
    await changeCase(
      deps,
      call,
      open.map(({ key }) => ({ do: 'say-why' as const, key, why })),
    );
  await workedOn(deps.database, actor, noteId);
  await finishCase(deps, call, reviewFinished);
}

/** Leaves as much time at work as a note of its length takes somebody who reads it; nobody sits before the screen meanwhile. */
const workedOn = (database: Deps['database'], { userId }: Actor, noteId: string): Promise<unknown> =>
  withSystem(database, (tx) =>
    sql`insert into app.activity_stretches (tenant_id, case_id, user_id, began_at, ended_at)
      select c.tenant_id, c.id, ${userId}, now() - make_interval(secs => 60 + 45 * i.lines + length(n.text) / 12 + abs(hashtext(n.id::text)) % 90), now()
        from app.cases c join app.notes n on n.id = c.note_id
             cross join lateral (select count(*)::int as lines from app.case_lines l where l.case_id = c.id) i
       where c.note_id = ${noteId}`.execute(tx),
  );

async function ask(
  { deps, cast, noteId }: Told,
  actor: Actor,
  { to, quote, choices = [], subject, form, heading, question }: Step & Question,
) {
  await withSession(deps.database, actor, async (tx) => {
    const { text } = await getNote(tx, 'op', noteId);
    const start = text.indexOf(quote);
    const body = {
      to: cast.get(to)!.userId,
      subject,
      form,
      heading,
      question,
      quotes: [[start, start + quote.length] as [number, number]],
      choices: choices.map((label) => ({ label, quotes: [0] })),
      due_in_days: 3,
    };
    await sendQuery(deps, tx, actor, noteId, body, noTrail);
  });
}

const queryOf = ({ deps, noteId }: Told, actor: Actor): Promise<string> =>
  withTenant(
    deps.database,
    actor,
    async (tx) =>
      (await sql<{ id: string }>`select id from app.queries where note_id = ${noteId} order by sent_at desc limit 1`.execute(tx))
        .rows[0]!.id,
  );

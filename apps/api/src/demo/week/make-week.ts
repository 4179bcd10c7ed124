import { sql } from 'kysely';
import { type Actor, withSession, withSystem } from '../../db/tenant.ts';
import type { Deps } from '../../deps.ts';
import { act } from '../../features/queue/work.service.ts';
import { AppError } from '../../http/app-error.ts';
import { demoNotes } from '../demo-notes.ts';
import { workTime } from './days.ts';
import { inThePast } from './past.ts';
import { type Cast, noTrail, signInCast, signOutCast } from './people.ts';
import { atWork } from './plan.ts';
import { schedule } from './schedule.ts';
import { codeSomeAgain } from './second-codings.ts';
import { takeStep } from './steps.ts';

export interface SampleWeek {
  /** How many notes somebody worked on, once all is done or it was told to stop. */
  readonly made: Promise<number>;
  readonly stop: () => Promise<unknown>;
}

/** What making sample data left for this: when that was, and which note is which of the sample notes. */
export interface Waiting {
  readonly madeAt: string;
  readonly notes: Readonly<Record<string, number>>;
}

/**
 * Has the sample people work for three weeks, by the services that real people's requests call. Long: it goes on while the server
 * answers. What a stop leaves is made after the next start; a case on which anybody has acted is left as it is.
 */
export function makeSampleWeek(deps: Deps): SampleWeek {
  const state = { stopped: false };
  const made = make(deps, () => state.stopped);
  return {
    made,
    stop: () => {
      state.stopped = true;
      return made.catch(() => undefined);
    },
  };
}

async function make(deps: Deps, stopped: () => boolean): Promise<number> {
  const waiting = await readWaiting(deps);
  if (!waiting) return 0;
  // Nobody is written to about what happened weeks ago.
  const mailer = Object.assign(Object.create(deps.mailer) as Deps['mailer'], { queue: () => Promise.resolve() });
  const cast = await signInCast(deps.database, [
    'coder',
    'coder2',
    'admin',
    'admin2',
    'approver',
    'approver2',
    'surgeon',
    'superapprover',
  ]);
  let made = 0;
  try {
    for (const [noteId, index] of Object.entries(waiting.notes).toSorted(([, a], [, b]) => a - b)) {
      if (await tell({ ...deps, mailer }, cast, { noteId, index, now: new Date(waiting.madeAt) }, stopped)) made += 1;
      if (stopped()) return made;
    }
    await codeSomeAgain(deps, cast, new Date(waiting.madeAt));
    await withSystem(deps.database, (tx) => sql`update app.settings set value = value - 'week' where name = 'demo'`.execute(tx));
  } finally {
    // Who is at work stays so, until the session runs out like any other in which nothing is done.
    await signOutCast(deps.database, cast, stopped() ? [] : [atWork.by]);
  }
  return made;
}

async function readWaiting({ database }: Deps): Promise<Waiting | null> {
  const { rows } = await withSystem(database, (tx) =>
    sql<{ waiting: Waiting | null }>`select value -> 'week' as waiting from app.settings where name = 'demo'`.execute(tx),
  );
  return rows[0]?.waiting ?? null;
}

interface OneNote {
  readonly noteId: string;
  readonly index: number;
  readonly now: Date;
}

/** @returns whether the note's case was touched by nobody, and now has its story */
async function tell(deps: Deps, cast: Cast, { noteId, index, now }: OneNote, stopped: () => boolean): Promise<boolean> {
  const note = demoNotes[index];
  const planned = schedule(demoNotes)[index];
  if (!note || !planned || (await isTouched(deps, noteId))) return false;
  // Dictated on the day, or one or two later.
  const operated = workTime(now, planned.came + [0, 1, 0, 2][index % 4]!, 0);
  try {
    for (const step of planned.steps) {
      if (stopped()) return true;
      const at = workTime(now, step.ago, step.at);
      await inThePast(deps.database, noteId, at, () => takeStep({ deps, cast, noteId, note, at, operated }, step));
    }
    if (note.text.includes(atWork.words)) await claimNow(deps, cast.get(atWork.by)!, noteId);
  } catch (error) {
    // Somebody acted on the note, or took the sample data out meanwhile: the rest of its story does not happen.
    if (!(error instanceof AppError)) throw error;
    deps.log.warn({ code: error.code, note: noteId }, 'a sample note was left as it is');
  }
  return planned.steps.length > 0;
}

const claimNow = (deps: Deps, actor: Actor, noteId: string): Promise<unknown> =>
  withSession(deps.database, actor, (tx) => act({ tx, actor, params: { id: noteId }, audit: noTrail }, 'claim'));

const isTouched = (deps: Deps, noteId: string): Promise<boolean> =>
  withSystem(deps.database, async (tx) => {
    const { rows } =
      await sql`select from app.case_acts a join app.cases c on c.id = a.case_id where c.note_id = ${noteId} limit 1`.execute(tx);
    return rows.length > 0;
  });

import type { Coding } from '@incisive/contract/compare-claims';
import { sql } from 'kysely';
import { withSession, withSystem } from '../../db/tenant.ts';
import type { Deps } from '../../deps.ts';
import { makeDraw } from '../../features/reviews/draws.service.ts';
import { codeReview, sayOfMark } from '../../features/reviews/reviews.service.ts';
import { AppError } from '../../http/app-error.ts';
import { isoDay } from './days.ts';
import { type Cast, noTrail } from './people.ts';

/** A draw of the first clinic's cases that one coder finished: some are coded again, one mark is accepted, one waits for a lead, the others for their reader. */
export async function codeSomeAgain({ database, log }: Deps, cast: Cast, now: Date): Promise<void> {
  const [lead, approver] = [cast.get('superapprover'), cast.get('approver')];
  if (!lead || !approver) return;
  const from = isoDay(new Date(now.getTime() - 35 * 86_400_000));
  const body = {
    tenant: approver.tenantId,
    from,
    to: isoDay(now),
    size: 7,
    seed: 'Sample',
    coder: 'coder',
    reviewers: ['coder2'],
  };
  try {
    const draw = await withSession(database, lead, (tx) => makeDraw(tx, lead, body, noTrail));
    for (const [at, { review, reviewer }] of draw.readers.slice(0, 5).entries())
      await codeAgain(database, cast, { at, review, reviewer });
  } catch (error) {
    // Too few are finished, or somebody took the sample data out meanwhile: nothing is drawn.
    if (!(error instanceof AppError)) throw error;
    log.warn({ code: error.code }, 'no sample cases were drawn for review');
  }
}

async function codeAgain(
  database: Deps['database'],
  cast: Cast,
  { at, review, reviewer }: { at: number; review: string; reviewer: string },
): Promise<void> {
  const reader = cast.get(reviewer)!;
  const { rows } = await withSystem(database, (tx) =>
    sql<{ coder: string; content: string }>`select r.coder, v.content from app.reviews r
      join app.case_versions v on v.case_id = r.case_id and v.version = r.claim_version where r.id = ${review}`.execute(tx),
  );
  const first = JSON.parse(rows[0]!.content) as Coding;
  // Every second reader counts once more than the first.
  const lines = first.lines.map(({ code, modifiers, units, dx }, nth) => ({
    code,
    modifiers: [...modifiers],
    units: at % 2 === 1 && nth === 0 ? units + 1 : units,
    dx: [...dx],
  }));
  const coding = { lines, diagnoses: first.diagnoses.map((icd) => icd.replace('.', '')) };
  const done = await withSession(database, reader, (tx) => codeReview(tx, reader, review, coding, noTrail));
  const [coder, mark] = [cast.get(rows[0]!.coder), done.compared?.marks[0]];
  if (!coder || !mark) return;
  const saying =
    at === 1
      ? ({ act: 'accept', verdict: 'second' } as const)
      : ({ act: 'rebut', verdict: null, words: 'The note tells of one only' } as const);
  await withSession(database, coder, (tx) => sayOfMark(tx, coder, mark.id, saying, noTrail));
}

import { type Coding, agreementOf, differencesOf } from '@incisive/contract/compare-claims';
import type { CodingBody, Review, ReviewMark, ReviewRow, ReviewShow, Verdict } from '@incisive/contract/reviews';
import { afterWorkingDays, answerDays } from '@incisive/contract/review-plan';
import { can } from '@incisive/contract/roles';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
import type { Actor } from '../../db/tenant.ts';
import { AppError, fieldError } from '../../http/app-error.ts';
import type { AuditTrail } from '../../http/context.ts';
import { openReviewed } from '../cases/returned-claim.service.ts';
import { describeCodes } from '../codes/codes.service.ts';
import { follow, take, workOf } from '../queue/work.service.ts';
import { type CountedFilter, countedWhere } from './counted.ts';
import {
  type MarkFound,
  type ReviewFound,
  type ReviewHead,
  countMarks,
  isOpen,
  readFrozen,
  readMarks,
  readReview,
  readReviews,
  reviewOfMark,
  settleWhenDone,
  tellCoder,
  writeCoding,
  writeMarks,
  writeSaid,
  writeState,
} from './reviews.store.ts';

const leads = (actor: Actor): boolean => can(actor.role, 'queue.lead');
// Who is blind, or was, is told with whom they disagreed when all is settled; who reads before billing sees whose claim it is.
const named = (row: ReviewHead, name: string): string | null =>
  row.state === 'settled' || row.kind === 'before-billing' ? name : null;

const headOf = (row: ReviewHead): Omit<ReviewRow, 'text'> => ({
  id: row.id,
  kind: row.kind,
  draw_id: row.draw_id,
  reasons: row.reasons,
  state: row.state,
  service_date: row.service_date,
  drawn_at: row.drawn_at.toISOString(),
  coded_at: row.coded_at?.toISOString() ?? null,
  settled_at: row.settled_at?.toISOString() ?? null,
  marks: { all: row.all, open: row.open },
  coder: named(row, row.coder),
  reviewer: named(row, row.reviewer),
});

const markIn = (condition: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`r.state = 'coded' and exists (select from app.review_marks m where m.review_id = r.id and ${isOpen} and ${condition})`;
const answered = sql`exists (select from app.review_mark_acts a where a.mark_id = m.id)`;

/** What waits for the actor, list by list. */
const waits = (actor: Actor): Record<Exclude<ReviewShow, 'counted'>, RawBuilder<unknown>> => ({
  'for-me': sql`r.reviewer_id = ${actor.userId}::uuid and r.state = 'open'`,
  'of-mine': sql`r.coder_id = ${actor.userId}::uuid and ${markIn(sql`not ${answered}`)}`,
  'to-settle': leads(actor)
    ? sql`r.coder_id <> ${actor.userId}::uuid and r.reviewer_id <> ${actor.userId}::uuid and ${markIn(answered)}`
    : sql`false`,
});

export async function listReviews(
  tx: Tx,
  actor: Actor,
  query: CountedFilter & { show: ReviewShow },
  audit: AuditTrail,
): Promise<{ waiting: Record<'for-me' | 'of-mine' | 'to-settle', number>; results: ReviewRow[] }> {
  const mine = waits(actor);
  const { rows: counts } = await sql<Record<'for-me' | 'of-mine' | 'to-settle', number>>`
    select count(*) filter (where ${mine['for-me']})::int as "for-me", count(*) filter (where ${mine['of-mine']})::int as "of-mine",
           count(*) filter (where ${mine['to-settle']})::int as "to-settle"
      from app.reviews r where r.state in ('open', 'coded')`.execute(tx);
  const rows = await readReviews(tx, query.show === 'counted' ? countedWhere(actor, query) : mine[query.show]);
  audit.entity(...rows.map(({ id }) => `review:${id}`));
  return { waiting: counts[0]!, results: rows.map((row) => ({ ...headOf(row), text: row.text })) };
}

/** The review as far as the actor may see it: its reader, a lead, and, once both codings are there, whose case it is. */
async function find(tx: Tx, actor: Actor, id: string, audit: AuditTrail, lock = false): Promise<ReviewFound> {
  const row = await readReview(tx, id, lock);
  const sees =
    row && (row.reviewer_id === actor.userId || leads(actor) || (row.coder_id === actor.userId && row.coding !== null));
  if (!row || !sees) throw new AppError('not-found');
  audit.entity(`note:${row.note_id}`, `review:${row.id}`);
  audit.tenant(row.tenant_id);
  return row;
}

/** Diagnoses compare without their dot, as they are handed in. */
const plain = (icd: string): string => icd.replace('.', '');

/** What the first coder finished, as it was compared. */
async function firstCoding(tx: Tx, row: ReviewHead): Promise<Coding> {
  const { lines, diagnoses } = JSON.parse(await readFrozen(tx, row.case_id, row.claim_version)) as Coding;
  return {
    lines: lines.map(({ code, modifiers, units, dx }) => ({ code, modifiers, units, dx })),
    diagnoses: diagnoses.map(plain),
  };
}

/** A blind reading is answered within days; a case that is not billed before its answer is late in its queue instead. */
const answerBy = (row: ReviewHead): string | null =>
  row.coded_at && row.kind === 'blind' ? afterWorkingDays(row.coded_at, answerDays) : null;
const isLate = (row: ReviewHead): boolean => {
  const last = answerBy(row);
  return last !== null && new Date().toISOString().slice(0, 10) > last;
};
const mayAnswer = (actor: Actor, row: ReviewHead, mark: MarkFound): boolean =>
  row.coder_id === actor.userId && row.state === 'coded' && mark.acts.length === 0 && !isLate(row);
const maySettle = (actor: Actor, row: ReviewHead, mark: MarkFound): boolean =>
  leads(actor) &&
  row.state === 'coded' &&
  ![row.coder_id, row.reviewer_id].includes(actor.userId) &&
  // What holds a case up goes to its coder first.
  (row.kind === 'blind' || mark.acts.length > 0) &&
  mark.acts.every((one) => one.verdict === null);

function shownMark(actor: Actor, row: ReviewHead, mark: MarkFound): ReviewMark {
  const said = (act: string): ReviewMark['accepted'] => {
    const found = mark.acts.find((one) => one.act === act);
    return found ? { words: found.words, at: new Date(found.acted_at).toISOString() } : null;
  };
  const { acts, ...plain } = mark;
  return {
    ...plain,
    accepted: said('accept'),
    rebutted: said('rebut'),
    settled: said('settle'),
    lapsed: acts.some((one) => one.act === 'lapse'),
    verdict: acts.find((one) => one.verdict !== null)?.verdict ?? null,
    may: { answer: mayAnswer(actor, row, mark), settle: maySettle(actor, row, mark) },
  };
}

async function shown(tx: Tx, actor: Actor, row: ReviewFound): Promise<Review> {
  const { coding, figures } = row;
  const second = coding && { lines: [...coding.lines], diagnoses: coding.diagnoses };
  const first = row.kind === 'before-billing' || second ? await firstCoding(tx, row) : null;
  return {
    ...headOf(row),
    note_id: row.note_id,
    text: row.text,
    seed: row.seed,
    comment: coding?.comment ?? null,
    topic: coding?.topic ?? null,
    answer_by: row.all > 0 ? answerBy(row) : null,
    first: (row.kind === 'before-billing' && row.state === 'open' ? first : null) as Review['first'],
    compared:
      second && figures
        ? ({
            first,
            second,
            figures,
            marks: (await readMarks(tx, row.id)).map((mark) => shownMark(actor, row, mark)),
          } as unknown as Review['compared'])
        : null,
    may: {
      code: row.state === 'open' && row.reviewer_id === actor.userId,
      withdraw: row.state === 'open' && leads(actor) && row.coder_id !== actor.userId,
    },
  };
}

export async function getReview(tx: Tx, actor: Actor, id: string, audit: AuditTrail): Promise<Review> {
  return shown(tx, actor, await find(tx, actor, id, audit));
}

/** A case that came back from its review is due at once. */
const returned = { reason: 'review', dueInDays: 0 };

/** A case that waits for its review goes on with what was said of its marks: back to its coder, to a lead, or on to billing. */
async function followMarks(tx: Tx, actor: Actor, row: ReviewFound): Promise<void> {
  if (row.kind !== 'before-billing') return;
  const { unsaid, open, against } = await countMarks(tx, row.id);
  if (unsaid > 0) return;
  // What was rebutted waits for a lead's word.
  if (open > 0) return void (await take(tx, actor, row.note_id, 'rebut'));
  if (against === 0) return void (await take(tx, actor, row.note_id, 'pass'));
  if ((await workOf(tx, actor, row.note_id)).state === 'in-review') await take(tx, actor, row.note_id, 'return', returned);
  await openReviewed(tx, actor, row.note_id);
}

/** Hands the second coding in and compares it; without a difference nothing waits for anybody. */
export async function codeReview(tx: Tx, actor: Actor, id: string, body: CodingBody, audit: AuditTrail): Promise<Review> {
  const row = await find(tx, actor, id, audit, true);
  if (row.reviewer_id !== actor.userId)
    throw new AppError('forbidden', { detail: 'This review was given to somebody else. Leave it to them.' });
  if (row.state !== 'open') throw new AppError('conflict', { detail: 'This review has its second coding. Open it again.' });
  const known = await describeCodes(
    tx,
    body.lines.map((line) => line.code),
  );
  const missing = body.lines.findIndex((line) => known.get(line.code) === undefined);
  if (missing >= 0) throw fieldError(`lines.${missing}.code`, `Not in the catalog: ${body.lines[missing]!.code}`);
  await writeCoding(tx, id, body);
  const first = await firstCoding(tx, row);
  const marks = differencesOf(first, body);
  await writeMarks(tx, row, agreementOf(first, body), marks);
  if (row.kind === 'before-billing') await take(tx, actor, row.note_id, marks.length > 0 ? 'return' : 'pass', returned);
  else if (marks.length > 0) await tellCoder(tx, id);
  await settleWhenDone(tx, id);
  audit.detail(`marks ${marks.length}`);
  return getReview(tx, actor, id, audit);
}

export async function withdrawReview(tx: Tx, actor: Actor, id: string, audit: AuditTrail): Promise<Review> {
  const row = await find(tx, actor, id, audit, true);
  if (row.state !== 'open')
    throw new AppError('conflict', { detail: 'Only a review that nobody has coded yet is taken out. Open it again.' });
  await writeState(tx, id, 'withdrawn');
  if (row.kind === 'before-billing') await follow(tx, actor, row.note_id, 'settle');
  audit.detail('withdrawn');
  return getReview(tx, actor, id, audit);
}

type Saying =
  | { readonly act: 'accept'; readonly verdict: 'second' }
  | { readonly act: 'rebut'; readonly verdict: null; readonly words: string }
  | { readonly act: 'settle'; readonly verdict: Verdict; readonly words?: string | undefined };

/** Answers or settles a mark. @throws AppError when it is not the actor's to say, or was said already */
export async function sayOfMark(tx: Tx, actor: Actor, markId: string, saying: Saying, audit: AuditTrail): Promise<Review> {
  const reviewId = await reviewOfMark(tx, markId);
  if (!reviewId) throw new AppError('not-found');
  const row = await find(tx, actor, reviewId, audit, true);
  const mark = (await readMarks(tx, reviewId)).find(({ id }) => id === markId)!;
  const may = saying.act === 'settle' ? maySettle(actor, row, mark) : mayAnswer(actor, row, mark);
  if (!may) throw notTheirs(actor, row, saying.act);
  await writeSaid(tx, actor, { mark: markId, tenant_id: row.tenant_id }, saying);
  await settleWhenDone(tx, reviewId);
  await followMarks(tx, actor, row);
  audit.detail([saying.act, saying.verdict].filter(Boolean).join(' '));
  return getReview(tx, actor, reviewId, audit);
}

function notTheirs(actor: Actor, row: ReviewHead, act: Saying['act']): AppError {
  if (act === 'settle' && [row.coder_id, row.reviewer_id].includes(actor.userId))
    return new AppError('conflict', { detail: 'A third person settles what two coded. Leave it to another lead.' });
  if (act !== 'settle' && row.coder_id !== actor.userId)
    return new AppError('forbidden', { detail: 'Only whose case it is answers a mark. Leave it to them.' });
  return new AppError('conflict', { detail: 'This mark has its answer. Open the review again to see what was said.' });
}

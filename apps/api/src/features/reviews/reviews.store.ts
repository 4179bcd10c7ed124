import type { AgreementFigures, Coding, Difference } from '@incisive/contract/compare-claims';
import type { ReviewReason } from '@incisive/contract/review-plan';
import type { ReviewKind, ReviewMark, ReviewState, Verdict } from '@incisive/contract/reviews';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
import type { Actor } from '../../db/tenant.ts';

export interface ReviewHead {
  readonly id: string;
  readonly tenant_id: string;
  readonly kind: ReviewKind;
  readonly draw_id: string | null;
  readonly reasons: ReviewReason[];
  readonly case_id: string;
  readonly note_id: string;
  readonly claim_version: number;
  readonly service_date: string | null;
  readonly coder_id: string;
  readonly coder: string;
  readonly reviewer_id: string;
  readonly reviewer: string;
  readonly state: ReviewState;
  readonly drawn_at: Date;
  readonly coded_at: Date | null;
  readonly settled_at: Date | null;
  readonly all: number;
  readonly open: number;
  readonly text: string;
}

export interface ReviewFound extends ReviewHead {
  readonly seed: string | null;
  readonly coding: (Coding & { readonly comment?: string; readonly topic?: string }) | null;
  readonly figures: AgreementFigures | null;
}

/** Which coding fits by what was said of a mark `m`: null while it is open. */
export const verdictOf = sql<Verdict | null>`(select max(a.verdict) from app.review_mark_acts a where a.mark_id = m.id)`;
export const isOpen = sql`not exists (select from app.review_mark_acts a where a.mark_id = m.id and a.verdict is not null)`;

const columns = sql`r.id, r.tenant_id, r.kind, r.draw_id, r.reasons, r.case_id, r.note_id, r.claim_version, r.service_date::text as service_date, r.coder_id, r.coder,
  r.reviewer_id, r.reviewer, r.state, r.drawn_at, r.coded_at, r.settled_at,
  (select count(*)::int from app.review_marks m where m.review_id = r.id) as all,
  (select count(*)::int from app.review_marks m where m.review_id = r.id and ${isOpen}) as open`;
// A review is there while its note is: its blind reader has the note by the review alone.
const from = sql`app.reviews r left join app.notes n on n.id = r.note_id`;
const there = sql`(n.id is not null or app.blind_text(r.id) is not null)`;

export async function readReviews(tx: Tx, where: RawBuilder<unknown>): Promise<ReviewHead[]> {
  const { rows } = await sql<ReviewHead>`
    select ${columns}, coalesce(n.excerpt, left(app.blind_text(r.id), 500)) as text from ${from}
     where ${where} and ${there} order by r.drawn_at, r.place, r.id limit 200`.execute(tx);
  return rows;
}

export async function readReview(tx: Tx, id: string, lock: boolean): Promise<ReviewFound | null> {
  if (lock) await sql`select from app.reviews where id = ${id} for update`.execute(tx);
  const { rows } = await sql<ReviewFound>`
    select ${columns}, coalesce(n.text, app.blind_text(r.id)) as text, r.coding, r.figures, d.seed
      from ${from} left join app.review_draws d on d.id = r.draw_id where r.id = ${id} and ${there}`.execute(tx);
  return rows[0] ?? null;
}

export async function reviewOfMark(tx: Tx, markId: string): Promise<string | null> {
  const { rows } = await sql<{ review_id: string }>`select review_id from app.review_marks where id = ${markId}`.execute(tx);
  return rows[0]?.review_id ?? null;
}

interface Said {
  readonly act: 'accept' | 'rebut' | 'settle' | 'lapse';
  readonly verdict: Verdict | null;
  readonly words: string | null;
  readonly acted_at: string;
}
export interface MarkFound extends Pick<ReviewMark, 'id' | 'kind' | 'code' | 'first' | 'second'> {
  readonly acts: readonly Said[];
}

export async function readMarks(tx: Tx, reviewId: string): Promise<MarkFound[]> {
  const { rows } = await sql<MarkFound>`
    select m.id, m.kind, m.code, m.first, m.second,
           coalesce((select jsonb_agg(jsonb_build_object('act', a.act, 'verdict', a.verdict, 'words', a.words, 'acted_at', a.acted_at) order by a.id)
                       from app.review_mark_acts a where a.mark_id = m.id), '[]') as acts
      from app.review_marks m where m.review_id = ${reviewId} order by m.place`.execute(tx);
  return rows;
}

/** The finished version that was reviewed. */
export async function readFrozen(tx: Tx, caseId: string, version: number): Promise<string> {
  const { rows } = await sql<{ content: string }>`
    select content from app.case_versions where case_id = ${caseId} and version = ${version}`.execute(tx);
  return rows[0]!.content;
}

/** Takes the second coding in: from here on its reader sees what everybody sees. */
export async function writeCoding(
  tx: Tx,
  id: string,
  coding: Coding & { comment?: string | undefined; topic?: string | undefined },
): Promise<void> {
  await sql`update app.reviews set coding = ${JSON.stringify(coding)}::jsonb, state = 'coded', coded_at = clock_timestamp()
    where id = ${id}`.execute(tx);
}

export async function writeMarks(
  tx: Tx,
  review: { id: string; tenant_id: string },
  figures: AgreementFigures,
  marks: readonly Difference[],
): Promise<void> {
  await sql`update app.reviews set figures = ${JSON.stringify(figures)}::jsonb where id = ${review.id}`.execute(tx);
  await sql`insert into app.review_marks (tenant_id, review_id, place, kind, code, first, second)
    select ${review.tenant_id}::uuid, ${review.id}::uuid, o.place, o.mark ->> 'kind', o.mark ->> 'code', o.mark ->> 'first', o.mark ->> 'second'
      from jsonb_array_elements(${JSON.stringify(marks)}::jsonb) with ordinality as o (mark, place)`.execute(tx);
}

export async function writeSaid(
  tx: Tx,
  actor: Actor,
  of: { mark: string; tenant_id: string },
  said: { act: 'accept' | 'rebut' | 'settle'; verdict: Verdict | null; words?: string | undefined },
): Promise<void> {
  await sql`insert into app.review_mark_acts (tenant_id, mark_id, act, verdict, words, acted_by, acted_by_id)
    values (${of.tenant_id}, ${of.mark}, ${said.act}, ${said.verdict}, ${said.words ?? null}, ${actor.username}, ${actor.userId})`.execute(
    tx,
  );
}

/** A review of which nothing is open any more is settled. */
export const settleWhenDone = (tx: Tx, id: string): Promise<unknown> =>
  sql`update app.reviews r set state = 'settled', settled_at = clock_timestamp() where r.id = ${id} and r.state = 'coded'
    and not exists (select from app.review_marks m where m.review_id = r.id and ${isOpen})`.execute(tx);

export const writeState = (tx: Tx, id: string, state: ReviewState): Promise<unknown> =>
  sql`update app.reviews set state = ${state} where id = ${id}`.execute(tx);

export const tellCoder = (tx: Tx, id: string): Promise<unknown> => sql`select app.tell_coder(${id}::uuid)`.execute(tx);

/** Marks of a review, and of those how many nobody spoke about, and how many were decided against the first coding. */
export async function countMarks(tx: Tx, id: string): Promise<{ unsaid: number; open: number; against: number }> {
  const { rows } = await sql<{ unsaid: number; open: number; against: number }>`
    select count(*) filter (where not exists (select from app.review_mark_acts a where a.mark_id = m.id))::int as unsaid,
           count(*) filter (where ${isOpen})::int as open, count(*) filter (where ${verdictOf} = 'second')::int as against
      from app.review_marks m where m.review_id = ${id}`.execute(tx);
  return rows[0]!;
}

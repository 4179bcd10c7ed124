import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { boundedWords, id, idParams, noBody } from '../../fields.ts';
import { dateOnly } from '../../lists.ts';
import { markKinds } from '../../reviews/compare-claims.ts';
import { focusReasons, reviewReasons } from '../../reviews/review-plan.ts';
import { icdText } from '../cases.ts';
import { codeText } from '../notes/op-notes.ts';

/** `blind`: coded again without a look at the first coding. `before-billing`: read with it before it is billed; the case waits for it. */
export const reviewKinds = ['blind', 'before-billing'] as const;
export type ReviewKind = (typeof reviewKinds)[number];
export const reviewStates = ['open', 'coded', 'settled', 'withdrawn'] as const;
export type ReviewState = (typeof reviewStates)[number];
export const verdicts = ['first', 'second', 'both'] as const;
export type Verdict = (typeof verdicts)[number];
/** Lists of reviews: to code again, to answer for, to settle, and those that a figure of quality counts. */
export const reviewShows = ['for-me', 'of-mine', 'to-settle', 'counted'] as const;
export type ReviewShow = (typeof reviewShows)[number];
export const reviewSets = ['pairs', 'exact', 'not-exact', 'main-same', 'main-other', 'waiting', 'marked'] as const;
export type ReviewSet = (typeof reviewSets)[number];
export const reviewDays = ['7', '28', '91'] as const;

const modifier = z.string().check(z.toUpperCase(), z.regex(/^[A-Z0-9]{2}$/, 'A modifier is two characters'));
const place = z.int().check(z.minimum(1), z.maximum(12));

/** A second coding, as a claim is coded: codes with modifiers, units and pointers, and the diagnoses that these point to. */
export const codingBody = z
  .strictObject({
    lines: z
      .array(
        z.strictObject({
          code: codeText,
          modifiers: z._default(z.array(modifier).check(z.maxLength(8, 'At most 8 modifiers')), []),
          units: z._default(z.int('Units are whole numbers from 1').check(z.minimum(1), z.maximum(9999)), 1),
          dx: z._default(z.array(place).check(z.maxLength(12, 'At most 12 pointers')), []),
        }),
      )
      .check(z.minLength(1, 'Code at least one line'), z.maxLength(50, 'At most 50 lines')),
    diagnoses: z._default(z.array(icdText).check(z.maxLength(12, 'At most 12 diagnoses')), []),
    comment: z.optional(boundedWords(1, 500)),
    /** What the first coder would do well to read up on. */
    topic: z.optional(boundedWords(2, 60)),
  })
  .check(
    z.refine(({ lines, diagnoses }) => lines.every((line) => line.dx.every((at) => at <= diagnoses.length)), {
      error: 'A pointer names a diagnosis that is not there',
      path: ['lines'],
    }),
  );
export type CodingBody = z.output<typeof codingBody>;

const line = z.object({ code: z.string(), modifiers: z.array(z.string()), units: z.number(), dx: z.array(z.number()) });
const coding = z.object({ lines: z.array(line), diagnoses: z.array(z.string()) });

export const reviewFigures = z.object({
  exact: z.boolean(),
  main_same: z.boolean(),
  lines_alike: z.number(),
  lines_all: z.number(),
  codes_alike: z.number(),
  codes_all: z.number(),
  opportunities: z.number(),
});

const said = z.object({ words: z.nullable(z.string()), at: z.string() });
export const reviewMark = z.object({
  id: z.string(),
  kind: z.enum(markKinds),
  /** The line that it is about; empty where it is about the claim. */
  code: z.string(),
  first: z.string(),
  second: z.string(),
  accepted: z.nullable(said),
  rebutted: z.nullable(said),
  /** Which coding fits: by acceptance, or as a lead settled it. Null while it is open. */
  verdict: z.nullable(z.enum(verdicts)),
  settled: z.nullable(said),
  /** Its five working days went by without an answer: the second coding counts. */
  lapsed: z.boolean(),
  may: z.object({ answer: z.boolean(), settle: z.boolean() }),
});
export type ReviewMark = z.infer<typeof reviewMark>;

const head = {
  id: z.string(),
  kind: z.enum(reviewKinds),
  /** Null where it was not drawn with others. */
  draw_id: z.nullable(z.string()),
  /** Why it is read before it is billed. */
  reasons: z.array(z.enum(reviewReasons)),
  state: z.enum(reviewStates),
  service_date: z.nullable(z.string()),
  drawn_at: z.string(),
  coded_at: z.nullable(z.string()),
  settled_at: z.nullable(z.string()),
  marks: z.object({ all: z.number(), open: z.number() }),
  /** Names are told when all is settled, to both sides at once. */
  coder: z.nullable(z.string()),
  reviewer: z.nullable(z.string()),
};
export const reviewRow = z.object({
  ...head,
  /** The beginning of the note, for the line of its procedure. */
  text: z.string(),
});
export type ReviewRow = z.infer<typeof reviewRow>;

export const review = z.object({
  ...head,
  note_id: z.string(),
  text: z.string(),
  seed: z.nullable(z.string()),
  comment: z.nullable(z.string()),
  topic: z.nullable(z.string()),
  /** The last day on which marks are answered; null while there are none. */
  answer_by: z.nullable(z.string()),
  /** What is read before it is billed: its reader begins from it. */
  first: z.nullable(coding),
  /** Null until the second coding is in: who codes it again sees nothing of the first. */
  compared: z.nullable(z.object({ first: coding, second: coding, figures: reviewFigures, marks: z.array(reviewMark) })),
  may: z.object({ code: z.boolean(), withdraw: z.boolean() }),
});
export type Review = z.infer<typeof review>;

export const mostDrawn = 50;
const usernames = z.array(boundedWords(1, 150)).check(z.minLength(1, 'Name at least one'), z.maxLength(20, 'At most 20'));

export const drawBody = z.strictObject({
  /** Needed from whoever sees several tenants. */
  tenant: z.optional(id),
  /** Finished on these days, in UTC. */
  from: dateOnly,
  to: dateOnly,
  /** Only what this person finished. */
  coder: z.optional(boundedWords(1, 150)),
  size: z._default(
    z.int('Give a whole number').check(z.minimum(1, 'Must be 1 or more'), z.maximum(mostDrawn, `Must be ${mostDrawn} or less`)),
    10,
  ),
  /** Any words; chance where there are none. */
  seed: z.optional(boundedWords(1, 40)),
  /** Who codes them again, in turns; never what they worked on themselves. */
  reviewers: usernames,
});

const drawHead = {
  id: z.string(),
  seed: z.string(),
  size: z.number(),
  /** `fast`: of what was finished in the fast lane. */
  rule: z.object({ from: z.string(), to: z.string(), coder: z.nullable(z.string()), fast: z.optional(z.boolean()) }),
  population: z.number(),
  drawn_by: z.string(),
  drawn_at: z.string(),
  tenant: z.nullable(z.string()),
  reviews: z.object({ open: z.number(), coded: z.number(), settled: z.number(), withdrawn: z.number() }),
};
export const drawRow = z.object(drawHead);
export type DrawRow = z.infer<typeof drawRow>;
export const draw = z.object({
  ...drawHead,
  /** Ids of all the cases that it was drawn from, and of those drawn, in their order: seed and size give the same again. */
  cases: z.array(z.string()),
  /** What each of these cases belongs to, in their order: a draw takes of each its share; null in draws of one stratum. */
  strata: z.nullable(z.array(z.string())),
  drawn: z.array(z.string()),
  readers: z.array(z.object({ review: z.string(), reviewer: z.string(), state: z.enum(reviewStates) })),
});
export type Draw = z.infer<typeof draw>;

const share = z.object({ right: z.number(), of: z.number() });
/** How two readers agreed, with numerator and denominator; `stand` are marks against the first coding that were accepted or settled so. */
export const scorecard = z.object({
  pairs: z.number(),
  exact: share,
  main: share,
  lines: share,
  opportunities: z.number(),
  stand: z.number(),
  /** Marks that stand, each by its weight in the clinic's plan. */
  weighted: z.number(),
  open: z.number(),
});
export type Scorecard = z.infer<typeof scorecard>;
export const agreementAnswer = z.object({
  /** Of all that the reader may see: a coder's own, a lead's people. */
  all: scorecard,
  /** For leads, by name; a coder sees no colleague. */
  people: z.array(z.object({ coder: z.string(), card: scorecard })),
  kinds: z.array(z.object({ kind: z.enum(markKinds), stand: z.number() })),
  /** What second readers named to read up on, the most often named first. */
  topics: z.array(z.object({ topic: z.string(), cases: z.number() })),
});
export type Agreement = z.infer<typeof agreementAnswer>;

const readers = z.array(boundedWords(1, 150)).check(z.maxLength(20, 'At most 20'));
const weights = z.partialRecord(
  z.enum(markKinds),
  z.number().check(z.minimum(0, 'Must be 0 or more'), z.maximum(10, 'Must be 10 or less')),
);
export const planBody = z
  .strictObject({
    before_billing: z.boolean(),
    focus: z.array(z.enum(focusReasons)).check(z.maxLength(focusReasons.length)),
    /** Percent of all finished cases, besides the focused ones. */
    share: z.int('Give a whole number').check(z.minimum(0, 'Must be 0 or more'), z.maximum(100, 'Must be 100 or less')),
    nightly: z.boolean(),
    readers,
    weights,
  })
  .check(
    z.refine(({ before_billing, nightly, readers: named }) => named.length > 0 || !(before_billing || nightly), {
      error: 'Name who reads, or switch reviews off',
      path: ['readers'],
    }),
  );
export type PlanBody = z.output<typeof planBody>;
const plan = z.object({
  before_billing: z.boolean(),
  focus: z.array(z.enum(focusReasons)),
  share: z.number(),
  /** Of the share: with it anybody can tell which cases are among it. */
  seed: z.nullable(z.string()),
  nightly: z.boolean(),
  readers: z.array(z.string()),
  weights,
  changed_by: z.nullable(z.string()),
  changed_at: z.nullable(z.string()),
});
export type ReviewPlan = z.infer<typeof plan>;
const one = { params: idParams, response: review } as const;

/** Blind second coding: drawn, coded again without a look at the first coding, compared, answered and settled. */
export const reviews = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/reviews/',
    summary: 'Reviews: to code again (for-me), of one’s own cases, to settle, or those that a figure counts; with what waits',
    permission: 'reviews.do',
    tx: 'read',
    audit: 'review_read',
    query: z.strictObject({
      show: z._default(z.enum(reviewShows), 'for-me'),
      set: z._default(z.enum(reviewSets), 'pairs'),
      days: z._default(z.enum(reviewDays, 'Must be 7, 28 or 91'), '28'),
      coder: z.optional(boundedWords(1, 150)),
      kind: z.optional(z.enum(markKinds)),
    }),
    response: z.object({
      waiting: z.object({ 'for-me': z.number(), 'of-mine': z.number(), 'to-settle': z.number() }),
      results: z.array(reviewRow),
    }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/reviews/:id/',
    summary: 'One review: the note alone until the second coding is in, then both codings side by side with their marks',
    permission: 'reviews.do',
    tx: 'read',
    audit: 'review_read',
    ...one,
  }),
  code: endpoint({
    method: 'POST',
    path: '/api/v1/reviews/:id/coding/',
    summary: 'Hand in the second coding, once; it is compared with the first one, and the differences become marks',
    permission: 'reviews.do',
    tx: 'write',
    audit: 'review_finish',
    ...one,
    body: codingBody,
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/api/v1/reviews/:id/withdraw/',
    summary: 'Take a case out of review that nobody has coded again yet; its reader sees the case as before',
    permission: 'queue.lead',
    tx: 'write',
    audit: 'review_settle',
    ...one,
    body: noBody,
  }),
  accept: endpoint({
    method: 'POST',
    path: '/api/v1/reviews/marks/:id/accept/',
    summary: 'The first coder agrees with a mark',
    permission: 'reviews.do',
    tx: 'write',
    audit: 'review_rebut',
    ...one,
    body: noBody,
  }),
  rebut: endpoint({
    method: 'POST',
    path: '/api/v1/reviews/marks/:id/rebut/',
    summary: 'The first coder disagrees with a mark and says why; a lead settles it',
    permission: 'reviews.do',
    tx: 'write',
    audit: 'review_rebut',
    ...one,
    body: z.strictObject({ words: boundedWords(2, 1000) }),
  }),
  settle: endpoint({
    method: 'POST',
    path: '/api/v1/reviews/marks/:id/settle/',
    summary: 'A lead who coded neither side says which coding fits; their word ends it',
    permission: 'queue.lead',
    tx: 'write',
    audit: 'review_settle',
    ...one,
    body: z.strictObject({ verdict: z.enum(verdicts), words: z.optional(boundedWords(1, 1000)) }),
  }),
  agreement: endpoint({
    method: 'GET',
    path: '/api/v1/quality/agreement/',
    summary:
      'How first and second codings agreed: of one’s own cases, for leads of everybody’s and by person; and the marks that stand',
    permission: 'reviews.do',
    tx: 'read',
    replica: true,
    audit: 'quality_read',
    query: z.strictObject({ days: z._default(z.enum(reviewDays, 'Must be 7, 28 or 91'), '28') }),
    response: agreementAnswer,
  }),
  plan: endpoint({
    method: 'GET',
    path: '/api/v1/reviews/plans/:id/',
    summary: 'What a tenant reviews by itself: before billing, and blind each night',
    permission: 'queue.lead',
    tx: 'read',
    audit: 'review_read',
    params: idParams,
    response: plan,
  }),
  savePlan: endpoint({
    method: 'PUT',
    path: '/api/v1/reviews/plans/:id/',
    summary: 'Say what a tenant reviews by itself; what is under way stays as it is',
    permission: 'queue.configure',
    tx: 'write',
    audit: 'queue_change',
    params: idParams,
    body: planBody,
    response: plan,
  }),
  draws: endpoint({
    method: 'GET',
    path: '/api/v1/reviews/draws/',
    summary: 'The draws, newest first, with how far their reviews are',
    permission: 'queue.lead',
    tx: 'read',
    audit: 'review_read',
    response: z.object({ results: z.array(drawRow) }),
  }),
  getDraw: endpoint({
    method: 'GET',
    path: '/api/v1/reviews/draws/:id/',
    summary: 'One draw with the cases that it was drawn from, so that anybody can draw it again',
    permission: 'queue.lead',
    tx: 'read',
    audit: 'review_read',
    params: idParams,
    response: draw,
  }),
  draw: endpoint({
    method: 'POST',
    path: '/api/v1/reviews/draws/',
    summary: 'Draw finished cases by the hash of seed and id, and give them to their readers',
    permission: 'queue.lead',
    tx: 'write',
    audit: 'review_draw',
    status: 201,
    body: drawBody,
    response: draw,
  }),
};

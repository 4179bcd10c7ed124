import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { flag, id } from '../../fields.ts';
import { dateOnly, filterText, paged, pagingQuery } from '../../lists.ts';
import { rejectReasonKeys } from '../notes/reject-reasons.ts';
import { workStates } from '../../work-state.ts';

/** Days since service, as open cases are told apart by them. */
export const ageBands = ['0-3', '4-7', '8-14', '15-30', '31+'] as const;
export type AgeBand = (typeof ageBands)[number];

export const lagSteps = [
  'service-to-note',
  'note-to-claimed',
  'claimed-to-coded',
  'coded-to-final',
  'final-to-exported',
  'service-to-coded',
] as const;
export type LagStep = (typeof lagSteps)[number];

/** What the cases behind a figure have in common. */
export const caseSets = [
  'not-final',
  'to-do',
  'new',
  'held',
  'queried',
  'in-review',
  'returned',
  'held-twice',
  'query-late',
  'left',
  'note-changed',
  'skipped',
  'not-exported',
  'finished',
  'first-pass',
  'error-met',
  'rejected',
  'asked',
  'answered',
  'lag',
] as const;
export type CaseSet = (typeof caseSets)[number];

/** How far a figure looks back. */
export const periods = ['7', '28', '91'] as const;
export type Period = (typeof periods)[number];

const scope = { tenant: z.optional(id), days: z._default(z.enum(periods, 'Must be 7, 28 or 91'), '28') };

/** What opens the cases behind a number: the query of their list. */
const rows = z.record(z.string(), z.string());
export type RowsBehind = z.infer<typeof rows>;

const counted = z.object({ cases: z.number(), rows });
const waiting = z.object({ ...counted.shape, oldest_days: z.number() });

export const stuckKinds = ['held-twice', 'query-late', 'note-changed', 'left', 'skipped', 'not-exported'] as const;
export const waitKinds = ['coding', 'hold', 'query', 'review', 'returned'] as const;
const days = z.object({ median: z.number(), nine_in_ten: z.number(), cases: z.number() });

export const overviewAnswer = z.object({
  as_of: z.string(),
  stuck: z.array(z.object({ ...waiting.shape, what: z.enum(stuckKinds) })),
  waits: z.array(
    z.object({
      ...waiting.shape,
      what: z.enum(waitKinds),
      /** The hold's reason, or who it waits for. */
      who: z.nullable(z.string()),
      late: z.number(),
    }),
  ),
  due: z.array(
    z.object({
      ...counted.shape,
      day: z.string(),
      /** The median of what was finished on that day of the week; null until three weeks were measured. */
      usual: z.nullable(z.number()),
    }),
  ),
  overdue: counted,
  not_final: z.object({
    ...counted.shape,
    /** At the end of each of the last eight weeks, the oldest first; the last one is now. */
    weeks: z.array(z.number()),
  }),
  coded: z.object({
    ...counted.shape,
    /** Service to coded; null while nothing was. */
    lag: z.nullable(days),
    weeks: z.array(z.nullable(z.number())),
  }),
  held: z.object({ ...counted.shape, late: counted, median_days: z.nullable(z.number()) }),
  queried: z.object({ ...counted.shape, late: counted }),
  first_pass: z.object({ clean: counted, finished: counted, lines: z.number() }),
  by_age: z.array(
    z.object({
      ...counted.shape,
      band: z.enum(ageBands),
      states: z.object({ new: z.number(), in_review: z.number(), held: z.number(), queried: z.number() }),
      late: counted,
    }),
  ),
  lag: z.array(
    z.object({
      step: z.enum(lagSteps),
      ...days.shape,
      rows,
      /** The median of the period before; null while nothing was measured then. */
      before: z.nullable(z.number()),
    }),
  ),
  errors: z.array(z.object({ ...counted.shape, reason: z.string(), per_100_lines: z.number(), overridden: z.number() })),
  /** Suggested codes that were rejected with a reason, by code and reason, the commonest first. */
  rejected: z.array(z.object({ ...counted.shape, code: z.string(), reason: z.enum(rejectReasonKeys) })),
  /** Of who finished cases, by name. Minutes are of the cases at which somebody was seen at work, `timed` of them. */
  pace: z.array(
    z.object({
      ...counted.shape,
      coder: z.string(),
      lines: z.number(),
      timed: z.number(),
      minutes: z.number(),
      /** What cases like these take here; null until thirty were timed. */
      expected: z.nullable(z.number()),
    }),
  ),
  /** Of who was asked about a case, the most often asked first. */
  questions: z.array(z.object({ who: z.string(), asked: counted, answered: counted, median_days: z.nullable(z.number()) })),
  holds: z.array(
    z.object({
      ...counted.shape,
      key: z.string(),
      label: z.string(),
      late: counted,
      due_this_week: counted,
      /** Of holds that ended in the period. */
      median_days: z.nullable(z.number()),
    }),
  ),
});
export type Overview = z.infer<typeof overviewAnswer>;

export const measuredCase = z.object({
  id: z.string(),
  note_id: z.string(),
  /** The beginning of the note, for the line of its procedure. */
  text: z.string(),
  surgeon: z.string(),
  /** Whose it was last. */
  coder: z.nullable(z.string()),
  tenant: z.nullable(z.string()),
  state: z.enum(workStates),
  reason: z.nullable(z.string()),
  since: z.string(),
  due_on: z.string(),
  age_days: z.number(),
});
export type MeasuredCase = z.infer<typeof measuredCase>;
export const measuredOrderings = ['due_on', 'age_days', 'since'] as const;

/** What a head of coding looks at: what is stuck, who waits for whom, what will be late, and the cases behind each number. */
export const quality = {
  overview: endpoint({
    method: 'GET',
    path: '/api/v1/quality/overview/',
    summary: 'What is stuck, who waits for whom, what will be late; lag, age, holds, and errors met',
    permission: 'queue.lead',
    tx: 'read',
    replica: true,
    audit: 'quality_read',
    query: z.strictObject(scope),
    response: overviewAnswer,
  }),
  cases: endpoint({
    method: 'GET',
    path: '/api/v1/quality/cases/',
    summary: 'The cases behind a number of the overview',
    permission: 'queue.lead',
    tx: 'read',
    replica: true,
    audit: 'quality_read',
    query: z.strictObject({
      ...pagingQuery(measuredOrderings),
      ...scope,
      set: z._default(z.enum(caseSets), 'not-final'),
      age: z.optional(z.enum(ageBands)),
      late: z._default(flag, false),
      due: z.optional(dateOnly),
      due_by: z.optional(dateOnly),
      reason: z.optional(filterText),
      /** That was rejected. */
      code: z.optional(filterText),
      coder: z.optional(filterText),
      /** Who was asked and has not answered. */
      asked: z.optional(filterText),
      step: z.optional(z.enum(lagSteps)),
    }),
    response: paged(measuredCase),
  }),
};

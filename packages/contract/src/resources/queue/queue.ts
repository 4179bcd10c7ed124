import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { boundedWords, flag, id, idParams, noBody } from '../../fields.ts';
import { filterText } from '../../lists.ts';
import { skipReasons, workActs, workStates } from '../../work-state.ts';

const ofNote = '/api/v1/op-notes/:id/case/';

const holder = z.object({ name: z.string(), minutes: z.number(), mine: z.boolean() });
const holdReason = z.object({ key: z.string(), label: z.string(), days: z.number(), words: z.optional(z.boolean()) });

/** Where the case of a note stands. */
export const caseWork = z.object({
  note_id: z.string(),
  state: z.enum(workStates),
  since: z.string(),
  due_on: z.string(),
  /** Why it is held, returned or void. */
  reason: z.nullable(z.object({ key: z.string(), label: z.string() })),
  holder: z.nullable(holder),
  /** What the caller may do with it now. */
  acts: z.array(z.enum(workActs)),
  hold_reasons: z.array(holdReason),
  /** Comments that are not settled. */
  open_comments: z.number(),
  /** The review that sent the case back to the reader, whose marks wait for their answer. */
  review: z.nullable(z.string()),
  /** The question to the surgeon that is not answered yet, also while somebody has the case. */
  question: z.nullable(z.string()),
});
export type CaseWork = z.infer<typeof caseWork>;

/** The groups of the list are the order in which `next` takes cases, and then what is not taken. */
export const queueGroups = ['yours', 'due', 'back', 'waiting', 'held'] as const;
export type QueueGroup = (typeof queueGroups)[number];
export const queueShows = ['all', 'yours', 'returned', 'answered', 'held'] as const;
export type QueueShow = (typeof queueShows)[number];

export const queueRow = z.object({
  note_id: z.string(),
  group: z.enum(queueGroups),
  state: z.enum(workStates),
  since: z.string(),
  due_on: z.string(),
  age_days: z.number(),
  /** The beginning of the note, for the line of its procedure. */
  text: z.string(),
  filename: z.nullable(z.string()),
  surgeon: z.string(),
  tenant: z.nullable(z.string()),
  reason: z.nullable(z.object({ key: z.string(), label: z.string() })),
  holder: z.nullable(holder),
  answered: z.boolean(),
  questions: z.number(),
  lines: z.number(),
});
export type QueueRow = z.infer<typeof queueRow>;

const counted = z.object({ open: z.number(), late: z.number() });

/** What makes a case part of a queue; what is not named does not matter. */
export const queueFilter = z.strictObject({
  /** For queues over all tenants. */
  tenant: z.optional(id),
  /** As the list names the surgeon, or the username of who entered the note. */
  surgeon: z.optional(filterText),
  specialty: z.optional(filterText),
  filename: z.optional(filterText),
  payer: z.optional(z.enum(['medicare', 'other'])),
  pos: z.optional(z.string().check(z.regex(/^\d{2}$/, 'A place of service is two digits'))),
  min_age: z.optional(z.int().check(z.minimum(0), z.maximum(3650))),
  max_age: z.optional(z.int().check(z.minimum(0), z.maximum(3650))),
});
export type QueueFilter = z.infer<typeof queueFilter>;

export const savedQueue = z.object({
  id: z.string(),
  name: z.string(),
  tenant_id: z.nullable(z.string()),
  filter: queueFilter,
  priority: z.number(),
  members: z.array(z.string()),
});
export type SavedQueue = z.infer<typeof savedQueue>;

const queueBody = z.strictObject({
  name: boundedWords(2, 60),
  filter: z._default(queueFilter, {}),
  priority: z._default(z.int().check(z.minimum(0), z.maximum(99)), 50),
  /** Usernames of those who take from it, an empty list for nobody yet. */
  members: z._default(
    z.array(z.string().check(z.trim(), z.minLength(1), z.maxLength(100))).check(z.maxLength(200, 'At most 200')),
    [],
  ),
});
export type QueueBody = z.output<typeof queueBody>;

const act = <
  const A extends 'case_claim' | 'case_release' | 'case_takeover' | 'case_route' | 'case_void',
  const P extends 'queue.work' | 'queue.lead',
>(
  path: string,
  summary: string,
  permission: P,
  audit: A,
) =>
  endpoint({
    method: 'POST',
    path: `${ofNote}${path}/`,
    summary,
    permission,
    tx: 'write',
    audit,
    params: idParams,
    body: noBody,
    response: caseWork,
  });

/** The work of the day: which case is next, who has it, what it waits for. */
export const queue = {
  home: endpoint({
    method: 'GET',
    path: '/api/v1/queue/',
    summary: 'The caller’s queues with their counts, what is the caller’s, and how this place works',
    permission: 'queue.work',
    tx: 'read',
    audit: null,
    response: z.object({
      mine: z.object({ yours: z.number(), returned: z.number(), answered: z.number(), held: z.number() }),
      all: counted,
      queues: z.array(z.object({ id: z.string(), name: z.string(), ...counted.shape })),
      finished_today: z.object({ cases: z.number(), lines: z.number() }),
      /** The day on which the next held case comes back. */
      next_return: z.nullable(z.string()),
      auto_load_forced: z.boolean(),
      /** Whether a fast lane is open to the caller. */
      fast_lane: z.boolean(),
      hold_reasons: z.array(holdReason),
    }),
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/v1/queue/cases/',
    summary: 'Cases in the order in which they are taken, the first of each group',
    permission: 'queue.work',
    tx: 'read',
    audit: 'queue_read',
    query: z.strictObject({
      queue: z.optional(id),
      show: z._default(z.enum(queueShows), 'all'),
      more: z._default(flag, false),
    }),
    response: z.object({
      groups: z.array(
        z.object({
          group: z.enum(queueGroups),
          count: z.number(),
          count_is_minimum: z.boolean(),
          rows: z.array(queueRow),
        }),
      ),
      /** The note whose case Next would take now. */
      next: z.nullable(z.string()),
    }),
  }),
  next: endpoint({
    method: 'POST',
    path: '/api/v1/queue/next/',
    summary: 'Take the next case; nobody else gets the same. Null when nothing waits',
    permission: 'queue.work',
    tx: 'write',
    audit: 'case_claim',
    body: z.strictObject({ queue: z.optional(id) }),
    response: z.object({ note_id: z.nullable(z.string()) }),
  }),
  get: endpoint({
    method: 'GET',
    path: `${ofNote}work/`,
    summary: 'Where the case of the note stands, who has it, and what the caller may do with it',
    permission: 'queue.work',
    tx: 'read',
    audit: null,
    params: idParams,
    response: caseWork,
  }),
  active: endpoint({
    method: 'POST',
    path: `${ofNote}active/`,
    summary: 'The caller is at work on a case that they have: the time counts; without the case nothing does',
    permission: 'queue.work',
    tx: 'write',
    audit: null,
    params: idParams,
    body: noBody,
    status: 204,
  }),
  claim: act('claim', 'Take this case; 409 `claimed` when somebody else has it', 'queue.work', 'case_claim'),
  release: act('release', 'Let the case go', 'queue.work', 'case_release'),
  takeOver: act('take-over', 'Take a case from who has it; they get a notice', 'queue.lead', 'case_takeover'),
  resume: act('resume', 'Bring a held case back before its day', 'queue.work', 'case_route'),
  hold: endpoint({
    method: 'POST',
    path: `${ofNote}hold/`,
    summary: 'Hold the case for a reason of the tenant’s list, until that reason’s day',
    permission: 'queue.work',
    tx: 'write',
    audit: 'case_hold',
    params: idParams,
    body: z.strictObject({ reason: z.string().check(z.maxLength(40)), words: z.optional(boundedWords(1, 500)) }),
    response: caseWork,
  }),
  skip: endpoint({
    method: 'POST',
    path: `${ofNote}skip/`,
    summary: 'Pass the case by: it is not offered to the caller for an hour',
    permission: 'queue.work',
    tx: 'write',
    audit: 'case_skip',
    params: idParams,
    body: z.strictObject({ reason: z.enum(skipReasons.map(({ key }) => key)) }),
    response: caseWork,
  }),
  void: endpoint({
    method: 'POST',
    path: `${ofNote}void/`,
    summary: 'Take the case out of the work: not billable, a duplicate, or the wrong patient',
    permission: 'queue.work',
    tx: 'write',
    audit: 'case_void',
    params: idParams,
    body: z.strictObject({ reason: z.enum(['not-billable', 'duplicate', 'wrong-patient']) }),
    response: caseWork,
  }),
  queues: endpoint({
    method: 'GET',
    path: '/api/v1/queue/queues/',
    summary: 'The queues of the tenant, with who takes from them',
    permission: 'queue.configure',
    tx: 'read',
    audit: null,
    response: z.object({ results: z.array(savedQueue) }),
  }),
  addQueue: endpoint({
    method: 'POST',
    path: '/api/v1/queue/queues/',
    summary: 'Add a queue',
    permission: 'queue.configure',
    tx: 'write',
    audit: 'queue_change',
    status: 201,
    body: queueBody,
    response: savedQueue,
  }),
  changeQueue: endpoint({
    method: 'PUT',
    path: '/api/v1/queue/queues/:id/',
    summary: 'Change a queue, its filter and its members',
    permission: 'queue.configure',
    tx: 'write',
    audit: 'queue_change',
    params: idParams,
    body: queueBody,
    response: savedQueue,
  }),
  removeQueue: endpoint({
    method: 'DELETE',
    path: '/api/v1/queue/queues/:id/',
    summary: 'Remove a queue; its cases stay',
    permission: 'queue.configure',
    tx: 'write',
    audit: 'queue_change',
    status: 204,
    params: idParams,
  }),
  settings: endpoint({
    method: 'PUT',
    path: '/api/v1/queue/settings/',
    summary: 'The tenant’s reasons for holding, and whether the next case always opens by itself',
    permission: 'queue.configure',
    tx: 'write',
    audit: 'queue_change',
    body: z.strictObject({
      auto_load_forced: z._default(flag, false),
      hold_reasons: z
        .array(
          z.strictObject({
            key: z.string().check(z.regex(/^[a-z][a-z0-9-]{1,39}$/, 'Small letters, digits and dashes')),
            label: boundedWords(2, 60),
            days: z.int().check(z.minimum(1), z.maximum(60)),
            words: z.optional(flag),
          }),
        )
        .check(
          z.minLength(1, 'Keep at least one'),
          z.maxLength(30, 'At most 30'),
          z.refine((some) => new Set(some.map(({ key }) => key)).size === some.length, 'Each key once'),
        ),
    }),
    response: z.object({ auto_load_forced: z.boolean(), hold_reasons: z.array(holdReason) }),
  }),
};

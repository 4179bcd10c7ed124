import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { boundedWords, flag, givenPassword, id, idParams } from '../fields.ts';
import { timeZone } from '../lists.ts';
import { queryForms, querySubjects } from '../queries/query-check.ts';

export const queryStates = ['sent', 'answered', 'closed', 'withdrawn'] as const;
export type QueryState = (typeof queryStates)[number];
export const queryOutcomes = ['agreed', 'disagreed', 'no-answer'] as const;
export type QueryOutcome = (typeof queryOutcomes)[number];
export const queryShows = ['for-me', 'by-me'] as const;
export type QueryShow = (typeof queryShows)[number];
/** Days until an answer is due, where nobody says otherwise. */
export const queryDueDays = 3;
/** Minutes after signing in for which an answer needs no password. */
export const signatureMinutes = 15;

const place = z.int().check(z.minimum(0), z.maximum(2_000_000));

/** A query as it is sent. */
export const queryBody = z.strictObject({
  to: id,
  subject: z.enum(querySubjects),
  form: z.enum(queryForms),
  heading: boundedWords(2, 100),
  question: boundedWords(5, 1000),
  quotes: z.array(z.tuple([place, place])).check(z.maxLength(20, 'At most 20')),
  choices: z._default(
    z
      .array(z.strictObject({ label: boundedWords(1, 120), quotes: z.array(place).check(z.maxLength(20, 'At most 20')) }))
      .check(z.maxLength(9, 'At most 9')),
    [],
  ),
  due_in_days: z._default(z.int().check(z.minimum(1), z.maximum(30)), queryDueDays),
});
export type QueryBody = z.output<typeof queryBody>;

export const surgeonQuery = z.object({
  id: z.string(),
  note_id: z.string(),
  state: z.enum(queryStates),
  subject: z.enum(querySubjects),
  form: z.enum(queryForms),
  heading: z.string(),
  question: z.string(),
  /** The words as they were when it was sent. */
  quotes: z.array(z.object({ start: z.number(), end: z.number(), words: z.string() })),
  choices: z.array(z.object({ label: z.string(), quotes: z.array(z.number()) })),
  to: z.object({ id: z.string(), username: z.string() }),
  asked_by: z.string(),
  sent_at: z.string(),
  due_on: z.string(),
  answer: z.nullable(z.string()),
  answered_at: z.nullable(z.string()),
  outcome: z.nullable(z.enum(queryOutcomes)),
  /** What the caller may do with it now. */
  may: z.object({ answer: z.boolean(), close: z.boolean(), withdraw: z.boolean() }),
});
export type SurgeonQuery = z.infer<typeof surgeonQuery>;

const one = { params: idParams, response: surgeonQuery } as const;

/** Questions to the surgeon about what a note leaves open; the answer becomes the note's addendum. */
export const queries = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/queries/',
    summary: 'Queries that wait for the caller, or that the caller asked: open ones first, then the newest',
    permission: 'queries.ask',
    tx: 'read',
    audit: 'query_read',
    query: z.strictObject({ show: z._default(z.enum(queryShows), 'for-me'), all: z._default(flag, false) }),
    response: z.object({ for_me: z.number(), by_me: z.number(), results: z.array(surgeonQuery) }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/queries/:id/',
    summary: 'One query with the words of the note that it is about',
    permission: 'queries.ask',
    tx: 'read',
    audit: 'query_read',
    ...one,
  }),
  ofNote: endpoint({
    method: 'GET',
    path: '/api/v1/op-notes/:id/queries/',
    summary: 'The queries of a note, and who can be asked about it: who entered it first',
    permission: 'queries.ask',
    tx: 'read',
    audit: 'query_read',
    params: idParams,
    response: z.object({
      recipients: z.array(z.object({ id: z.string(), username: z.string(), name: z.string() })),
      results: z.array(surgeonQuery),
    }),
  }),
  send: endpoint({
    method: 'POST',
    path: '/api/v1/op-notes/:id/queries/',
    summary: 'Ask the surgeon; 422 names the words that lead, code, or speak of money. The case waits for the answer',
    permission: 'queries.ask',
    tx: 'write',
    audit: 'query_send',
    status: 201,
    params: idParams,
    body: queryBody,
    response: surgeonQuery,
  }),
  answer: endpoint({
    method: 'POST',
    path: '/api/v1/queries/:id/answer/',
    summary: 'Answer by a choice or in words, signed; it is added to the end of the note, which is read again',
    permission: 'queries.answer',
    tx: 'manual',
    audit: 'query_answer',
    params: idParams,
    body: z.strictObject({
      choice: z.optional(boundedWords(1, 120)),
      words: z.optional(boundedWords(1, 2000)),
      /** Whose day it is signed on: that of UTC where none is named. */
      tz: z.optional(timeZone),
      /** Needed once the sign-in is older than a quarter of an hour. */
      password: z.optional(givenPassword),
    }),
    response: surgeonQuery,
  }),
  close: endpoint({
    method: 'POST',
    path: '/api/v1/queries/:id/close/',
    summary: 'Close a query: agreed or disagreed once it is answered, else no answer',
    permission: 'queries.ask',
    tx: 'write',
    audit: 'query_close',
    ...one,
    body: z.strictObject({ outcome: z.enum(queryOutcomes) }),
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/api/v1/queries/:id/withdraw/',
    summary: 'Take back a query that nobody answered, with the reason',
    permission: 'queries.ask',
    tx: 'write',
    audit: 'query_close',
    ...one,
    body: z.strictObject({ reason: boundedWords(2, 200) }),
  }),
};

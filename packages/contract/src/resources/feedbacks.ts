import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { bulk, count, id } from '../fields.ts';
import { listQuery, paged, textFilters } from '../lists.ts';
import { storable } from '../storable.ts';

export const feedbackSubjects = ['Technical issue', 'User feedback', 'Code denial', 'Suggest a feature'] as const;
export const feedback = z.object({
  id,
  subject: z.string(),
  message: z.string(),
  status: z.enum(['Pending', 'Done']),
  opnote_id: z.nullable(z.string()),
  created_by: z.string(),
  created_at: z.string(),
  updated_by: z.nullable(z.string()),
  updated_at: z.string(),
});
export type Feedback = z.infer<typeof feedback>;

export const feedbackOrderings = [
  'subject',
  'created_by',
  'created_at',
  'updated_by',
  'updated_at',
  'status',
  'message',
] as const;
const query = listQuery({
  orderings: feedbackOrderings,
  filters: { ...textFilters('subject', 'message', 'created_by', 'updated_by', 'status'), opnote_id: z.optional(id) },
  dates: ['created_at', 'updated_at'],
});

export const feedbackBody = z
  .object({
    subject: z.optional(z.union([z.enum(feedbackSubjects), z.literal('')], 'Choose a subject from the list')),
    message: z.optional(z.string().check(z.trim(), z.maxLength(10_000, 'Must be 10000 characters or less'), storable)),
    opnote_id: z.optional(z.nullable(z.union([id, z.literal('')]))),
  })
  .check(
    z.refine((body) => Boolean(body.subject) || Boolean(body.message), {
      error: 'Choose a subject or write a message',
      path: ['message'],
    }),
  );

/** Feedback to the provider's team. */
export const feedbacks = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/feedbacks/',
    summary: 'List feedback',
    permission: 'feedback.read',
    tx: 'read',
    audit: 'feedback_read',
    query,
    response: paged(feedback),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/feedbacks/',
    summary: 'Send feedback',
    permission: 'feedback.create',
    tx: 'write',
    audit: 'feedback_created',
    body: feedbackBody,
    response: feedback,
    status: 201,
    idempotent: true,
  }),
  removeMany: endpoint({
    method: 'POST',
    path: '/api/v1/feedbacks/delete/',
    summary: 'Delete feedback, all or none',
    permission: 'feedback.manage',
    tx: 'write',
    audit: 'feedback_deleted',
    body: z.object({ feedbacks: bulk(id) }),
    response: count,
  }),
  markDone: endpoint({
    method: 'POST',
    path: '/api/v1/feedbacks/done/',
    summary: 'Mark feedback as done',
    permission: 'feedback.manage',
    tx: 'write',
    audit: 'feedback_updated',
    body: z.object({ feedbacks: bulk(id) }),
    response: count,
  }),
};

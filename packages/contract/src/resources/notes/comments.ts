import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { boundedWords, id, idParams } from '../../fields.ts';

/** Where a word of a comment speaks to somebody: @ at its beginning, then a user name. */
export const mention = /(?:^|[\s(])@([^\s@(),;:!?]+)/gu;

/** The names that a text speaks to, each once, as they are written; a full stop at the end belongs to the sentence. */
export const mentionsIn = (text: string): string[] => [
  ...new Set([...text.matchAll(mention)].map((found) => found[1]!.replace(/\.+$/, '')).filter((name) => name !== '')),
];

export const comment = z.object({
  id,
  text: z.string(),
  /** What it is about, where that is not the case as a whole. */
  code: z.nullable(z.string()),
  words: z.nullable(z.string()),
  author: z.string(),
  created_at: z.string(),
  mentioned: z.array(z.string()),
  resolved: z.nullable(z.object({ by: z.string(), at: z.string() })),
});
export type Comment = z.infer<typeof comment>;

const list = z.object({ people: z.array(z.string()), results: z.array(comment) });

/** What those who work on a case say to each other about it; never exported, never in mail. */
export const comments = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/op-notes/:id/comments/',
    summary: 'The comments on the case of a note, oldest first, and the names of those who can be mentioned',
    permission: 'comments',
    tx: 'read',
    audit: 'comment_read',
    params: idParams,
    response: list,
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/v1/op-notes/:id/comments/',
    summary: 'Comment on the case; who is mentioned by @ and user name gets a notice without its words. Answers all comments',
    permission: 'comments',
    tx: 'write',
    audit: 'comment_create',
    params: idParams,
    body: z.strictObject({
      text: boundedWords(1, 2000),
      code: z.optional(z.nullable(boundedWords(1, 10))),
      words: z.optional(z.nullable(boundedWords(1, 300))),
    }),
    response: list,
  }),
  resolve: endpoint({
    method: 'POST',
    path: '/api/v1/comments/:id/resolve/',
    summary: 'Say that a comment is settled, or that it is open again. Answers all comments of its case',
    permission: 'comments',
    tx: 'write',
    audit: 'comment_resolve',
    params: idParams,
    body: z.strictObject({ resolved: z.boolean('Say whether it is settled') }),
    response: list,
  }),
};

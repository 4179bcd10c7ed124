import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { boundedWords, id, idParams } from '../../fields.ts';

/**
 * Whom a text speaks to by @ and a user name, each once, and the names that are nobody's. Of several names that fit the longest is
 * meant: user names hold blanks, full stops and @ too.
 * @param names of those who can be spoken to
 */
export function mentionsIn(text: string, names: readonly string[]): { found: string[]; unknown: string[] } {
  const longestFirst = names.toSorted((one, other) => other.length - one.length);
  const found = new Set<string>();
  const unknown = new Set<string>();
  for (const sign of text.matchAll(/(?:^|[\s(])@/gu)) {
    const rest = text.slice(sign.index + sign[0].length);
    const known = longestFirst.find(
      (name) =>
        rest.slice(0, name.length).toLowerCase() === name.toLowerCase() && !/^[\p{L}\p{N}_-]/u.test(rest.slice(name.length)),
    );
    const word = /^[^\s@(),;:!?]+/u.exec(rest)?.[0].replace(/\.+$/, '');
    if (known !== undefined) found.add(known);
    else if (word) unknown.add(word);
  }
  return { found: [...found], unknown: [...unknown] };
}

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

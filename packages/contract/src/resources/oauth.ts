import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { storable } from '../storable.ts';

const word = (most: number) => z.optional(z.string().check(z.maxLength(most, `Must be ${most} characters or less`), storable));

export const clientToken = z.object({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.number(),
  scope: z.string(),
});
export type ClientToken = z.infer<typeof clientToken>;

/** RFC 6749 client credentials, with a secret (in the body or by Basic) or a signed assertion (RFC 7523, SMART Backend Services). */
export const oauth = {
  token: endpoint({
    method: 'POST',
    path: '/oauth/token/',
    summary: 'Give an API client an access token for five minutes',
    permission: 'public',
    tx: 'manual',
    audit: 'client_token',
    rate: 'token',
    dialect: 'oauth',
    forms: true,
    body: z.object({
      grant_type: z.literal('client_credentials', 'Must be client_credentials'),
      scope: word(1000),
      client_id: word(100),
      client_secret: word(200),
      client_assertion_type: word(100),
      client_assertion: word(10_000),
    }),
    response: clientToken,
  }),
};

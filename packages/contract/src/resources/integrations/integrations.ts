import * as z from 'zod/mini';
import { listEndpoint, changeEndpoint, connected, messagesEndpoint, tryEndpoint } from './connection.ts';
import { endpoint } from '../../endpoint.ts';
import { id, tenantName } from '../../fields.ts';
import { capabilitiesOfScope } from '../../scopes.ts';

const base = '/api/v1/integrations/';

/** A way that a program shows who it is: a shared secret, or a key of its own whose public half is pasted or fetched. */
export const clientMethods = ['secret', 'jwks', 'jwks_url'] as const;

/** What was heard of a connection last; the reason is an error code of the contract. */
const lastMessage = z.nullable(z.object({ at: z.string(), event: z.string(), reason: z.nullable(z.string()) }));

export const apiClient = z.object({
  ...connected,
  scopes: z.array(z.string()),
  method: z.enum(clientMethods),
  jwks_url: z.nullable(z.string()),
  last_message: lastMessage,
  last_error: lastMessage,
});
export type ApiClient = z.infer<typeof apiClient>;

export const integrationMessage = z.object({
  id: z.string(),
  at: z.string(),
  event: z.string(),
  outcome: z.enum(['success', 'refused', 'failed']),
  reason: z.nullable(z.string()),
  entity: z.array(z.string()),
  request_id: z.string(),
});
export type IntegrationMessage = z.infer<typeof integrationMessage>;

const scopes = z
  .array(
    z.string().check(
      z.maxLength(60),
      z.refine((scope) => capabilitiesOfScope(scope) !== null, 'No such scope'),
    ),
    'Choose at least one',
  )
  .check(z.minLength(1, 'Choose at least one'), z.maxLength(20, 'At most 20 scopes'));

const newClient = z
  .strictObject({
    name: tenantName,
    /** Super-level administrators say for whom. */
    tenant: z.optional(z.nullable(id)),
    scopes,
    method: z.enum(clientMethods, 'Choose how it shows who it is'),
    /** The public keys, pasted. */
    jwks: z.optional(z.string().check(z.maxLength(20_000, 'Must be 20,000 characters or less'))),
    jwks_url: z.optional(
      z.string().check(z.trim(), z.maxLength(500), z.regex(/^https?:\/\/\S+$/, 'An address that begins with https://')),
    ),
  })
  .check(
    z.refine((body) => body.method !== 'jwks' || Boolean(body.jwks?.trim()), { error: 'Paste the public keys', path: ['jwks'] }),
    z.refine((body) => body.method !== 'jwks_url' || Boolean(body.jwks_url), { error: 'Give the address', path: ['jwks_url'] }),
  );
export type NewClient = z.infer<typeof newClient>;

/** Connections to other systems; each belongs to one tenant and is off until an administrator sets it up. */
export const integrations = {
  list: listEndpoint(
    base,
    'The connections of the tenant, with what was heard of each last',
    z.object({ clients: z.array(apiClient), addresses: z.object({ fhir: z.string(), token: z.string() }) }),
  ),
  createClient: endpoint({
    method: 'POST',
    path: `${base}clients/`,
    summary: 'Set up an API client; its secret is shown once',
    permission: 'integrations.manage',
    tx: 'write',
    audit: 'client_created',
    body: newClient,
    response: z.object({ ...apiClient.shape, client_secret: z.nullable(z.string()) }),
    status: 201,
  }),
  rotateClient: changeEndpoint(
    `${base}clients/:id/rotate/`,
    'Replace the secret of an API client; the one before ends at once',
    'client_updated',
    z.object({ client_secret: z.string() }),
  ),
  revokeClient: changeEndpoint(
    `${base}clients/:id/revoke/`,
    'End an API client for good: its tokens are refused from this moment',
    'client_updated',
    apiClient,
  ),
  testClient: tryEndpoint(
    `${base}clients/:id/test/`,
    'Try what can be tried from here: whether it may connect, and whether its keys can be fetched',
  ),
  messages: messagesEndpoint(
    `${base}clients/:id/messages/`,
    'The last 1,000 messages of an API client: ids and outcomes, no text',
    integrationMessage,
  ),
};

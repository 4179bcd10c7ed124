import * as z from 'zod/mini';
import { listEndpoint, changeEndpoint, connected, hookAddress, messagesEndpoint, tryEndpoint } from './connection.ts';
import { endpoint } from '../../endpoint.ts';
import { id, tenantName } from '../../fields.ts';
import { subscriptionContents, subscriptionStates } from './subscriptions.ts';

const base = '/api/v1/integrations/webhooks/';

/** What a webhook can be told of. */
export const webhookEvents = ['case.finished', 'note.received'] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

export const webhook = z.object({
  ...connected,
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  with_text: z.boolean(),
  /** Where a program asked for it by FHIR, and is told in FHIR's words. */
  subscription: z.nullable(
    z.object({
      /** Null where a person asked. */
      client: z.nullable(z.object({ id, name: z.string() })),
      content: z.enum(subscriptionContents),
      status: z.enum(subscriptionStates),
    }),
  ),
  waiting: z.number(),
  dead: z.number(),
  last_message: z.nullable(z.object({ at: z.string(), event: z.string() })),
  last_error: z.nullable(z.object({ at: z.string(), reason: z.string() })),
});
export type Webhook = z.infer<typeof webhook>;

export const webhookMessage = z.object({
  id,
  at: z.string(),
  event: z.string(),
  /** Null for a handshake. */
  note_id: z.nullable(id),
  state: z.enum(['waiting', 'delivered', 'dead']),
  attempts: z.number(),
  next_attempt_at: z.nullable(z.string()),
  reason: z.nullable(z.string()),
});
export type WebhookMessage = z.infer<typeof webhookMessage>;

const newWebhook = z.strictObject({
  name: tenantName,
  /** Super-level administrators say for whom. */
  tenant: z.optional(z.nullable(id)),
  url: hookAddress,
  events: z.array(z.enum(webhookEvents), 'Choose at least one').check(z.minLength(1, 'Choose at least one'), z.maxLength(10)),
  with_text: z.boolean(),
});
export type NewWebhook = z.infer<typeof newWebhook>;

/** What happens to notes, told to other systems as it happens; signed after Standard Webhooks. */
export const webhooks = {
  list: listEndpoint(
    base,
    'The webhooks of the tenant, with what was heard of each last',
    z.object({ results: z.array(webhook) }),
  ),
  create: endpoint({
    method: 'POST',
    path: base,
    summary: 'Set up a webhook; its secret is shown once',
    permission: 'integrations.manage',
    tx: 'write',
    audit: 'webhook_created',
    body: newWebhook,
    response: z.object({ ...webhook.shape, secret: z.string() }),
    status: 201,
  }),
  rotate: changeEndpoint(
    `${base}:id/rotate/`,
    'Replace the secret of a webhook; messages are signed with the new one from now on',
    'webhook_updated',
    z.object({ secret: z.string() }),
  ),
  revoke: changeEndpoint(`${base}:id/revoke/`, 'End a webhook for good; what waits is not sent', 'webhook_updated', webhook),
  test: tryEndpoint(`${base}:id/test/`, 'Send a signed message of type test now, and tell what was answered'),
  messages: messagesEndpoint(
    `${base}:id/messages/`,
    'The last 1,000 messages of a webhook: ids and outcomes, no text',
    webhookMessage,
  ),
  replay: changeEndpoint(
    '/api/v1/integrations/webhook-messages/:id/replay/',
    'Send a message once more, with the id that it had',
    'webhook_updated',
    webhookMessage,
  ),
};

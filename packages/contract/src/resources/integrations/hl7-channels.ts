import * as z from 'zod/mini';
import { listEndpoint, changeEndpoint, connected, messagesEndpoint } from './connection.ts';
import { endpoint } from '../../endpoint.ts';
import { id, idParams, tenantName } from '../../fields.ts';

const base = '/api/v1/integrations/hl7-channels/';

/** A note was made; its note has a new version; its note is here already; it was refused. */
export const hl7Outcomes = ['taken', 'updated', 'known', 'refused'] as const;

export const hl7Channel = z.object({
  ...connected,
  last_message: z.nullable(z.object({ at: z.string(), event: z.string() })),
  last_error: z.nullable(z.object({ at: z.string(), reason: z.string() })),
});
export type Hl7Channel = z.infer<typeof hl7Channel>;

export const hl7Message = z.object({
  id,
  at: z.string(),
  /** Type and trigger, for example MDM^T02. */
  event: z.string(),
  /** MSH-10. */
  control_id: z.string(),
  outcome: z.enum(hl7Outcomes),
  /** In plain words, with no word of the message. */
  reason: z.nullable(z.string()),
  note_id: z.nullable(id),
  /** SHA-256 of the message's bytes. */
  sha256: z.string(),
});
export type Hl7Message = z.infer<typeof hl7Message>;

const newChannel = z.strictObject({
  name: tenantName,
  /** Super-level administrators say for whom. */
  tenant: z.optional(z.nullable(id)),
});
export type NewHl7Channel = z.infer<typeof newChannel>;

const manage = { permission: 'integrations.manage' } as const;

/** Documents of the clinic's record system over HL7 v2 and MLLP. The port is the operator's to open, channels are the administrator's. */
export const hl7Channels = {
  list: listEndpoint(
    base,
    'The HL7 channels of the tenant, with what was heard of each last; where this server listens',
    z.object({ address: z.nullable(z.string()), results: z.array(hl7Channel) }),
  ),
  create: endpoint({
    ...manage,
    method: 'POST',
    path: base,
    summary: 'Set up an HL7 channel; its key, which goes into MSH-6 of each message, is shown once',
    tx: 'write',
    audit: 'hl7_channel_created',
    body: newChannel,
    response: z.object({ ...hl7Channel.shape, key: z.string() }),
    status: 201,
  }),
  rotate: changeEndpoint(
    `${base}:id/rotate/`,
    'Replace the key of an HL7 channel; messages with the old one are refused from now on',
    'hl7_channel_updated',
    z.object({ key: z.string() }),
  ),
  revoke: changeEndpoint(`${base}:id/revoke/`, 'End an HL7 channel for good', 'hl7_channel_updated', hl7Channel),
  test: endpoint({
    ...manage,
    method: 'POST',
    params: idParams,
    path: `${base}:id/test/`,
    summary: 'Say what a message would do, without storing it; without a message, whether the port is open',
    tx: 'manual',
    audit: null,
    body: z.strictObject({
      message: z.optional(z.string().check(z.maxLength(200_000, 'Must be 200,000 characters or less'))),
    }),
    response: z.object({ ok: z.boolean(), words: z.string() }),
    large: true,
  }),
  messages: messagesEndpoint(
    `${base}:id/messages/`,
    'The last 1,000 messages of an HL7 channel: ids and outcomes, no text',
    hl7Message,
  ),
};

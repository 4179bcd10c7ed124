import * as z from 'zod/mini';
import { listEndpoint, changeEndpoint, connected, messagesEndpoint } from './connection.ts';
import { endpoint } from '../../endpoint.ts';
import { id, idParams, tenantName } from '../../fields.ts';

const base = '/api/v1/integrations/hl7-channels/';

/** A note was made; its note has a new version; its note is here already; it was refused. */
export const hl7Outcomes = ['taken', 'updated', 'known', 'refused'] as const;

/** What a sender shows of itself by TLS. */
export const hl7Certificate = z.object({
  /** The common name of its subject. */
  name: z.string(),
  /** SHA-256, in small hexadecimal digits. */
  fingerprint: z.string(),
});
export type Hl7Certificate = z.infer<typeof hl7Certificate>;

export const hl7Channel = z.object({
  ...connected,
  /** The fingerprint or the name of the one certificate that may speak for it; null: any of the clinic's authority. */
  certificate: z.nullable(z.string()),
  /** The one that spoke last; null where none was shown. */
  last_certificate: z.nullable(hl7Certificate),
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

/** A fingerprint as it is kept: openssl and browsers write it in capitals, with colons. */
const asKept = (value: string): string => {
  const digits = value
    .trim()
    .replace(/^sha-?256[\s:=]*(?:fingerprint=)?/i, '')
    .replaceAll(/[:\s]/g, '')
    .toLowerCase();
  return /^[0-9a-f]{64}$/.test(digits) ? digits : value.trim();
};

const bound = z.strictObject({
  certificate: z.nullable(
    z.pipe(
      z.string().check(z.maxLength(200, 'Must be 200 characters or less')),
      z.pipe(
        z.transform(asKept),
        z
          .string()
          .check(
            z.minLength(1, 'Give a fingerprint or a name'),
            z.maxLength(64, 'A SHA-256 fingerprint has 64 digits, a name up to 64 characters'),
          ),
      ),
    ),
  ),
});
export type BindHl7Channel = z.infer<typeof bound>;

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
  bind: endpoint({
    ...manage,
    method: 'POST',
    params: idParams,
    path: `${base}:id/certificate/`,
    summary:
      'Bind an HL7 channel to one TLS client certificate, by its SHA-256 fingerprint or its common name; null lets any of the clinic’s authority speak',
    tx: 'write',
    audit: 'hl7_channel_updated',
    body: bound,
    response: hl7Channel,
  }),
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

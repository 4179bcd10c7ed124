import * as z from 'zod/mini';
import { searchPage } from '../fhir.ts';
import { hookAddress } from './connection.ts';
import { endpoint } from '../../endpoint.ts';
import { idParams } from '../../fields.ts';
import { storable } from '../../storable.ts';

const base = '/fhir/Subscription/';
const guide = 'http://hl7.org/fhir/uv/subscriptions-backport';

/** Addresses of the guide that gives R4 the subscriptions of R5 (Subscriptions R5 Backport). */
export const backport = {
  subscription: `${guide}/StructureDefinition/backport-subscription`,
  notification: `${guide}/StructureDefinition/backport-subscription-notification-r4`,
  status: `${guide}/StructureDefinition/backport-subscription-status-r4`,
  payloadContent: `${guide}/StructureDefinition/backport-payload-content`,
  topic: `${guide}/StructureDefinition/capabilitystatement-subscriptiontopic-canonical`,
  statusOperation: `${guide}/OperationDefinition/backport-subscription-status`,
} as const;

/** The canonical address of the topic that can be subscribed to: a case was finished; its focus is the claim. */
export const topicOf = (fhirBase: string): string => `${fhirBase}/SubscriptionTopic/case-finished`;

/** What a notification says of the claim: that there is one, or which. */
export const subscriptionContents = ['empty', 'id-only'] as const;
/** FHIR's own words: the handshake is awaited; it is told; its newest message was not taken; it has ended. */
export const subscriptionStates = ['requested', 'active', 'error', 'off'] as const;

const word = (most: number, empty: string) =>
  z.string(empty).check(z.minLength(1, empty), z.maxLength(most, `Must be ${most} characters or less`), storable);
const unsupported = (words: string) => z.optional(z.undefined(words));

/** Headers that are ours or the connection's to set. */
const ownHeaders =
  /^(host|content-.*|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect|date|via|forwarded|x-forwarded-.*)$/i;
const header = z.string('A header such as "Authorization: Bearer …"').check(
  z.maxLength(2000, 'Must be 2,000 characters or less'),
  // No control character: nothing can end a line and begin another header.
  z.regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}: ?[\x20-\x7e]*$/, 'A header such as "Authorization: Bearer …"'),
  z.refine((line) => !ownHeaders.test(line.split(':', 1)[0]!), 'This header is not yours to set'),
);

export const subscription = z.looseObject({
  resourceType: z.literal('Subscription', 'Must be Subscription'),
  status: z.literal('requested', 'Send it as requested; it is active when its handshake was taken'),
  reason: word(500, 'Say what it is for'),
  criteria: word(500, 'Name the topic'),
  _criteria: unsupported('Filters are not supported: leave them out'),
  end: unsupported('An end is not supported: delete the subscription when it is no longer needed'),
  channel: z.looseObject({
    type: z.literal('rest-hook', 'Only rest-hook is supported'),
    _type: unsupported('Only rest-hook is supported'),
    endpoint: hookAddress,
    payload: z.literal('application/fhir+json', 'Must be application/fhir+json'),
    _payload: z.looseObject(
      {
        extension: z
          .array(
            z.looseObject({
              url: z.literal(backport.payloadContent, 'Only backport-payload-content is known here'),
              valueCode: z.enum(
                subscriptionContents,
                'Choose empty or id-only; whole resources are not sent: read them by their ids',
              ),
            }),
          )
          .check(z.minLength(1, 'Say how much is told'), z.maxLength(1, 'Say once how much is told')),
      },
      'Say how much is told: backport-payload-content with empty or id-only',
    ),
    header: z.optional(
      z.array(header).check(
        z.maxLength(5, 'At most 5 headers'),
        z.refine(
          (lines) => new Set(lines.map((line) => line.split(':', 1)[0]!.toLowerCase())).size === lines.length,
          'Send each header once',
        ),
      ),
    ),
  }),
});
export type FhirSubscription = z.infer<typeof subscription>;

const resource = z.record(z.string(), z.unknown());
const shared = { dialect: 'fhir' } as const;
const read = { ...shared, method: 'GET', permission: 'subscriptions.read', tx: 'read', audit: null } as const;

/** FHIR R4 subscriptions of the topic "case finished", after the guide Subscriptions R5 Backport; delivered as webhooks are. */
export const subscriptions = {
  create: endpoint({
    ...shared,
    method: 'POST',
    path: base,
    summary: 'Be told of finished cases at an address; needs to be allowed to read finished claims too',
    permission: 'subscriptions.write',
    tx: 'write',
    audit: 'webhook_created',
    body: subscription,
    response: resource,
    status: 201,
  }),
  search: endpoint({
    ...read,
    path: base,
    summary: 'The subscriptions of the client, newest first; of the tenant for its administrators',
    query: z.strictObject({
      status: z.optional(z.enum(subscriptionStates, 'One of requested, active, error, off')),
      url: z.optional(z.string().check(z.maxLength(500), storable)),
      ...searchPage,
    }),
    response: resource,
  }),
  read: endpoint({
    ...read,
    path: `${base}:id/`,
    summary: 'Read a subscription; its headers are never told',
    params: idParams,
    response: resource,
  }),
  status: endpoint({
    ...read,
    path: `${base}:id/$status/`,
    summary: 'How a subscription stands, and how many events it had',
    params: idParams,
    response: resource,
  }),
  remove: endpoint({
    ...shared,
    method: 'DELETE',
    path: `${base}:id/`,
    summary: 'End a subscription for good; what waits is not sent',
    permission: 'subscriptions.write',
    tx: 'write',
    audit: 'webhook_updated',
    params: idParams,
    status: 204,
  }),
};

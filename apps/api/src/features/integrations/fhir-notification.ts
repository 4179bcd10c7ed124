import { type subscriptionContents, type subscriptionStates, backport, topicOf } from '@incisive/contract/subscriptions';

type Json = Record<string, unknown>;
type State = (typeof subscriptionStates)[number];

export interface Subscribed {
  readonly id: string;
  readonly content: (typeof subscriptionContents)[number];
  /** Events so far. */
  readonly events: number;
  /** Whether its handshake was taken. */
  readonly confirmed: boolean;
}
/** What a subscription is told; `query-status` is the answer to who asks. */
export type Occasion =
  | { readonly type: 'handshake' | 'heartbeat' | 'query-status' }
  | { readonly type: 'event-notification'; readonly number: number; readonly at: Date; readonly claim: string };

const param = (name: string, value: Json): Json => ({ name, ...value });

/** SubscriptionStatus as R4 has it: a Parameters after the guide's profile. Numbers are strings there. */
export function subscriptionStatus(base: string, of: Subscribed, status: State, occasion: Occasion, id: string): Json {
  return {
    resourceType: 'Parameters',
    id,
    meta: { profile: [backport.status] },
    parameter: [
      param('subscription', { valueReference: { reference: `${base}/Subscription/${of.id}` } }),
      // Who wants nothing told is told no topic either.
      ...(of.content === 'empty' ? [] : [param('topic', { valueCanonical: topicOf(base) })]),
      param('status', { valueCode: status }),
      param('type', { valueCode: occasion.type }),
      param('events-since-subscription-start', { valueString: String(of.events) }),
      ...(occasion.type === 'event-notification'
        ? [
            {
              name: 'notification-event',
              part: [
                param('event-number', { valueString: String(occasion.number) }),
                param('timestamp', { valueInstant: occasion.at.toISOString() }),
                ...(of.content === 'empty'
                  ? []
                  : [param('focus', { valueReference: { reference: `${base}/Claim/${occasion.claim}` } })]),
              ],
            },
          ]
        : []),
    ],
  };
}

/** A notification: a history of one entry, which says how the subscription stands and what happened. @param id the message's, the same at each try */
export const notificationOf = (
  base: string,
  of: Subscribed,
  occasion: Occasion,
  { id, at }: { readonly id: string; readonly at: Date },
): Json => ({
  resourceType: 'Bundle',
  id,
  meta: { profile: [backport.notification] },
  type: 'history',
  timestamp: at.toISOString(),
  entry: [
    {
      fullUrl: `urn:uuid:${id}`,
      resource: subscriptionStatus(base, of, of.confirmed ? 'active' : 'requested', occasion, id),
      request: { method: 'GET', url: `${base}/Subscription/${of.id}/$status` },
      response: { status: '200' },
    },
  ],
});

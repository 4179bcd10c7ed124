import { randomUUID } from 'node:crypto';
import { type FhirSubscription, type subscriptionStates, backport, topicOf } from '@incisive/contract/subscriptions';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
import { lockOf } from '../../db/locks.ts';
import type { Actor } from '../../db/tenant.ts';
import type { Deps } from '../../deps.ts';
import { AppError, fieldError } from '../../http/app-error.ts';
import { allows } from '../../http/authenticator.ts';
import type { AuditTrail } from '../../http/context.ts';
import { subscriptionStatus } from './fhir-notification.ts';
import { endWebhooks, subscriptionState } from './webhooks.store.ts';

type Json = Record<string, unknown>;
/** So many stand for one client, or for the people of one tenant. */
const most = 20;

interface Row {
  readonly id: string;
  readonly tenant_id: string;
  readonly status: (typeof subscriptionStates)[number];
  readonly reason: string;
  readonly problem: string | null;
  readonly url: string;
  readonly content: 'empty' | 'id-only';
  readonly events: number;
  readonly confirmed: boolean;
  readonly created_at: Date;
}

const owner = ({ scopes, userId }: Actor) => (scopes ? userId : null);
/** A client sees its own alone; a tenant's administrators see all of it. */
const visible = (actor: Actor) =>
  sql`w.kind = 'fhir' and w.deleted_at is null and ${owner(actor) === null ? sql`true` : sql`w.client_id = ${owner(actor)}`}`;

async function found(tx: Tx, actor: Actor, where: readonly RawBuilder<unknown>[], count: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select w.id, w.tenant_id, ${subscriptionState} as status, w.reason, w.problem, w.url, w.content, w.event_count::int as events,
           w.confirmed_at is not null as confirmed, w.created_at
      from app.webhooks w where ${sql.join([visible(actor), ...where], sql` and `)}
     order by w.created_at desc, w.id desc limit ${count}`.execute(tx);
  return rows;
}

async function one(tx: Tx, actor: Actor, id: string): Promise<Row> {
  const [row] = await found(tx, actor, [sql`w.id = ${id}::uuid`], 1);
  if (!row) throw new AppError('not-found');
  return row;
}

/** As it stands. Its headers may hold the other side's secrets: they are never told. */
const resourceOf = (base: string, row: Row): Json & { resourceType: string; id: string } => ({
  resourceType: 'Subscription',
  id: row.id,
  meta: { profile: [backport.subscription] },
  status: row.status,
  reason: row.reason,
  criteria: topicOf(base),
  ...(row.problem === null ? {} : { error: row.problem }),
  channel: {
    type: 'rest-hook',
    endpoint: row.url,
    payload: 'application/fhir+json',
    _payload: { extension: [{ url: backport.payloadContent, valueCode: row.content }] },
  },
});

/** Takes a subscription. Its handshake is made with it, in the database; it is told of nothing before that was taken. */
export async function createSubscription(
  deps: Deps,
  tx: Tx,
  { actor, body, base, audit }: { actor: Actor; body: FhirSubscription; base: string; audit: AuditTrail },
): Promise<Json & { readonly id: string }> {
  if (!allows(actor, 'claims.export'))
    throw new AppError('forbidden', {
      detail:
        'This API client may not read finished claims, so it cannot be told of them. Ask an administrator for system/Claim.rs.',
    });
  if (body.criteria !== topicOf(base)) throw fieldError('criteria', `The topic must be ${topicOf(base)}`);
  const client = owner(actor);
  // One after the other, so that they can be counted.
  await sql`select pg_advisory_xact_lock(${lockOf('subscriptions', client ?? actor.tenantId)})`.execute(tx);
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from app.webhooks w
    where w.tenant_id = ${actor.tenantId} and w.kind = 'fhir' and w.revoked_at is null and w.client_id is not distinct from ${client}::uuid`.execute(
    tx,
  );
  if (rows[0]!.n >= most)
    throw new AppError('conflict', { detail: `There are ${most} subscriptions. Remove one first, or use one that stands.` });
  const { channel } = body;
  const headers = (channel.header ?? []).map((line) => {
    const at = line.indexOf(':');
    return [line.slice(0, at), line.slice(at + 1).trim()];
  });
  const id = randomUUID();
  await tx
    .insertInto('app.webhooks')
    .values({
      id,
      tenant_id: actor.tenantId,
      kind: 'fhir',
      client_id: client,
      name: `FHIR subscription ${id.slice(0, 8)}`,
      url: channel.endpoint,
      events: ['case.finished'],
      with_text: false,
      reason: body.reason,
      content: channel._payload.extension[0]!.valueCode,
      headers: headers.length === 0 ? null : deps.seal.seal(JSON.stringify(headers)),
      created_by: actor.username,
    })
    .execute();
  audit.entity(`webhook:${id}`);
  audit.tenant(actor.tenantId);
  audit.detail(`fhir subscription ${channel._payload.extension[0]!.valueCode}, ${headers.length} headers`);
  return resourceOf(base, await one(tx, actor, id));
}

export const readSubscription = async (tx: Tx, actor: Actor, id: string, base: string): Promise<Json> =>
  resourceOf(base, await one(tx, actor, id));

/** What `$status` answers: the same that a notification says first. */
export async function statusOfSubscription(tx: Tx, actor: Actor, id: string, base: string): Promise<Json> {
  const row = await one(tx, actor, id);
  const status = subscriptionStatus(base, row, row.status, { type: 'query-status' }, id);
  return {
    resourceType: 'Bundle',
    type: 'searchset',
    entry: [{ fullUrl: `urn:uuid:${id}`, resource: status, search: { mode: 'match' } }],
  };
}

/** Those that the caller sees, newest first. @param after where the page begins, over `w` */
export async function findSubscriptions(
  tx: Tx,
  actor: Actor,
  query: { readonly status?: Row['status'] | undefined; readonly url?: string | undefined },
  after: readonly RawBuilder<unknown>[],
  count: number,
  base: string,
): Promise<{ readonly at: Date; readonly resource: ReturnType<typeof resourceOf> }[]> {
  const where = [
    ...(query.status === undefined ? [] : [sql`${subscriptionState} = ${query.status}`]),
    ...(query.url === undefined ? [] : [sql`w.url = ${query.url}`]),
    ...after,
  ];
  return (await found(tx, actor, where, count)).map((row) => ({ at: row.created_at, resource: resourceOf(base, row) }));
}

/** Ends it for good. For FHIR it is gone; administrators still see that it was there. */
export async function removeSubscription(tx: Tx, actor: Actor, id: string, audit: AuditTrail): Promise<void> {
  const row = await one(tx, actor, id);
  await sql`update app.webhooks set deleted_at = now() where id = ${id}::uuid`.execute(tx);
  await endWebhooks(tx, sql`id = ${id}::uuid`, actor.username, 'The subscription was deleted.');
  audit.entity(`webhook:${id}`);
  audit.tenant(row.tenant_id);
  audit.detail('fhir subscription deleted');
}

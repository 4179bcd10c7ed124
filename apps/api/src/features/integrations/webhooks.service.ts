import { randomUUID } from 'node:crypto';
import type { NewWebhook, Webhook, WebhookMessage } from '@incisive/contract/webhooks';
import { sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
import { type Actor, withSession } from '../../db/tenant.ts';
import type { Deps } from '../../deps.ts';
import { AppError, fieldError } from '../../http/app-error.ts';
import type { AuditTrail } from '../../http/context.ts';
import { newWebhookSecret } from '../../outbound/standard-webhooks.ts';
import type { SecretBox } from '../../secrets/secret-box.ts';
import { tenantFor } from '../tenants/active-tenant.service.ts';
import { endWebhooks, getMessage, getWebhook, shownMessage } from './webhooks.store.ts';

export { getWebhook, listMessages, listWebhooks } from './webhooks.store.ts';

/** Sets up a webhook. Its secret is shown this once; it is kept sealed, for it signs every message. */
export async function createWebhook(
  tx: Tx,
  actor: Actor,
  seal: SecretBox,
  asked: NewWebhook,
  audit: AuditTrail,
): Promise<Webhook & { secret: string }> {
  const tenantId = await tenantFor(tx, actor, asked.tenant);
  const taken = await sql`select from app.webhooks
    where tenant_id = ${tenantId} and lower(name) = lower(${asked.name}) and revoked_at is null`.execute(tx);
  if (taken.rows.length > 0) throw fieldError('name', 'There is a webhook of this name');
  const secret = newWebhookSecret();
  const { id } = await tx
    .insertInto('app.webhooks')
    .values({
      tenant_id: tenantId,
      name: asked.name,
      url: asked.url,
      events: [...new Set(asked.events)],
      with_text: asked.with_text,
      secret: seal.seal(secret),
      created_by: actor.username,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  audit.entity(`webhook:${id}`);
  audit.tenant(tenantId);
  audit.detail(`${asked.events.join(' ')}${asked.with_text ? ' with text' : ''}`);
  return { ...(await getWebhook(tx, id)), secret };
}

async function activeWebhook(tx: Tx, id: string, audit: AuditTrail): Promise<Webhook> {
  const webhook = await getWebhook(tx, id);
  audit.entity(`webhook:${id}`);
  audit.tenant(webhook.tenant.id);
  if (webhook.state === 'revoked') throw new AppError('conflict', { detail: 'This webhook was revoked. Set up a new one.' });
  return webhook;
}

export async function rotateWebhook(tx: Tx, seal: SecretBox, id: string, audit: AuditTrail): Promise<{ secret: string }> {
  const { subscription } = await activeWebhook(tx, id, audit);
  if (subscription)
    throw new AppError('conflict', { detail: 'A FHIR subscription has no secret of ours. Ask its client for another header.' });
  const secret = newWebhookSecret();
  await sql`update app.webhooks set secret = ${seal.seal(secret)}, rotated_at = now() where id = ${id}`.execute(tx);
  audit.detail('new secret');
  return { secret };
}

export async function revokeWebhook(tx: Tx, actor: Actor, id: string, audit: AuditTrail): Promise<Webhook> {
  await activeWebhook(tx, id, audit);
  await endWebhooks(tx, sql`id = ${id}`, actor.username, 'The webhook was revoked.');
  audit.detail('revoked');
  return getWebhook(tx, id);
}

/** A signed message of type test, sent now; it is not kept. */
export async function testWebhook(deps: Deps, actor: Actor, id: string): Promise<{ ok: boolean; words: string }> {
  const webhook = await withSession(deps.database, actor, (tx) => getWebhook(tx, id));
  if (webhook.state === 'revoked') return { ok: false, words: 'Revoked: nothing is sent.' };
  const refusal = await deps.webhooks.try(id, { id: randomUUID(), type: 'test', at: new Date(), data: {} });
  return refusal === null ? { ok: true, words: 'The message was taken.' } : { ok: false, words: refusal.reason };
}

/** Sends a message once more, under the id that it had: who took it before knows it again. */
export async function replayMessage(tx: Tx, id: string, audit: AuditTrail): Promise<WebhookMessage> {
  const message = await getMessage(tx, id);
  await activeWebhook(tx, message.webhook_id, audit);
  if (message.state !== 'waiting') audit.detail(`replay ${message.event} ${id}`);
  await sql`update app.webhook_messages set state = 'waiting', attempts = 0, next_attempt_at = now(), reason = null, settled_at = null
    where id = ${id}`.execute(tx);
  return shownMessage(await getMessage(tx, id));
}

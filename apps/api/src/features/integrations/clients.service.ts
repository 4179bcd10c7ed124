import { randomBytes } from 'node:crypto';
import type { ApiClient, NewClient } from '@incisive/contract/integrations';
import { sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
import { type Actor, withSession } from '../../db/tenant.ts';
import type { Deps } from '../../deps.ts';
import { AppError, fieldError } from '../../http/app-error.ts';
import type { AuditTrail } from '../../http/context.ts';
import { OutboundError } from '../../outbound/guarded-request.ts';
import { hashOf } from '../../secrets/one-time-codes.ts';
import { KeyError, readKeySet } from '../../secrets/client-keys.ts';
import { getClient } from './clients.store.ts';
import { endWebhooks } from './webhooks.store.ts';
import { tenantFor } from '../tenants/active-tenant.service.ts';

export { listClients, listMessages, getClient } from './clients.store.ts';

const newSecret = (): string => `inc_${randomBytes(32).toString('base64url')}`;

function pastedKeys(text: string): string {
  try {
    return JSON.stringify(readKeySet(text));
  } catch (error) {
    if (error instanceof KeyError) throw fieldError('jwks', error.message);
    throw error;
  }
}

/** Sets up a client. Its secret is shown this once; what is kept is its hash. */
export async function createClient(
  tx: Tx,
  actor: Actor,
  asked: NewClient,
  audit: AuditTrail,
): Promise<ApiClient & { client_secret: string | null }> {
  const tenantId = await tenantFor(tx, actor, asked.tenant);
  const secret = asked.method === 'secret' ? newSecret() : null;
  const taken = await sql`select from app.api_clients
    where tenant_id = ${tenantId} and lower(name) = lower(${asked.name}) and revoked_at is null`.execute(tx);
  if (taken.rows.length > 0) throw fieldError('name', 'There is an API client of this name');
  const { id } = await tx
    .insertInto('app.api_clients')
    .values({
      tenant_id: tenantId,
      name: asked.name,
      scopes: [...new Set(asked.scopes)],
      secret_hash: secret === null ? null : hashOf(secret),
      jwks: asked.method === 'jwks' ? pastedKeys(asked.jwks ?? '') : null,
      jwks_url: asked.method === 'jwks_url' ? asked.jwks_url! : null,
      created_by: actor.username,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  audit.entity(`client:${id}`);
  audit.tenant(tenantId);
  audit.detail(`${asked.method} ${asked.scopes.join(' ')}`);
  return { ...(await getClient(tx, id)), client_secret: secret };
}

async function activeClient(tx: Tx, id: string, audit: AuditTrail): Promise<ApiClient> {
  const client = await getClient(tx, id);
  audit.entity(`client:${id}`);
  audit.tenant(client.tenant.id);
  if (client.state === 'revoked') throw new AppError('conflict', { detail: 'This API client was revoked. Set up a new one.' });
  return client;
}

export async function rotateClient(tx: Tx, id: string, audit: AuditTrail): Promise<{ client_secret: string }> {
  const client = await activeClient(tx, id, audit);
  if (client.method !== 'secret')
    throw new AppError('conflict', {
      detail: 'This API client signs with keys of its own. Leave it be: it turns to a new one by itself.',
    });
  const secret = newSecret();
  await sql`update app.api_clients set secret_hash = ${hashOf(secret)}, rotated_at = now() where id = ${id}`.execute(tx);
  audit.detail('new secret');
  return { client_secret: secret };
}

export async function revokeClient(tx: Tx, actor: Actor, id: string, audit: AuditTrail): Promise<ApiClient> {
  await activeClient(tx, id, audit);
  await sql`update app.api_clients set revoked_at = now(), revoked_by = ${actor.username} where id = ${id}`.execute(tx);
  await endWebhooks(tx, sql`client_id = ${id}`, actor.username, 'Its API client was revoked.');
  audit.detail('revoked');
  return getClient(tx, id);
}

/** What can be tried without the other side: whether the client may connect, and whether its keys can be fetched. */
export async function testClient(deps: Deps, actor: Actor, id: string): Promise<{ ok: boolean; words: string }> {
  const client = await withSession(deps.database, actor, (tx) => getClient(tx, id));
  if (client.state === 'revoked') return { ok: false, words: 'Revoked: it can no longer connect.' };
  if (client.jwks_url === null) return { ok: true, words: 'It may connect. Ask it for a token from the other side now.' };
  try {
    const { keys } = await deps.clientKeys.fetch(client.jwks_url);
    return {
      ok: true,
      words: `Its address answers with ${keys.length === 1 ? 'a key' : `${keys.length} keys`}. It may connect.`,
    };
  } catch (error) {
    if (error instanceof OutboundError || error instanceof KeyError) return { ok: false, words: error.message };
    throw error;
  }
}

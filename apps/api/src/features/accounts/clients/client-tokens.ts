import { timingSafeEqual } from 'node:crypto';
import type { ClientToken } from '@incisive/contract/oauth';
import { limits } from '@incisive/contract/limits';
import { capabilitiesOfScope } from '@incisive/contract/scopes';
import { type JSONWebKeySet, decodeJwt } from 'jose';
import { sql } from 'kysely';
import type { Tx } from '../../../db/client.ts';
import { withSystem } from '../../../db/tenant.ts';
import type { Deps } from '../../../deps.ts';
import { AppError, fieldError } from '../../../http/app-error.ts';
import type { AuditTrail } from '../../../http/context.ts';
import { hashOf } from '../../../secrets/one-time-codes.ts';
import { KeyError } from '../../../secrets/client-keys.ts';
import { OutboundError } from '../../../outbound/guarded-request.ts';

/** The body of a token request, with what Basic said merged in. */
export interface TokenRequest {
  readonly scope?: string | undefined;
  readonly client_id?: string | undefined;
  readonly client_secret?: string | undefined;
  readonly client_assertion_type?: string | undefined;
  readonly client_assertion?: string | undefined;
}

interface StoredClient {
  readonly id: string;
  readonly tenant_id: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly secret_hash: Buffer | null;
  readonly jwks: JSONWebKeySet | null;
  readonly jwks_url: string | null;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const refused = (): AppError =>
  new AppError('wrong-credentials', {
    detail: 'The client is not known, or did not show who it is. Check its ID and its secret or key.',
  });

/** Client id and secret of a Basic header, each percent-encoded (RFC 6749, 2.3.1). */
export function basicCredentials(header: string | undefined): { client_id: string; client_secret: string } | null {
  const [, encoded] = /^Basic ([\w+/]+=*)$/i.exec(header ?? '') ?? [];
  if (encoded === undefined) return null;
  const [id, ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  try {
    return { client_id: decodeURIComponent(id ?? ''), client_secret: decodeURIComponent(rest.join(':')) };
  } catch {
    return null;
  }
}

/** Whom a request says it is from; nothing is believed yet. */
function claimedId(asked: TokenRequest): string {
  if (asked.client_assertion === undefined) return asked.client_id ?? '';
  if (asked.client_assertion_type !== assertionType) throw fieldError('client_assertion_type', `Must be ${assertionType}`);
  try {
    return decodeJwt(asked.client_assertion).sub ?? '';
  } catch {
    throw refused();
  }
}

const findClient = async (tx: Tx, id: string): Promise<StoredClient | undefined> =>
  (
    await sql<StoredClient>`
      select c.id, c.tenant_id, c.name, c.scopes, c.secret_hash, c.jwks, c.jwks_url
        from app.api_clients c join app.tenants t on t.id = c.tenant_id
       where c.id = ${id} and c.revoked_at is null and t.active and not t.platform`.execute(tx)
  ).rows[0];

/** Checks the secret or the assertion; answers the assertion's one-time id, which is spent with the token. */
async function shownBy(deps: Deps, client: StoredClient, asked: TokenRequest): Promise<{ jti: string; exp: number } | null> {
  if (client.secret_hash) {
    if (!asked.client_secret || !timingSafeEqual(hashOf(asked.client_secret), client.secret_hash)) throw refused();
    return null;
  }
  if (asked.client_assertion === undefined) throw refused();
  const address = `${deps.config.publicUrl}/oauth/token`;
  return deps.clientKeys.verify(asked.client_assertion, { id: client.id, jwks: client.jwks, jwksUrl: client.jwks_url }, [
    address,
    `${address}/`,
  ]);
}

/** The scopes of a token: those asked for, each of them covered by what the client has. @throws AppError naming `scope` */
function grantedScopes(client: StoredClient, asked: string | undefined): readonly string[] {
  const wanted = [...new Set((asked ?? '').split(' ').filter((scope) => scope !== ''))];
  if (wanted.length === 0) return client.scopes;
  const held = new Set(client.scopes.flatMap((scope) => capabilitiesOfScope(scope) ?? []));
  const beyond = wanted.filter((scope) => !(capabilitiesOfScope(scope)?.every((capability) => held.has(capability)) ?? false));
  if (beyond.length > 0) throw fieldError('scope', 'This client does not have every scope that it asks for.');
  return wanted;
}

/** What is wrong with an assertion, as far as the client may know; a key that cannot be fetched is told apart in the log. */
function reasonOf(error: unknown): string {
  if (error instanceof OutboundError) return `keys: ${error.message}`;
  if (error instanceof KeyError) return `keys: ${error.message}`;
  if (error instanceof AppError) return error.code;
  return error instanceof Error && 'code' in error ? String(error.code) : 'assertion';
}

/**
 * Gives a client a token for five minutes. A secret is compared by its hash; an assertion is taken once.
 * @throws AppError `wrong-credentials`, or `validation` naming what is wrong with the request
 */
export async function clientToken(deps: Deps, asked: TokenRequest, audit: AuditTrail): Promise<ClientToken> {
  const id = claimedId(asked).toLowerCase();
  const client = uuid.test(id) ? await withSystem(deps.database, (tx) => findClient(tx, id)) : undefined;
  if (!client) {
    await withSystem(deps.database, (tx) => audit.refuseIn(tx, 'client_token_fail', 'unknown client'));
    throw refused();
  }
  audit.actor({ userId: client.id, username: `api:${client.name}`, role: 'API client', tenantId: client.tenant_id });
  let shown: { jti: string; exp: number } | null;
  try {
    shown = await shownBy(deps, client, asked);
  } catch (error) {
    await withSystem(deps.database, (tx) => audit.refuseIn(tx, 'client_token_fail', reasonOf(error)));
    throw refused();
  }
  const scopes = grantedScopes(client, asked.scope);
  const session = await withSystem(deps.database, (tx) => openClientSession(tx, client, scopes, shown));
  if (session === null) {
    await withSystem(deps.database, (tx) => audit.refuseIn(tx, 'client_token_fail', 'assertion used before'));
    throw refused();
  }
  const now = Math.floor(Date.now() / 1000);
  const token = await deps.signingKeys.sign(
    'access',
    { sub: client.id, sid: session, client: true },
    now,
    limits.clientTokenSeconds,
  );
  return { access_token: token, token_type: 'Bearer', expires_in: limits.clientTokenSeconds, scope: scopes.join(' ') };
}

/** Spends the assertion and opens the session, together or not at all; null when it was spent before. */
async function openClientSession(
  tx: Tx,
  client: StoredClient,
  scopes: readonly string[],
  shown: { jti: string; exp: number } | null,
): Promise<string | null> {
  // What is over goes with whoever comes next.
  await sql`delete from app.client_assertions where client_id = ${client.id} and expires_at < now() - interval '1 minute'`.execute(
    tx,
  );
  await sql`delete from app.client_sessions where client_id = ${client.id} and expires_at < now() - interval '1 day'`.execute(tx);
  if (shown) {
    const { numAffectedRows } = await sql`insert into app.client_assertions (client_id, jti_hash, expires_at)
      values (${client.id}, ${hashOf(shown.jti)}, to_timestamp(${shown.exp})) on conflict do nothing`.execute(tx);
    if (numAffectedRows === 0n) return null;
  }
  const row = await tx
    .insertInto('app.client_sessions')
    .values({
      client_id: client.id,
      scopes: [...scopes],
      expires_at: sql<Date>`now() + make_interval(secs => ${limits.clientTokenSeconds})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

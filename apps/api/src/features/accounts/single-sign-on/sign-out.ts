import { type JWTPayload, createLocalJWKSet, jwtVerify } from 'jose';
import { sql } from 'kysely';
import * as oidc from 'openid-client';
import type { Tx } from '../../../db/client.ts';
import { withSystem } from '../../../db/tenant.ts';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../http/app-error.ts';
import type { AuditTrail } from '../../../http/context.ts';
import { guardedRequest } from '../../../outbound/guarded-request.ts';
import { readKeySet } from '../../../secrets/client-keys.ts';
import { hashOf } from '../../../secrets/one-time-codes.ts';
import { signOut } from '../sign-in/sign-out.ts';
import { settingsOf } from './connections.service.ts';
import { type OpenConnection, openConnectionById, openConnectionOfKey, saveMessage } from './connections.store.ts';
import { openProvider } from './provider.ts';

interface SsoSession {
  readonly connection_id: string;
  readonly user_id: string;
  readonly id_token: Buffer;
}

/**
 * Ends a session as any sign-out does, and answers where the provider ends its own (RP-Initiated Logout); null where the session did not
 * begin there, or the provider has no such address or cannot be asked.
 */
export async function leave(deps: Deps, authorization: string | undefined, audit: AuditTrail): Promise<{ url: string | null }> {
  const session = await deps.authenticator.sessionIdOf(authorization, { evenExpired: true });
  const found = await withSystem(deps.database, async (tx) => {
    const { rows } = await sql<SsoSession>`select x.connection_id, s.user_id, x.id_token from app.sso_sessions x
      join app.sessions s on s.id = x.session_id where x.session_id = ${session} and s.ended_at is null`.execute(tx);
    const connection = rows[0] && (await openConnectionById(tx, rows[0].connection_id));
    if (!connection) return null;
    await saveMessage(tx, connection, { event: 'sign-out', outcome: 'done', userId: rows[0]!.user_id });
    return { connection, idToken: deps.seal.open(rows[0]!.id_token) };
  });
  await signOut(deps, authorization, audit);
  if (!found) return { url: null };
  try {
    const config = await openProvider(deps.networks, settingsOf(deps, found.connection));
    if (!config.serverMetadata().end_session_endpoint) return { url: null };
    const url = oidc.buildEndSessionUrl(config, {
      id_token_hint: found.idToken,
      post_logout_redirect_uri: `${deps.config.publicUrl}/login`,
    });
    return { url: url.href };
  } catch {
    return { url: null };
  }
}

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

/** The claims of a logout token, checked as OpenID Connect Back-Channel Logout 1.0, 2.6 asks. @throws Error */
async function checkedLogout(deps: Deps, connection: OpenConnection, token: string): Promise<JWTPayload> {
  const config = await openProvider(deps.networks, settingsOf(deps, connection));
  const { issuer, jwks_uri } = config.serverMetadata();
  const answer = await guardedRequest(deps.networks, jwks_uri ?? '', { method: 'GET' });
  const { payload } = await jwtVerify(token, createLocalJWKSet(readKeySet(answer.body)), {
    issuer,
    audience: connection.client_id,
    algorithms,
    clockTolerance: 60,
    maxTokenAge: 600,
    requiredClaims: ['iat', 'jti'],
  });
  const events = payload['events'];
  const named = typeof events === 'object' && events !== null && Object.hasOwn(events, logoutEvent);
  if (!named || 'nonce' in payload || (payload.sub === undefined && typeof payload['sid'] !== 'string'))
    throw new Error('no logout token');
  return payload;
}

/** The sessions that began with this person or at this session of the provider. */
async function sessionsOf(tx: Tx, connection: OpenConnection, { sub, sid }: JWTPayload): Promise<string[]> {
  const { rows } = await sql<{ session_id: string }>`select x.session_id from app.sso_sessions x
    where x.connection_id = ${connection.id} and x.issuer = ${connection.issuer}
      and (${sub ?? null}::text is null or x.subject = ${sub ?? null}) and (${sid ?? null}::text is null or x.sid = ${sid ?? null})`.execute(
    tx,
  );
  return rows.map((row) => row.session_id);
}

/**
 * A provider's word that somebody signed out there: the sessions that began with it end. A token is taken once.
 * @throws AppError `unparsable` (400, as the standard asks), whatever is wrong with it
 */
export async function backChannelLogout(deps: Deps, key: string, token: string, audit: AuditTrail): Promise<{ ended: number }> {
  const connection = await withSystem(deps.database, (tx) => openConnectionOfKey(tx, key));
  if (!connection) throw new AppError('not-found');
  audit.entity(`sso:${connection.id}`);
  audit.tenant(connection.tenant_id);
  const refuse = async (reason: string): Promise<AppError> => {
    await withSystem(deps.database, async (tx) => {
      await saveMessage(tx, connection, { event: 'back-channel', outcome: 'refused', reason });
      await audit.refuseIn(tx, 'authn_session_end', 'single sign-on');
    });
    return new AppError('unparsable', {
      detail: 'This is no logout token of the provider, or it was used before. Send a new one.',
    });
  };
  let payload: JWTPayload;
  try {
    payload = await checkedLogout(deps, connection, token);
  } catch {
    throw await refuse('The logout token is not the provider’s, or is not one.');
  }
  const ended = await withSystem(deps.database, async (tx) => {
    await sql`delete from app.sso_logout_tokens where expires_at < now()`.execute(tx);
    const { numAffectedRows } = await sql`insert into app.sso_logout_tokens (connection_id, jti_hash, expires_at)
      values (${connection.id}, ${hashOf(String(payload.jti))}, now() + interval '1 hour') on conflict do nothing`.execute(tx);
    if (numAffectedRows === 0n) return null;
    const sessions = await sessionsOf(tx, connection, payload);
    const count = await deps.sessions.endIn(tx, { sessionIds: sessions }, 'signed out at the provider');
    await saveMessage(tx, connection, { event: 'back-channel', outcome: 'done' });
    audit.detail(`${count} ended`);
    await audit.writeIn(tx);
    return count;
  });
  if (ended === null) throw await refuse('The logout token was used before.');
  return { ended };
}

import { randomBytes } from 'node:crypto';
import { timingSafeEqual } from 'node:crypto';
import type { Tokens } from '@incisive/contract/auth';
import { sql } from 'kysely';
import * as oidc from 'openid-client';
import { withSystem } from '../../../db/tenant.ts';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../http/app-error.ts';
import type { AuditTrail } from '../../../http/context.ts';
import { hashOf } from '../../../secrets/one-time-codes.ts';
import { hashPassword } from '../passwords/passwords.ts';
import { settingsOf } from './connections.service.ts';
import { type OpenConnection, openConnectionById, openConnectionOfKey, saveMessage } from './connections.store.ts';
import { type Admitted, type Claims, NotAdmitted, admit } from './people.ts';
import { openProvider, providerReason, refusalWords, signInUrl } from './provider.ts';

const attemptMinutes = 15;

const refused = (detail: string): AppError => new AppError('wrong-credentials', { detail });
const askAdministrator = 'Your clinic’s provider could not be asked. Try again; if it stays so, ask your administrator.';

/** Begins a sign-in: the address at the provider, and a binding that the browser keeps and shows at the end. */
export async function startSignIn(
  deps: Deps,
  { key, again = false }: { key: string; again?: boolean | undefined },
): Promise<{ url: string; binding: string }> {
  const connection = await withSystem(deps.database, (tx) => openConnectionOfKey(tx, key));
  if (!connection)
    throw new AppError('not-found', { detail: 'No clinic signs in at this address. Ask your administrator for the right one.' });
  let config: oidc.Configuration;
  try {
    config = await openProvider(deps.networks, settingsOf(deps, connection));
  } catch (error) {
    await withSystem(deps.database, (tx) =>
      saveMessage(tx, connection, { event: 'sign-in', outcome: 'refused', reason: providerReason(error) }),
    );
    throw new AppError('unavailable', { detail: askAdministrator });
  }
  const [state, nonce, binding, verifier] = [
    oidc.randomState(),
    oidc.randomNonce(),
    oidc.randomState(),
    oidc.randomPKCECodeVerifier(),
  ];
  const offered = config.serverMetadata().scopes_supported ?? [];
  const scopes = ['openid', 'profile', 'email', connection.groups_claim].filter(
    (scope, index) => index < 3 || offered.includes(scope),
  );
  const url = oidc.buildAuthorizationUrl(config, {
    redirect_uri: signInUrl(deps.config.publicUrl, key),
    scope: scopes.join(' '),
    response_type: 'code',
    state,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(again ? { prompt: 'login', max_age: '0' } : {}),
  });
  await withSystem(deps.database, async (tx) => {
    await sql`delete from app.sso_attempts where expires_at < now()`.execute(tx);
    await sql`insert into app.sso_attempts (state_hash, connection_id, binding_hash, sealed, again, expires_at)
      values (${hashOf(state)}, ${connection.id}, ${hashOf(binding)}, ${deps.seal.seal(JSON.stringify({ state, nonce, verifier }))},
              ${again}, now() + make_interval(mins => ${attemptMinutes}))`.execute(tx);
  });
  return { url: url.href, binding };
}

interface Attempt {
  readonly connection: OpenConnection;
  readonly again: boolean;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** The attempt that a browser began, taken out: it is there once, whatever comes of it. */
async function takeAttempt(
  deps: Deps,
  { key, state, binding }: { key: string; state: string; binding: string },
): Promise<Attempt | null> {
  return withSystem(deps.database, async (tx) => {
    const { rows } = await sql<{ connection_id: string; binding_hash: Buffer; sealed: Buffer; again: boolean; fresh: boolean }>`
      delete from app.sso_attempts where state_hash = ${hashOf(state)}
      returning connection_id, binding_hash, sealed, again, expires_at > now() as fresh`.execute(tx);
    const [row] = rows;
    if (!row?.fresh || !timingSafeEqual(row.binding_hash, hashOf(binding))) return null;
    const connection = await openConnectionById(tx, row.connection_id);
    // Each connection has an address of its own, so that one provider cannot pass off another's answer (mix-up).
    if (connection?.key !== key) return null;
    const kept = JSON.parse(deps.seal.open(row.sealed)) as { state: string; nonce: string; verifier: string };
    return { connection, again: row.again, ...kept };
  });
}

/** Exchanges the code and checks what comes back: signature, issuer, audience, nonce, time, PKCE. */
async function askProvider(
  deps: Deps,
  attempt: Attempt,
  answer: { code?: string | undefined; iss?: string | undefined },
): Promise<{ claims: Claims; idToken: string }> {
  const { connection } = attempt;
  const config = await openProvider(deps.networks, settingsOf(deps, connection));
  const url = new URL(signInUrl(deps.config.publicUrl, connection.key));
  url.searchParams.set('state', attempt.state);
  if (answer.code !== undefined) url.searchParams.set('code', answer.code);
  if (answer.iss !== undefined) url.searchParams.set('iss', answer.iss);
  const tokens = await oidc.authorizationCodeGrant(config, url, {
    expectedState: attempt.state,
    expectedNonce: attempt.nonce,
    pkceCodeVerifier: attempt.verifier,
    idTokenExpected: true,
    ...(attempt.again ? { maxAge: 0 } : {}),
  });
  const claims = tokens.claims()!;
  const told = claims as unknown as Claims;
  const lacks = connection.roles.length > 0 && told[connection.groups_claim] === undefined;
  if ((told['email'] === undefined || lacks) && config.serverMetadata().userinfo_endpoint) {
    const more = await oidc.fetchUserInfo(config, tokens.access_token, claims.sub);
    return { claims: { ...more, ...told }, idToken: tokens.id_token! };
  }
  return { claims: told, idToken: tokens.id_token! };
}

/** Writes a refusal into both logs and answers what the person reads. */
async function refuse(
  deps: Deps,
  connection: OpenConnection,
  reason: string,
  words: string,
  audit: AuditTrail,
): Promise<AppError> {
  audit.entity(`sso:${connection.id}`);
  audit.tenant(connection.tenant_id);
  await withSystem(deps.database, async (tx) => {
    await saveMessage(tx, connection, { event: 'sign-in', outcome: 'refused', reason });
    await audit.refuseIn(tx, 'authn_login_fail', 'single sign-on');
  });
  return refused(words);
}

export interface ProviderAnswer {
  readonly key: string;
  readonly binding: string;
  readonly state: string;
  readonly code?: string | undefined;
  readonly iss?: string | undefined;
  readonly error?: string | undefined;
}

/**
 * Finishes a sign-in with what the provider answered.
 * @throws AppError `wrong-credentials` with what the person can do
 */
export async function finishSignIn(
  deps: Deps,
  answer: ProviderAnswer,
  client: { userAgent: string; address: string },
  audit: AuditTrail,
): Promise<Tokens> {
  const attempt = await takeAttempt(deps, answer);
  if (!attempt) throw refused('This sign-in was finished before, is too old, or was begun in another browser. Begin again.');
  const { connection } = attempt;
  if (answer.error !== undefined)
    throw await refuse(
      deps,
      connection,
      refusalWords(answer.error),
      'Your clinic’s provider did not sign you in. Begin again, or ask your administrator.',
      audit,
    );
  let told: { claims: Claims; idToken: string };
  try {
    told = await askProvider(deps, attempt, answer);
  } catch (error) {
    throw await refuse(deps, connection, providerReason(error), askAdministrator, audit);
  }
  const unusable = await hashPassword(randomBytes(32).toString('base64'));
  try {
    return await withSystem(deps.database, async (tx) => {
      const admitted = await admit(tx, connection, told.claims, unusable);
      const { person } = admitted;
      audit.actor({ userId: person.id, username: person.username, role: person.role, tenantId: person.tenant_id });
      if (admitted.roleChanged) await deps.sessions.endIn(tx, { userIds: [person.id] }, 'role change');
      const sid = typeof told.claims['sid'] === 'string' ? told.claims['sid'] : null;
      const tokens = await deps.sessions.start(tx, person, client, (session) =>
        sql`insert into app.sso_sessions (session_id, connection_id, issuer, subject, sid, id_token)
          values (${session}, ${connection.id}, ${connection.issuer}, ${told.claims.sub}, ${sid}, ${deps.seal.seal(told.idToken)})`.execute(
          tx,
        ),
      );
      // The provider vouches for the person: a password that an administrator made up is not asked to be changed any more, and is over.
      await tx
        .updateTable('app.users')
        .set({ last_login: new Date(), password_change_required: false })
        .where('id', '=', person.id)
        .execute();
      await sql`update app.credentials set temporary_until = now() where user_id = ${person.id} and temporary_until > now()`.execute(
        tx,
      );
      await logAdmission(admitted, connection, audit, (event) =>
        saveMessage(tx, connection, { event, outcome: 'done', userId: person.id }),
      );
      await audit.writeIn(tx);
      return tokens;
    });
  } catch (error) {
    if (!(error instanceof NotAdmitted)) throw error;
    throw await refuse(deps, connection, error.message, error.message, audit);
  }
}

/** One row for the sign-in, and one for what became of the account by it. */
async function logAdmission(
  { person, done, roleChanged }: Admitted,
  connection: OpenConnection,
  audit: AuditTrail,
  save: (event: 'sign-in' | 'linked' | 'account-made' | 'role-changed') => Promise<void>,
): Promise<void> {
  const row = { entity: [`user:${person.id}`, `sso:${connection.id}`], tenantId: person.tenant_id };
  const changes = [
    ...(done === 'made' ? [{ ...row, type: 'user_created' as const, detail: 'by single sign-on' }] : []),
    ...(done === 'linked' ? [{ ...row, type: 'user_updated' as const, detail: 'linked to the clinic’s provider' }] : []),
    ...(roleChanged ? [{ ...row, type: 'user_updated' as const, detail: 'role by the provider’s groups' }] : []),
  ];
  audit.each([{ ...row, detail: 'single sign-on' }, ...changes]);
  if (done === 'made') await save('account-made');
  if (done === 'linked') await save('linked');
  if (roleChanged) await save('role-changed');
  await save('sign-in');
}

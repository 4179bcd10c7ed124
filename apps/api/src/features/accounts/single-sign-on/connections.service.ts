import { randomBytes } from 'node:crypto';
import type { NewSsoConnection, SsoChanges, SsoConnection, SsoRoleLine } from '@incisive/contract/single-sign-on';
import { isSuperRole } from '@incisive/contract/roles';
import { sql } from 'kysely';
import type { Tx } from '../../../db/client.ts';
import { type Actor, withSession, withSystem } from '../../../db/tenant.ts';
import type { Deps } from '../../../deps.ts';
import { AppError, fieldError } from '../../../http/app-error.ts';
import type { AuditTrail } from '../../../http/context.ts';
import { chooseActiveTenant, holdActiveTenant, tenantFor } from '../../tenants/active-tenant.service.ts';
import { getConnection, openConnectionById } from './connections.store.ts';
import { openProvider, providerReason } from './provider.ts';

const json = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`;

/** An issuer as providers write it in their tokens: nothing is cut off but blanks. */
function checkedIssuer(issuer: string): string {
  if (issuer.includes('/.well-known/'))
    throw fieldError('issuer', 'Give the address of the provider alone, without /.well-known/ and what follows');
  if (!URL.canParse(issuer)) throw fieldError('issuer', 'An address that begins with https://');
  return issuer;
}

/** Lines that name another tenant are a SuperAdmin's to draw: whoever changes them decides over that tenant's people. */
async function checkedRoles(tx: Tx, actor: Actor, tenantId: string, lines: readonly SsoRoleLine[]) {
  const seen = new Set<string>();
  for (const [index, { group, tenant }] of lines.entries()) {
    if (seen.has(group)) throw fieldError(`roles.${index}.group`, 'This group has a line already');
    seen.add(group);
    if (!tenant || tenant === tenantId) continue;
    if (!isSuperRole(actor.role)) throw fieldError(`roles.${index}.tenant`, 'Only a SuperAdmin may name another tenant');
    if (!(await holdActiveTenant(tx, tenant))) throw chooseActiveTenant();
  }
  return lines.map(({ group, role, tenant }) => ({ group, role, tenant: tenant && tenant !== tenantId ? tenant : null }));
}

/** Sets up the single sign-on of a tenant: nobody has to use it until it is required. */
export async function createConnection(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  asked: NewSsoConnection,
  audit: AuditTrail,
): Promise<SsoConnection> {
  const tenantId = await tenantFor(tx, actor, asked.tenant);
  const roles = await checkedRoles(tx, actor, tenantId, asked.roles);
  const { rows } = await sql<{ id: string }>`
    insert into app.sso_connections
      (tenant_id, name, key, issuer, client_id, client_secret, groups_claim, roles, just_in_time, trusts_email, created_by)
    values (${tenantId}, ${asked.name}, ${randomBytes(9).toString('base64url')}, ${checkedIssuer(asked.issuer)}, ${asked.client_id},
            ${deps.seal.seal(asked.client_secret)}, ${asked.groups_claim}, ${json(roles)}, ${asked.just_in_time}, ${asked.trusts_email},
            ${actor.username})
    on conflict (tenant_id) where revoked_at is null do nothing returning id`.execute(tx);
  const [made] = rows;
  if (!made) throw new AppError('conflict', { detail: 'This tenant has single sign-on. Change it, or revoke it first.' });
  audit.entity(`sso:${made.id}`);
  audit.tenant(tenantId);
  return getConnection(tx, deps.config.publicUrl, made.id);
}

/** The connection as it is changed by this actor, until the transaction ends by nobody else. */
async function toChange(deps: Deps, tx: Tx, actor: Actor, id: string, audit: AuditTrail): Promise<SsoConnection> {
  await sql`select from app.sso_connections where id = ${id} for update`.execute(tx);
  const connection = await getConnection(tx, deps.config.publicUrl, id);
  audit.entity(`sso:${id}`);
  audit.tenant(connection.tenant.id);
  if (connection.state === 'revoked')
    throw new AppError('conflict', { detail: 'This single sign-on was revoked. Set up a new one.' });
  if (!isSuperRole(actor.role) && connection.roles.some(({ tenant }) => tenant !== null))
    throw new AppError('conflict', { detail: 'This single sign-on serves several tenants. Ask a SuperAdmin to change it.' });
  return connection;
}

/** Whom a password still lets in: active administrators of the tenant, one at least, or nobody could mend what breaks. */
async function checkedBreakGlass(
  tx: Tx,
  connection: SsoConnection,
  ids: readonly string[],
  required: boolean,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from app.users where id = any (${[...ids]}::uuid[])
    and tenant_id = ${connection.tenant.id} and role = 'Admin' and status = 'active' and deleted_at is null`.execute(tx);
  if (rows.length !== new Set(ids).size) throw fieldError('break_glass', 'Choose active administrators of the tenant');
  if (required && rows.length === 0)
    throw fieldError('break_glass', 'Choose at least one administrator who may still sign in by password');
  return rows.map((row) => row.id);
}

/**
 * Changes single sign-on. Another provider or client ends the sessions that began there; requiring it ends the sessions of everybody
 * else, and asks that somebody signed in by it before.
 */
export async function changeConnection(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  id: string,
  asked: SsoChanges,
  audit: AuditTrail,
): Promise<SsoConnection> {
  const before = await toChange(deps, tx, actor, id, audit);
  const roles = await checkedRoles(tx, actor, before.tenant.id, asked.roles);
  const issuer = checkedIssuer(asked.issuer);
  const elsewhere = issuer !== before.issuer || asked.client_id !== before.client_id;
  const breakGlass = await checkedBreakGlass(tx, before, asked.break_glass, asked.required);
  if (asked.required && (elsewhere || before.people === 0))
    throw fieldError('required', 'Sign in by it once before everybody has to: save it without this first');
  if (asked.required && actor.tenantId === before.tenant.id && !breakGlass.includes(actor.userId)) {
    const { rows } = await sql<{ linked: boolean }>`select exists (select from app.sso_identities i
      where i.connection_id = ${id} and i.issuer = ${issuer} and i.user_id = ${actor.userId}) as linked`.execute(tx);
    if (!rows[0]?.linked)
      throw fieldError('required', 'You would lock yourself out: sign in by it once, or keep your own password');
  }
  await sql`update app.sso_connections set name = ${asked.name}, issuer = ${issuer}, client_id = ${asked.client_id},
      groups_claim = ${asked.groups_claim}, roles = ${json(roles)}, just_in_time = ${asked.just_in_time},
      trusts_email = ${asked.trusts_email}, required = ${asked.required}, break_glass = ${breakGlass}::uuid[]
    where id = ${id}`.execute(tx);
  if (asked.client_secret !== undefined)
    await sql`update app.sso_connections set client_secret = ${deps.seal.seal(asked.client_secret)}, rotated_at = now()
      where id = ${id}`.execute(tx);
  if (elsewhere) await sql`select app.end_sso_sessions(${id})`.execute(tx);
  if (asked.required) await sql`select app.end_password_sessions(${before.tenant.id}, ${breakGlass}::uuid[])`.execute(tx);
  const done = [
    elsewhere && 'provider',
    asked.client_secret !== undefined && 'secret',
    asked.required !== before.required && `required ${asked.required ? 'on' : 'off'}`,
  ];
  audit.detail(done.filter(Boolean).join(', ') || 'settings');
  return getConnection(tx, deps.config.publicUrl, id);
}

export async function revokeConnection(deps: Deps, tx: Tx, actor: Actor, id: string, audit: AuditTrail): Promise<SsoConnection> {
  await toChange(deps, tx, actor, id, audit);
  await sql`update app.sso_connections set revoked_at = now(), revoked_by = ${actor.username}, required = false where id = ${id}`.execute(
    tx,
  );
  await sql`select app.end_sso_sessions(${id})`.execute(tx);
  audit.detail('revoked');
  return getConnection(tx, deps.config.publicUrl, id);
}

/** Asks the provider what it offers, and says in words whether people can sign in there. */
export async function testConnection(deps: Deps, actor: Actor, id: string): Promise<{ ok: boolean; words: string }> {
  const shown = await withSession(deps.database, actor, (tx) => getConnection(tx, deps.config.publicUrl, id));
  if (shown.state === 'revoked') return { ok: false, words: 'Revoked: nobody signs in by it.' };
  const connection = await withSystem(deps.database, (tx) => openConnectionById(tx, id));
  if (!connection) return { ok: false, words: 'The tenant is not active: nobody signs in.' };
  try {
    const config = await openProvider(deps.networks, settingsOf(deps, connection));
    const server = config.serverMetadata();
    const lacks = [
      !server.authorization_endpoint && 'an address to sign in at',
      !server.token_endpoint && 'an address for tokens',
      !server.jwks_uri && 'its keys',
      server.code_challenge_methods_supported && !server.supportsPKCE('S256') && 'PKCE with S256',
    ].filter((lack) => typeof lack === 'string');
    if (lacks.length > 0) return { ok: false, words: `The provider answers, but does not offer ${lacks.join(', ')}.` };
    const logout = server.end_session_endpoint ? '' : ' It offers no sign-out: its own session stays when people sign out here.';
    return {
      ok: true,
      words: `The provider answers. Tell it the redirect URI ${shown.sign_in_url}, then sign in there: that tries the secret too.${logout}`,
    };
  } catch (error) {
    return { ok: false, words: providerReason(error) };
  }
}

export const settingsOf = (
  deps: Deps,
  connection: { key: string; issuer: string; client_id: string; client_secret: Buffer },
) => ({
  key: connection.key,
  issuer: connection.issuer,
  clientId: connection.client_id,
  clientSecret: deps.seal.open(connection.client_secret),
});

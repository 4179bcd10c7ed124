import { type Profile } from '@incisive/contract/auth';
import { type Capability, canHere, capabilities } from '@incisive/contract/roles';
import { type Selectable, sql } from 'kysely';
import type { Config } from '../../config.ts';
import type { Tx } from '../../db/client.ts';
import type { UsersTable } from '../../db/account-tables.ts';
import { type Actor, shownTenantId } from '../../db/tenant.ts';
import { AppError } from '../../http/app-error.ts';

export type UserRow = Omit<Selectable<UsersTable>, 'only_tenants'> & {
  tenant_name: string;
  platform: boolean;
  otp_required: boolean;
  only_tenants: Profile['only_tenants'];
};

/** The tenants that a user `u` is limited to, with the names of those that are still there. */
export const onlyTenantsOf = sql<Profile['only_tenants']>`(
  select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'name', x.name) order by x.name, o.id), '[]')
    from unnest(u.only_tenants) as o(id) left join app.tenants x on x.id = o.id and x.deleted_at is null)`;

/** Users that are not closed, with their tenant's name; row-level security says which of them the caller sees. */
export const selectUsers = (tx: Tx) =>
  tx
    .selectFrom('app.users as u')
    .innerJoin('app.tenants as t', 't.id', 'u.tenant_id')
    .selectAll('u')
    .select(['t.name as tenant_name', 't.platform', 't.otp_required', onlyTenantsOf.as('only_tenants')])
    .where('u.deleted_at', 'is', null);

/** The profile as the API shows it; capabilities come from the one table. */
export function shownProfile(user: UserRow, separateAdministrators = false): Profile {
  const holds = (capability: Capability): boolean => canHere(user.role, capability, separateAdministrators);
  return {
    id: user.id,
    username: user.username,
    email: user.email,
    phone_number: user.phone_number,
    first_name: user.first_name,
    last_name: user.last_name,
    specialty: user.specialty,
    practice: user.practice,
    groups: [user.role],
    tenant: shownTenantId(user.tenant_id),
    tenant_name: user.platform ? null : user.tenant_name,
    only_tenants: user.only_tenants,
    status: user.status,
    is_active: user.status === 'active',
    is_staff: user.role === 'SuperAdmin' || user.role === 'Admin',
    is_superuser: user.role === 'SuperAdmin',
    last_login: user.last_login?.toISOString() ?? null,
    date_joined: user.created_at.toISOString(),
    created_at: user.created_at.toISOString(),
    updated_at: user.updated_at.toISOString(),
    agreement: user.agreement_at !== null,
    agreement_version: user.agreement_version,
    password_change_required: user.password_change_required,
    email_verified: user.email_verified,
    phone_number_verified: false,
    otp_enabled: user.otp_enabled,
    otp_setup_required: user.otp_required && !user.otp_enabled,
    user_permissions: capabilities.filter(holds),
    abilities: Object.fromEntries(capabilities.map((capability) => [capability, holds(capability)])),
  };
}

/** The profile of one open account as `tx` sees it. */
export async function profileIn(tx: Tx, userId: string, separateAdministrators = false): Promise<Profile> {
  const user = await selectUsers(tx).where('u.id', '=', userId).executeTakeFirst();
  if (!user) throw new AppError('not-found');
  return shownProfile(user, separateAdministrators);
}

/**
 * The actor's own, with what this installation lets the role do. Whoever came from the clinic's provider showed a second factor there,
 * where one is asked for.
 */
export async function ownProfile(tx: Tx, actor: Actor, { SEPARATE_ADMINISTRATORS }: Pick<Config, 'SEPARATE_ADMINISTRATORS'>) {
  const profile = await profileIn(tx, actor.userId, SEPARATE_ADMINISTRATORS);
  if (!profile.otp_setup_required) return profile;
  const { rows } = await sql<{ began: boolean }>`select app.is_sso_session(${actor.sessionId}) as began`.execute(tx);
  return { ...profile, otp_setup_required: !rows[0]!.began };
}

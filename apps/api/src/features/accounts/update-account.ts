import { tenantFits, type updateUserBody } from '@incisive/contract/auth';
import { can, isSuperRole, rolesGivenBy } from '@incisive/contract/roles';
import type { Selectable, Updateable } from 'kysely';
import type * as z from 'zod/mini';
import type { Deps } from '../../deps.ts';
import type { Tx } from '../../db/client.ts';
import type { UsersTable } from '../../db/account-tables.ts';
import { type Actor, platformTenantId, withSystem } from '../../db/tenant.ts';
import { AppError, fieldError } from '../../http/app-error.ts';
import type { AuditTrail } from '../../http/context.ts';
import { checkedOnlyTenants } from './only-tenants.ts';
import { chooseActiveTenant, holdActiveTenant } from '../tenants/active-tenant.service.ts';
import { letters } from '../../mail/templates.ts';
import { usernameKey } from './account-lookup.ts';
import { activateIn, deactivateIn } from './account-status.ts';
import { requireSuperAdminLeft, lockTargets } from './account-targets.ts';
import { mayMailTo } from './secrets/hourly-limit.ts';
import { newVerifyLink } from './secrets/mailed-secrets.ts';
import { givenNames } from './sign-up/new-account.ts';
import { requireOwnPassword } from './passwords/own-password.service.ts';

type Body = z.output<typeof updateUserBody>;
type User = Selectable<UsersTable>;

/** Changes one's own profile, or another's as an administrator; answers the account's id. */
export async function updateAccount(deps: Deps, actor: Actor, body: Body, audit: AuditTrail): Promise<string> {
  const before = await withSystem(deps.database, (tx) => find(tx, body.username ?? null, actor));
  // By id: a name can be spelled in many ways.
  const own = before?.id === actor.userId;
  if (!own && !can(actor.role, 'users.manage')) throw new AppError('forbidden');
  if (!before) throw new AppError('not-found');
  const emailChanges = body.email !== undefined && body.email !== before.email;
  if (own && emailChanges) await requireOwnPassword(deps, actor, body.current_password, 'current_password');
  return withSystem(deps.database, async (tx) => {
    const [target] = await lockTargets(tx, actor, [before.id]);
    const fields = own ? {} : await administered(tx, actor, before, body);
    await tx
      .updateTable('app.users')
      .set({ ...profileFields(body), ...fields, updated_at: new Date() })
      .where('id', '=', before.id)
      .execute();
    const done: string[] = fields.only_tenants ? ['tenants that a Coder sees'] : [];
    if (emailChanges) done.push(await changeEmail(deps, tx, before, body.email!, own));
    if (fields.role) {
      await deps.sessions.endIn(tx, { userIds: [before.id] }, 'role or tenant change');
      done.push('role or tenant');
    }
    if (!own && body.is_active === true) await activateIn(deps, tx, [target!]);
    if (!own && body.is_active === false) await deactivateIn(deps, tx, [target!]);
    audit.entity(`user:${before.id}`);
    audit.tenant(fields.tenant_id ?? before.tenant_id);
    if (done.length > 0) audit.detail(`changed: ${done.join(', ')}`);
    await audit.writeIn(tx);
    return before.id;
  });
}

async function find(tx: Tx, username: string | null, actor: Actor): Promise<User | undefined> {
  let query = tx.selectFrom('app.users').selectAll().where('deleted_at', 'is', null);
  query = username === null ? query.where('id', '=', actor.userId) : query.where('username_key', '=', usernameKey(username));
  if (!isSuperRole(actor.role)) query = query.where('tenant_id', '=', actor.tenantId);
  return query.executeTakeFirst();
}

function profileFields(body: Body): Updateable<UsersTable> {
  const names =
    body.name !== undefined && body.first_name === undefined && body.last_name === undefined
      ? givenNames(body)
      : { first_name: body.first_name, last_name: body.last_name };
  const fields = { ...names, phone_number: body.phone_number, specialty: body.specialty, practice: body.practice };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** Role and tenant, as far as the actor may decide them; nothing when they stay as they are. */
async function administered(
  tx: Tx,
  actor: Actor,
  before: User,
  body: Body,
): Promise<{ role?: User['role']; tenant_id?: string; only_tenants?: string[] }> {
  const role = body.groups ?? before.role;
  if (role !== before.role && !rolesGivenBy(actor.role).includes(role)) throw new AppError('forbidden');
  const present = before.tenant_id === platformTenantId ? null : before.tenant_id;
  // A role without a tenant sheds the old one by itself; one that needs a tenant has to be told which.
  const asked = body.tenant === undefined ? (isSuperRole(role) ? null : present) : body.tenant || null;
  if (actor.role !== 'SuperAdmin' && asked !== actor.tenantId) throw chooseActiveTenant();
  const misfit = tenantFits(role, asked);
  if (misfit) throw fieldError('tenant', misfit);
  const only = await checkedOnlyTenants(tx, role, body.only_tenants, before.only_tenants);
  const same = only.length === before.only_tenants.length && only.every((id) => before.only_tenants.includes(id));
  const narrowing = same ? {} : { only_tenants: only };
  if (role === before.role && asked === present) return narrowing;
  if (asked !== null && asked !== present && !(await holdActiveTenant(tx, asked))) throw chooseActiveTenant();
  if (before.role === 'SuperAdmin' && role !== 'SuperAdmin') await requireSuperAdminLeft(tx, [before.id]);
  if (asked !== present) {
    // Unsaved texts and kept answers hold the old tenant's notes.
    for (const table of ['app.drafts', 'app.idempotency_keys'] as const)
      await tx.deleteFrom(table).where('user_id', '=', before.id).execute();
  }
  return { role, tenant_id: asked ?? platformTenantId, ...narrowing };
}

/** The new address has to be confirmed and the old one is told. By somebody else's hand it also ends the sessions and blocks the reset. */
async function changeEmail(deps: Deps, tx: Tx, before: User, email: string, own: boolean): Promise<string> {
  if (own && !(await mayMailTo(deps, tx, 'change', email)))
    throw new AppError('rate-limited', {
      detail: 'Several emails went to this address within the hour. Wait an hour and try again.',
      retryAfterSeconds: 3600,
    });
  await tx
    .updateTable('app.users')
    .set({ email, email_verified: false, ...(own ? {} : { reset_blocked: true }) })
    .where('id', '=', before.id)
    .execute();
  await tx.deleteFrom('app.mailed_secrets').where('user_id', '=', before.id).execute();
  const url = await newVerifyLink(deps, tx, { id: before.id, email });
  await deps.mailer.queue(tx, email, letters.verifyEmail({ username: before.username, url }));
  const by = own ? 'yourself' : 'an administrator';
  await deps.mailer.queue(tx, before.email, letters.emailChanged({ username: before.username, by }));
  if (!own) await deps.sessions.endIn(tx, { userIds: [before.id] }, 'email changed by an administrator');
  return 'email';
}

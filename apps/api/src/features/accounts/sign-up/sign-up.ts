import { giveNotices } from '../../../db/give-notices.ts';
import { auth, type signUpBody, tenantFits } from '@incisive/contract/auth';
import { limits } from '@incisive/contract/limits';
import { type Role, can, rolesGivenBy, tenantRoles } from '@incisive/contract/roles';
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import type { Deps } from '../../../deps.ts';
import { activeUsers } from '../../../db/active-users.ts';
import type { Tx } from '../../../db/client.ts';
import { type Actor, withSystem } from '../../../db/tenant.ts';
import { AppError, fieldError } from '../../../http/app-error.ts';
import type { AuditTrail } from '../../../http/context.ts';
import { repeatable } from '../../../http/idempotency.ts';
import { letters } from '../../../mail/templates.ts';
import { mayMailTo } from '../secrets/hourly-limit.ts';
import { newVerifyLink } from '../secrets/mailed-secrets.ts';
import { givenNames, insertNewAccount, refuseTakenUsername } from './new-account.ts';
import { foldedCode, hashOf } from '../../../secrets/one-time-codes.ts';
import { checkedOnlyTenants } from '../only-tenants.ts';
import { chooseActiveTenant, holdActiveTenant } from '../../tenants/active-tenant.service.ts';
import { checkNewPassword, hashPassword } from '../passwords/passwords.ts';

type Body = z.output<typeof signUpBody>;

async function prepared(body: Body) {
  const password = body.password ?? body.tmppassword;
  if (!password) throw fieldError('password', 'Required');
  const names = givenNames(body);
  // Named as the caller named it, so that the message lands at the caller's field.
  checkNewPassword(password, body.username, body.password === undefined ? 'tmppassword' : 'password');
  const { username, email, phone_number, specialty, practice } = body;
  return { person: { username, email, phone_number, specialty, practice, ...names }, passwordHash: await hashPassword(password) };
}

/** Uses an invitation up and answers what it invites to. */
async function takeInvitation(tx: Tx, code: string, username: string): Promise<{ tenant_id: string; role: Role | null }> {
  const invitation = await tx
    .updateTable('app.invitations')
    .set({ used_at: new Date(), used_by: username })
    .where('code_hash', '=', hashOf(foldedCode(code)))
    .where('used_at', 'is', null)
    .where('expires_at', '>', new Date())
    .returning(['tenant_id', 'role'])
    .executeTakeFirst();
  if (!invitation || !(await holdActiveTenant(tx, invitation.tenant_id)))
    throw fieldError('invitation_code', 'This code is wrong, already used or expired');
  return invitation;
}

/**
 * Public sign-up: a pending account of an active tenant, which an administrator activates or refuses. Neither a super-level role nor an
 * active account can be had by asking.
 */
export async function askForAccount<Shown>(
  deps: Deps,
  body: Body,
  audit: AuditTrail,
  show: (tx: Tx, userId: string) => Promise<Shown>,
): Promise<Shown> {
  if (!tenantRoles.includes(body.groups)) throw fieldError('groups', 'This role cannot be requested');
  if (!body.invitation_code && !deps.config.tenantDirectory) throw fieldError('invitation_code', 'Required');
  if (!body.invitation_code && !body.tenant) throw fieldError('tenant', 'Required');
  const { person, passwordHash } = await prepared(body);
  return withSystem(deps.database, async (tx) => {
    // The code first: who has none is not told which names are taken.
    const invitation = body.invitation_code ? await takeInvitation(tx, body.invitation_code, body.username) : null;
    await refuseTakenUsername(tx, body.username);
    const tenantId = invitation?.tenant_id ?? body.tenant!;
    if (!(await holdActiveTenant(tx, tenantId))) throw chooseActiveTenant();
    const id = await insertNewAccount(tx, {
      ...person,
      role: invitation?.role ?? body.groups,
      tenantId,
      status: 'pending',
      passwordHash,
      mustChangePassword: false,
      temporaryUntil: null,
      createdBy: body.username,
    });
    // Whose address this is, nobody knows yet. Who is not mailed can ask for the link later.
    if (await mayMailTo(deps, tx, 'sign-up', body.email)) {
      const url = await newVerifyLink(deps, tx, { id, email: body.email });
      await deps.mailer.queue(tx, body.email, letters.accountAsked({ username: body.username, url }));
    }
    await tellAdministrators(deps, tx, tenantId);
    audit.entity(`user:${id}`);
    audit.tenant(tenantId);
    audit.detail('sign-up');
    await audit.writeIn(tx);
    return show(tx, id);
  });
}

/** A notice and a mail for who can activate: the tenant's administrators, else the installation's. */
async function tellAdministrators(deps: Deps, tx: Tx, tenantId: string): Promise<void> {
  const active = (role: Role) => activeUsers(tx, role).select(['id', 'tenant_id', 'email', 'email_verified']);
  const own = await active('Admin').where('tenant_id', '=', tenantId).execute();
  const told = own.length > 0 ? own : await active('SuperAdmin').execute();
  await giveNotices(tx, told, [{ message: 'A new account awaits activation', link: '/users?status=pending' }]);
  // An address that nobody confirmed may be a stranger's.
  for (const { email, email_verified } of told)
    if (email_verified)
      await deps.mailer.queue(tx, email, letters.accountWaiting({ url: `${deps.config.publicUrl}/users?status=pending` }));
}

/** An administrator's new user: active at once, with a temporary password that has to be changed within a day. */
export async function makeAccount(
  deps: Deps,
  actor: Actor,
  body: Body,
  http: { request: FastifyRequest; reply: FastifyReply; audit: AuditTrail },
): Promise<string> {
  if (!can(actor.role, 'users.manage') || !rolesGivenBy(actor.role).includes(body.groups)) throw new AppError('forbidden');
  const super_ = actor.role === 'SuperAdmin';
  const tenant = super_ ? body.tenant || null : actor.tenantId;
  if (!super_ && body.tenant && body.tenant !== actor.tenantId) throw chooseActiveTenant();
  const misfit = tenantFits(body.groups, tenant);
  if (misfit) throw fieldError('tenant', misfit);
  const { person, passwordHash } = await prepared(body);
  // The kept hash of the request is fast: it must not be made of the password.
  const { password: _password, tmppassword: _temporary, ...rest } = body;
  const bodyHash = (): Buffer => createHash('sha256').update(JSON.stringify(rest)).digest();
  const make = async (tx: Tx): Promise<{ id: string }> => {
    await refuseTakenUsername(tx, body.username);
    if (tenant && !(await holdActiveTenant(tx, tenant))) throw chooseActiveTenant();
    const onlyTenants = await checkedOnlyTenants(tx, body.groups, body.only_tenants);
    const id = await insertNewAccount(tx, {
      ...person,
      role: body.groups,
      tenantId: tenant,
      onlyTenants,
      status: 'active',
      passwordHash,
      mustChangePassword: true,
      temporaryUntil: new Date(Date.now() + limits.temporaryPasswordHours * 3_600_000),
      createdBy: actor.username,
    });
    const url = await newVerifyLink(deps, tx, { id, email: body.email });
    const letter = letters.accountMade({ username: body.username, hours: limits.temporaryPasswordHours, url });
    await deps.mailer.queue(tx, body.email, letter);
    http.audit.entity(`user:${id}`);
    if (tenant) http.audit.tenant(tenant);
    await http.audit.writeIn(tx);
    return { id };
  };
  const answer = await withSystem(deps.database, (tx) =>
    repeatable(tx, { actor, endpoint: auth.signUp, request: http.request, reply: http.reply, bodyHash }, () => make(tx)),
  );
  const id = answer && typeof answer === 'object' && 'id' in answer ? String(answer.id) : '';
  http.audit.none();
  return id;
}

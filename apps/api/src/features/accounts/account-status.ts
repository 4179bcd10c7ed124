import { tenantFits } from '@incisive/contract/auth';
import { type Role, rolesGivenBy } from '@incisive/contract/roles';
import type { Deps } from '../../deps.ts';
import type { Tx } from '../../db/client.ts';
import { type Actor, platformTenantId, withSystem } from '../../db/tenant.ts';
import { AppError, fieldError } from '../../http/app-error.ts';
import type { AuditTrail } from '../../http/context.ts';
import { letters } from '../../mail/templates.ts';
import { usernameKey } from './account-lookup.ts';
import { type Target, auditRows, requireSuperAdminLeft, lockTargets, refuseSelf } from './account-targets.ts';

const idsOf = (targets: readonly Target[]): string[] => targets.map((target) => target.id);

/** One locked, audited transaction over the accounts of a bulk call: all of them or none. */
async function overTargets(
  deps: Deps,
  actor: Actor,
  ids: readonly string[],
  audit: AuditTrail,
  run: (tx: Tx, targets: Target[]) => Promise<void>,
): Promise<{ count: number }> {
  return withSystem(deps.database, async (tx) => {
    const targets = await lockTargets(tx, actor, ids);
    await run(tx, targets);
    audit.each(auditRows(targets));
    await audit.writeIn(tx);
    return { count: targets.length };
  });
}

/** Makes accounts active and tells their owners; a role given here is the activator's decision over what was asked for. */
export async function activateIn(deps: Deps, tx: Tx, targets: readonly Target[], role?: Role): Promise<void> {
  const changing = targets.filter((target) => target.status !== 'active');
  if (changing.length === 0) return;
  for (const target of changing) {
    if (!role || target.status !== 'pending') continue;
    const misfit = tenantFits(role, target.tenant_id === platformTenantId ? null : target.tenant_id);
    if (misfit) throw fieldError('groups', misfit);
    await tx.updateTable('app.users').set({ role }).where('id', '=', target.id).execute();
  }
  await tx
    .updateTable('app.users')
    .set({ status: 'active', updated_at: new Date() })
    .where('id', 'in', idsOf(changing))
    .execute();
  for (const target of changing)
    await deps.mailer.queue(
      tx,
      target.email,
      letters.accountActivated({ username: target.username, url: `${deps.config.publicUrl}/login` }),
    );
}

/** Takes accounts out of use: their sessions end with it. */
export async function deactivateIn(deps: Deps, tx: Tx, targets: readonly Target[]): Promise<void> {
  await requireSuperAdminLeft(tx, idsOf(targets));
  await tx
    .updateTable('app.users')
    .set({ status: 'deactivated', updated_at: new Date() })
    .where('id', 'in', idsOf(targets))
    .where('status', '!=', 'deactivated')
    .execute();
  await deps.sessions.endIn(tx, { userIds: idsOf(targets) }, 'deactivated');
}

export async function activateAccounts(
  deps: Deps,
  actor: Actor,
  body: { users: string[]; groups?: Role | undefined },
  audit: AuditTrail,
): Promise<{ count: number }> {
  if (body.groups && !rolesGivenBy(actor.role).includes(body.groups)) throw new AppError('forbidden');
  return overTargets(deps, actor, body.users, audit, (tx, targets) => activateIn(deps, tx, targets, body.groups));
}

export const deactivateAccounts = (deps: Deps, actor: Actor, ids: string[], audit: AuditTrail): Promise<{ count: number }> =>
  overTargets(deps, actor, ids, audit, async (tx, targets) => {
    refuseSelf(actor, targets, 'deactivate');
    await deactivateIn(deps, tx, targets);
  });

/** Deletes pending accounts and mails their owners. They never were active, so nothing refers to them and the name is free again. */
export const refuseAccounts = (deps: Deps, actor: Actor, ids: string[], audit: AuditTrail): Promise<{ count: number }> =>
  overTargets(deps, actor, ids, audit, async (tx, targets) => {
    if (targets.some((target) => target.status !== 'pending'))
      throw new AppError('conflict', {
        detail: 'Only accounts that await activation can be refused. Deactivate this one instead.',
      });
    for (const target of targets)
      await deps.mailer.queue(tx, target.email, letters.accountRefused({ username: target.username }));
    await tx.deleteFrom('app.users').where('id', 'in', idsOf(targets)).execute();
  });

export const unlockAccounts = (deps: Deps, actor: Actor, ids: string[], audit: AuditTrail): Promise<{ count: number }> =>
  overTargets(deps, actor, ids, audit, async (tx, targets) => {
    await tx
      .deleteFrom('app.sign_in_throttle')
      .where(
        'username_key',
        'in',
        targets.map((target) => target.username_key),
      )
      .execute();
  });

export const endSessionsOf = (deps: Deps, actor: Actor, ids: string[], audit: AuditTrail): Promise<{ count: number }> =>
  overTargets(deps, actor, ids, audit, async (tx, targets) => {
    await deps.sessions.endIn(tx, { userIds: idsOf(targets) }, 'ended by an administrator');
  });

/** Closes accounts: hidden, out of every session, their secrets gone. The row stays, so that the username is never given out again. */
async function closeIn(deps: Deps, tx: Tx, actor: Actor, targets: readonly Target[]): Promise<void> {
  refuseSelf(actor, targets, 'delete');
  const ids = idsOf(targets);
  await requireSuperAdminLeft(tx, ids);
  await tx
    .updateTable('app.users')
    .set({ status: 'deactivated', deleted_at: new Date(), updated_at: new Date(), otp_enabled: false })
    .where('id', 'in', ids)
    .execute();
  await deps.sessions.endIn(tx, { userIds: ids }, 'account closed');
  for (const table of ['app.credentials', 'app.mailed_secrets', 'app.notices', 'app.drafts', 'app.idempotency_keys'] as const)
    await tx.deleteFrom(table).where('user_id', 'in', ids).execute();
}

export const closeAccounts = (deps: Deps, actor: Actor, ids: string[], audit: AuditTrail): Promise<{ count: number }> =>
  overTargets(deps, actor, ids, audit, (tx, targets) => closeIn(deps, tx, actor, targets));

export async function closeAccountNamed(deps: Deps, actor: Actor, username: string, audit: AuditTrail): Promise<void> {
  const found = await withSystem(deps.database, (tx) =>
    tx
      .selectFrom('app.users')
      .select('id')
      .where('username_key', '=', usernameKey(username))
      .where('deleted_at', 'is', null)
      .executeTakeFirst(),
  );
  if (!found) throw new AppError('not-found');
  await closeAccounts(deps, actor, [found.id], audit);
}

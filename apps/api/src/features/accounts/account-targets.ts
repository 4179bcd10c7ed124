import { type Role, isSuperRole } from '@incisive/contract/roles';
import { sql } from 'kysely';
import { activeUsers } from '../../db/active-users.ts';
import { locks } from '../../db/locks.ts';
import type { Tx } from '../../db/client.ts';
import type { UserStatus } from '../../db/account-tables.ts';
import type { Actor } from '../../db/tenant.ts';
import { AppError } from '../../http/app-error.ts';

export interface Target {
  readonly id: string;
  readonly username: string;
  readonly username_key: string;
  readonly role: Role;
  readonly status: UserStatus;
  readonly tenant_id: string;
  readonly email: string;
}

/**
 * The accounts that an administrator acts on, locked. The system's role sees every tenant, so the actor's reach is part of the query;
 * one id outside of it refuses the whole list as if it did not exist.
 */
export async function lockTargets(tx: Tx, actor: Actor, ids: readonly string[]): Promise<Target[]> {
  // One administrator's change at a time: two that remove each other would otherwise wait for each other's rows.
  await sql`select pg_advisory_xact_lock(${locks.accountChange})`.execute(tx);
  let query = tx
    .selectFrom('app.users')
    .select(['id', 'username', 'username_key', 'role', 'status', 'tenant_id', 'email'])
    .where('id', 'in', [...ids])
    .where('deleted_at', 'is', null);
  if (!isSuperRole(actor.role)) query = query.where('tenant_id', '=', actor.tenantId);
  const found = await query.orderBy('id').forUpdate().execute();
  if (found.length !== new Set(ids).size) throw new AppError('not-found');
  return found;
}

/** Nobody closes, deactivates or re-roles themselves. */
export function refuseSelf(actor: Actor, targets: readonly Target[], what: string): void {
  if (targets.some((target) => target.id === actor.userId))
    throw new AppError('conflict', { detail: `You cannot ${what} your own account. Ask another administrator.` });
}

/** Somebody has to be left who can administer the installation. Called under the lock of `lockTargets`. */
export async function requireSuperAdminLeft(tx: Tx, leaving: readonly string[]): Promise<void> {
  const active = await activeUsers(tx, 'SuperAdmin').select('id').execute();
  if (active.length > 0 && active.every((user) => leaving.includes(user.id)))
    throw new AppError('conflict', { detail: 'The last active SuperAdmin must stay. Make another one first.' });
}

/** One audit row for each account, in its own tenant. */
export const auditRows = (targets: readonly Target[], detail?: string) =>
  targets.map((target) => ({ entity: [`user:${target.id}`], tenantId: target.tenant_id, ...(detail ? { detail } : {}) }));

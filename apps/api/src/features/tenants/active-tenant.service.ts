import { isSuperRole } from '@incisive/contract/roles';
import type { Tx } from '../../db/client.ts';
import type { Actor } from '../../db/tenant.ts';
import { fieldError } from '../../http/app-error.ts';

/** The refusal of a tenant that cannot be chosen: unknown, deactivated, deleted and hidden ones look alike. */
export const chooseActiveTenant = () => fieldError('tenant', 'Choose an active tenant');

/** The tenants that something may be put into, as far as row-level security shows them. */
export const activeTenants = (tx: Tx) =>
  tx
    .selectFrom('app.tenants')
    .select(['id', 'name'])
    .where('active', '=', true)
    .where('platform', '=', false)
    .where('deleted_at', 'is', null);

/**
 * An active tenant by its id, held as it is until the transaction ends: it cannot be deactivated or deleted under the user or note that
 * is put into it.
 */
export function holdActiveTenant(tx: Tx, id: string): Promise<{ id: string; name: string } | undefined> {
  return activeTenants(tx).where('id', '=', id).forShare().executeTakeFirst();
}

/** The tenant that something is set up for: one's own; who belongs to none names one. */
export async function tenantFor(tx: Tx, actor: Actor, chosen: string | null | undefined): Promise<string> {
  if (!isSuperRole(actor.role)) return actor.tenantId;
  const tenant = chosen ? await holdActiveTenant(tx, chosen) : undefined;
  if (!tenant) throw chooseActiveTenant();
  return tenant.id;
}

import { can } from '@incisive/contract/roles';
import type { Tx } from '../../db/client.ts';
import type { Actor } from '../../db/tenant.ts';
import { chooseActiveTenant, holdActiveTenant } from '../tenants/active-tenant.service.ts';

/** The tenant that a connection belongs to: one's own; administrators of the installation name one. */
export async function tenantFor(tx: Tx, actor: Actor, chosen: string | null | undefined): Promise<string> {
  if (!can(actor.role, 'tenants.manage')) return actor.tenantId;
  const tenant = chosen ? await holdActiveTenant(tx, chosen) : undefined;
  if (!tenant) throw chooseActiveTenant();
  return tenant.id;
}

import { onlyTenantsFit } from '@incisive/contract/auth';
import type { Role } from '@incisive/contract/roles';
import type { Tx } from '../../db/client.ts';
import { fieldError } from '../../http/app-error.ts';
import { holdActiveTenant } from '../tenants/active-tenant.service.ts';

/**
 * The tenants that a user is limited to, each once. Those of `before` may stay though they are deactivated or deleted by now: dropping
 * the last of them would show all.
 *
 * @throws AppError on `only_tenants` for a role that has no such list and for a tenant that cannot be chosen.
 */
export async function checkedOnlyTenants(
  tx: Tx,
  role: Role,
  asked: readonly string[] | undefined,
  before: readonly string[] = [],
): Promise<string[]> {
  const misfit = onlyTenantsFit(role, asked);
  if (misfit) throw fieldError('only_tenants', misfit);
  if (role !== 'Coder') return [];
  const chosen = [...new Set(asked ?? before)];
  for (const id of chosen)
    if (!before.includes(id) && !(await holdActiveTenant(tx, id))) throw fieldError('only_tenants', 'Choose active tenants');
  return chosen;
}

import { limits } from '@incisive/contract/limits';
import { withSystem } from '../../../db/tenant.ts';
import type { Deps } from '../../../deps.ts';

/** Names of active tenants for the public form, where the installation shows them at all. */
export async function tenantDirectory(deps: Deps): Promise<{ enabled: boolean; results: { id: string; name: string }[] }> {
  if (!deps.config.tenantDirectory) return { enabled: false, results: [] };
  const results = await withSystem(deps.database, (tx) =>
    tx
      .selectFrom('app.tenants')
      .select(['id', 'name'])
      .where('active', '=', true)
      .where('platform', '=', false)
      .where('deleted_at', 'is', null)
      .orderBy('name')
      .limit(limits.tenantSelectorSize)
      .execute(),
  );
  return { enabled: true, results };
}

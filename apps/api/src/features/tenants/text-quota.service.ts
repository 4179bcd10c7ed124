import type { Config } from '../../config.ts';
import { giveNotices } from '../../db/give-notices.ts';
import type { Tx } from '../../db/client.ts';
import { platformTenantId } from '../../db/tenant.ts';
import { AppError } from '../../http/app-error.ts';

/** From here on a tenant's administrators know that its room for text comes to an end. */
const nearlyFull = 0.9;

/** How many characters a tenant may keep; null where the installation sets no limit. */
export const textLimit = (config: Pick<Config, 'TENANT_TEXT_MILLIONS'>): number | null =>
  config.TENANT_TEXT_MILLIONS === 0 ? null : config.TENANT_TEXT_MILLIONS * 1_000_000;

/** How many characters each of these tenants keeps: notes, their earlier versions, and deleted notes until they are purged. */
export async function textKept(tx: Tx, tenantIds: readonly string[]): Promise<Map<string, number>> {
  if (tenantIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('app.text_usage')
    .select((row) => ['tenant_id', row.fn.sum<number>('characters').as('characters')])
    .where('tenant_id', 'in', [...tenantIds])
    .groupBy('tenant_id')
    .execute();
  return new Map(rows.map((row) => [row.tenant_id, Number(row.characters)]));
}

const figure = (characters: number): string => characters.toLocaleString('en-US');

/**
 * Lets so many more characters into a tenant, and tells its administrators once when little room is left. Nobody is held up by it: who
 * writes at the same moment may together go a note beyond the limit.
 *
 * @throws AppError `text-limit-reached` when there is no room for them.
 */
export async function takeTextRoom(
  tx: Tx,
  config: Pick<Config, 'TENANT_TEXT_MILLIONS'>,
  tenantId: string,
  characters: number,
): Promise<void> {
  const limit = textLimit(config);
  if (limit === null || tenantId === platformTenantId) return;
  const kept = (await textKept(tx, [tenantId])).get(tenantId) ?? 0;
  if (kept + characters > limit)
    throw new AppError('text-limit-reached', {
      detail: `It keeps ${figure(kept)} of ${figure(limit)} characters, and this note has ${figure(characters)}. Ask whoever runs Incisive for more room.`,
    });
  if (kept + characters < limit * nearlyFull) {
    await tx.deleteFrom('app.text_warnings').where('tenant_id', '=', tenantId).execute();
    return;
  }
  const first = await tx
    .insertInto('app.text_warnings')
    .values({ tenant_id: tenantId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('tenant_id')
    .executeTakeFirst();
  if (first) await tellAdministrators(tx, tenantId, kept + characters, limit);
}

async function tellAdministrators(tx: Tx, tenantId: string, kept: number, limit: number): Promise<void> {
  const administrators = await tx
    .selectFrom('app.users')
    .select(['id', 'tenant_id'])
    .where('tenant_id', '=', tenantId)
    .where('role', '=', 'Admin')
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .execute();
  const message = `Your organization’s room for text is ${Math.floor((100 * kept) / limit)}% full. When it is full, no note can be added or changed. Ask whoever runs Incisive for more.`;
  await giveNotices(tx, administrators, [{ message, link: '/opnotes' }]);
}

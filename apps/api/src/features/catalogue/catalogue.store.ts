import type { CatalogueEntry } from '@incisive/engine';
import type { Tx } from '../../db/client.ts';

/** The active catalogue with its version, as suggestions and search use it. */
export async function activeCatalogue(tx: Tx): Promise<{ version: number; entries: CatalogueEntry[] }> {
  // The version is read first: a change in between only means one more load.
  const { version } = await tx.selectFrom('app.catalogue_version').select('version').executeTakeFirstOrThrow();
  const entries = await tx
    .selectFrom('app.cpt_codes')
    .select(['code', 'description'])
    .where('retired_at', 'is', null)
    .orderBy('code')
    .execute();
  return { version, entries };
}

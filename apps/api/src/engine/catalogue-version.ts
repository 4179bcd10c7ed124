import type { Tx } from '../db/client.ts';

/** The catalogue as the transaction sees it: what the engine is then asked with. */
export async function catalogueVersion(tx: Tx): Promise<number> {
  const row = await tx.selectFrom('app.catalogue_version').select('version').executeTakeFirstOrThrow();
  return row.version;
}

import type { Insertable } from 'kysely';
import type { Database, Tx } from '../db/client.ts';
import type { ContactMessagesTable, PageViewsTable } from '../db/schema.ts';
import { withSystem } from '../db/tenant.ts';
import { catalogueVersion } from '../engine/catalogue-version.ts';

/** What comes from people who are not signed in is written by the system: no request role may insert it. */
export function saveContactMessage(
  database: Database,
  message: Insertable<ContactMessagesTable>,
  also: (tx: Tx, id: string) => Promise<void>,
): Promise<string> {
  return withSystem(database, async (tx) => {
    const { id } = await tx.insertInto('app.contact_messages').values(message).returning('id').executeTakeFirstOrThrow();
    await also(tx, id);
    return id;
  });
}

/** One consented page view; losing the last few in a power cut is harmless. */
export async function savePageView(database: Database, view: Insertable<PageViewsTable>): Promise<void> {
  await withSystem(database, (tx) => tx.insertInto('app.page_views').values(view).execute());
}

/** The catalogue that a note of somebody who is not signed in is read with. */
export const publicCatalogueVersion = (database: Database): Promise<number> => withSystem(database, catalogueVersion);

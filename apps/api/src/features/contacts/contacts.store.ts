import type { Contact } from '@incisive/contract/contacts';
import { limits } from '@incisive/contract/limits';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
import type { ContactMessagesTable } from '../../db/schema.ts';
import type { Actor } from '../../db/tenant.ts';
import { AppError } from '../../http/app-error.ts';
import { type Page, type PageQuery, type Sort, anywhere, dateConditions, listPage } from '../../http/paging.ts';

type ContactRow = Selectable<ContactMessagesTable>;

const sorts: Readonly<Record<string, Sort>> = {
  created_at: { by: sql`m.created_at`, cast: 'timestamptz' },
  last_name: { by: sql`lower(m.last_name)`, cast: 'text' },
  email: { by: sql`lower(m.email)`, cast: 'text' },
  company_name: { by: sql`lower(m.company_name)`, cast: 'text' },
  status: { by: sql`(m.done_at is not null)`, cast: 'boolean' },
};
const from = sql`app.contact_messages m`;

const shown = (row: ContactRow): Contact => ({
  id: row.id,
  first_name: row.first_name,
  last_name: row.last_name,
  email: row.email,
  title: row.title,
  company_name: row.company_name,
  message: row.message,
  status: row.done_at ? 'Done' : 'New',
  created_at: row.created_at.toISOString(),
  done_by: row.done_by,
  done_at: row.done_at?.toISOString() ?? null,
});

export async function listContacts(tx: Tx, query: PageQuery, url: string): Promise<Page<Contact>> {
  const where: RawBuilder<unknown>[] = [sql`true`];
  for (const name of ['last_name', 'email', 'company_name', 'message'] as const) {
    const words = query[name];
    if (typeof words === 'string' && words !== '') where.push(sql`${sql.ref(`m.${name}`)} ilike ${anywhere(words)}`);
  }
  if (query['status'] === 'Done') where.push(sql`m.done_at is not null`);
  if (query['status'] === 'New') where.push(sql`m.done_at is null`);
  where.push(...dateConditions(sql`m.created_at`, 'created_at', query));
  const page = await listPage<ContactRow>(tx, {
    columns: sql`m.id, m.first_name, m.last_name, m.email, m.title, m.company_name,
      left(m.message, ${limits.excerptCharacters}) as message, m.created_at, m.done_by, m.done_at`,
    from,
    where,
    id: sql`m.id`,
    sorts,
    query,
    defaultOrdering: '-created_at',
    url,
  });
  return { ...page, results: page.results.map(shown) };
}

export async function getContact(tx: Tx, id: string): Promise<Contact> {
  const row = await tx.selectFrom('app.contact_messages').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw new AppError('not-found');
  return shown(row);
}

/** Marks messages as done, all or none; answers those that were not done before. */
export async function finishContacts(tx: Tx, actor: Actor, ids: readonly string[]): Promise<string[]> {
  const found = await tx
    .selectFrom('app.contact_messages')
    .select(['id', 'done_at'])
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
    .execute();
  if (found.length !== ids.length) throw new AppError('not-found');
  const open = found.filter((row) => row.done_at === null).map((row) => row.id);
  if (open.length > 0)
    await tx
      .updateTable('app.contact_messages')
      .set({ done_by: actor.username, done_at: new Date() })
      .where('id', 'in', open)
      .execute();
  return open;
}

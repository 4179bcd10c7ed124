import type { CptCode } from '@incisive/contract/cpt-codes';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
import { type Page, type PageQuery, type Sort, anywhere, cappedCount, dateConditions, listPage } from '../../http/paging.ts';

interface CodeRow {
  id: string;
  code: string;
  description: string;
  created_at: Date;
  created_by: string;
  updated_at: Date;
  updated_by: string | null;
  retired_at: Date | null;
}

const sorts: Readonly<Record<string, Sort>> = {
  code: { by: sql`c.code`, cast: 'text' },
  description: { by: sql`lower(c.description)`, cast: 'text' },
  created_at: { by: sql`c.created_at`, cast: 'timestamptz' },
  created_by: { by: sql`lower(c.created_by)`, cast: 'text' },
  updated_at: { by: sql`c.updated_at`, cast: 'timestamptz' },
  updated_by: { by: sql`lower(coalesce(c.updated_by, ''))`, cast: 'text' },
};
const columns = sql`c.id, c.code, c.description, c.created_at, c.created_by, c.updated_at, c.updated_by, c.retired_at`;

export const toCodeDto = (row: CodeRow): CptCode => ({
  id: row.id,
  code: row.code,
  description: row.description,
  created_at: row.created_at.toISOString(),
  created_by: row.created_by,
  updated_at: row.updated_at.toISOString(),
  updated_by: row.updated_by,
  retired: row.retired_at !== null,
});

/**
 * A page of the active catalogue. `code` finds prefixes first, then anywhere; `ranked` are the codes that the description search
 * found, best first, and that order holds unless an ordering is asked for.
 */
export async function listCatalogue(
  tx: Tx,
  query: PageQuery,
  ranked: readonly string[] | null,
  url: string,
): Promise<Page<CptCode>> {
  const where: RawBuilder<unknown>[] = [sql`c.retired_at is null`];
  const code = typeof query['code'] === 'string' && query['code'] !== '' ? query['code'].trim().toUpperCase() : undefined;
  // Codes are kept in capitals and are five characters long: words are no part of one, and need no look at all rows.
  if (code) where.push(/^[0-9A-Z]{1,5}$/.test(code) ? sql`c.code like ${anywhere(code)}` : sql`false`);
  for (const name of ['created_by', 'updated_by'] as const) {
    const who = query[name];
    if (typeof who === 'string' && who !== '') where.push(sql`lower(${sql.ref(`c.${name}`)}) = lower(${who}::text)`);
  }
  where.push(
    ...dateConditions(sql`c.created_at`, 'created_at', query),
    ...dateConditions(sql`c.updated_at`, 'updated_at', query),
  );
  // Each ranked code is looked up in the index by itself (that is what offset 0 asks for): joined freely, the whole table is read.
  const from = ranked
    ? sql`unnest(${[...ranked]}::text[]) with ordinality as ranked (code, rank)
        cross join lateral (select * from app.cpt_codes k where k.code = ranked.code offset 0) c`
    : sql`app.cpt_codes c`;
  const bestFirst: Record<string, Sort> = ranked
    ? { rank: { by: sql`ranked.rank`, cast: 'bigint' } }
    : code
      ? { rank: { by: sql`(case when c.code like ${anywhere(code).slice(1)} then '0' else '1' end || c.code)`, cast: 'text' } }
      : {};
  const page = await listPage<CodeRow>(tx, {
    columns,
    from,
    where,
    id: sql`c.id`,
    sorts: { ...sorts, ...bestFirst },
    query,
    defaultOrdering: 'rank' in bestFirst ? 'rank' : '-created_at',
    url,
    count: () => cappedCount(tx, from, where, 100_000),
  });
  return { ...page, results: page.results.map(toCodeDto) };
}

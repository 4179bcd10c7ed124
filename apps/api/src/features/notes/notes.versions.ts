import type { NoteVersion } from '@incisive/contract/notes';
import { sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
import { type Page, type PageQuery, listPage } from '../../http/paging.ts';

interface VersionRow {
  readonly version: number;
  readonly text: string;
  readonly saved_by: string;
  readonly saved_at: Date;
}

/** The texts that a note had before, newest first. */
export async function listVersions(tx: Tx, noteId: string, query: PageQuery, url: string): Promise<Page<NoteVersion>> {
  const from = sql`app.note_versions v`;
  const where = [sql`v.note_id = ${noteId}::uuid`];
  const page = await listPage<VersionRow>(tx, {
    columns: sql`v.version, v.text, v.saved_by, v.saved_at`,
    from,
    where,
    id: sql`v.note_id`,
    sorts: { version: { by: sql`v.version`, cast: 'bigint' } },
    query,
    defaultOrdering: '-version',
    url,
  });
  return {
    ...page,
    results: page.results.map(({ version, text, saved_by, saved_at }) => ({
      version,
      text,
      saved_by,
      saved_at: saved_at.toISOString(),
    })),
  };
}

import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
import { type SourceId, hl7Systems } from '../notes/note-sources.service.ts';

export interface DocumentRow {
  readonly id: string;
  readonly tenant_id: string;
  readonly version: number;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly text_length: number;
  readonly identifiers: SourceId[];
}

const columns = sql`n.id, n.tenant_id, n.version, n.created_at, n.updated_at, n.text_length,
  coalesce((select json_agg(json_build_object('system', s.system, 'value', s.value) order by s.created_at, s.system, s.value)
              from app.note_sources s where s.note_id = n.id
               and s.system <> all (${Object.values(hl7Systems)}::text[])), '[]') as identifiers`;
export const and = (where: readonly RawBuilder<unknown>[]): RawBuilder<unknown> => sql.join([sql`true`, ...where], sql` and `);

/** OpNotes that the caller may see, newest first. */
export async function findDocuments(tx: Tx, where: readonly RawBuilder<unknown>[], count: number): Promise<DocumentRow[]> {
  const { rows } = await sql<DocumentRow>`select ${columns} from app.notes n
    where n.kind = 'op' and n.deleted_at is null and ${and(where)} order by n.created_at desc, n.id desc limit ${count}`.execute(
    tx,
  );
  return rows;
}

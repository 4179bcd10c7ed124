import type { ColumnType, Generated } from 'kysely';

interface ExportsTable {
  id: Generated<string>;
  tenant_id: string;
  user_id: string;
  kind: 'op' | 'ed';
  format: Generated<'docx' | 'csv' | 'fhir'>;
  row_limit: number;
  note_ids: string[];
  state: Generated<'waiting' | 'running' | 'ready' | 'failed'>;
  attempt: Generated<number>;
  done: Generated<number>;
  left_out: Generated<number>;
  included: Generated<string[]>;
  included_tenants: Generated<string[]>;
  bytes: Generated<number>;
  created_at: ColumnType<Date, Date | undefined, Date>;
  moved_at: ColumnType<Date, Date | undefined, Date>;
}
interface ExportChunksTable {
  tenant_id: string;
  user_id: string;
  export_id: string;
  number: number;
  bytes: Buffer;
  sha256: Buffer | null;
}

/** Background exports and their files. */
export interface ExportTables {
  'app.exports': ExportsTable;
  'app.export_chunks': ExportChunksTable;
}

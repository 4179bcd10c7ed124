import type { EditKind } from '@incisive/contract/edit-files';
import type { ColumnType, Generated } from 'kysely';

type Made<T> = Generated<T>;
type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>;

export interface EditFilesTable {
  id: Made<string>;
  kind: Optional<EditKind>;
  release: Optional<string>;
  part: Made<number>;
  valid_from: ColumnType<string | null, string | null | undefined, string | null>;
  valid_to: ColumnType<string | null, string | null | undefined, string | null>;
  filename: string;
  sha256: Optional<string>;
  bytes: Made<number>;
  rows: Made<number>;
  refused: Made<number>;
  seconds: Optional<number>;
  state: Made<'sending' | 'waiting' | 'running' | 'failed' | 'preview' | 'active' | 'replaced'>;
  progress: Made<number>;
  failure: Optional<string>;
  preview: ColumnType<unknown, string | null | undefined, string | null>;
  taken_by: Optional<string>;
  taken_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  created_by: string;
  created_at: ColumnType<Date, Date | undefined, Date>;
}

export interface EditFileTables {
  'app.edit_files': EditFilesTable;
}

import type { ReactNode } from 'react';
import { formatDate } from '../../lib/dates.ts';
import type { DataColumn } from './columns.ts';

const width = 124;

/** What a record is known by: first on its card, found by its text, and the way to the page of the record. */
export const leadColumn = <Row>(id: string, header: string, width: number, cell: (row: Row) => ReactNode): DataColumn<Row> => ({
  id,
  glance: true,
  header,
  width,
  filter: { kind: 'text' },
  cell,
});

/** When a record was made and changed, and who did: the names stand under their dates in every list. */
export const recordColumns = {
  created_at: {
    id: 'created_at',
    header: 'Created',
    width,
    filter: { kind: 'date' },
    cell: (row) => formatDate(row.created_at),
  } satisfies DataColumn<{ readonly created_at: string }>,
  created_by: {
    id: 'created_by',
    header: 'Created By',
    under: 'created_at',
    filter: { kind: 'text', whole: true },
    cell: (row) => row.created_by,
  } satisfies DataColumn<{ readonly created_by: string }>,
  updated_at: {
    id: 'updated_at',
    header: 'Updated',
    width,
    filter: { kind: 'date' },
    cell: (row) => formatDate(row.updated_at),
  } satisfies DataColumn<{ readonly updated_at: string }>,
  updated_by: {
    id: 'updated_by',
    header: 'Updated By',
    under: 'updated_at',
    filter: { kind: 'text', whole: true },
    cell: (row) => row.updated_by,
  } satisfies DataColumn<{ readonly updated_by: string | null }>,
} as const;

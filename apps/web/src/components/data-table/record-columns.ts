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

const dateColumn = <const Id extends string>(id: Id, header: string): DataColumn<Readonly<Record<Id, string>>> => ({
  id,
  header,
  width,
  filter: { kind: 'date' },
  cell: (row) => formatDate(row[id]),
});
const nameColumn = <const Id extends string>(
  id: Id,
  header: string,
  under: string,
): DataColumn<Readonly<Record<Id, string | null>>> => ({
  id,
  header,
  under,
  filter: { kind: 'text', whole: true },
  cell: (row) => row[id],
});

/** When a record was made and changed, and who did: the names stand under their dates in every list. */
export const recordColumns = {
  created_at: dateColumn('created_at', 'Created'),
  created_by: nameColumn('created_by', 'Created By', 'created_at'),
  updated_at: dateColumn('updated_at', 'Updated'),
  updated_by: nameColumn('updated_by', 'Updated By', 'updated_at'),
} as const;

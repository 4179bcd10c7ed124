import type { NoteRow } from '@incisive/contract/notes';
import { wordsFilter } from '../components/data-table/columns.ts';
import type { DataColumn } from '../components/data-table/columns.ts';
import { noteState, noteStateWords, noteText, shortId } from '../components/data-table/note-cells.tsx';
import type { ListData } from '../components/data-table/use-list-query.ts';
import { formatDate } from '../lib/dates.ts';

const row = (number: number, state: 'new' | 'review' | 'submitted', text: string): NoteRow => ({
  id: `0000000${String(number)}-0000-4000-8000-000000000000`,
  text,
  text_truncated: false,
  filename: null,
  created_by: 'coder',
  created_at: `2026-11-2${String(number)}T15:04:00.000Z`,
  updated_by: null,
  updated_at: `2026-11-2${String(number)}T15:04:00.000Z`,
  type: 'text',
  state,
});

const rows: readonly NoteRow[] = [
  row(0, 'new', 'PROCEDURE: Laparoscopic cholecystectomy\nThe gallbladder was dissected free of its bed and removed in a bag.'),
  row(1, 'review', 'PROCEDURE: Right shoulder arthroscopy\nThe tear of the cuff was repaired with two anchors.'),
  row(2, 'submitted', 'PROCEDURE: Open repair of a left inguinal hernia\nA mesh was laid over the floor and sutured.'),
];

const nothing = (): void => undefined;

export const noteColumns: readonly DataColumn<NoteRow>[] = [
  { id: 'id', header: 'ID', cell: (note) => shortId(note.id) },
  { id: 'text', header: 'Text', cell: noteText, filter: { kind: 'text' }, grow: true },
  { id: 'state', header: 'State', cell: noteState, filter: wordsFilter(noteStateWords), sortable: false },
  { id: 'created_at', header: 'Created', cell: (note) => formatDate(note.created_at), filter: { kind: 'date' } },
];

export const loaded: ListData<NoteRow> = {
  rows,
  count: 240,
  countIsMinimum: false,
  status: 'success',
  error: null,
  retry: nothing,
  stale: false,
  paging: { mode: 'pager', page: 7, pages: 24, go: nothing },
};

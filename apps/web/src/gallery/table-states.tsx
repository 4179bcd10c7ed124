import { Stack } from '@mantine/core';
import { EmptyNote } from '../components/feedback/failure-note.tsx';
import { StatusTag } from '../components/feedback/status-tag.tsx';
import { DataTable } from '../components/data-table/data-table.tsx';
import { wordsFilter } from '../components/data-table/columns.ts';
import type { DataColumn } from '../components/data-table/columns.ts';
import type { ListData } from '../components/data-table/use-list-query.ts';
import { useLocalListState } from '../components/data-table/use-local-list-state.ts';
import { useSelection } from '../components/data-table/use-selection.ts';
import { ApiError } from '../lib/api-error.ts';

interface Row {
  readonly id: string;
  readonly name: string;
  readonly created_at: string;
  readonly state: 'new' | 'review';
}

const rows: readonly Row[] = [
  { id: '1', name: 'Laparoscopic cholecystectomy', created_at: '11/20/2026', state: 'new' },
  { id: '2', name: 'Right shoulder arthroscopy', created_at: '11/21/2026', state: 'review' },
  { id: '3', name: 'Open inguinal hernia repair', created_at: '11/22/2026', state: 'new' },
];
const words = { new: 'No codes yet', review: 'In review' };
const columns: readonly DataColumn<Row>[] = [
  { id: 'name', header: 'Name', cell: (row) => row.name, filter: { kind: 'text' }, grow: true },
  { id: 'created_at', header: 'Created', cell: (row) => row.created_at, filter: { kind: 'date' } },
  {
    id: 'state',
    header: 'State',
    cell: (row) => <StatusTag tone={row.state === 'new' ? 'plain' : 'waiting'}>{words[row.state]}</StatusTag>,
    filter: wordsFilter(words),
    sortable: false,
  },
];
const idOf = (row: Row): string => row.id;
const nothing = (): void => undefined;

const loaded: ListData<Row> = {
  rows,
  count: 240,
  countIsMinimum: false,
  status: 'success',
  error: null,
  retry: nothing,
  stale: false,
  paging: { mode: 'pager', page: 7, pages: 24, go: nothing },
};
const more = { mode: 'more', next: null, hasMore: true, loading: false, error: null, more: nothing } as const;

/** The states in which a list can stand. */
const states: readonly { readonly label: string; readonly data: ListData<Row> }[] = [
  { label: 'Loaded, with pages', data: loaded },
  { label: 'Load more, out of date', data: { ...loaded, stale: true, countIsMinimum: true, paging: more } },
  { label: 'Loading', data: { ...loaded, rows: [], count: undefined, status: 'pending', paging: { ...more, hasMore: false } } },
  { label: 'Empty', data: { ...loaded, rows: [], count: 0, paging: { ...more, hasMore: false } } },
  {
    label: 'Failed',
    data: {
      ...loaded,
      rows: [],
      count: undefined,
      status: 'error',
      error: new ApiError(503, 'unavailable', 'The server is unavailable. Try again in a moment.'),
      paging: { ...more, hasMore: false },
    },
  },
];

export const TableStates = () => (
  <Stack>
    {states.map((state) => (
      <State key={state.label} {...state} />
    ))}
  </Stack>
);

function State({ label, data }: (typeof states)[number]) {
  const list = useLocalListState();
  const selection = useSelection(idOf);
  return (
    <section aria-label={label}>
      <h3>{label}</h3>
      <DataTable
        label={label}
        columns={columns}
        idOf={idOf}
        list={list}
        data={data}
        selection={selection}
        nameOf={(row) => row.name}
        empty={<EmptyNote title="No rows yet">Add the first one.</EmptyNote>}
        inline
      />
    </section>
  );
}

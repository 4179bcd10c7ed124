import { useEffect } from 'react';
import { Stack } from '@mantine/core';
import type { NoteRow } from '@incisive/contract/notes';
import { DataTable } from '../components/data-table/data-table.tsx';
import { useLocalListState } from '../components/data-table/use-local-list-state.ts';
import type { ListData } from '../components/data-table/use-list-query.ts';
import { useSelection } from '../components/data-table/use-selection.ts';
import { EmptyNote } from '../components/feedback/failure-note.tsx';
import { BulkButton } from '../components/layout/list-page.tsx';
import { ApiError } from '../lib/api/api-error.ts';
import { loaded, noteColumns } from './example-notes.tsx';

interface Example {
  readonly label: string;
  readonly data: ListData<NoteRow>;
  /** With filters set and a row chosen. */
  readonly worked?: boolean;
  readonly muted?: boolean;
}

const nothing = (): void => undefined;
const more = { mode: 'more', next: null, hasMore: true, loading: false, error: null, more: nothing } as const;
const noRows = { ...loaded, rows: [], count: 0, paging: { ...more, hasMore: false } } as const;

/** The states in which a list can stand. */
const examples: readonly Example[] = [
  { label: 'Loaded, with pages', data: loaded },
  { label: 'Filtered and selected', data: { ...loaded, paging: more }, worked: true },
  { label: 'Out of use', data: { ...loaded, paging: more }, muted: true },
  { label: 'Load more, out of date', data: { ...loaded, stale: true, countIsMinimum: true, paging: more } },
  { label: 'Loading', data: { ...noRows, count: undefined, status: 'pending' } },
  { label: 'Offline', data: { ...loaded, waiting: true, paging: more } },
  { label: 'Empty', data: noRows },
  { label: 'Nothing matches', data: noRows, worked: true },
  {
    label: 'Failed',
    data: {
      ...noRows,
      count: undefined,
      status: 'error',
      error: new ApiError(503, 'unavailable', 'The server is unavailable. Try again in a moment.'),
    },
  },
];

export const TableStates = () => (
  <Stack>
    {examples.map((example) => (
      <TableState key={example.label} {...example} />
    ))}
  </Stack>
);

function TableState({ label, data, worked = false, muted = false }: Example) {
  const list = useLocalListState();
  const selection = useSelection<NoteRow>();
  const { setFilters } = list;
  const { replace } = selection;
  const { rows } = data;
  useEffect(() => {
    if (!worked) return;
    setFilters({ text: 'repair', state: 'review' });
    replace(
      rows.slice(1, 2).map((row) => row.id),
      rows,
    );
    // Once: from then on it is whoever tries it that filters and selects.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  return (
    <section aria-label={label}>
      <h3>{label}</h3>
      <DataTable
        label={label}
        columns={noteColumns}
        list={list}
        data={data}
        selection={selection}
        bulk={<BulkButton label="Download" size={selection.size} onClick={nothing} />}
        nameOf={(row) => row.id}
        isMuted={() => muted}
        empty={<EmptyNote title="No OpNotes yet">Type or paste the first one.</EmptyNote>}
        inline
      />
    </section>
  );
}

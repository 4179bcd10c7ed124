import { Link } from '@tanstack/react-router';
import { analytics, settledOrderings } from '@incisive/contract/analytics';
import type { SettledCode } from '@incisive/contract/analytics';
import { wordsFilter } from '../../components/data-table/columns.ts';
import type { DataColumn } from '../../components/data-table/columns.ts';
import { tenantFilter } from '../../components/data-table/tenant-filter.ts';
import { useListState } from '../../components/data-table/use-list-state.ts';
import type { Sort } from '../../components/data-table/use-list-state.ts';
import { usePagedList } from '../../components/data-table/use-list-query.ts';
import { EmptyNote } from '../../components/feedback/failure-note.tsx';
import { ListScreen } from '../../components/layout/list-screen.tsx';
import { formatDate, formatDay } from '../../lib/dates.ts';
import { shortId } from '../../components/data-table/note-cells.tsx';
import { useRole } from '../../lib/session/profile.ts';

const newest: Sort = { field: 'settled_at', dir: 'desc' };
const options = {
  filters: ['week', 'section', 'tenant', 'code', 'rank'],
  sortable: settledOrderings,
  defaultSort: newest,
  defaultRows: 25,
};
const stood = { 1: 'Rank 1', 5: 'Rank 1 to 5', 10: 'Rank 1 to 10', none: 'Added by hand' };

const columns: readonly DataColumn<SettledCode>[] = [
  {
    id: 'note',
    header: 'Note',
    sortable: false,
    cell: (row) =>
      row.note_id ? (
        <Link to="/opnotes/$id" params={{ id: row.note_id }}>
          <code>{shortId(row.note_id)}</code>
        </Link>
      ) : (
        'Since deleted'
      ),
  },
  {
    id: 'code',
    header: 'Code',
    filter: { kind: 'text' },
    cell: (row) => (
      <Link to="/cptcodes/$id" params={{ id: row.code }}>
        <code>{row.code}</code>
      </Link>
    ),
  },
  {
    id: 'rank',
    header: 'Suggested at',
    width: 140,
    filter: wordsFilter(stood),
    cell: (row) => (row.rank === null ? 'Added by hand' : `Rank ${String(row.rank)}`),
  },
  { id: 'settled_at', header: 'Settled', cell: (row) => formatDate(row.settled_at) },
  { id: 'week', header: 'Week of', sortable: false, filter: { kind: 'text', whole: true }, cell: (row) => formatDay(row.week) },
  {
    id: 'section',
    header: 'CPT section',
    width: 160,
    sortable: false,
    filter: { kind: 'text', whole: true },
    cell: (row) => row.section,
  },
];
const tenantColumn: DataColumn<SettledCode> = {
  id: 'tenant',
  header: 'Tenant',
  width: 150,
  sortable: false,
  filter: tenantFilter,
  cell: (row) => row.tenant ?? 'None',
};
const allColumns = [...columns, tenantColumn];

/** /models/codes: the codes that the acceptance figures count, each with its note. */
export function SettledCodes() {
  const list = useListState(options);
  const data = usePagedList(['settled-codes'], analytics.settledCodes, list);
  return (
    <ListScreen
      title="Settled codes"
      parent={{ label: 'System information', to: '/models' }}
      columns={useRole() === 'SuperAdmin' ? allColumns : columns}
      list={list}
      data={data}
      empty={<EmptyNote title="Nothing settled yet">Codes are counted here once a note is trained with them.</EmptyNote>}
    />
  );
}

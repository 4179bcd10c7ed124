import { Button } from '@mantine/core';
import { auditEvents } from '@incisive/contract/audit-events';
import { audit } from '@incisive/contract/audit';
import type { AuditRow } from '@incisive/contract/audit';
import { useState } from 'react';
import type { DataColumn } from '../../components/data-table/columns.ts';
import { useListState } from '../../components/data-table/use-list-state.ts';
import type { Sort } from '../../components/data-table/use-list-state.ts';
import { usePagedList } from '../../components/data-table/use-list-query.ts';
import { EmptyNote } from '../../components/failure-note.tsx';
import { ListScreen } from '../../components/list-screen.tsx';
import { toastError } from '../../components/toasts.tsx';
import { messageOf } from '../../lib/api-error.ts';
import { formatMoment } from '../../lib/dates.ts';
import { download } from '../../lib/download.ts';

export const auditFilters = [
  'type',
  'action',
  'outcome',
  'who',
  'entity',
  'tenant',
  'recorded_after',
  'recorded_before',
] as const;
const newest: Sort = { field: 'recorded', dir: 'desc' };
const options = { filters: auditFilters, sortable: ['recorded', 'type', 'outcome', 'who'], defaultSort: newest, defaultRows: 25 };
const idOf = (row: AuditRow): string => row.id;
const actions = { C: 'Create', R: 'Read', U: 'Update', D: 'Delete', E: 'Execute' } as const;
const choices = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

const columns: readonly DataColumn<AuditRow>[] = [
  {
    id: 'recorded',
    header: 'Recorded',
    filter: { kind: 'date' },
    cell: (row) => <span style={{ whiteSpace: 'nowrap' }}>{formatMoment(row.recorded)}</span>,
  },
  {
    id: 'type',
    header: 'Event',
    filter: { kind: 'options', useOptions: () => choices(Object.keys(auditEvents)) },
    cell: (row) => row.type,
  },
  {
    id: 'action',
    header: 'Action',
    sortable: false,
    filter: { kind: 'options', useOptions: () => Object.entries(actions).map(([value, label]) => ({ value, label })) },
    cell: (row) => actions[row.action],
  },
  {
    id: 'outcome',
    header: 'Outcome',
    filter: { kind: 'options', useOptions: () => choices(['success', 'refused', 'failed']) },
    cell: (row) => row.outcome,
  },
  { id: 'who', header: 'Who', filter: { kind: 'text' }, cell: (row) => row.agent.who ?? 'Nobody signed in' },
  { id: 'role', header: 'Role', sortable: false, cell: (row) => row.agent.role ?? '' },
  { id: 'network', header: 'Address', sortable: false, cell: (row) => row.agent.network ?? '' },
  {
    id: 'entity',
    header: 'Objects',
    sortable: false,
    filter: { kind: 'text' },
    cell: (row) => row.entity.map((entity) => entity.replace(/^(\w+:[0-9a-f]{8})[0-9a-f-]+$/, '$1')).join(', '),
  },
  { id: 'tenant', header: 'Tenant', sortable: false, filter: { kind: 'text' }, cell: (row) => row.tenant ?? '' },
  { id: 'detail', header: 'Detail', sortable: false, grow: true, cell: (row) => row.detail ?? '' },
  { id: 'sealed', header: 'Sealed', sortable: false, cell: (row) => (row.sealed ? 'Yes' : 'Soon') },
];

/** /audit: who did what, when; append-only and sealed by a hash chain. */
export function AuditList() {
  const list = useListState(options);
  const data = usePagedList(['audit'], audit.list, list);
  const [busy, setBusy] = useState(false);
  const { ordering: _ordering, per_page: _perPage, ...filters } = list.query;
  const csv = async (): Promise<void> => {
    setBusy(true);
    await download(audit.csv, { query: filters } as never).catch((error: unknown) => toastError(messageOf(error)));
    setBusy(false);
  };
  return (
    <ListScreen
      title="Audit log"
      actions={
        <Button variant="default" loading={busy} onClick={() => void csv()}>
          Download CSV
        </Button>
      }
      columns={columns}
      idOf={idOf}
      list={list}
      data={data}
      empty={<EmptyNote title="Nothing recorded yet" />}
    />
  );
}

import { Button } from '@mantine/core';
import { audit } from '@incisive/contract/audit';
import type { AuditRow } from '@incisive/contract/audit';
import { printable } from '@incisive/contract/characters';
import { useMemo, useState } from 'react';
import { wordsFilter, wordsOr } from '../../components/data-table/columns.ts';
import type { DataColumn } from '../../components/data-table/columns.ts';
import { tenantFilter } from '../../components/data-table/tenant-filter.ts';
import { useListState } from '../../components/data-table/use-list-state.ts';
import type { Sort } from '../../components/data-table/use-list-state.ts';
import { usePagedList } from '../../components/data-table/use-list-query.ts';
import { EmptyNote } from '../../components/feedback/failure-note.tsx';
import { ListScreen } from '../../components/layout/list-screen.tsx';
import { toastFailure } from '../../components/feedback/toasts.tsx';
import { formatInstant } from '../../lib/dates.ts';
import { download } from '../../lib/api/download.ts';
import { useCan } from '../../lib/session/profile.ts';
import classes from './audit.module.css';
import { AuditDetail } from './audit-detail.tsx';
import { actionWords, eventWords, nobody, outcomeWords } from './audit-words.ts';

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

const shortEntity = (entity: string): string => entity.replace(/^(\w+:[0-9a-f]{8})[0-9a-f-]+$/, '$1');
/** A name with the id that says whose it is: two names may look alike. */
const named = (name: string, id: string | null) => (
  <>
    {printable(name)}
    {id === null ? null : (
      <span className={classes.id} title={id}>
        {id.slice(0, 8)}
      </span>
    )}
  </>
);
const wrapped = (words: string, whole = words) => (
  <span className={classes.wraps} title={whole}>
    {words}
  </span>
);

const columnsFor = (allTenants: boolean, open: (row: AuditRow) => void): readonly DataColumn<AuditRow>[] => [
  {
    id: 'recorded',
    glance: true,
    header: 'Recorded',
    width: 188,
    filter: { kind: 'date' },
    cell: (row) => (
      <>
        <button type="button" className={classes.open} data-opens aria-haspopup="dialog" onClick={() => open(row)}>
          {formatInstant(row.recorded)}
        </button>
        {row.sealed ? null : <span className={classes.unsealed}>Not sealed yet</span>}
      </>
    ),
  },
  {
    id: 'type',
    glance: true,
    header: 'Event',
    width: 124,
    wraps: true,
    filter: wordsFilter(eventWords),
    cell: (row) => <span title={row.type}>{wordsOr(eventWords, row.type)}</span>,
  },
  {
    id: 'action',
    header: 'Action',
    under: 'outcome',
    sortable: false,
    filter: wordsFilter(actionWords),
    cell: (row) => actionWords[row.action],
  },
  {
    id: 'outcome',
    glance: true,
    header: 'Outcome',
    width: 104,
    filter: wordsFilter(outcomeWords),
    cell: (row) => outcomeWords[row.outcome],
  },
  {
    id: 'who',
    glance: true,
    header: 'Who',
    width: 106,
    filter: { kind: 'text' },
    cell: (row) => named(row.agent.who ?? nobody, row.agent.user_id),
  },
  { id: 'role', header: 'Role', width: 108, sortable: false, cell: (row) => row.agent.role ?? '' },
  { id: 'network', header: 'Address', under: 'role', sortable: false, cell: (row) => row.agent.network ?? '' },
  {
    id: 'entity',
    glance: true,
    header: 'Objects',
    sortable: false,
    filter: { kind: 'text' },
    width: 126,
    wraps: true,
    cell: (row) => (row.entity.length === 0 ? '' : wrapped(row.entity.map(shortEntity).join(', '), row.entity.join(', '))),
  },
  {
    id: 'tenant',
    header: 'Tenant',
    width: 118,
    wraps: true,
    sortable: false,
    ...(allTenants ? { filter: tenantFilter } : {}),
    cell: (row) => named(row.tenant ?? '', row.tenant_id),
  },
  {
    id: 'detail',
    header: 'Detail',
    sortable: false,
    width: 102,
    wraps: true,
    cell: (row) => (row.detail ? wrapped(row.detail) : ''),
  },
];

/** Rows are sealed in their order: what is true of the newest sealed one is true of all before it. */
function sealWords(rows: readonly AuditRow[]): string {
  const sealed = rows.filter((row) => row.sealed).map((row) => row.recorded);
  const last = sealed.toSorted().at(-1);
  const soon = 'New rows are sealed within seconds.';
  return last ? `Sealed through ${formatInstant(last)}: a change to any earlier row would be detected. ${soon}` : soon;
}

/** /audit: who did what, when; append-only and sealed by a hash chain. */
export function AuditList() {
  const list = useListState(options);
  const allTenants = useCan('tenants.manage');
  const [opened, setOpened] = useState<AuditRow | null>(null);
  const columns = useMemo(() => columnsFor(allTenants, setOpened), [allTenants]);
  const data = usePagedList(['audit'], audit.list, list);
  const [busy, setBusy] = useState(false);
  const { ordering: _ordering, per_page: _perPage, ...filters } = list.query;
  const csv = async (): Promise<void> => {
    setBusy(true);
    await download(audit.csv, { query: filters } as never).catch(toastFailure);
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
      list={list}
      data={data}
      tabs={data.rows.length > 0 ? <p className={classes.seal}>{sealWords(data.rows)}</p> : null}
      empty={<EmptyNote title="Nothing recorded yet" />}
    >
      <AuditDetail row={opened} onClose={() => setOpened(null)} />
    </ListScreen>
  );
}

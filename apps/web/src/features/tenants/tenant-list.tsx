import { Button, Group } from '@mantine/core';
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { notices } from '@incisive/contract/notices';
import { tenantOrderings, tenants } from '@incisive/contract/tenants';
import type { Tenant } from '@incisive/contract/tenants';
import { DataTable } from '../../components/data-table/data-table.tsx';
import type { DataColumn } from '../../components/data-table/columns.ts';
import { useListState } from '../../components/data-table/use-list-state.ts';
import { usePagedList } from '../../components/data-table/use-list-query.ts';
import { useSelection } from '../../components/data-table/use-selection.ts';
import { EmptyNote } from '../../components/feedback/failure-note.tsx';
import { DeleteSelected } from '../../components/layout/list-page.tsx';
import { NotesButtons } from '../../components/layout/notes-buttons.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { toast } from '../../components/feedback/toasts.tsx';
import { call } from '../../lib/api/call.ts';
import { formatDate } from '../../lib/dates.ts';

export const tenantFilters = [
  'id',
  'name',
  'created_by',
  'updated_by',
  'created_at_after',
  'created_at_before',
  'updated_at_after',
  'updated_at_before',
] as const;
const options = { filters: tenantFilters, sortable: tenantOrderings };
const idOf = (row: Tenant): string => row.id;

const columns: readonly DataColumn<Tenant>[] = [
  {
    id: 'id',
    header: 'ID',
    width: 84,
    filter: { kind: 'text' },
    cell: (row) => (
      <Link to="/tenants/$id" params={{ id: row.id }}>
        <code>{row.id.split('-')[0]}</code>
      </Link>
    ),
  },
  {
    id: 'name',
    glance: true,
    header: 'Tenant Name',
    width: 240,
    filter: { kind: 'text' },
    cell: (row) => (
      <Link to="/tenants/$id" params={{ id: row.id }}>
        {row.name}
      </Link>
    ),
  },
  {
    id: 'created_by',
    header: 'Created By',
    under: 'created_at',
    filter: { kind: 'text', whole: true },
    cell: (row) => row.created_by,
  },
  { id: 'created_at', header: 'Created', width: 124, filter: { kind: 'date' }, cell: (row) => formatDate(row.created_at) },
  {
    id: 'updated_by',
    header: 'Updated By',
    under: 'updated_at',
    filter: { kind: 'text', whole: true },
    cell: (row) => row.updated_by ?? '',
  },
  { id: 'updated_at', header: 'Updated', width: 124, filter: { kind: 'date' }, cell: (row) => formatDate(row.updated_at) },
  {
    id: 'active',
    glance: true,
    header: 'Active',
    width: 90,
    cell: (row) =>
      row.active ? (
        <>
          <IconCircleCheck size={18} color="var(--approved)" aria-hidden />
          <span className="visually-hidden">Active</span>
        </>
      ) : (
        <>
          <IconCircleX size={18} color="var(--rejected)" aria-hidden />
          <span className="visually-hidden">Inactive</span>
        </>
      ),
  },
  {
    id: 'notes',
    glance: true,
    header: 'Notes',
    width: 190,
    sortable: false,
    cell: (row) => (
      <NotesButtons
        opNotes={row.count_opnotes}
        edNotes={row.count_ednotes}
        filter={{ tenant: row.name }}
        of={row.name}
        disabled={!row.active}
      />
    ),
  },
];

/** /tenants: SuperAdmin's organizations. */
export function TenantList() {
  const queries = useQueryClient();
  const list = useListState(options);
  const data = usePagedList(['tenants', 'list'], tenants.list, list);
  const selection = useSelection(idOf);
  const remove = async (): Promise<void> => {
    const { count } = await call(tenants.removeMany, { body: { tenants: [...selection.ids] } });
    selection.clear();
    toast(notices.tenantsDeleted(count));
    await queries.invalidateQueries({ queryKey: ['tenants'] });
  };
  return (
    <div className="page page-list">
      <PageHeader title="Tenants" crumbs={[{ label: 'Tenants' }]}>
        <Group gap="xs">
          <Button component={Link} to="/tenants/new">
            Add Tenant
          </Button>
        </Group>
      </PageHeader>
      <DataTable
        label="Tenants"
        columns={columns}
        idOf={idOf}
        list={list}
        data={data}
        selection={selection}
        bulk={<DeleteSelected size={selection.size} what={selection.size === 1 ? 'tenant' : 'tenants'} run={remove} />}
        nameOf={(row) => row.name}
        isMuted={(row) => !row.active}
        empty={<EmptyNote title="No tenants yet">Add the first clinic with Add Tenant.</EmptyNote>}
      />
    </div>
  );
}

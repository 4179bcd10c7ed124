import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { notices } from '@incisive/contract/notices';
import { tenantOrderings, tenants } from '@incisive/contract/tenants';
import type { Tenant } from '@incisive/contract/tenants';
import { filtersOf } from '../../components/data-table/columns.ts';
import type { DataColumn } from '../../components/data-table/columns.ts';
import { shortId } from '../../components/data-table/note-cells.tsx';
import { leadColumn, recordColumns } from '../../components/data-table/record-columns.ts';
import { useListState } from '../../components/data-table/use-list-state.ts';
import { usePagedList } from '../../components/data-table/use-list-query.ts';
import { EmptyNote } from '../../components/feedback/failure-note.tsx';
import { DeleteSelected } from '../../components/layout/list-page.tsx';
import { ListScreen, useBulk } from '../../components/layout/list-screen.tsx';
import { NotesButtons } from '../../components/layout/notes-buttons.tsx';
import { call } from '../../lib/api/call.ts';
import { AddButton } from '../../components/layout/add-button.tsx';

const columns: readonly DataColumn<Tenant>[] = [
  {
    id: 'id',
    header: 'ID',
    width: 84,
    filter: { kind: 'text' },
    cell: (row) => (
      <Link to="/tenants/$id" params={{ id: row.id }}>
        <code>{shortId(row.id)}</code>
      </Link>
    ),
  },
  leadColumn('name', 'Tenant Name', 240, (row) => (
    <Link to="/tenants/$id" params={{ id: row.id }}>
      {row.name}
    </Link>
  )),
  recordColumns.created_by,
  recordColumns.created_at,
  recordColumns.updated_by,
  recordColumns.updated_at,
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
const options = { filters: filtersOf(columns), sortable: tenantOrderings };

/** /tenants: SuperAdmin's organizations. */
export function TenantList() {
  const list = useListState(options);
  const data = usePagedList(['tenants', 'list'], tenants.list, list);
  const { selection, act } = useBulk<Tenant>('tenants');
  const remove = () => act((ids) => call(tenants.removeMany, { body: { tenants: ids } }), notices.tenantsDeleted);
  return (
    <ListScreen
      title="Tenants"
      actions={<AddButton to="/tenants/new">Add Tenant</AddButton>}
      bulk={<DeleteSelected size={selection.size} what={selection.size === 1 ? 'tenant' : 'tenants'} run={remove} />}
      columns={columns}
      list={list}
      data={data}
      selection={selection}
      nameOf={(row) => row.name}
      isMuted={(row) => !row.active}
      empty={<EmptyNote title="No tenants yet">Add the first clinic with Add Tenant.</EmptyNote>}
    />
  );
}

import { Link } from '@tanstack/react-router';
import type { Profile } from '@incisive/contract/auth';
import { roles } from '@incisive/contract/roles';
import { valuesFilter, wordsFilter } from '../../../components/data-table/columns.ts';
import type { DataColumn } from '../../../components/data-table/columns.ts';
import { recordColumns } from '../../../components/data-table/record-columns.ts';
import { tenantFilter } from '../../../components/data-table/tenant-filter.ts';
import { NotesButtons } from '../../../components/layout/notes-buttons.tsx';
import { StatusTag } from '../../../components/feedback/status-tag.tsx';
import { Tooltip } from '../../../components/overlay/tooltip.tsx';
import { maskPhone } from '../../../components/form/phone-input.tsx';
import { shortId } from '../../../components/data-table/note-cells.tsx';
import { formatDate } from '../../../lib/dates.ts';
import { userStates } from './user-status.ts';
import classes from './users.module.css';

const whole = (words: string) => (words === '' ? null : <span title={words}>{words}</span>);

const tenantColumn: DataColumn<Profile> = {
  id: 'tenant',
  glance: true,
  header: 'Tenant',
  filter: tenantFilter,
  width: 116,
  cell: (row) => whole(row.tenant_name ?? ''),
};

const userColumns: readonly DataColumn<Profile>[] = [
  {
    id: 'id',
    header: 'ID',
    width: 82,
    filter: { kind: 'text' },
    cell: (row) => (
      <Link to="/users/$id" params={{ id: row.id }}>
        <code>{shortId(row.id)}</code>
      </Link>
    ),
  },
  {
    id: 'username',
    glance: true,
    header: 'Name',
    filter: { kind: 'text' },
    width: 176,
    cell: (row) => {
      return (
        <>
          <Tooltip label={`${row.first_name} ${row.last_name}`}>
            <Link
              to="/users/$id"
              params={{ id: row.id }}
              className={classes.name}
              title={row.username}
              aria-description={`${row.first_name} ${row.last_name}`}
            >
              {row.username}
            </Link>
          </Tooltip>{' '}
          {row.locked ? <StatusTag tone="trouble">Slowed</StatusTag> : null}
        </>
      );
    },
  },
  {
    id: 'status',
    glance: true,
    header: 'Status',
    under: 'groups',
    filter: wordsFilter(Object.fromEntries(Object.entries(userStates).map(([status, { word }]) => [status, word]))),
    cell: (row) => (
      <StatusTag tone={row.status === 'active' ? 'plain' : userStates[row.status].tone}>{userStates[row.status].word}</StatusTag>
    ),
  },
  { ...recordColumns.created_at, width: 104 },
  {
    id: 'email',
    glance: true,
    header: 'Email',
    under: 'username',
    filter: { kind: 'text' },
    cell: (row) => <span title={`${row.email} (${row.email_verified ? 'verified' : 'not verified'})`}>{row.email}</span>,
  },
  {
    id: 'updated_at',
    header: 'Updated',
    under: 'created_at',
    filter: { kind: 'date' },
    cell: (row) => formatDate(row.updated_at),
  },
  {
    id: 'phone_number',
    header: 'Phone',
    under: 'specialty',
    filter: { kind: 'text' },
    cell: (row) => maskPhone(row.phone_number),
  },
  {
    id: 'groups',
    glance: true,
    header: 'Role',
    width: 118,
    filter: valuesFilter(roles),
    cell: (row) => row.groups.join(', '),
  },
  { id: 'specialty', header: 'Specialty', width: 126, filter: { kind: 'text' }, cell: (row) => whole(row.specialty) },
  { id: 'practice', header: 'Practice', under: 'tenant', filter: { kind: 'text' }, cell: (row) => whole(row.practice) },
  { id: 'last_login', header: 'Last login', width: 104, filter: { kind: 'date' }, cell: (row) => formatDate(row.last_login) },
  {
    id: 'notes',
    header: 'Notes',
    width: 104,
    sortable: false,
    cell: (row) => (
      <NotesButtons
        opNotes={row.count_opnotes ?? 0}
        edNotes={row.count_ednotes ?? 0}
        filter={{ created_by: row.username }}
        of={row.username}
        disabled={!row.is_active}
        short
      />
    ),
  },
];

/** The columns of the users list; the tenant is SuperAdmin's to see. */
export const columnsFor = (withTenant: boolean): readonly DataColumn<Profile>[] =>
  withTenant ? [...userColumns.slice(0, 4), tenantColumn, ...userColumns.slice(4)] : userColumns;

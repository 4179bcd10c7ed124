import { Link } from '@tanstack/react-router';
import { contactOrderings, contactStatuses, contacts } from '@incisive/contract/contacts';
import type { Contact } from '@incisive/contract/contacts';
import { notices } from '@incisive/contract/notices';
import { filtersOf, valuesFilter } from '../../components/data-table/columns.ts';
import type { DataColumn } from '../../components/data-table/columns.ts';
import { leadColumn, recordColumns } from '../../components/data-table/record-columns.ts';
import { usePagedList } from '../../components/data-table/use-list-query.ts';
import { useListState } from '../../components/data-table/use-list-state.ts';
import { EmptyNote } from '../../components/feedback/failure-note.tsx';
import { ShownText } from '../../components/feedback/shown-text.tsx';
import { StatusTag } from '../../components/feedback/status-tag.tsx';
import { BulkAction } from '../../components/layout/list-page.tsx';
import { ListScreen, useBulk } from '../../components/layout/list-screen.tsx';
import { call } from '../../lib/api/call.ts';

const columns: readonly DataColumn<Contact>[] = [
  leadColumn('last_name', 'Name', 150, (row) => (
    <Link to="/messages/$id" params={{ id: row.id }}>
      {row.first_name} {row.last_name}
    </Link>
  )),
  { ...recordColumns.created_at, glance: true, width: 108 },
  {
    id: 'status',
    glance: true,
    header: 'Status',
    width: 104,
    filter: valuesFilter(contactStatuses),
    cell: (row) => <StatusTag tone={row.status === 'Done' ? 'done' : 'waiting'}>{row.status}</StatusTag>,
  },
  { id: 'email', glance: true, header: 'Email', width: 170, filter: { kind: 'text' }, cell: (row) => row.email },
  { id: 'company_name', header: 'Company', under: 'email', filter: { kind: 'text' }, cell: (row) => row.company_name },
  {
    id: 'message',
    header: 'Message',
    sortable: false,
    filter: { kind: 'text' },
    grow: true,
    wraps: true,
    cell: (row) => <ShownText text={row.message} />,
  },
];
const options = { filters: filtersOf(columns), sortable: contactOrderings };

/** /messages: what visitors wrote through the contact form; each is read on its own page. */
export function MessageList() {
  const list = useListState(options);
  const data = usePagedList(['contacts', 'list'], contacts.list, list);
  const { selection, act } = useBulk<Contact>('contacts');
  const done = () => act((ids) => call(contacts.markDone, { body: { contacts: ids } }), notices.contactsDone);
  return (
    <ListScreen
      title="Messages"
      bulk={<BulkAction label="Done selected" size={selection.size} run={done} />}
      columns={columns}
      list={list}
      data={data}
      selection={selection}
      nameOf={(row) => `message of ${row.first_name} ${row.last_name}`}
      isMuted={(row) => row.status === 'Done'}
      empty={<EmptyNote title="No messages yet">Messages sent through the contact form appear here.</EmptyNote>}
    />
  );
}

import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { feedbackOrderings, feedbackSubjects, feedbacks } from '@incisive/contract/feedbacks';
import type { Feedback } from '@incisive/contract/feedbacks';
import { limits } from '@incisive/contract/limits';
import { notices } from '@incisive/contract/notices';
import type { DataColumn } from '../../components/data-table/columns.ts';
import { useListState } from '../../components/data-table/use-list-state.ts';
import { useMoreList } from '../../components/data-table/use-list-query.ts';
import { useSelection } from '../../components/data-table/use-selection.ts';
import { EmptyNote } from '../../components/feedback/failure-note.tsx';
import { BulkAction, DeleteSelected } from '../../components/layout/list-page.tsx';
import { ListScreen, useAfterBulk } from '../../components/layout/list-screen.tsx';
import { StatusTag } from '../../components/feedback/status-tag.tsx';
import { call } from '../../lib/api/call.ts';
import { formatDate } from '../../lib/dates.ts';
import { useCan } from '../../lib/session/profile.ts';

export const feedbackFilters = [
  'subject',
  'message',
  'created_by',
  'updated_by',
  'status',
  'opnote_id',
  'created_at_after',
  'created_at_before',
  'updated_at_after',
  'updated_at_before',
] as const;
const options = { filters: feedbackFilters, sortable: feedbackOrderings, defaultRows: limits.twentyPageSize };
const idOf = (row: Feedback): string => row.id;

const columns: readonly DataColumn<Feedback>[] = [
  {
    id: 'subject',
    glance: true,
    header: 'Subject',
    width: 150,
    filter: { kind: 'options', useOptions: () => feedbackSubjects.map((subject) => ({ value: subject, label: subject })) },
    cell: (row) => row.subject || 'No subject',
  },
  {
    id: 'created_by',
    glance: true,
    header: 'Created By',
    under: 'created_at',
    filter: { kind: 'text', whole: true },
    cell: (row) => row.created_by,
  },
  {
    id: 'created_at',
    glance: true,
    header: 'Created',
    width: 124,
    filter: { kind: 'date' },
    cell: (row) => formatDate(row.created_at),
  },
  {
    id: 'updated_by',
    header: 'Updated By',
    under: 'updated_at',
    filter: { kind: 'text', whole: true },
    cell: (row) => row.updated_by ?? '',
  },
  { id: 'updated_at', header: 'Updated', width: 124, filter: { kind: 'date' }, cell: (row) => formatDate(row.updated_at) },
  {
    id: 'status',
    glance: true,
    header: 'Status',
    width: 110,
    filter: { kind: 'options', useOptions: () => ['Pending', 'Done'].map((status) => ({ value: status, label: status })) },
    cell: (row) => <StatusTag tone={row.status === 'Done' ? 'done' : 'waiting'}>{row.status}</StatusTag>,
  },
  {
    id: 'message',
    glance: true,
    header: 'Message',
    filter: { kind: 'text' },
    grow: true,
    wraps: true,
    cell: (row) => (
      <>
        {row.message}
        {row.opnote_id ? (
          <>
            {' '}
            <Link to="/opnotes/$id" params={{ id: row.opnote_id }}>
              OpNote <code>{row.opnote_id.split('-')[0]}</code>
            </Link>
          </>
        ) : null}
      </>
    ),
  },
];

/** /feedbacks: each role sees what the table of roles gives it; two roles settle and delete. */
export function FeedbackList() {
  const list = useListState(options);
  const data = useMoreList(['feedbacks', 'list'], feedbacks.list, list);
  const selection = useSelection(idOf);
  const manages = useCan('feedback.manage');
  const finish = useAfterBulk(selection, 'feedbacks');
  const body = () => ({ body: { feedbacks: [...selection.ids] } });
  const bulk = (
    <>
      <BulkAction
        label="Done selected"
        size={selection.size}
        run={async () => finish(notices.feedbacksDone((await call(feedbacks.markDone, body())).count))}
      />
      <DeleteSelected
        size={selection.size}
        what={selection.size === 1 ? 'feedback' : 'feedbacks'}
        run={async () => finish(notices.feedbacksDeleted((await call(feedbacks.removeMany, body())).count))}
      />
    </>
  );
  return (
    <ListScreen
      title="Feedback"
      actions={
        <Button component={Link} to="/feedbacks/new">
          Add Feedback
        </Button>
      }
      columns={columns}
      idOf={idOf}
      list={list}
      data={data}
      {...(manages
        ? { selection, bulk, nameOf: (row: Feedback) => `feedback of ${row.created_by}, ${formatDate(row.created_at)}` }
        : {})}
      isMuted={(row) => row.status === 'Done'}
      empty={<EmptyNote title="No feedback yet">Tell us what works and what does not with Add Feedback.</EmptyNote>}
    />
  );
}

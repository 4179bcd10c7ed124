import { Link } from '@tanstack/react-router';
import { feedbackOrderings, feedbackSubjects, feedbacks } from '@incisive/contract/feedbacks';
import type { Feedback } from '@incisive/contract/feedbacks';
import { limits } from '@incisive/contract/limits';
import { notices } from '@incisive/contract/notices';
import { filtersOf, valuesFilter } from '../../components/data-table/columns.ts';
import type { DataColumn } from '../../components/data-table/columns.ts';
import { recordColumns } from '../../components/data-table/record-columns.ts';
import { useListState } from '../../components/data-table/use-list-state.ts';
import { useMoreList } from '../../components/data-table/use-list-query.ts';
import { EmptyNote } from '../../components/feedback/failure-note.tsx';
import { BulkAction, DeleteSelected } from '../../components/layout/list-page.tsx';
import { ListScreen, useBulk } from '../../components/layout/list-screen.tsx';
import { ShownText } from '../../components/feedback/shown-text.tsx';
import { StatusTag } from '../../components/feedback/status-tag.tsx';
import { call } from '../../lib/api/call.ts';
import { formatDate } from '../../lib/dates.ts';
import { shortId } from '../../components/data-table/note-cells.tsx';
import { useCan } from '../../lib/session/profile.ts';
import { AddButton } from '../../components/layout/add-button.tsx';

const columns: readonly DataColumn<Feedback>[] = [
  {
    id: 'subject',
    glance: true,
    header: 'Subject',
    width: 150,
    filter: valuesFilter(feedbackSubjects),
    cell: (row) => row.subject || 'No subject',
  },
  { ...recordColumns.created_by, glance: true },
  { ...recordColumns.created_at, glance: true },
  recordColumns.updated_by,
  recordColumns.updated_at,
  {
    id: 'status',
    glance: true,
    header: 'Status',
    width: 110,
    filter: valuesFilter(['Pending', 'Done']),
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
        <ShownText text={row.message} />
        {row.opnote_id ? (
          <>
            {' '}
            <Link to="/opnotes/$id" params={{ id: row.opnote_id }}>
              OpNote <code>{shortId(row.opnote_id)}</code>
            </Link>
          </>
        ) : null}
      </>
    ),
  },
];
const options = { filters: filtersOf(columns, 'opnote_id'), sortable: feedbackOrderings, defaultRows: limits.twentyPageSize };

/** /feedbacks: each role sees what the table of roles gives it; two roles settle and delete. */
export function FeedbackList() {
  const list = useListState(options);
  const data = useMoreList(['feedbacks', 'list'], feedbacks.list, list);
  const { selection, act } = useBulk<Feedback>('feedbacks');
  const manages = useCan('feedback.manage');
  const bulk = (
    <>
      <BulkAction
        label="Done selected"
        size={selection.size}
        run={() => act((ids) => call(feedbacks.markDone, { body: { feedbacks: ids } }), notices.feedbacksDone)}
      />
      <DeleteSelected
        size={selection.size}
        what={selection.size === 1 ? 'feedback' : 'feedbacks'}
        run={() => act((ids) => call(feedbacks.removeMany, { body: { feedbacks: ids } }), notices.feedbacksDeleted)}
      />
    </>
  );
  return (
    <ListScreen
      title="Feedback"
      actions={<AddButton to="/feedbacks/new">Add Feedback</AddButton>}
      columns={columns}
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

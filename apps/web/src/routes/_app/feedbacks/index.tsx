import { createFileRoute } from '@tanstack/react-router';
import { listSearch } from '../../../components/data-table/list-search.ts';
import { FeedbackList } from '../../../features/feedbacks/feedback-list.tsx';

export const Route = createFileRoute('/_app/feedbacks/')({
  staticData: { capability: 'feedback.read' },
  validateSearch: listSearch,
  component: FeedbackList,
});

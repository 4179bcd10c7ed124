import { createFileRoute } from '@tanstack/react-router';
import { listSearch } from '../../../components/data-table/list-search.ts';
import { FeedbackList, feedbackFilters } from '../../../features/feedbacks/feedback-list.tsx';

export const Route = createFileRoute('/_app/feedbacks/')({
  staticData: { capability: 'feedback.read' },
  validateSearch: listSearch(feedbackFilters),
  component: FeedbackList,
});

import { createFileRoute } from '@tanstack/react-router';
import { listSearch } from '../../../components/data-table/list-search.ts';
import { ReviewList } from '../../../features/reviews/review-list.tsx';

export const Route = createFileRoute('/_app/reviews/')({
  staticData: { capability: 'reviews.do' },
  validateSearch: listSearch,
  component: ReviewList,
});

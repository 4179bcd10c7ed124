import { createFileRoute } from '@tanstack/react-router';
import { listSearch } from '../../components/data-table/list-search.ts';
import { ReviewsArea } from '../../features/reviews/reviews-area.tsx';

// One route for all of it: a route more is bytes more in every first load.
export const Route = createFileRoute('/_app/reviews/$')({
  staticData: { capability: 'reviews.do' },
  validateSearch: listSearch,
  component: Screen,
});

function Screen() {
  const { _splat } = Route.useParams();
  return <ReviewsArea path={_splat ?? ''} />;
}

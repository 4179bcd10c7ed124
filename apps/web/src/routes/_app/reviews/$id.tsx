import { createFileRoute } from '@tanstack/react-router';
import { ReviewScreen } from '../../../features/reviews/review-screen.tsx';

export const Route = createFileRoute('/_app/reviews/$id')({ staticData: { capability: 'reviews.do' }, component: Screen });

function Screen() {
  const { id } = Route.useParams();
  return <ReviewScreen key={id} id={id} />;
}

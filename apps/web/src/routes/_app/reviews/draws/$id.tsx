import { createFileRoute } from '@tanstack/react-router';
import { DrawScreen } from '../../../../features/reviews/draw-screen.tsx';

export const Route = createFileRoute('/_app/reviews/draws/$id')({ staticData: { capability: 'queue.lead' }, component: Screen });

function Screen() {
  const { id } = Route.useParams();
  return <DrawScreen key={id} id={id} />;
}

import { createFileRoute } from '@tanstack/react-router';
import { QueryPage } from '../../../features/queries/query-page.tsx';

export const Route = createFileRoute('/_app/queries/$id')({ staticData: { capability: 'queries.ask' }, component: Screen });

function Screen() {
  const { id } = Route.useParams();
  return <QueryPage key={id} id={id} />;
}

import { createFileRoute } from '@tanstack/react-router';
import { CodePage } from '../../../features/catalogue/code-page.tsx';

export const Route = createFileRoute('/_app/cptcodes/$id')({ staticData: { capability: 'catalogue.view' }, component: Screen });

function Screen() {
  const { id } = Route.useParams();
  return <CodePage key={id} id={id} />;
}

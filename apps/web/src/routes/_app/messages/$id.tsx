import { createFileRoute } from '@tanstack/react-router';
import { MessagePage } from '../../../features/messages/message-page.tsx';

export const Route = createFileRoute('/_app/messages/$id')({ staticData: { capability: 'contacts.manage' }, component: Screen });

function Screen() {
  const { id } = Route.useParams();
  return <MessagePage key={id} id={id} />;
}

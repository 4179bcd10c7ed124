import { createFileRoute } from '@tanstack/react-router';
import { UserOpNotes } from '../../../features/notes/user-op-notes.tsx';
import { UserPage } from '../../../features/accounts/users/user-page.tsx';

export const Route = createFileRoute('/_app/users/$id')({ staticData: { capability: 'users.manage' }, component: Screen });

function Screen() {
  const { id } = Route.useParams();
  return <UserPage key={id} id={id} lately={(user) => <UserOpNotes username={user.username} />} />;
}

import { createFileRoute } from '@tanstack/react-router';
import { listSearch } from '../../../components/data-table/list-search.ts';
import { UserList } from '../../../features/accounts/users/user-list.tsx';

export const Route = createFileRoute('/_app/users/')({
  staticData: { capability: 'users.manage' },
  validateSearch: listSearch,
  component: UserList,
});

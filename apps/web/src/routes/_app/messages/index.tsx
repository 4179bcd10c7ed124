import { createFileRoute } from '@tanstack/react-router';
import { listSearch } from '../../../components/data-table/list-search.ts';
import { MessageList } from '../../../features/messages/message-list.tsx';

export const Route = createFileRoute('/_app/messages/')({
  staticData: { capability: 'contacts.manage' },
  validateSearch: listSearch,
  component: MessageList,
});

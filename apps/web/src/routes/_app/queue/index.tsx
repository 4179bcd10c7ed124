import { createFileRoute } from '@tanstack/react-router';
import { listSearch } from '../../../components/data-table/list-search.ts';
import { QueueScreen } from '../../../features/queue/queue-screen.tsx';

export const Route = createFileRoute('/_app/queue/')({
  staticData: { capability: 'queue.work' },
  validateSearch: listSearch,
  component: QueueScreen,
});

import { createFileRoute } from '@tanstack/react-router';
import { ManageQueues } from '../../../features/queue/manage-queues.tsx';

export const Route = createFileRoute('/_app/queue/manage')({
  staticData: { capability: 'queue.configure' },
  component: ManageQueues,
});

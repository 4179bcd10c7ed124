import { createFileRoute } from '@tanstack/react-router';
import { listSearch } from '../../../components/data-table/list-search.ts';
import { OverviewScreen } from '../../../features/quality/overview-screen.tsx';

export const Route = createFileRoute('/_app/overview/')({
  staticData: { capability: 'queue.lead' },
  validateSearch: listSearch,
  component: OverviewScreen,
});

import { createFileRoute } from '@tanstack/react-router';
import { listSearch } from '../../../components/data-table/list-search.ts';
import { MeasuredCases } from '../../../features/quality/measured-cases.tsx';

export const Route = createFileRoute('/_app/overview/cases')({
  staticData: { capability: 'queue.lead' },
  validateSearch: listSearch,
  component: MeasuredCases,
});

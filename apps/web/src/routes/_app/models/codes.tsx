import { createFileRoute } from '@tanstack/react-router';
import { listSearch } from '../../../components/data-table/list-search.ts';
import { SettledCodes } from '../../../features/administration/settled-codes.tsx';

export const Route = createFileRoute('/_app/models/codes')({
  staticData: { capability: 'administration.read' },
  validateSearch: listSearch,
  component: SettledCodes,
});

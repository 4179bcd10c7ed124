import { createFileRoute } from '@tanstack/react-router';
import { listSearch } from '../../../components/data-table/list-search.ts';
import { CodeList } from '../../../features/catalogue/code-list.tsx';

export const Route = createFileRoute('/_app/cptcodes/')({
  staticData: { capability: 'catalogue.view' },
  validateSearch: listSearch,
  component: CodeList,
});

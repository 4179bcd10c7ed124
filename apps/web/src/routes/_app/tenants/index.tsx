import { createFileRoute } from '@tanstack/react-router';
import { listSearch } from '../../../components/data-table/list-search.ts';
import { TenantList } from '../../../features/tenants/tenant-list.tsx';

export const Route = createFileRoute('/_app/tenants/')({
  staticData: { capability: 'tenants.manage' },
  validateSearch: listSearch,
  component: TenantList,
});

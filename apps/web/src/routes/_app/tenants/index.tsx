import { createFileRoute } from '@tanstack/react-router';
import { listSearch } from '../../../components/data-table/list-search.ts';
import { TenantList, tenantFilters } from '../../../features/tenants/tenant-list.tsx';

export const Route = createFileRoute('/_app/tenants/')({
  staticData: { capability: 'tenants.manage' },
  validateSearch: listSearch(tenantFilters),
  component: TenantList,
});

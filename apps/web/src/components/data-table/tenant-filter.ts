import { queryOptions, useQuery } from '@tanstack/react-query';
import { limits } from '@incisive/contract/limits';
import { tenants } from '@incisive/contract/tenants';
import { call } from '../../lib/api/call.ts';
import type { ColumnFilter } from './columns.ts';

/** All tenants, closed ones too, since what they made stays. */
const tenantNamesQuery = queryOptions({
  queryKey: ['tenants', 'names'],
  queryFn: async ({ signal }) => {
    const query = { per_page: limits.tenantSelectorSize, ordering: 'name' as const };
    return (await call(tenants.list, { query, signal })).results.map((tenant) => tenant.name);
  },
  staleTime: 60_000,
});

/** A Tenant column's filter: it matches a whole name, so it offers them. For who may list tenants. */
export const tenantFilter: ColumnFilter = {
  kind: 'options',
  useOptions: () => (useQuery(tenantNamesQuery).data ?? []).map((name) => ({ value: name, label: name })),
};

import { queryOptions } from '@tanstack/react-query';
import { tenants } from '@incisive/contract/tenants';
import { call } from '../api/call.ts';

/** The tenants that the reader may choose: all active ones for whoever stands above tenants, else one's own. */
export const selectableTenantsQuery = queryOptions({
  queryKey: ['tenants', 'selectable'],
  queryFn: async ({ signal }) => (await call(tenants.selectable, { signal })).results,
  staleTime: 60_000,
});

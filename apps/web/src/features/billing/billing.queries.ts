import { queryOptions } from '@tanstack/react-query';
import { billing } from '@incisive/contract/billing';
import { call } from '../../lib/api/call.ts';

export const billingCasesQuery = queryOptions({
  queryKey: ['billing', 'cases'],
  queryFn: ({ signal }) => call(billing.cases, { signal }),
});
export const claimFilesQuery = queryOptions({
  queryKey: ['billing', 'files'],
  queryFn: ({ signal }) => call(billing.files, { signal }),
});
/** Practice and payers of a tenant. */
export const settingsQuery = (tenant: string) =>
  queryOptions({
    queryKey: ['billing', 'settings', tenant],
    queryFn: ({ signal }) => call(billing.settings, { params: { id: tenant }, signal }),
  });

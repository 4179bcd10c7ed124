import { queryOptions } from '@tanstack/react-query';
import { tenants } from '@incisive/contract/tenants';
import { call } from '../../lib/api/call.ts';

export const tenantQuery = (id: string) =>
  queryOptions({ queryKey: ['tenants', id], queryFn: ({ signal }) => call(tenants.get, { params: { id }, signal }) });

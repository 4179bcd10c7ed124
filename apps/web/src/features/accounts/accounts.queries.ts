import { queryOptions } from '@tanstack/react-query';
import { accounts } from '@incisive/contract/accounts';
import { call } from '../../lib/api/call.ts';

/** Keys begin with `users`, so that one change refreshes lists and details alike. */
export const userQuery = (id: string) =>
  queryOptions({ queryKey: ['users', id], queryFn: ({ signal }) => call(accounts.get, { params: { id }, signal }) });

export const rolesQuery = queryOptions({
  queryKey: ['roles-given'],
  queryFn: ({ signal }) => call(accounts.groups, { signal }),
  staleTime: Infinity,
});

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => call(accounts.sessions, { signal }),
});

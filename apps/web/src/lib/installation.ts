import { queryOptions } from '@tanstack/react-query';
import { installation } from '@incisive/contract/installation';
import { call } from './api/call.ts';
import { factsOfPage } from './page-facts.ts';

/** Facts of the installation that the app may know before anybody signed in. */
export const installationQuery = queryOptions({
  queryKey: ['installation'],
  queryFn: ({ signal }) => call(installation.get, { signal }),
  placeholderData: factsOfPage,
  staleTime: Infinity,
});

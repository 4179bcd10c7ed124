import { queryOptions } from '@tanstack/react-query';
import { type Installation, installation } from '@incisive/contract/installation';
import { call } from './call.ts';

/** The server writes them into the page that it sends, so that nothing appears late; its answer is asked for all the same. */
function factsOfPage(): Installation | undefined {
  const text = document.getElementById('installation')?.textContent;
  return text ? (JSON.parse(text) as Installation) : undefined;
}

/** Facts of the installation that the app may know before anybody signed in. */
export const installationQuery = queryOptions({
  queryKey: ['installation'],
  queryFn: ({ signal }) => call(installation.get, { signal }),
  placeholderData: factsOfPage,
  staleTime: Infinity,
});

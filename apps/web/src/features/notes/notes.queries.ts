import { queryOptions } from '@tanstack/react-query';
import { accounts } from '@incisive/contract/accounts';
import { exports } from '@incisive/contract/exports';
import type { NoteKind } from '@incisive/contract/notes';
import { call } from '../../lib/api/call.ts';

/** Everything cached about the lists of a kind of notes; `lib/api/changes.ts` makes it stale. */
export const notesKey = (kind: NoteKind) => ['notes', kind] as const;

/** Usernames that contain the text, for the Created By filter. */
export const creatorsQuery = (text: string) =>
  queryOptions({
    queryKey: ['creators', text],
    queryFn: async ({ signal }) => {
      const query = { per_page: 50, ordering: 'username' as const, username: text };
      return (await call(accounts.list, { query, signal })).results.map((user) => user.username);
    },
    staleTime: 60_000,
  });

const askEveryMs = 1000;

/** The caller's own background exports, asked again and again while one is being made. */
export const exportsQuery = queryOptions({
  queryKey: ['exports'],
  queryFn: ({ signal }) => call(exports.list, { signal }),
  refetchInterval: ({ state }) =>
    state.data?.results.some((one) => one.state === 'waiting' || one.state === 'running') ? askEveryMs : false,
});

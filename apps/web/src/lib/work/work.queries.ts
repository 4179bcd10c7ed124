import { queryOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { queue } from '@incisive/contract/queue';
import type { CaseWork, QueueShow } from '@incisive/contract/queue';
import type { SkipReason } from '@incisive/contract/work-state';
import { call } from '../api/call.ts';

/** How long others' acts may stay unseen on a screen that lies open. */
const freshFor = 60_000;

export const queueHomeQuery = queryOptions({
  queryKey: ['queue', 'home'],
  queryFn: ({ signal }) => call(queue.home, { signal }),
  refetchInterval: freshFor,
});

export const queueCasesQuery = (query: { queue?: string; show: QueueShow; more: boolean }) =>
  queryOptions({
    queryKey: ['queue', 'cases', query],
    queryFn: ({ signal }) => call(queue.list, { query, signal }),
    refetchInterval: freshFor,
  });

/** Where the case of a note stands. */
export const workQuery = (noteId: string) =>
  queryOptions({
    queryKey: ['work', noteId],
    queryFn: ({ signal }) => call(queue.get, { params: { id: noteId }, signal }),
    refetchInterval: freshFor,
  });

/** What a person does with a case besides coding it. */
export type CaseAct =
  | { readonly do: 'claim' | 'release' | 'take-over' | 'resume' }
  | { readonly do: 'hold'; readonly reason: string; readonly words?: string }
  | { readonly do: 'skip'; readonly reason: SkipReason };

const plain = { claim: queue.claim, release: queue.release, 'take-over': queue.takeOver, resume: queue.resume } as const;

/** Acts on the case and shows at once where it stands then. */
export async function actOnCase(queries: QueryClient, noteId: string, act: CaseAct): Promise<CaseWork> {
  const params = { id: noteId };
  const work =
    act.do === 'hold'
      ? await call(queue.hold, {
          params,
          body: { reason: act.reason, ...(act.words === undefined ? {} : { words: act.words }) },
        })
      : act.do === 'skip'
        ? await call(queue.skip, { params, body: { reason: act.reason } })
        : await call(plain[act.do], { params });
  queries.setQueryData(workQuery(noteId).queryKey, work);
  return work;
}

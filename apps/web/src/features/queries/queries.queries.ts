import { queryOptions } from '@tanstack/react-query';
import { queries } from '@incisive/contract/queries';
import type { QueryOutcome, QueryShow, QueryState } from '@incisive/contract/queries';
import { call } from '../../lib/api/call.ts';

export const queriesKey = ['queries'] as const;

export const listQuery = (show: QueryShow, all: boolean) =>
  queryOptions({
    queryKey: [...queriesKey, 'list', show, all],
    queryFn: ({ signal }) => call(queries.list, { query: { show, all }, signal }),
    refetchInterval: 60_000,
  });

export const oneQuery = (id: string) =>
  queryOptions({
    queryKey: [...queriesKey, id],
    queryFn: ({ signal }) => call(queries.get, { params: { id }, signal }),
  });

export const stateWords: Readonly<Record<QueryState, string>> = {
  sent: 'Waiting',
  answered: 'Answered',
  closed: 'Closed',
  withdrawn: 'Withdrawn',
};
export const outcomeWords: Readonly<Record<QueryOutcome, string>> = {
  agreed: 'Agreed',
  disagreed: 'Disagreed',
  'no-answer': 'No answer',
};

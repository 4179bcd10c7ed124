import { queryOptions } from '@tanstack/react-query';
import { precedents } from '@incisive/contract/precedents';
import { call } from '../../../lib/api/call.ts';

/** Settled notes that are like this one, for all rows at once. */
export const precedentsQuery = (noteId: string) =>
  queryOptions({
    queryKey: ['note-precedents', noteId] as const,
    queryFn: async ({ signal }) => (await call(precedents.list, { params: { id: noteId }, signal })).results,
    // A row without them says nothing: no screen waits for them, and none fails with them.
    retry: false,
    staleTime: 60_000,
  });

import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

const worthAnotherTry = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'offline' || error.code === 'busy' || error.code === 'unavailable');

/** One cache for the page: nothing of it outlives the tab or the session. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        gcTime: 5 * 60_000,
        retry: (failures, error) => failures < 2 && worthAnotherTry(error),
        refetchOnWindowFocus: false,
      },
      mutations: { retry: false },
    },
  });

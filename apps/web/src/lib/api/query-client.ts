import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

const worthAnotherTry = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'offline' || error.code === 'busy' || error.code === 'unavailable');

const longestPauseSeconds = 30;

/** As long as the server asks for, else twice as long each time; spread, so that not all screens come back at the same moment. */
export function pauseBefore(failures: number, error: unknown): number {
  const asked = error instanceof ApiError ? error.retryAfterSeconds : undefined;
  return Math.min(asked ?? 2 ** failures, longestPauseSeconds) * 1000 * (1 + Math.random() * 0.3);
}

/** One cache for the page: nothing of it outlives the tab or the session. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        gcTime: 5 * 60_000,
        retry: (failures, error) => failures < 2 && worthAnotherTry(error),
        retryDelay: pauseBefore,
        refetchOnWindowFocus: false,
      },
      // What changes something is sent once: the person decides whether again.
      mutations: { retry: false },
    },
  });

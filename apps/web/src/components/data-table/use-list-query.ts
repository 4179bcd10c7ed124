import { useEffect, useMemo } from 'react';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { Endpoint, ResponseOf } from '@incisive/contract/endpoint';
import { failureNotices } from '@incisive/contract/notices';
import { messageOf } from '../../lib/api/api-error.ts';
import { call, callNext } from '../../lib/api/call.ts';
import type { CallOptions } from '../../lib/api/call.ts';
import { toastFailureAs } from '../feedback/toasts.tsx';
import type { ListState } from './use-list-state.ts';

export interface Page<Row> {
  readonly results: readonly Row[];
  readonly count: number;
  readonly count_is_minimum?: boolean | undefined;
  readonly next: string | null;
}

type RowOf<E> = ResponseOf<E> extends { results: readonly (infer Row)[] } ? Row : never;

/** What a list query hands to `<DataTable>`. */
export interface ListData<Row> {
  readonly rows: readonly Row[];
  readonly count: number | undefined;
  readonly countIsMinimum: boolean;
  readonly status: 'pending' | 'error' | 'success';
  readonly error: unknown;
  readonly retry: () => void;
  /** Rows of an earlier query, or of before a change, are shown while the new ones come. */
  readonly stale: boolean;
  /** The line is gone: what was asked for comes when it is back, and the rows are those from before. */
  readonly waiting?: boolean;
  readonly paging:
    | {
        readonly mode: 'more';
        /** Where the rows after these are found. */
        readonly next: string | null;
        readonly hasMore: boolean;
        readonly loading: boolean;
        readonly error: unknown;
        readonly more: () => void;
      }
    | { readonly mode: 'pager'; readonly page: number; readonly pages: number; readonly go: (page: number) => void };
}

const none: readonly never[] = [];

/** The lists whose failure has fixed words in the product's specification; the page below tells what really happened. */
const fixedWords = new Set(['/api/v1/ed-notes/', '/api/v1/accounts/', '/api/v1/tenants/', '/api/v1/feedbacks/']);

function useFailureToast(endpoint: Endpoint, error: unknown, failedAt: number, more: boolean): void {
  useEffect(() => {
    if (failedAt === 0 || !error) return;
    toastFailureAs(more || fixedWords.has(endpoint.path) ? failureNotices.load : messageOf(error), error);
    // Once for each failure: failedAt is its time.
  }, [endpoint, error, failedAt, more]);
}

/**
 * A list with 'Load more', following the server's `next` links.
 * @param key the feature's query key; filters, order and page size are added to it.
 */
export function useMoreList<E extends Endpoint>(key: readonly unknown[], endpoint: E, list: ListState): ListData<RowOf<E>> {
  const query = useInfiniteQuery({
    queryKey: [...key, 'more', list.query],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) =>
      (pageParam === null
        ? await call<E>(endpoint, { query: list.query, signal } as unknown as CallOptions<E>)
        : await callNext(endpoint, pageParam, signal)) as unknown as Page<RowOf<E>>,
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
  });
  useFailureToast(endpoint, query.error, query.errorUpdatedAt, query.isFetchNextPageError);
  const pages = query.data?.pages;
  const rows = useMemo(() => pages?.flatMap((page) => page.results) ?? none, [pages]);
  // The first page's count is of the same moment as the filter; later pages may have been read after an upload.
  const first = pages?.[0];
  const firstFailed = query.isError && !pages;
  return {
    rows,
    count: first?.count,
    countIsMinimum: first?.count_is_minimum ?? false,
    status:
      firstFailed || (query.isError && !query.isFetchNextPageError)
        ? 'error'
        : query.status === 'error'
          ? 'success'
          : query.status,
    error: query.error,
    retry: () => void query.refetch(),
    stale: query.isPlaceholderData || query.isRefetching,
    waiting: query.fetchStatus === 'paused',
    paging: {
      mode: 'more',
      next: pages?.at(-1)?.next ?? null,
      hasMore: query.hasNextPage,
      loading: query.isFetchingNextPage,
      error: query.isFetchNextPageError ? query.error : null,
      more: () => void query.fetchNextPage(),
    },
  };
}

/** A list with a pager; the page is in the address. */
export function usePagedList<E extends Endpoint>(key: readonly unknown[], endpoint: E, list: ListState): ListData<RowOf<E>> {
  const asked = { ...list.query, page: list.page };
  const query = useQuery({
    queryKey: [...key, 'page', asked],
    queryFn: async ({ signal }) =>
      (await call<E>(endpoint, { query: asked, signal } as unknown as CallOptions<E>)) as unknown as Page<RowOf<E>>,
    placeholderData: keepPreviousData,
  });
  useFailureToast(endpoint, query.error, query.errorUpdatedAt, false);
  const count = query.data?.count;
  return {
    rows: query.data?.results ?? none,
    count,
    countIsMinimum: query.data?.count_is_minimum ?? false,
    status: query.status,
    error: query.error,
    retry: () => void query.refetch(),
    stale: query.isPlaceholderData || query.isRefetching,
    waiting: query.fetchStatus === 'paused',
    paging: { mode: 'pager', page: list.page, pages: Math.max(1, Math.ceil((count ?? 0) / list.pageRows)), go: list.setPage },
  };
}

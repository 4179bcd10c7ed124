import { useCallback, useMemo } from 'react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { limits } from '@incisive/contract/limits';
import { timeZoneName } from '../../lib/dates.ts';
import type { ListSearch } from './list-search.ts';

export interface Sort {
  readonly field: string;
  readonly dir: 'asc' | 'desc';
}

export interface ListState {
  /** None while the server has what was searched in its own order, best first. */
  readonly sort: Sort | undefined;
  readonly setSort: (sort: Sort) => void;
  /** Active filters by the API's field name. */
  readonly filters: Readonly<Record<string, string>>;
  /** Sets some fields and goes back to the first page; '' removes one. */
  readonly setFilters: (changes: Record<string, string>) => void;
  readonly clearFilters: () => void;
  readonly page: number;
  readonly setPage: (page: number) => void;
  readonly pageRows: number;
  readonly setPageRows: (rows: number) => void;
  readonly pageSizes: readonly number[];
  /** For the list's API call: filters, ordering, per_page, tz when dates are filtered; page is left to the pager. */
  readonly query: Record<string, string | number>;
}

export interface ListStateOptions {
  readonly filters: readonly string[];
  readonly sortable: readonly string[];
  readonly defaultSort?: Sort;
  /** Filters whose finds the server ranks: while one is active, only a click on a column orders. */
  readonly ranked?: readonly string[];
  /** Offered when nothing was chosen; 20 for feedback and EdNotes. */
  readonly defaultRows?: number;
}

const newestFirst: Sort = { field: 'created_at', dir: 'desc' };

function storedRows(sizes: readonly number[]): number | undefined {
  const value = Number(localStorage.getItem(limits.pageRowsKey));
  return sizes.includes(value) ? value : undefined;
}

/**
 * The list's state, kept in the address and read back on load; the page size also under `pageRows` in the browser.
 * Only for routes with `validateSearch: listSearch`. Keep `options` at module scope.
 * @example
 * const list = useListState(options);
 * const notes = useMoreList(['op-notes', 'list'], opNotes.list, list);
 */
export function useListState(options: ListStateOptions): ListState {
  const search: ListSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const change = useCallback(
    (update: (before: ListSearch) => Record<string, unknown>) =>
      // The same screen with another query, whichever screen it is: the router cannot know its type here.
      void navigate({ to: '.', search: ((before: ListSearch) => update(before)) as never, replace: true, resetScroll: false }),
    [navigate],
  );

  const pageSizes = useMemo<readonly number[]>(
    () =>
      options.defaultRows === limits.twentyPageSize
        ? [limits.pageSizes[0], limits.twentyPageSize, ...limits.pageSizes.slice(1)]
        : [...limits.pageSizes],
    [options.defaultRows],
  );
  const chosen = search.pageRows ?? storedRows(pageSizes);
  const pageRows = chosen && pageSizes.includes(chosen) ? chosen : (options.defaultRows ?? limits.defaultPageSize);
  const fallback = options.defaultSort ?? newestFirst;
  const sortBy = search.sortBy && options.sortable.includes(search.sortBy) ? search.sortBy : undefined;
  const field = sortBy ?? fallback.field;
  const dir = (sortBy ? search.sortDir : undefined) ?? (sortBy ? 'asc' : fallback.dir);
  const page = search.page ?? 1;
  const bestFirst = !sortBy && (options.ranked ?? []).some((name) => (search[name] ?? '') !== '');

  const filters = useMemo(() => {
    const active: Record<string, string> = {};
    for (const name of options.filters) {
      const value = search[name];
      if (value !== undefined && value !== '') active[name] = String(value);
    }
    return active;
  }, [options.filters, search]);

  return useMemo(() => {
    const dated = Object.keys(filters).some((name) => /_(after|before)$/.test(name));
    return {
      sort: bestFirst ? undefined : { field, dir },
      setSort: (sort) => change((before) => ({ ...before, sortBy: sort.field, sortDir: sort.dir, page: undefined })),
      filters,
      setFilters: (changes) => change((before) => ({ ...before, ...changes, page: undefined })),
      clearFilters: () =>
        change((before) => ({
          ...before,
          ...Object.fromEntries(options.filters.map((name) => [name, undefined])),
          page: undefined,
        })),
      page,
      setPage: (next) => change((before) => ({ ...before, page: next > 1 ? next : undefined })),
      pageRows,
      setPageRows: (rows) => {
        localStorage.setItem(limits.pageRowsKey, String(rows));
        change((before) => ({ ...before, pageRows: rows, page: undefined }));
      },
      pageSizes,
      query: {
        ...filters,
        ...(bestFirst ? {} : { ordering: dir === 'desc' ? `-${field}` : field }),
        per_page: pageRows,
        ...(dated ? { tz: timeZoneName() } : {}),
      },
    };
  }, [bestFirst, change, dir, field, filters, options.filters, page, pageRows, pageSizes]);
}

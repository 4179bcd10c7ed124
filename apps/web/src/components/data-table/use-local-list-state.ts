import { useMemo, useState } from 'react';
import { limits } from '@incisive/contract/limits';
import type { ListState, Sort } from './use-list-state.ts';

/** A list's state for a list inside a dialog or another page: kept in memory, since the address belongs to the page. */
export function useLocalListState(fixed: Readonly<Record<string, string>> = noFilters): ListState {
  const [sort, setSort] = useState<Sort>({ field: 'created_at', dir: 'desc' });
  const [filters, setFilters] = useState<Record<string, string>>({});
  const [page, setPage] = useState(1);
  const [pageRows, setPageRows] = useState<number>(limits.defaultPageSize);
  return useMemo(
    () => ({
      sort,
      setSort,
      filters,
      setFilters: (changes) =>
        setFilters((before) => Object.fromEntries(Object.entries({ ...before, ...changes }).filter(([, value]) => value !== ''))),
      clearFilters: () => setFilters({}),
      page,
      setPage,
      pageRows,
      setPageRows,
      pageSizes: [...limits.pageSizes],
      query: { ...fixed, ...filters, ordering: sort.dir === 'desc' ? `-${sort.field}` : sort.field, per_page: pageRows },
    }),
    [sort, filters, page, pageRows, fixed],
  );
}

const noFilters: Readonly<Record<string, string>> = {};

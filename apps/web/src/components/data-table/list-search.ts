import { limits } from '@incisive/contract/limits';

/** A list's state in the address: filter fields by name, sortBy, sortDir, page, pageRows. */
export interface ListSearch {
  readonly sortBy?: string;
  readonly sortDir?: 'asc' | 'desc';
  readonly page?: number;
  readonly pageRows?: number;
  readonly [filter: string]: string | number | undefined;
}

const wholeNumber = (value: unknown): number => (/^\d{1,6}$/.test(String(value)) ? Number(value) : 0);

/**
 * For a route's `validateSearch`: takes the fields a list knows from the address and drops everything else.
 * @param filters the names of the filter fields, as the API calls them (`filename`, `created_at_after`, ...).
 * @example validateSearch: listSearch(['filename', 'created_at_after', 'created_at_before'])
 */
export const listSearch =
  (filters: readonly string[], sizes: readonly number[] = limits.pageSizesAccepted) =>
  (raw: Record<string, unknown>): ListSearch => {
    const search: Record<string, string | number> = {};
    for (const name of filters) {
      const value = raw[name];
      if ((typeof value === 'string' || typeof value === 'number') && value !== '') search[name] = String(value);
    }
    if (typeof raw.sortBy === 'string' && raw.sortBy !== '') search.sortBy = raw.sortBy;
    if (raw.sortDir === 'asc' || raw.sortDir === 'desc') search.sortDir = raw.sortDir;
    if (wholeNumber(raw.page) > 1) search.page = wholeNumber(raw.page);
    if (sizes.includes(wholeNumber(raw.pageRows))) search.pageRows = wholeNumber(raw.pageRows);
    return search;
  };

import { limits } from '@incisive/contract/limits';

/** A list's state in the address: filter fields by name, sortBy, sortDir, page, pageRows. */
export interface ListSearch {
  readonly sortBy?: string;
  readonly sortDir?: 'asc' | 'desc';
  readonly page?: number;
  readonly pageRows?: number;
  readonly [filter: string]: string | number | undefined;
}

const acceptedSizes: readonly number[] = limits.pageSizesAccepted;
const wholeNumber = (value: unknown): number => (/^\d{1,6}$/.test(String(value)) ? Number(value) : 0);

/**
 * For a route's `validateSearch`: the list's own fields, and every other word as a filter, of which the list uses those it knows.
 * The names are not asked here, since what a route imports for this is loaded with the very first page.
 * @example validateSearch: listSearch
 */
export function listSearch(raw: Record<string, unknown>): ListSearch {
  const search: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(raw)) {
    if (/^[a-z_]+$/.test(name) && (typeof value === 'string' || typeof value === 'number') && value !== '')
      search[name] = String(value);
  }
  if (typeof raw.sortBy === 'string' && raw.sortBy !== '') search.sortBy = raw.sortBy;
  if (raw.sortDir === 'asc' || raw.sortDir === 'desc') search.sortDir = raw.sortDir;
  delete search.page;
  if (wholeNumber(raw.page) > 1) search.page = wholeNumber(raw.page);
  if (acceptedSizes.includes(wholeNumber(raw.pageRows))) search.pageRows = wholeNumber(raw.pageRows);
  return search;
}

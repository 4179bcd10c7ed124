import { useNavigate, useSearch } from '@tanstack/react-router';
import { periods } from '@incisive/contract/quality';
import type { Period } from '@incisive/contract/quality';
import type { ListSearch } from '../../components/data-table/list-search.ts';

export interface Scope {
  readonly days: Period;
  readonly tenant: string | undefined;
}

/** The period and the tenant that the address asks for. */
export function useScope(): Scope {
  const search: ListSearch = useSearch({ strict: false });
  const asked = String(search['days'] ?? '');
  return {
    days: periods.find((one) => one === asked) ?? '28',
    tenant: search['tenant'] === undefined ? undefined : String(search['tenant']),
  };
}

/** Puts another period or tenant into the address; '' is every tenant. */
export function useSetScope(): (changes: { readonly days?: string; readonly tenant?: string }) => void {
  const navigate = useNavigate();
  return (changes) =>
    void navigate({
      to: '.',
      search: ((before: ListSearch) =>
        Object.fromEntries(Object.entries({ ...before, ...changes }).filter(([, value]) => value !== ''))) as never,
      replace: true,
      resetScroll: false,
    });
}

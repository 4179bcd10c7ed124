import { Loader } from '@mantine/core';
import { FailureNote } from './failure-note.tsx';

interface QueryStatusProps {
  readonly query: { readonly isPending: boolean; readonly error: Error | null; readonly refetch: () => unknown };
  readonly size?: 'sm';
}

/** What stands in the place of an answer that has not come yet, or could not. */
export function QueryStatus({ query, size }: QueryStatusProps) {
  if (query.error) return <FailureNote error={query.error} onRetry={() => void query.refetch()} />;
  return query.isPending ? <Loader {...(size && { size })} aria-label="Loading" /> : null;
}

import { useContext } from 'react';
import type { ComponentType } from 'react';
import { QueryClientContext, QueryClientProvider } from '@tanstack/react-query';
import { createQueryClient } from './query-client.ts';

/** The page's one cache. */
export const appQueries = createQueryClient();

/** A component with the page's cache around it, unless it stands inside one already. */
export function withQueries<Props extends object>(Part: ComponentType<Props>): ComponentType<Props> {
  return function WithQueries(props: Props) {
    const given = useContext(QueryClientContext);
    if (given) return <Part {...props} />;
    return (
      <QueryClientProvider client={appQueries}>
        <Part {...props} />
      </QueryClientProvider>
    );
  };
}

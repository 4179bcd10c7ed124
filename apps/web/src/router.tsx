import type { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import type { Capability } from '@incisive/contract/roles';
import { RouteFailure } from './components/feedback/route-failure.tsx';
import { createQueryClient } from './lib/api/query-client.ts';
import { parseSearch, stringifySearch } from './lib/search-params.ts';
import { routeTree } from './route-tree.gen.ts';

export const createAppRouter = (queries: QueryClient = createQueryClient()) =>
  createRouter({
    routeTree,
    context: { queries },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    parseSearch,
    stringifySearch,
    defaultErrorComponent: RouteFailure,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
  interface StaticDataRouteOption {
    /** What a role must hold to come here; without it the screen is Not Found. Leave out for screens open to all signed-in users. */
    readonly capability?: Capability;
  }
}

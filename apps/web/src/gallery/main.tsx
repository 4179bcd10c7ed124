import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet, RouterProvider, createHashHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { OfflineBar } from '../components/feedback/offline-bar.tsx';
import { ProgressBar } from '../components/feedback/progress-bar.tsx';
import { Toasts } from '../components/feedback/toasts.tsx';
import { ConsentBanner } from '../components/layout/consent-banner.tsx';
import { installationQuery } from '../lib/installation.ts';
import { createQueryClient } from '../lib/api/query-client.ts';
import { cssVariables, theme } from '../theme/theme.ts';
import { Gallery } from './gallery.tsx';
import { screens } from './screens.tsx';

const top = createRootRoute({
  component: () => (
    <>
      <ProgressBar />
      <OfflineBar />
      <main>
        <Outlet />
      </main>
      <Toasts />
      <ConsentBanner />
    </>
  ),
});
/** A router and a cache of its own: neither the product's routes nor a server. Other links of the components lead nowhere. */
const router = createRouter({
  routeTree: top.addChildren([
    createRoute({ getParentRoute: () => top, path: '/', component: Gallery }),
    ...screens.map(({ path, ...screen }) => createRoute({ getParentRoute: () => top, path, ...screen })),
  ]),
  history: createHashHistory(),
});
const queries = createQueryClient();
queries.setQueryData(installationQuery.queryKey, { demo: true, idle_minutes: 15 });

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
        <QueryClientProvider client={queries}>
          <RouterProvider router={router as never} />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  );

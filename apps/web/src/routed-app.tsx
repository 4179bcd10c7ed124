import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { appQueries } from './lib/api/app-queries.tsx';
import { createAppRouter } from './router.tsx';

const router = createAppRouter(appQueries);

/** The application behind sign-in: router, cache and everything that they load. */
export default function RoutedApp() {
  return (
    <QueryClientProvider client={appQueries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
}

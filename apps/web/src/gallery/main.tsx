import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { MantineProvider } from '@mantine/core';
import { RouterProvider, createMemoryHistory, createRootRoute, createRouter } from '@tanstack/react-router';
import { cssVariables, theme } from '../theme/theme.ts';
import { Gallery } from './gallery.tsx';

/** Links of the components lead nowhere here: a router of its own, without the product's routes, and without a server. */
const router = createRouter({ routeTree: createRootRoute({ component: Gallery }), history: createMemoryHistory() });

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
        <RouterProvider router={router as never} />
      </MantineProvider>
    </StrictMode>,
  );

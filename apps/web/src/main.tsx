import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { MantineProvider } from '@mantine/core';
import { followOtherTabs } from './lib/session/session.ts';
import { Start } from './start.tsx';
import { cssVariables, theme } from './theme/theme.ts';

followOtherTabs();
// A page that comes back from the browser's page cache after sign-out must not show the old session.
window.addEventListener('pageshow', (event) => {
  if (event.persisted) window.location.reload();
});

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
        <Start />
      </MantineProvider>
    </StrictMode>,
  );

import { StrictMode } from 'react';
import { MantineProvider } from '@mantine/core';
import { Start } from './start.tsx';
import { cssVariables, theme } from './theme/theme.ts';

/** All that is drawn into the page, the same when the page is built and in the browser. */
export const Page = ({ sampleData }: { readonly sampleData: boolean }) => (
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <Start sampleData={sampleData} />
    </MantineProvider>
  </StrictMode>
);

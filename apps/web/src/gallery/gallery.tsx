import { useMantineColorScheme } from '@mantine/core';
import { Button } from '@mantine/core';
import { ConsentBanner } from '../components/layout/consent-banner.tsx';
import { Part } from '../components/layout/facts.tsx';
import { PageHeader } from '../components/layout/page-header.tsx';
import { OfflineBar } from '../components/feedback/offline-bar.tsx';
import { SampleDataTag } from '../components/feedback/sample-data-tag.tsx';
import { Toasts } from '../components/feedback/toasts.tsx';
import { colorSchemes } from '../lib/color-scheme.ts';
import { FeedbackStates } from './feedback-states.tsx';
import { FormStates } from './form-states.tsx';
import { LayoutStates } from './layout-states.tsx';
import { OverlayStates } from './overlay-states.tsx';
import { TableStates } from './table-states.tsx';

/** Every shared component in its states, for whoever changes one. Served by `npm run dev` alone, at /gallery.html. */
export function Gallery() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <>
      <OfflineBar />
      <main className="page">
        <PageHeader
          title="Components"
          crumbs={[{ label: 'OpNotes', to: '/' }, { label: 'Components' }]}
          aside="Shown in npm run dev only"
        >
          {colorSchemes.map(({ value, label }) => (
            <Button
              key={value}
              variant="default"
              size="xs"
              aria-pressed={colorScheme === value}
              onClick={() => setColorScheme(value)}
            >
              {label}
            </Button>
          ))}
        </PageHeader>
        <SampleDataTag shown />
        <Part title="Feedback">
          <FeedbackStates />
        </Part>
        <Part title="Forms">
          <FormStates />
        </Part>
        <Part title="Overlays">
          <OverlayStates />
        </Part>
        <Part title="Layout">
          <LayoutStates />
        </Part>
        <Part title="Data table">
          <TableStates />
        </Part>
      </main>
      <Toasts />
      <ConsentBanner />
    </>
  );
}

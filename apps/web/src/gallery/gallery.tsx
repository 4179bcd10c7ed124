import { Button, Group, useMantineColorScheme } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Part } from '../components/layout/facts.tsx';
import { PageHeader } from '../components/layout/page-header.tsx';
import { DemoTag } from '../components/feedback/demo-tag.tsx';
import { SampleDataTag } from '../components/feedback/sample-data-tag.tsx';
import { colorSchemes } from '../lib/color-scheme.ts';
import { FeedbackStates } from './feedback-states.tsx';
import { FormStates } from './form-states.tsx';
import { LayoutStates } from './layout-states.tsx';
import { OverlayStates } from './overlay-states.tsx';
import { screens } from './screens.tsx';
import { TableStates } from './table-states.tsx';
import { WorkStates } from './work-states.tsx';

/** Every shared component in its states, for whoever changes one. Served by `npm run dev` alone, at /gallery.html. */
export function Gallery() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <div className="page">
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
      <nav aria-label="Screens">
        <Group gap="xs">
          {screens.map(({ path, label }) => (
            <Button key={path} component={Link} to={path as never} variant="default" size="xs">
              {label}
            </Button>
          ))}
        </Group>
      </nav>
      <SampleDataTag shown />
      <DemoTag />
      <Part title="Feedback">
        <FeedbackStates />
      </Part>
      <Part title="Forms">
        <FormStates />
      </Part>
      <Part title="Overlays">
        <OverlayStates />
      </Part>
      <Part title="Work">
        <WorkStates />
      </Part>
      <Part title="Layout">
        <LayoutStates />
      </Part>
      <Part title="Data table">
        <TableStates />
      </Part>
    </div>
  );
}

import { createFileRoute } from '@tanstack/react-router';
import { Integrations } from '../../features/integrations/integrations.tsx';

export const Route = createFileRoute('/_app/integrations')({
  staticData: { capability: 'integrations.manage' },
  component: Integrations,
});

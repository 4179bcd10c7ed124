import { createFileRoute } from '@tanstack/react-router';
import { PracticeScreen } from '../../../features/billing/practice.tsx';

export const Route = createFileRoute('/_app/claims/practice')({
  staticData: { capability: 'integrations.manage' },
  component: PracticeScreen,
});

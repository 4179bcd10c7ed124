import { createFileRoute } from '@tanstack/react-router';
import { PayersScreen } from '../../../features/billing/payers.tsx';

export const Route = createFileRoute('/_app/claims/payers')({
  staticData: { capability: 'integrations.manage' },
  component: PayersScreen,
});

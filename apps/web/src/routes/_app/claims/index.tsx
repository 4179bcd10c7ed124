import { createFileRoute } from '@tanstack/react-router';
import { ClaimFiles } from '../../../features/billing/claim-files.tsx';

export const Route = createFileRoute('/_app/claims/')({
  staticData: { capability: 'claims.export' },
  component: ClaimFiles,
});

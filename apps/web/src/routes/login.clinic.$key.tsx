import { createFileRoute } from '@tanstack/react-router';
import { ClinicSignIn } from '../features/accounts/session/clinic-sign-in.tsx';

/** Where a clinic's people begin, and where its provider sends them back with its answer. */
export const Route = createFileRoute('/login/clinic/$key')({ component: Page });

function Page() {
  const { key } = Route.useParams();
  return <ClinicSignIn clinic={key} />;
}

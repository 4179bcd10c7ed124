import { createFileRoute } from '@tanstack/react-router';
import { VerifyEmail } from '../features/accounts/session/verify-email.tsx';

/** The token stands behind the # so that it reaches no server log. */
export const Route = createFileRoute('/verify-email')({
  component: () => <VerifyEmail token={new URLSearchParams(window.location.hash.slice(1)).get('token') ?? ''} />,
});

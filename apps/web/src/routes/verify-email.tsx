import { createFileRoute } from '@tanstack/react-router';
import { VerifyEmail } from '../features/session/verify-email.tsx';

export const Route = createFileRoute('/verify-email')({
  validateSearch: (search: Record<string, unknown>): { token?: string } =>
    typeof search['token'] === 'string' ? { token: search['token'] } : {},
  component: Screen,
});

function Screen() {
  const { token } = Route.useSearch();
  return <VerifyEmail token={token ?? ''} />;
}

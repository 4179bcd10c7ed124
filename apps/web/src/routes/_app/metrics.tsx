import { createFileRoute } from '@tanstack/react-router';
import { Metrics } from '../../features/administration/metrics.tsx';

export const Route = createFileRoute('/_app/metrics')({
  staticData: { capability: 'administration.read' },
  validateSearch: (raw: Record<string, unknown>): { to?: string } =>
    typeof raw['to'] === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(raw['to']) ? { to: raw['to'] } : {},
  component: Screen,
});

function Screen() {
  const { to } = Route.useSearch();
  const navigate = Route.useNavigate();
  return <Metrics {...(to ? { to } : {})} onWeek={(day) => void navigate({ search: day ? { to: day } : {}, replace: true })} />;
}

import { createFileRoute } from '@tanstack/react-router';
import { InDevelopment } from '../../features/administration/in-development.tsx';

export const Route = createFileRoute('/_app/finances')({
  staticData: { capability: 'administration.read' },
  component: () => <InDevelopment title="Card payments" crumbs={[{ label: 'Finances' }, { label: 'Card payments' }]} />,
});

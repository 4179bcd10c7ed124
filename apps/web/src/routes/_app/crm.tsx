import { createFileRoute } from '@tanstack/react-router';
import { InDevelopment } from '../../features/administration/in-development.tsx';

export const Route = createFileRoute('/_app/crm')({
  staticData: { capability: 'administration.read' },
  component: () => <InDevelopment title="CRM" crumbs={[{ label: 'CRM' }]} />,
});

import { createFileRoute } from '@tanstack/react-router';
import { TenantPage } from '../../../features/tenants/tenant-page.tsx';

export const Route = createFileRoute('/_app/tenants/$id')({ staticData: { capability: 'tenants.manage' }, component: Screen });

function Screen() {
  const { id } = Route.useParams();
  return <TenantPage key={id} id={id} notes={() => null} />;
}

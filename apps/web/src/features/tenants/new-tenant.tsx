import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { notices } from '@incisive/contract/notices';
import { tenants } from '@incisive/contract/tenants';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { toast } from '../../components/feedback/toasts.tsx';
import { call } from '../../lib/api/call.ts';
import { TenantForm } from './tenant-form.tsx';

/** /tenants/new */
export function NewTenant() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const create = async (name: string): Promise<void> => {
    await call(tenants.create, { body: { name } });
    toast(notices.tenantCreated());
    await queries.invalidateQueries({ queryKey: ['tenants'] });
    await navigate({ to: '/tenants' });
  };
  return (
    <div className="page page-form">
      <PageHeader title="New tenant" crumbs={[{ label: 'Tenants', to: '/tenants' }, { label: 'New tenant' }]} />
      <TenantForm label="Tenant Name" name="" submit={create} />
    </div>
  );
}

import { createFileRoute } from '@tanstack/react-router';
import { NewTenant } from '../../../features/tenants/new-tenant.tsx';

export const Route = createFileRoute('/_app/tenants/new')({ staticData: { capability: 'tenants.manage' }, component: NewTenant });

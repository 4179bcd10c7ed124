import { createFileRoute } from '@tanstack/react-router';
import { listSearch } from '../../../components/data-table/list-search.ts';
import { TenantOpNotes } from '../../../features/notes/tenant-op-notes.tsx';
import { TenantPage } from '../../../features/tenants/tenant-page.tsx';

export const Route = createFileRoute('/_app/tenants/$id')({
  staticData: { capability: 'tenants.manage' },
  validateSearch: listSearch,
  component: Screen,
});

function Screen() {
  const { id } = Route.useParams();
  return <TenantPage key={id} id={id} notes={(tenant) => <TenantOpNotes tenant={tenant} />} />;
}

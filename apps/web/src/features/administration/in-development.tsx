import { PageHeader } from '../../components/layout/page-header.tsx';
import type { Crumb } from '../../components/layout/page-header.tsx';

/** A page that has its place and nothing else yet. */
export function InDevelopment({ title, crumbs }: { readonly title: string; readonly crumbs: readonly Crumb[] }) {
  return (
    <div className="page">
      <PageHeader title={title} crumbs={crumbs} />
      <p>In development...</p>
    </div>
  );
}

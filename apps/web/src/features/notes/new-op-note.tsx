import { PageHeader } from '../../components/page-header.tsx';

export function NewOpNote() {
  return (
    <div className="page">
      <PageHeader title="New OpNote" />
    </div>
  );
}

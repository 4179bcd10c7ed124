import { createFileRoute } from '@tanstack/react-router';
import { listSearch } from '../../components/data-table/list-search.ts';
import { AuditList } from '../../features/audit/audit-list.tsx';

export const Route = createFileRoute('/_app/audit')({
  staticData: { capability: 'audit.read' },
  validateSearch: listSearch,
  component: AuditList,
});

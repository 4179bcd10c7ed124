import { createFileRoute } from '@tanstack/react-router';
import { CodeUpload } from '../../../features/catalogue/code-upload.tsx';

export const Route = createFileRoute('/_app/cptcodes/upload')({
  staticData: { capability: 'catalogue.manage' },
  validateSearch: (search: Record<string, unknown>): { job?: string } =>
    typeof search['job'] === 'string' ? { job: search['job'] } : {},
  component: Screen,
});

function Screen() {
  const { job } = Route.useSearch();
  return <CodeUpload job={job} />;
}

import { createFileRoute } from '@tanstack/react-router';
import { EditFiles } from '../../../features/catalogue/edit-files.tsx';

export const Route = createFileRoute('/_app/cptcodes/edit-files')({
  staticData: { capability: 'edits.read' },
  component: EditFiles,
});

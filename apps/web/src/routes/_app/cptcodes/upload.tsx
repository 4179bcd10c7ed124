import { createFileRoute } from '@tanstack/react-router';
import { CodeUpload } from '../../../features/catalogue/code-upload.tsx';

export const Route = createFileRoute('/_app/cptcodes/upload')({
  staticData: { capability: 'catalogue.manage' },
  component: CodeUpload,
});

import { createFileRoute } from '@tanstack/react-router';
import { NewCode } from '../../../features/catalogue/new-code.tsx';

export const Route = createFileRoute('/_app/cptcodes/new')({
  staticData: { capability: 'catalogue.manage' },
  component: NewCode,
});

import { createFileRoute } from '@tanstack/react-router';
import { Models } from '../../../features/administration/models.tsx';

export const Route = createFileRoute('/_app/models/')({ staticData: { capability: 'administration.read' }, component: Models });

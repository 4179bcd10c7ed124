import { createFileRoute } from '@tanstack/react-router';
import { Metrics } from '../../features/administration/metrics.tsx';

export const Route = createFileRoute('/_app/metrics')({ staticData: { capability: 'administration.read' }, component: Metrics });

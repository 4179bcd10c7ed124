import { createFileRoute } from '@tanstack/react-router';
import { QueryList } from '../../../features/queries/query-list.tsx';

export const Route = createFileRoute('/_app/queries/')({ staticData: { capability: 'queries.ask' }, component: QueryList });

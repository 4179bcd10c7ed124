import { createFileRoute } from '@tanstack/react-router';
import { DrawList } from '../../../../features/reviews/draw-list.tsx';

export const Route = createFileRoute('/_app/reviews/draws/')({ staticData: { capability: 'queue.lead' }, component: DrawList });

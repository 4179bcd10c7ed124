import { createFileRoute } from '@tanstack/react-router';
import { FastLane } from '../../../features/queue/fast-lane.tsx';

export const Route = createFileRoute('/_app/queue/fast')({
  staticData: { capability: 'queue.work' },
  component: FastLane,
});

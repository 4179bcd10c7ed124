import { NotFound } from '../../components/feedback/not-found.tsx';
import { useCan } from '../../lib/session/profile.ts';
import { DrawList } from './draw-list.tsx';
import { DrawScreen } from './draw-screen.tsx';
import { PlanScreen } from './plan-screen.tsx';
import { QualityScreen } from './quality-screen.tsx';
import { ReviewList } from './review-list.tsx';
import { ReviewScreen } from './review-screen.tsx';

/** /reviews, /reviews/{id}, /reviews/quality, /reviews/plan, /reviews/draws and /reviews/draws/{id}. */
export function ReviewsArea({ path }: { readonly path: string }) {
  const leads = useCan('queue.lead');
  const [first = '', second = '', more] = path.split('/');
  if (more !== undefined) return <NotFound />;
  if (first === '') return <ReviewList />;
  if (first === 'quality') return second === '' ? <QualityScreen /> : <NotFound />;
  if (first === 'plan') return leads && second === '' ? <PlanScreen /> : <NotFound />;
  if (first !== 'draws') return second === '' ? <ReviewScreen key={first} id={first} /> : <NotFound />;
  if (!leads) return <NotFound />;
  return second === '' ? <DrawList /> : <DrawScreen key={second} id={second} />;
}

import { useRouterState } from '@tanstack/react-router';
import classes from './progress-bar.module.css';

/** A thin line at the top while a screen is being fetched. */
export function ProgressBar() {
  const busy = useRouterState({ select: (state) => state.status === 'pending' });
  return <div className={classes.bar} data-busy={busy} aria-hidden />;
}

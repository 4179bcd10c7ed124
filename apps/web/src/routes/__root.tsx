import { useEffect } from 'react';
import { Outlet, createRootRouteWithContext, useRouter } from '@tanstack/react-router';
import type { QueryClient } from '@tanstack/react-query';
import { ConsentBanner } from '../components/layout/consent-banner.tsx';
import { NotFound } from '../components/feedback/not-found.tsx';
import { countNavigation, forgetNavigations } from '../components/layout/page-header.tsx';
import { ProgressBar } from '../components/feedback/progress-bar.tsx';
import { Toasts } from '../components/feedback/toasts.tsx';
import { followChanges } from '../lib/api/changes.ts';
import { reportPageView } from '../lib/page-views.ts';
import { patternOf } from '../lib/route-pattern.ts';

export const Route = createRootRouteWithContext<{ queries: QueryClient }>()({
  component: Root,
  notFoundComponent: () => <NotFound />,
});

function Root() {
  const router = useRouter();
  const { queries } = router.options.context;
  useEffect(() => followChanges(queries), [queries]);
  useEffect(() => {
    reportPageView(patternOf(router.state.matches));
    const stopCounting = router.subscribe('onBeforeNavigate', (event) => {
      if (event.pathChanged && event.fromLocation) countNavigation();
    });
    const stopReporting = router.subscribe('onResolved', (event) => {
      if (event.pathChanged && event.fromLocation) reportPageView(patternOf(router.state.matches));
    });
    return () => {
      stopCounting();
      stopReporting();
      forgetNavigations();
    };
  }, [router]);
  return (
    <>
      <ProgressBar />
      <Outlet />
      <ConsentBanner />
      <Toasts />
    </>
  );
}

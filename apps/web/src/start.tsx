import { Suspense, lazy, useEffect, useState, useSyncExternalStore } from 'react';
import { ConsentBanner } from './components/layout/consent-banner.tsx';
import { AuthCard } from './features/accounts/session/auth-card.tsx';
import { reportPageView } from './lib/page-views.ts';
import { opensApplication } from './lib/session/opens-application.ts';
import { isSignedIn, onSessionChange } from './lib/session/session.ts';

const fetchApp = () => import('./routed-app.tsx');
const RoutedApp = lazy(fetchApp);

const nothing = (): void => undefined;

/**
 * Sign-in alone for whoever is not signed in: it stands before router, cache and screens are fetched, which happens while the person types.
 * From then on the application's own gate decides.
 */
export function Start({ sampleData }: { readonly sampleData: boolean }) {
  const signedIn = useSyncExternalStore(onSessionChange, isSignedIn, () => false);
  const [entered, setEntered] = useState(() => typeof window !== 'undefined' && opensApplication());
  if (signedIn && !entered) setEntered(true);
  useEffect(() => {
    if (entered) return undefined;
    if (window.location.pathname === '/login') reportPageView('/login');
    const fetchEarly = (): void => void fetchApp().catch(nothing);
    window.addEventListener('keydown', fetchEarly, { once: true });
    return () => window.removeEventListener('keydown', fetchEarly);
  }, [entered]);
  if (!entered)
    return (
      <>
        <AuthCard sampleData={sampleData} />
        <ConsentBanner />
      </>
    );
  return (
    <Suspense fallback={null}>
      <RoutedApp />
    </Suspense>
  );
}

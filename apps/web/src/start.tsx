import { Suspense, lazy, useEffect, useState, useSyncExternalStore } from 'react';
import { ConsentBanner } from './components/layout/consent-banner.tsx';
import { AuthCard } from './features/accounts/session/auth-card.tsx';
import { reportPageView } from './lib/page-views.ts';
import { isSignedIn, onSessionChange } from './lib/session/session.ts';

const fetchApp = () => import('./routed-app.tsx');
const RoutedApp = lazy(fetchApp);

/** Addresses that are open without a session. */
const isOpenAddress = (path: string): boolean => path.startsWith('/verify-email');
const nothing = (): void => undefined;

/**
 * Sign-in alone for whoever is not signed in: it stands before router, cache and screens are fetched, which happens while the person types.
 * From then on the application's own gate decides.
 */
export function Start() {
  const signedIn = useSyncExternalStore(onSessionChange, isSignedIn);
  const [entered, setEntered] = useState(() => signedIn || isOpenAddress(window.location.pathname));
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
        <AuthCard />
        <ConsentBanner />
      </>
    );
  return (
    <Suspense fallback={null}>
      <RoutedApp />
    </Suspense>
  );
}

import { Suspense, lazy } from 'react';
import { Outlet, createFileRoute, useMatches } from '@tanstack/react-router';
import { lazyPart } from '../components/overlay/lazy-part.tsx';
import { NotFound } from '../components/feedback/not-found.tsx';
import { Gate } from '../features/accounts/session/gate.tsx';
import { useMay } from '../lib/session/profile.ts';

/** Fetched while the profile is being read, so that whoever is not signed in does not wait for it. */
const Shell = lazy(async () => ({ default: (await import('../features/shell/shell.tsx')).Shell }));
const Bell = lazyPart(async () => (await import('../features/notices/bell.tsx')).Bell);

const bell = <Bell />;

export const Route = createFileRoute('/_app')({
  component: () => (
    <Gate
      frame={(content) => (
        <Suspense>
          <Shell bell={bell}>{content}</Shell>
        </Suspense>
      )}
    >
      <Permitted />
    </Gate>
  ),
});

/** Shows the screen if the signed-in user holds the capability that its route names. */
function Permitted() {
  const may = useMay();
  const allowed = useMatches({
    select: (matches) => matches.every(({ staticData }) => !staticData.capability || may(staticData.capability)),
  });
  return allowed ? <Outlet /> : <NotFound />;
}

import { useEffect, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { Loader } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FailureNote } from '../../../components/feedback/failure-note.tsx';
import { lazyPart } from '../../../components/overlay/lazy-part.tsx';
import { forgetTextOfOthers } from '../../../lib/drafts/remembered-text.ts';
import { ProfileContext, profileQuery } from '../../../lib/session/profile.ts';
import { isSignedIn, onSessionChange, sessionEnd, storedUserId } from '../../../lib/session/session.ts';
import type { SessionEnd } from '../../../lib/session/session.ts';
import { AuthCard } from './auth-card.tsx';
import classes from './gate.module.css';

const IdleLogoff = lazyPart(async () => (await import('./idle-logoff.tsx')).IdleLogoff);
const AgreementDialog = lazyPart(async () => (await import('./agreement-dialog.tsx')).AgreementDialog);

const endings: Partial<Record<SessionEnd, string>> = {
  idle: 'You were signed out because of inactivity. Sign in to pick up where you left off.',
  expired: 'Your session has ended. Sign in to pick up where you left off.',
};

/**
 * The login gate: nothing below it is rendered, and nothing is asked of the server, before the profile has been read, the
 * password changed if it must be, and the agreement accepted. The address stays, so a link in a mail survives sign-in.
 * @param frame drawn around the agreement dialog and the children: the shell.
 */
export function Gate({ children, frame }: { readonly children: ReactNode; readonly frame: (content: ReactNode) => ReactNode }) {
  const queries = useQueryClient();
  const signedIn = useSyncExternalStore(onSessionChange, isSignedIn);
  const userId = useSyncExternalStore(onSessionChange, storedUserId);
  const profile = useQuery({ ...profileQuery, enabled: signedIn });
  const otherUser = profile.data !== undefined && userId !== null && userId !== profile.data.id;
  useEffect(() => {
    // Nothing of a session stays in memory after it, nor of the one before when another tab has changed user.
    if (!signedIn) queries.clear();
    else if (otherUser) void queries.resetQueries();
  }, [signedIn, otherUser, queries]);
  const present = otherUser ? undefined : profile.data?.id;
  useEffect(() => {
    if (present !== undefined) forgetTextOfOthers(present);
  }, [present]);

  if (!signedIn) return <AuthCard notice={endings[sessionEnd() ?? 'sign-out']} />;
  if (profile.isPending || otherUser)
    return (
      <main className={classes.wait}>
        <output aria-label="Loading">
          <Loader />
        </output>
      </main>
    );
  if (profile.isError) return <AuthCard notice={<FailureNote error={profile.error} onRetry={() => void profile.refetch()} />} />;
  if (profile.data.password_change_required) return <AuthCard key="change" first="change-password" />;
  if (profile.data.otp_setup_required) return <AuthCard key="factor" first="second-factor" />;
  return (
    <ProfileContext value={profile.data}>
      <IdleLogoff />
      {profile.data.agreement ? frame(children) : frame(<AgreementDialog />)}
    </ProfileContext>
  );
}

import { useEffect, useRef, useState } from 'react';
import { Loader } from '@mantine/core';
import { type RouterHistory, useRouter } from '@tanstack/react-router';
import { FailureNote } from '../../../components/feedback/failure-note.tsx';
import { usePageTitle } from '../../../components/layout/use-page-title.ts';
import { finishAtClinic } from '../../../lib/session/clinic-sign-in.ts';
import { AuthRoom } from './auth-room.tsx';
import { ClinicButton } from '../../../components/form/clinic-button.tsx';
import classes from './auth-card.module.css';

/** The answer of the provider in the address, taken out of it at once: a reload or a bookmark must not hold a code. */
function takeAnswer({ location, replace }: RouterHistory): URLSearchParams | null {
  const answer = new URLSearchParams(location.search);
  if (!answer.has('state')) return null;
  replace(location.pathname);
  return answer;
}

/** /login/clinic/KEY: leads to the clinic's provider, and finishes what the provider answered. */
export function ClinicSignIn({ clinic }: { readonly clinic: string }) {
  usePageTitle('Sign in');
  const { history } = useRouter();
  const [answer] = useState(() => takeAnswer(history));
  const [failure, setFailure] = useState<unknown>();
  const begun = useRef(false);
  useEffect(() => {
    if (answer === null || begun.current) return;
    begun.current = true;
    finishAtClinic(clinic, answer).then((back) => window.location.replace(back), setFailure);
  }, [answer, clinic]);
  return (
    <AuthRoom>
      <h1>Sign in</h1>
      {answer !== null && failure === undefined ? (
        <output aria-label="Signing in">
          <Loader size="sm" />
        </output>
      ) : (
        <>
          {failure === undefined ? (
            <p className={classes.hint}>You show who you are at your clinic, with the account that you have there.</p>
          ) : (
            <FailureNote error={failure} />
          )}
          <ClinicButton clinic={clinic} first />
        </>
      )}
      <div className={classes.links}>
        <a href="/login">Sign in with a password</a>
      </div>
    </AuthRoom>
  );
}

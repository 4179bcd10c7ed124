import { useState } from 'react';
import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { auth } from '@incisive/contract/auth';
import { FailureNote } from '../../../components/feedback/failure-note.tsx';
import { ResendVerification } from '../profile/resend-verification.tsx';
import { call } from '../../../lib/api/call.ts';
import { AuthRoom } from './auth-room.tsx';
import { UsernameField } from './username-field.tsx';
import classes from './auth-card.module.css';
import { usePageTitle } from '../../../components/layout/use-page-title.ts';

/** Where the mailed link leads: the address is confirmed, whoever is signed in here or nobody. */
export function VerifyEmail({ token }: { readonly token: string }) {
  usePageTitle('Confirm your email address');
  const answer = useQuery({
    queryKey: ['verify-email', token],
    queryFn: () => call(auth.verifyEmail, { body: { token } }),
    enabled: token !== '',
    retry: false,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
  return (
    <AuthRoom>
      <h1>Confirm your email address</h1>
      {token === '' ? <FailureNote>This link is incomplete. Open it again from the email.</FailureNote> : null}
      {answer.isLoading ? <Loader size="sm" aria-label="Loading" /> : null}
      {answer.error ? <FailureNote error={answer.error} /> : null}
      {answer.data ? <output style={{ display: 'block', margin: '0 0 16px' }}>Your email address is confirmed.</output> : null}
      {token === '' || answer.error ? <AskAgain /> : null}
      <div className={classes.links}>
        <a href="/login">Back to Sign In</a>
      </div>
    </AuthRoom>
  );
}

/** A link that is too old or was replaced: another one is mailed to whoever's it is. */
function AskAgain() {
  const [username, setUsername] = useState('');
  return (
    <form>
      <UsernameField value={username} onChange={(event) => setUsername(event.currentTarget.value)} />
      <ResendVerification username={username} />
    </form>
  );
}

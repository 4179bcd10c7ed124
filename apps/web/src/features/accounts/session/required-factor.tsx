import { useQueryClient } from '@tanstack/react-query';
import { TotpSetup } from '../profile/totp-setup.tsx';
import { profileQuery } from '../../../lib/session/profile.ts';
import { signOut } from '../../../lib/session/sign-out.ts';
import { TextButton } from './text-button.tsx';
import classes from './auth-card.module.css';
import { usePageTitle } from '../../../components/layout/use-page-title.ts';

/** Stands in front of everything while the clinic asks for a second factor that this user has not set up yet. */
export function RequiredFactor() {
  const queries = useQueryClient();
  usePageTitle('Second factor');
  return (
    <>
      <h1>Second factor</h1>
      <p className={classes.hint}>Your clinic requires a second factor. Set it up to continue.</p>
      <TotpSetup onDone={() => queries.invalidateQueries(profileQuery)} />
      <div className={classes.links}>
        <TextButton onClick={() => signOut(queries)}>Back to Sign In</TextButton>
      </div>
    </>
  );
}

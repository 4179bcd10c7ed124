import { useQueryClient } from '@tanstack/react-query';
import { useFocusOnMount } from '../../../components/layout/use-focus-on-mount.ts';
import { profileQuery } from '../../../lib/session/profile.ts';
import { signOut } from '../../../lib/session/sign-out.ts';
import { ChangePasswordForm } from './change-password-form.tsx';
import { TextButton } from './text-button.tsx';
import classes from './auth-card.module.css';
import { usePageTitle } from '../../../components/layout/use-page-title.ts';

/** Asked of everyone whose password an administrator chose, before anything else. */
export function ChangePassword() {
  const queries = useQueryClient();
  usePageTitle('Change password');
  return (
    <>
      <h1>Change password</h1>
      <p className={classes.hint}>You have a temporary password. Choose one that only you know.</p>
      <ChangePasswordForm first={useFocusOnMount()} onChanged={() => queries.invalidateQueries(profileQuery)} />
      <div className={classes.links}>
        <TextButton onClick={() => signOut(queries)}>Back to Sign In</TextButton>
      </div>
    </>
  );
}

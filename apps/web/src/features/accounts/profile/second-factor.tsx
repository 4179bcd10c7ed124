import { useQueryClient } from '@tanstack/react-query';
import { auth } from '@incisive/contract/auth';
import { toast } from '../../../components/feedback/toasts.tsx';
import { PasswordForm } from '../../../components/form/password-form.tsx';
import { call } from '../../../lib/call.ts';
import { profileQuery } from '../../../lib/profile.ts';
import { TotpSetup } from './totp-setup.tsx';
import classes from '../accounts.module.css';

/** The optional second factor: set up with an authenticator app, recovery codes shown once, turned off with the password. */
export function SecondFactor({ enabled }: { readonly enabled: boolean }) {
  const queries = useQueryClient();
  return (
    <section className={classes.section} aria-labelledby="factor-heading">
      <h2 id="factor-heading">Second factor</h2>
      {enabled ? <TurnOff /> : <TotpSetup onDone={() => queries.invalidateQueries(profileQuery)} />}
    </section>
  );
}

function TurnOff() {
  const queries = useQueryClient();
  const turnOff = async (password: string): Promise<void> => {
    await call(auth.totpDisable, { body: { password } });
    toast('The second factor is off');
    await queries.invalidateQueries(profileQuery);
  };
  return (
    <>
      <p>The second factor is on. Turning it off asks for your password.</p>
      <PasswordForm action="Turn off" run={turnOff} />
    </>
  );
}

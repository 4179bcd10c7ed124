import { useMutation, useQueryClient } from '@tanstack/react-query';
import { auth } from '@incisive/contract/auth';
import { PasswordForm } from '../../../components/form/password-form.tsx';
import { toast } from '../../../components/feedback/toasts.tsx';
import { TotpSetup } from './totp-setup.tsx';
import { call } from '../../../lib/call.ts';
import { profileQuery } from '../../../lib/profile.ts';
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
  const off = useMutation({
    mutationFn: (password: string) => call(auth.totpDisable, { body: { password } }),
    onSuccess: async () => {
      toast('The second factor is off');
      await queries.invalidateQueries(profileQuery);
    },
  });
  return (
    <>
      <p>The second factor is on. Turning it off asks for your password.</p>
      <PasswordForm action="Turn off" step={off} />
    </>
  );
}

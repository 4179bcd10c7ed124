import { Button, Group, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { object, string } from 'zod/mini';
import { auth } from '@incisive/contract/auth';
import { givenPassword } from '@incisive/contract/fields';
import { FailureNote } from '../../../components/feedback/failure-note.tsx';
import { toast } from '../../../components/feedback/toasts.tsx';
import { useContractForm } from '../../../components/form/contract-form.ts';
import { PasswordInput } from '../../../components/form/password-input.tsx';
import { call } from '../../../lib/api/call.ts';
import { profileQuery } from '../../../lib/session/profile.ts';
import { typedFactor } from '../typed-factor.ts';
import { TotpSetup } from './totp-setup.tsx';
import classes from '../accounts.module.css';

/** The optional second factor: set up with an authenticator app, recovery codes shown once, turned off with the password and a code. */
export function SecondFactor({ enabled }: { readonly enabled: boolean }) {
  const queries = useQueryClient();
  return (
    <section className={classes.section} aria-labelledby="factor-heading">
      <h2 id="factor-heading">Second factor</h2>
      {enabled ? <TurnOff /> : <TotpSetup onDone={() => queries.invalidateQueries(profileQuery)} />}
    </section>
  );
}

const schema = object({ password: givenPassword, otp: string() });

function TurnOff() {
  const queries = useQueryClient();
  const { form, onSubmit, failure } = useContractForm({
    schema,
    initial: { password: '', otp: '' },
    submit: async ({ password, otp }) => {
      await call(auth.totpDisable, { body: { password, ...typedFactor(otp) } });
      toast('The second factor is off');
      await queries.invalidateQueries(profileQuery);
    },
  });
  const incomplete = form.values.password === '' || form.values.otp.trim() === '';
  return (
    <>
      <p>The second factor is on. Turning it off requires your password and a code.</p>
      <form onSubmit={onSubmit} noValidate>
        <Group align="start">
          <PasswordInput label="Your password" autoComplete="current-password" miw={240} {...form.getInputProps('password')} />
          <TextInput label="App code or recovery code" autoComplete="one-time-code" miw={240} {...form.getInputProps('otp')} />
          <Button type="submit" variant="default" mt={25} disabled={incomplete} loading={form.submitting}>
            Turn off
          </Button>
        </Group>
        {failure ? <FailureNote error={failure} /> : null}
      </form>
    </>
  );
}

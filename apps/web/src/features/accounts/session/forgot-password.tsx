import { useState } from 'react';
import { Button, TextInput } from '@mantine/core';
import { NewPasswordInput } from '../../../components/form/password-input.tsx';
import { auth } from '@incisive/contract/auth';
import { useContractForm } from '../../../components/form/contract-form.ts';
import { FailureNote } from '../../../components/feedback/failure-note.tsx';
import { useFocusOnMount } from '../../../components/layout/use-focus-on-mount.ts';
import { call } from '../../../lib/api/call.ts';
import type { AuthScreenProps } from './auth-screens.ts';
import { TextButton } from './text-button.tsx';
import { UsernameField } from './username-field.tsx';
import classes from './auth-card.module.css';
import { usePageTitle } from '../../../components/layout/use-page-title.ts';

/** Two stages: the username, then the mailed code and a new password. Nothing tells whether the name exists. */
export function ForgotPassword({ show }: AuthScreenProps) {
  const [username, setUsername] = useState<string>();
  usePageTitle('Reset password');
  return (
    <>
      <h1>Reset password</h1>
      {username === undefined ? <SendCode onSent={setUsername} /> : <NewPassword username={username} show={show} />}
      <div className={classes.links}>
        <TextButton onClick={() => show('sign-in')}>Back to Sign In</TextButton>
      </div>
    </>
  );
}

function SendCode({ onSent }: { readonly onSent: (username: string) => void }) {
  const field = useFocusOnMount();
  const { form, onSubmit, failure } = useContractForm({
    schema: auth.forgotPassword.body,
    initial: { username: '' },
    submit: async (body) => {
      await call(auth.forgotPassword, { body });
      onSent(body.username);
    },
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <UsernameField ref={field} {...form.getInputProps('username')} />
      {failure ? <FailureNote error={failure} /> : null}
      <Button type="submit" fullWidth disabled={form.values.username.trim() === ''} loading={form.submitting}>
        Send Code
      </Button>
    </form>
  );
}

function NewPassword({ username, show }: { readonly username: string; readonly show: AuthScreenProps['show'] }) {
  const field = useFocusOnMount();
  const { form, onSubmit, failure } = useContractForm({
    schema: auth.resetPassword.body,
    initial: { username, confirmation_code: '', password: '' },
    submit: async (body) => {
      await call(auth.resetPassword, { body });
      show('sign-in', 'Your password has been changed. Sign in with the new one.');
    },
  });
  const filled = form.values.confirmation_code.trim() !== '' && form.values.password !== '';
  return (
    <form onSubmit={onSubmit} noValidate>
      <p className={classes.hint}>If the account exists, we emailed it a code. The code is good for 10 minutes.</p>
      {/* The code has letters: a keypad of digits could not type it. */}
      <TextInput
        label="Verification code"
        autoComplete="one-time-code"
        inputMode="text"
        autoCapitalize="characters"
        spellCheck={false}
        ref={field}
        {...form.getInputProps('confirmation_code')}
      />
      <NewPasswordInput label="New password" {...form.getInputProps('password')} />
      {failure ? <FailureNote error={failure} /> : null}
      <Button type="submit" fullWidth disabled={!filled} loading={form.submitting}>
        Submit
      </Button>
    </form>
  );
}

import { useEffect, useState } from 'react';
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { auth } from '@incisive/contract/auth';
import { useContractForm } from '../../../components/form/contract-form.ts';
import { FailureNote } from '../../../components/feedback/failure-note.tsx';
import { useFocusOnMount } from '../../../components/layout/use-focus-on-mount.ts';
import { call } from '../../../lib/call.ts';
import type { AuthScreenProps } from './auth-screens.ts';
import { TextButton } from './text-button.tsx';
import classes from './auth-card.module.css';

/** Two stages: the username, then the mailed code and a new password. Nothing tells whether the name exists. */
export function ForgotPassword({ show }: AuthScreenProps) {
  const [username, setUsername] = useState('');
  const [sent, setSent] = useState(false);
  useEffect(() => {
    document.title = 'Reset password · Incisive';
  }, []);
  const field = useFocusOnMount();
  const sendCode = useMutation({
    mutationFn: () => call(auth.forgotPassword, { body: { username } }),
    onSuccess: () => setSent(true),
  });
  return (
    <>
      <h1>Reset password</h1>
      {sent ? (
        <NewPassword username={username} show={show} />
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (username.trim() !== '' && !sendCode.isPending) sendCode.mutate();
          }}
        >
          <TextInput
            label="Username"
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            ref={field}
            value={username}
            onChange={(event) => setUsername(event.currentTarget.value)}
          />
          {sendCode.error ? <FailureNote error={sendCode.error} /> : null}
          <Button type="submit" fullWidth disabled={username.trim() === ''} loading={sendCode.isPending}>
            Send Code
          </Button>
        </form>
      )}
      <div className={classes.links}>
        <TextButton onClick={() => show('sign-in')}>Back to Sign In</TextButton>
      </div>
    </>
  );
}

function NewPassword({ username, show }: { readonly username: string; readonly show: AuthScreenProps['show'] }) {
  const field = useFocusOnMount();
  const reset = useMutation({
    mutationFn: (body: { username: string; confirmation_code: string; password: string }) => call(auth.resetPassword, { body }),
    onSuccess: () => show('sign-in', 'Your password has been changed. Sign in with the new one.'),
    onError: (error) => {
      showServerErrors(error);
    },
  });
  const { form, onSubmit, showServerErrors } = useContractForm({
    schema: auth.resetPassword.body,
    initial: { username, confirmation_code: '', password: '' },
    submit: (values) => {
      reset.mutate(values);
    },
  });
  const filled = form.values.confirmation_code.trim() !== '' && form.values.password !== '';
  return (
    <form onSubmit={onSubmit} noValidate>
      <p className={classes.hint}>If the account exists, a code is on its way by e-mail. It is good for 10 minutes.</p>
      <TextInput
        label="Verification code"
        autoComplete="one-time-code"
        inputMode="numeric"
        ref={field}
        {...form.getInputProps('confirmation_code')}
      />
      <PasswordInput
        label="New password"
        description="At least 8 characters."
        autoComplete="new-password"
        {...form.getInputProps('password')}
      />
      {reset.error && Object.keys(form.errors).length === 0 ? <FailureNote error={reset.error} /> : null}
      <Button type="submit" fullWidth disabled={!filled} loading={reset.isPending}>
        Submit
      </Button>
    </form>
  );
}

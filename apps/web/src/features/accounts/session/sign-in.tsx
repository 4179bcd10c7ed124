import { useEffect, useRef, useState } from 'react';
import { Button, TextInput } from '@mantine/core';
import { PasswordInput } from '../../../components/form/password-input.tsx';
import { useMutation } from '@tanstack/react-query';
import { auth } from '@incisive/contract/auth';
import { FailureNote } from '../../../components/feedback/failure-note.tsx';
import { useFocusOnMount } from '../../../components/layout/use-focus-on-mount.ts';
import { ApiError, fieldErrorsOf, withoutFields } from '../../../lib/api-error.ts';
import { call } from '../../../lib/call.ts';
import { storeTokens } from '../../../lib/session.ts';
import { typedFactor } from '../typed-factor.ts';
import { authScreens } from './auth-screens.ts';
import type { AuthScreenProps } from './auth-screens.ts';
import { TextButton } from './text-button.tsx';
import classes from './auth-card.module.css';

/** Username and password, and the second factor's code when the server asks for one. */
export function SignIn({ show }: AuthScreenProps) {
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const usernameField = useFocusOnMount();
  const passwordField = useRef<HTMLInputElement>(null);
  useEffect(() => {
    document.title = 'Sign in · Incisive';
  }, []);
  const signIn = useMutation({
    mutationFn: () => call(auth.login, { body: { username, password, ...typedFactor(code) } }),
    onSuccess: storeTokens,
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'wrong-credentials') passwordField.current?.select();
    },
  });
  const asksCode = signIn.error instanceof ApiError && signIn.error.code === 'otp-required';
  const [codeShown, setCodeShown] = useState(false);
  if (asksCode && !codeShown) setCodeShown(true);
  const refused = fieldErrorsOf(signIn.error);
  const failure = withoutFields(signIn.error, ['username', 'password', ...(codeShown ? ['otp', 'recovery_code'] : [])]);
  const ready = username.trim() !== '' && password !== '' && (!codeShown || code.trim() !== '');

  return (
    <>
      <h1>Sign in</h1>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (ready && !signIn.isPending) signIn.mutate();
        }}
      >
        <TextInput
          label="Username"
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          ref={usernameField}
          error={refused.username}
          value={username}
          onChange={(event) => setUsername(event.currentTarget.value)}
        />
        <PasswordInput
          ref={passwordField}
          label="Password"
          name="password"
          autoComplete="current-password"
          error={refused.password}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        {codeShown ? <CodeField value={code} onChange={setCode} error={refused.otp ?? refused.recovery_code} /> : null}
        {failure && !(asksCode && code === '') ? <FailureNote error={failure} /> : null}
        <Button type="submit" fullWidth disabled={!ready} loading={signIn.isPending}>
          Sign In
        </Button>
      </form>
      <div className={classes.links}>
        {authScreens['forgot-password'] ? (
          <span>
            Forgot your password? <TextButton onClick={() => show('forgot-password')}>Reset password</TextButton>
          </span>
        ) : null}
        {authScreens['sign-up'] ? (
          <span>
            No account? <TextButton onClick={() => show('sign-up')}>Sign up</TextButton>
          </span>
        ) : null}
      </div>
    </>
  );
}

function CodeField({
  value,
  onChange,
  error,
}: {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string | undefined;
}) {
  const field = useFocusOnMount();
  return (
    <TextInput
      ref={field}
      label="Code of your authenticator app"
      description="Or one of your recovery codes."
      name="otp"
      autoComplete="one-time-code"
      error={error}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Button, TextInput } from '@mantine/core';
import { PasswordInput } from '../../../components/form/password-input.tsx';
import { FailureNote } from '../../../components/feedback/failure-note.tsx';
import { useFocusOnMount } from '../../../components/layout/use-focus-on-mount.ts';
import { ApiError, fieldErrorsOf, withoutFields } from '../../../lib/api/api-error.ts';
import { doEarlyPress } from '../../../lib/early-press.ts';
import { lastClinic, storeTokens } from '../../../lib/session/session.ts';
import { signIn } from '../../../lib/session/sign-in.ts';
import { typedFactor } from '../typed-factor.ts';
import { lazyPart } from '../../../components/overlay/lazy-part.tsx';
import { authScreens } from './auth-screens.ts';
import type { AuthScreenProps } from './auth-screens.ts';
import { TextButton } from './text-button.tsx';
import { UsernameField } from './username-field.tsx';
import classes from './auth-card.module.css';
import { usePageTitle } from '../../../components/layout/use-page-title.ts';

const ClinicButton = lazyPart(async () => (await import('../../../components/form/clinic-button.tsx')).ClinicButton);

/** Username and password, and the second factor's code when the server asks for one. */
export function SignIn({ show }: AuthScreenProps) {
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const usernameField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const [stands, setStands] = useState(false);
  /** The clinic whose provider this browser knows; or the one that the server names after a right password that does not count. */
  const [clinic, setClinic] = useState<string | null>(null);
  useLayoutEffect(() => {
    // The card is drawn before its script stands: what was typed or filled in by then counts, and whoever types is left alone.
    setUsername(usernameField.current?.value ?? '');
    setPassword(passwordField.current?.value ?? '');
    setStands(true);
    setClinic(lastClinic());
    if (document.activeElement !== passwordField.current) usernameField.current?.focus();
  }, []);
  usePageTitle('Sign in');
  useEffect(() => {
    if (stands) doEarlyPress();
  }, [stands]);
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>();
  const submit = async (): Promise<void> => {
    setPending(true);
    setError(undefined);
    try {
      storeTokens(await signIn({ username, password, ...typedFactor(code) }));
    } catch (thrown) {
      setError(thrown);
      if (thrown instanceof ApiError && thrown.code === 'sso-required')
        setClinic((thrown.current as { key?: string } | undefined)?.key ?? null);
      if (thrown instanceof ApiError && thrown.code === 'wrong-credentials') passwordField.current?.select();
    } finally {
      setPending(false);
    }
  };
  const asksCode = error instanceof ApiError && error.code === 'otp-required';
  const [codeShown, setCodeShown] = useState(false);
  if (asksCode && !codeShown) setCodeShown(true);
  const refused = fieldErrorsOf(error);
  const failure = withoutFields(error, ['username', 'password', ...(codeShown ? ['otp', 'recovery_code'] : [])]);
  const ready = username.trim() !== '' && password !== '' && (!codeShown || code.trim() !== '');

  return (
    <>
      <h1>Sign in</h1>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (ready && !pending) void submit();
        }}
      >
        <UsernameField
          ref={usernameField}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page is for this field: as HTML it takes the first keys
          autoFocus
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
        <Button type="submit" fullWidth disabled={!ready} loading={pending}>
          Sign In
        </Button>
      </form>
      {clinic === null ? null : (
        <div className={classes.clinic}>
          <ClinicButton clinic={clinic} />
        </div>
      )}
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
      label="Code from your authenticator app"
      description="Or one of your recovery codes."
      name="otp"
      autoComplete="one-time-code"
      error={error}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

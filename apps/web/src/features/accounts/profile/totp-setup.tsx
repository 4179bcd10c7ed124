import { useState } from 'react';
import { Button, Group, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { auth } from '@incisive/contract/auth';
import { call } from '../../../lib/call.ts';
import { FailureNote } from '../../../components/feedback/failure-note.tsx';
import { PasswordForm } from '../../../components/form/password-form.tsx';
import classes from './totp-setup.module.css';

function RecoveryCodes({ codes, done }: { readonly codes: readonly string[]; readonly done: () => void }) {
  return (
    <>
      <p>
        Keep these recovery codes in a safe place. Each signs you in once when you do not have your device. They are not shown
        again.
      </p>
      <ul className={`${classes.secret} ${classes.codes}`}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Button variant="default" onClick={done}>
        I have kept them
      </Button>
    </>
  );
}

/**
 * Sets a second factor up: password, key for the authenticator app, its code, recovery codes shown once, and then `onDone`.
 */
export function TotpSetup({ onDone }: { readonly onDone: () => unknown }) {
  const [otp, setOtp] = useState('');
  const begin = useMutation({ mutationFn: (password: string) => call(auth.totpSetup, { body: { password } }) });
  const confirm = useMutation({
    mutationFn: () => call(auth.totpConfirm, { body: { otp } }),
  });
  if (confirm.data) return <RecoveryCodes codes={confirm.data.recovery_codes} done={() => void onDone()} />;
  if (!begin.data)
    return (
      <>
        <p>Besides the password, sign-in can ask for a code from an authenticator app on your phone.</p>
        <PasswordForm action="Set up" step={begin} />
      </>
    );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (otp.trim() !== '') confirm.mutate();
      }}
    >
      <p>
        Add this key to your authenticator app, or <a href={begin.data.uri}>open it in an app on this device</a>. Then enter the
        code that the app shows.
      </p>
      <p className={classes.secret}>{begin.data.secret.replace(/(.{4})/g, '$1 ')}</p>
      <Group align="end">
        <TextInput
          label="Code of the app"
          inputMode="numeric"
          autoComplete="one-time-code"
          value={otp}
          onChange={(event) => setOtp(event.currentTarget.value)}
        />
        <Button type="submit" disabled={otp.trim() === ''} loading={confirm.isPending}>
          Turn on
        </Button>
      </Group>
      {confirm.error ? <FailureNote error={confirm.error} /> : null}
    </form>
  );
}

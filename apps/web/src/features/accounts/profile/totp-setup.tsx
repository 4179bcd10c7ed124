import { useState } from 'react';
import { Button, TextInput } from '@mantine/core';
import { auth } from '@incisive/contract/auth';
import type { ResponseOf } from '@incisive/contract/endpoint';
import { FailureNote } from '../../../components/feedback/failure-note.tsx';
import { useContractForm } from '../../../components/form/contract-form.ts';
import { PasswordForm } from '../../../components/form/password-form.tsx';
import { useFocusOnMount } from '../../../components/layout/use-focus-on-mount.ts';
import { call } from '../../../lib/api/call.ts';
import { QrCode } from './qr-code.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import classes from './totp-setup.module.css';

/**
 * Sets a second factor up: password, key for the authenticator app, its code, recovery codes shown once, and then `onDone`.
 */
export function TotpSetup({ onDone }: { readonly onDone: () => unknown }) {
  const [key, setKey] = useState<ResponseOf<typeof auth.totpSetup>>();
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes) return <RecoveryCodes codes={codes} done={() => void onDone()} />;
  if (key) return <FirstCode secret={key.secret} uri={key.uri} onCodes={setCodes} />;
  return (
    <>
      <p>In addition to your password, sign-in can ask for a code from an authenticator app on your phone.</p>
      <PasswordForm action="Set up" run={async (password) => setKey(await call(auth.totpSetup, { body: { password } }))} />
    </>
  );
}

function FirstCode({
  secret,
  uri,
  onCodes,
}: ResponseOf<typeof auth.totpSetup> & { readonly onCodes: (codes: readonly string[]) => void }) {
  const field = useFocusOnMount();
  const { form, onSubmit, failure } = useContractForm({
    schema: auth.totpConfirm.body,
    initial: { otp: '' },
    submit: async (body) => onCodes((await call(auth.totpConfirm, { body })).recovery_codes),
  });
  return (
    <form onSubmit={onSubmit} noValidate className={classes.setup}>
      <p>Scan this with your authenticator app, then enter the six digits it shows.</p>
      <QrCode text={uri} label="QR code for your authenticator app" />
      <details className={classes.byHand}>
        <summary>Enter the key by hand</summary>
        <p className={classes.secret}>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</p>
        <p>
          <a href={uri}>Open it in an app on this device</a>
        </p>
      </details>
      <TextInput
        ref={field}
        label="Code from the app"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
        maw={240}
        {...form.getInputProps('otp')}
      />
      {failure ? <FailureNote error={failure} /> : null}
      <div>
        <Button type="submit" disabled={form.values.otp.trim() === ''} loading={form.submitting}>
          Turn on
        </Button>
      </div>
    </form>
  );
}

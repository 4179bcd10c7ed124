import { useState } from 'react';
import { Button, Group, PasswordInput, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { auth } from '@incisive/contract/auth';
import { FailureNote } from '../../components/failure-note.tsx';
import { toast } from '../../components/toasts.tsx';
import { call } from '../../lib/call.ts';
import { profileQuery } from '../../lib/profile.ts';
import classes from './accounts.module.css';

/** The optional second factor: set up with an authenticator app, recovery codes shown once, turned off with the password. */
export function SecondFactor({ enabled }: { readonly enabled: boolean }) {
  const [codes, setCodes] = useState<readonly string[]>();
  return (
    <section className={classes.section} aria-labelledby="factor-heading">
      <h2 id="factor-heading">Second factor</h2>
      {codes ? (
        <RecoveryCodes codes={codes} done={() => setCodes(undefined)} />
      ) : enabled ? (
        <TurnOff />
      ) : (
        <SetUp onDone={setCodes} />
      )}
    </section>
  );
}

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

function SetUp({ onDone }: { readonly onDone: (codes: readonly string[]) => void }) {
  const queries = useQueryClient();
  const [password, setPassword] = useState('');
  const [otp, setOtp] = useState('');
  const begin = useMutation({ mutationFn: () => call(auth.totpSetup, { body: { password } }), onSuccess: () => setPassword('') });
  const confirm = useMutation({
    mutationFn: () => call(auth.totpConfirm, { body: { otp } }),
    onSuccess: async (answer) => {
      onDone(answer.recovery_codes);
      await queries.invalidateQueries(profileQuery);
    },
  });
  if (!begin.data) {
    return (
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (password !== '') begin.mutate();
        }}
      >
        <p>Besides the password, sign-in can ask for a code from an authenticator app on your phone.</p>
        <Group align="end">
          <PasswordInput
            label="Your password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            miw={240}
          />
          <Button type="submit" variant="default" disabled={password === ''} loading={begin.isPending}>
            Set up
          </Button>
        </Group>
        {begin.error ? <FailureNote error={begin.error} /> : null}
      </form>
    );
  }
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

function TurnOff() {
  const queries = useQueryClient();
  const [password, setPassword] = useState('');
  const off = useMutation({
    mutationFn: () => call(auth.totpDisable, { body: { password } }),
    onSuccess: async () => {
      toast('The second factor is off');
      await queries.invalidateQueries(profileQuery);
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (password !== '') off.mutate();
      }}
    >
      <p>The second factor is on. Turning it off asks for your password.</p>
      <Group align="end">
        <PasswordInput
          label="Your password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          miw={240}
        />
        <Button type="submit" variant="default" disabled={password === ''} loading={off.isPending}>
          Turn off
        </Button>
      </Group>
      {off.error ? <FailureNote error={off.error} /> : null}
    </form>
  );
}

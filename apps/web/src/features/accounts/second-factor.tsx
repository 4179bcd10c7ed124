import { useState } from 'react';
import { Button, Group, PasswordInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { auth } from '@incisive/contract/auth';
import { FailureNote } from '../../components/failure-note.tsx';
import { toast } from '../../components/toasts.tsx';
import { TotpSetup } from '../../components/totp-setup.tsx';
import { call } from '../../lib/call.ts';
import { profileQuery } from '../../lib/profile.ts';
import classes from './accounts.module.css';

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

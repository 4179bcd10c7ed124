import { useState } from 'react';
import { Button, Group, PasswordInput } from '@mantine/core';
import { FailureNote } from '../feedback/failure-note.tsx';

/** What a mutation of TanStack Query shows and does, as far as this form needs it. */
export interface PasswordStep {
  readonly mutate: (password: string, options?: { onSuccess: () => void }) => void;
  readonly isPending: boolean;
  readonly error: unknown;
}

/** Asks for one's own password before a step that a session alone must not take, and says what went wrong with it. */
export function PasswordForm({ action, step }: { readonly action: string; readonly step: PasswordStep }) {
  const [password, setPassword] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (password !== '' && !step.isPending) step.mutate(password, { onSuccess: () => setPassword('') });
      }}
    >
      <Group align="end">
        <PasswordInput
          label="Your password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          miw={240}
        />
        <Button type="submit" variant="default" disabled={password === ''} loading={step.isPending}>
          {action}
        </Button>
      </Group>
      {step.error ? <FailureNote error={step.error} /> : null}
    </form>
  );
}

import type { RefObject } from 'react';
import { Button } from '@mantine/core';
import { NewPasswordInput, PasswordInput } from '../../../components/form/password-input.tsx';
import { auth } from '@incisive/contract/auth';
import { FailureNote } from '../../../components/feedback/failure-note.tsx';
import { useContractForm } from '../../../components/form/contract-form.ts';
import { call } from '../../../lib/api/call.ts';
import { storeTokens } from '../../../lib/session/session.ts';

/** Old and new password. The fresh tokens are stored before anything else is asked: every older session has ended. */
export function ChangePasswordForm({
  onChanged,
  first,
  className,
}: {
  readonly onChanged: () => unknown;
  readonly first?: RefObject<HTMLInputElement | null>;
  readonly className?: string | undefined;
}) {
  const { form, onSubmit, failure } = useContractForm({
    schema: auth.changePassword.body,
    initial: { old_password: '', new_password: '' },
    submit: async (body) => {
      storeTokens(await call(auth.changePassword, { body }));
      form.reset();
      await onChanged();
    },
  });
  const filled = form.values.old_password !== '' && form.values.new_password !== '';
  return (
    <form onSubmit={onSubmit} noValidate className={className} aria-label="Change password">
      <PasswordInput
        label="Old password"
        autoComplete="current-password"
        {...(first ? { ref: first } : {})}
        {...form.getInputProps('old_password')}
      />
      <NewPasswordInput label="New password" {...form.getInputProps('new_password')} />
      {failure ? <FailureNote error={failure} /> : null}
      <Button type="submit" fullWidth disabled={!filled} loading={form.submitting}>
        Change
      </Button>
    </form>
  );
}
